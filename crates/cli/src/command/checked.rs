//! Checks the CRDs of sources, for commands that need valid CRDs. In: sources. Out: the checked CRDs of each
//! source, and all diagnostics.
//!
//! Easy to break: a source without a CRD must not look like a source without errors, so every command calls
//! [`any_crd`].

use std::path::PathBuf;

use crate::output::complain;
use crate::validate::folder::unrendered;
use crdc_check::{CheckOptions, Checked, Located, check_sources_with};
use crdc_source::Source;
use crdc_source::diag::{Code, Severity};

/// The checked CRDs of each source, and all diagnostics, with the requested diagnostics of style.
pub(super) fn all(sources: &[Source], old: &[Source], style: &[Code]) -> (Vec<Checked>, Vec<Located>) {
    all_with(sources, old, CheckOptions { style, ..CheckOptions::default() })
}

/// Checks all documents with options. Rules run on defaults whatever the options say.
pub(super) fn all_with(
    sources: &[Source],
    old: &[Source],
    options: CheckOptions<'_>,
) -> (Vec<Checked>, Vec<Located>) {
    let mut all = check_sources_with(sources, old, options);
    let mut found = Vec::new();
    for (index, checked) in all.iter_mut().enumerate() {
        let template =
            sources.get(index).map(|source| &source.text).filter(|text| unrendered::is_template(text));
        for mut diagnostic in std::mem::take(&mut checked.diagnostics) {
            if let Some(text) = template {
                unrendered::of_diagnostic(&mut diagnostic, text, "check");
            }
            found.push(Located { source: index, diagnostic });
        }
    }
    (all, found)
}

/// Whether there are documents to check. Returns `true` if a text cannot be read, since its content is
/// unknown.
pub(super) fn any_crd(checked: &[Checked], found: &[Located]) -> bool {
    checked.iter().any(|checked| !checked.crds.is_empty())
        || found.iter().any(|located| located.diagnostic.severity() == Severity::Error)
}

/// Reports that there are no documents, so that an empty check does not look like a successful one.
pub(super) fn no_crd(files: &[PathBuf]) {
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    complain(&format!("no CustomResourceDefinition in {}", names.join(", ")));
}
