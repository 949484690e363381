//! Hostile documents: twice the document takes about twice the time in every task of the compiler. Documents
//! that are too large to compile are refused with a span.
//!
//! Measures the CPU time of this thread, the minimum of several runs. `cargo test --release` measures larger
//! documents, `CRDC_FAMILY=enum` only families with this in their names.
#![allow(clippy::unwrap_used)]

mod branches;
mod document;
mod extensions;
mod fields;
mod limits;
mod measure;
mod mistakes;
mod nested;
mod published;
mod resources;
mod rules;
mod values;
mod work;

use crdc_codegen::check_source;
use crdc_codegen::diag::has_errors;
use crdc_codegen::source::Source;

use measure::{all_take_linear_time, ratio};
use work::{CHECK, PUBLISHED_WORK, WORK};

#[test]
fn branches_take_linear_time() {
    deep(|| all_take_linear_time(branches::FAMILIES, WORK));
}

#[test]
fn extensions_take_linear_time() {
    deep(|| all_take_linear_time(extensions::FAMILIES, WORK));
}

#[test]
fn fields_take_linear_time() {
    deep(|| all_take_linear_time(fields::FAMILIES, WORK));
}

#[test]
fn mistakes_take_linear_time() {
    deep(|| all_take_linear_time(mistakes::FAMILIES, WORK));
}

#[test]
fn nested_take_linear_time() {
    deep(|| all_take_linear_time(nested::FAMILIES, WORK));
}

#[test]
fn resources_take_linear_time() {
    deep(|| all_take_linear_time(resources::FAMILIES, WORK));
}

#[test]
fn rules_take_linear_time() {
    deep(|| all_take_linear_time(rules::FAMILIES, CHECK));
}

/// What macros expand to may double with each link, up to a limit: a chain and nested macros end soon, with an error.
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

#[test]
fn values_take_linear_time() {
    deep(|| all_take_linear_time(values::FAMILIES, WORK));
}

#[test]
fn published_documents_take_linear_time() {
    deep(|| all_take_linear_time(published::FAMILIES, PUBLISHED_WORK));
}

/// The measurement itself detects quadratic time.
#[test]
fn what_is_quadratic_is_found() {
    let quadratic: fn(&Source) = |source| {
        let lines: Vec<&str> = source.text.lines().collect();
        let equal = lines.iter().map(|line| lines.iter().filter(|other| other == &line).count());
        assert!(equal.sum::<usize>() > 0);
    };
    let [small, large] = [2_000, 4_000].map(|n| Source::new("crd.yaml", "a: 1\n".repeat(n)));
    let ratio = ratio(quadratic, &small, &large);
    assert!(ratio > 3.0, "{ratio}");
}

/// Documents nest up to a limit that is chosen for the stack of a main thread.
fn deep(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(16 << 20).spawn(test).unwrap().join().unwrap();
}
