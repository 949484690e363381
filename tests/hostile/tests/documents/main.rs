//! Hostile documents: none panics, documents that are too large to compile are refused with a span, similar
//! names are reported, and memory is linear. `cargo xtask growth` counts what the tasks of the compiler cost.
#![allow(clippy::unwrap_used)]

mod limits;
mod memory;

use crdc_check::check_source;
use crdc_hostile::documents::extensions::SIMILAR;
use crdc_hostile::documents::rules;
use crdc_hostile::growth;
use crdc_source::Source;
use crdc_source::diag::has_errors;

/// Every task, once, with a document of some size.
#[test]
fn no_task_panics() {
    deep(|| growth::documents().iter().for_each(|task| task.prepare(24)()));
}

#[test]
fn similar_names_are_reported() {
    deep(|| {
        for ((what, document), code) in SIMILAR {
            let source = Source::new("crd.yaml", document(500));
            let found = check_source(&source, None).diagnostics;
            assert!(found.iter().any(|problem| problem.code.name() == *code), "{what}");
        }
    });
}

/// What macros expand to may double with each link, up to a limit: a chain and nested macros end soon, with
/// an error.
#[test]
fn expanded_rules_are_limited() {
    deep(|| {
        for document in [rules::doubling(12), rules::doubling(40), rules::doubling(5_000)] {
            let found = check_source(&Source::new("crd.yaml", document), None).diagnostics;
            assert!(found.len() < 10, "{found:?}");
        }
        for links in [10, 100, 1_000] {
            let found = check_source(&Source::new("crd.yaml", rules::nested(links)), None).diagnostics;
            assert!(has_errors(&found), "{links}");
        }
    });
}

/// Documents nest up to a limit that is chosen for the stack of a main thread.
fn deep(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(16 << 20).spawn(test).unwrap().join().unwrap();
}
