//! `--untrusted`: reports parts of a file that could not be checked. In: the parts of a stranger's file that
//! were left out. Out: findings.

use super::finding::{Finding, Level};
use crdc_source::Span;

/// The name of the finding that a part of a file was not checked.
const NOT_CHECKED: &str = "not-checked";

/// The name of the finding that a value is not known.
const UNKNOWN: &str = "unknown-value";

/// A link that leads out of the files.
pub(crate) fn link() -> Finding {
    let message = "this link leads out of the checked files: what it leads to was not checked";
    Finding::new(NOT_CHECKED, Level::Error, Span::default(), message)
        .help("put a copy of the file there, or remove the link")
}

/// The finding for a document that is a patch of a CRD, and so contains only a part of the CRD.
pub(crate) fn patch(at: Span) -> Finding {
    let message = "this is a part of a CRD, as a patch of kustomize is: it was not checked";
    Finding::new(NOT_CHECKED, Level::Error, at, message)
        .help("check what kustomize makes of it: kustomize build . | crdc validate - --untrusted")
}

/// Makes the findings about unknown values errors, and adds an error if a number of `unknown` values hide
/// errors of the object.
pub(crate) fn unknown(findings: &mut Vec<Finding>, unknown: usize, at: Span) {
    findings
        .iter_mut()
        .filter(|finding| finding.id == UNKNOWN)
        .for_each(|finding| finding.level = Level::Error);
    if unknown > 0 {
        let message = "errors about values that nobody knows are not reported: the object was not checked";
        let help = "give the values of variables with --substitute NAME=value, or decrypt them";
        findings.push(Finding::new(UNKNOWN, Level::Error, at, message).help(help));
    }
}
