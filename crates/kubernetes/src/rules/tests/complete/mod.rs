//! Updates of complete objects, as a server has them: everything is immutable but what Go lets change.

mod devices;
mod others;
mod pods;
mod storage;
mod workloads;

use super::{documents, indexed, kinds, word};
use crate::problem::Level;
use crate::{Request, validate};

/// The errors of an update of complete objects, or of a subresource.
pub(in crate::rules::tests) fn errors(
    version: u8,
    old: &str,
    new: &str,
    subresource: Option<&str>,
) -> Vec<String> {
    let (old, new) = (documents(old), documents(new));
    let kinds = kinds(version);
    let definition =
        kinds.find(word(&new[0], "apiVersion"), word(&new[0], "kind")).expect("the kind is known");
    let request = Request::update(&new[0], &old[0]).complete().subresource(subresource);
    let mut found = validate(&kinds, definition, request);
    found.retain(|problem| problem.level == Level::Error);
    indexed(&found)
}

/// Rows: what is replaced by what, and the errors of it.
#[track_caller]
fn rows(old: &str, rows: &[(&str, &str, &[&str])]) {
    assert_eq!(errors(36, old, old, None), [""; 0], "{old}");
    for (from, to, wanted) in rows {
        let new = old.replacen(from, to, 1);
        assert_ne!(old, new, "{from}");
        assert_eq!(errors(36, old, &new, None), *wanted, "{from} {to}");
    }
}
