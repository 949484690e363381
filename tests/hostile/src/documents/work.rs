//! The work of the compiler on documents.

use crdc_check::{CheckOptions, check_source, check_sources_with, skeletons};
use crdc_codegen::{Options, generate};
use crdc_documents::compare::{compare_sources, render};
use crdc_plan::{check_openapi, explain, explain_openapi};
use crdc_source::Source;
use crdc_source::render::{self, Format};
use crdc_vocabulary::Minor;

/// A task: its name, whether it is slower than others and needs smaller documents, and the work.
pub type Work = (&'static str, bool, fn(&Source));

/// The tasks for CRDs.
pub const WORK: &[Work] = &[
    ("check", false, |source| {
        let found = check_source(source, None).diagnostics;
        for format in [Format::Human, Format::Plain, Format::Json] {
            assert!(render::render(source, &found, format).len() < usize::MAX);
        }
    }),
    ("check --old, unchanged", false, |source| {
        let found = check_source(source, Some(source)).diagnostics;
        assert!(render::render(source, &found, Format::Plain).len() < usize::MAX);
        compared(source, source);
    }),
    ("check --old, changed", false, |source| {
        let changed =
            source.text.replace("type: string", "type: boolean").replace("p1", "q1").replace("v0", "w0");
        compared(&Source::new("old.yaml", changed), source);
    }),
    ("explain", false, |source| assert!(explain(std::slice::from_ref(source), None).len() < usize::MAX)),
    ("skeleton", false, |source| assert!(skeletons(std::slice::from_ref(source), None).len() < usize::MAX)),
    ("generate", true, |source| {
        assert!(generate(std::slice::from_ref(source), &Options::default()).files.len() < usize::MAX);
    }),
];

/// The tasks for documents with rules. No code is generated from them. The search for advice takes time, up
/// to its limit, and rules run on defaults.
pub const CHECK: &[Work] = &[
    ("check", true, |source| {
        let style = crdc_check::style_codes();
        let options = CheckOptions { style: &style, server: Some(Minor::FIRST), ..CheckOptions::default() };
        let checked = check_sources_with(std::slice::from_ref(source), &[], options);
        let found: Vec<_> = checked.into_iter().flat_map(|checked| checked.diagnostics).collect();
        assert!(render::render(source, &found, Format::Plain).len() < usize::MAX);
    }),
    ("explain --cost", true, |source| {
        let checked = check_source(source, None);
        let costs = checked.crds.iter().map(|outcome| crdc_check::cel::costs(outcome.crd()).len());
        assert!(costs.sum::<usize>() < usize::MAX);
    }),
];

/// The tasks for published OpenAPI documents.
pub const PUBLISHED_WORK: &[Work] = &[
    ("check", false, |source| {
        let found = check_openapi(source, &[]).diagnostics;
        assert!(render::render(source, &found, Format::Human).len() < usize::MAX);
    }),
    ("explain", false, |source| assert!(explain_openapi(source, &[]).0.len() < usize::MAX)),
    ("generate", true, |source| {
        let generated = crdc_codegen::generate_openapi(source, &[], &Options::default());
        assert!(generated.files.len() < usize::MAX);
    }),
];

/// Compares two documents, and renders the findings in all formats.
fn compared(old: &Source, new: &Source) {
    let found = compare_sources(old, new);
    for format in [Format::Human, Format::Plain, Format::Json] {
        assert!(render(old, new, &found, format).len() < usize::MAX);
    }
}
