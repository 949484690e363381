//! Selects the versions of documents that are compiled. In: the names of the wanted versions; an empty list
//! means all. Out: whether a version is compiled, and an error for a document that has none of the versions,
//! since nothing of it would be compiled.

use crdc_schema::{Crd, Version};
use crdc_source::diag::{Code, Diagnostic};

/// Whether a version is compiled.
pub(crate) fn is_chosen(version: &Version, asked: &[String]) -> bool {
    asked.is_empty() || asked.iter().any(|asked| asked == name(version))
}

/// The versions of a document: `databases.example.com/v1`.
pub(crate) fn names(crd: &Crd) -> impl Iterator<Item = String> + '_ {
    let of = crd.name.as_ref().map_or("", |at| at.value.as_str());
    crd.versions.iter().map(move |version| format!("{of}/{}", name(version)))
}

/// The error for a document that has none of the versions.
pub(crate) fn none(crd: &Crd, asked: &[String]) -> Option<Diagnostic> {
    let own: Vec<String> = crd.versions.iter().map(|version| format!("`{}`", name(version))).collect();
    if own.is_empty() || crd.versions.iter().any(|version| is_chosen(version, asked)) {
        return None;
    }
    let asked: Vec<String> = asked.iter().map(|name| format!("`{name}`")).collect();
    let of = crd.name.as_ref().map_or("the document", |at| at.value.as_str());
    let span = crd.versions.first().and_then(|version| version.name.as_ref()).map_or(crd.span, |at| at.span);
    let message = format!("{of} has no version {}, to which this build is limited", asked.join(" or "));
    Some(
        Diagnostic::new(Code::VersionAbsent, span, message)
            .help(format!("choose from its versions ({}), or compile it without that limit", own.join(", "))),
    )
}

fn name(version: &Version) -> &str {
    version.name.as_ref().map_or("", |at| at.value.as_str())
}
