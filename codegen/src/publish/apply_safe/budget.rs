//! Whether a server accepts the published document. In: the document, whose rules have the places of their extensions. Out: what a
//! server would refuse: rules that cost too much, with the limits that are missing.

use crate::check::check;
use crate::diag::{Diagnostic, Severity};
use crate::schema::read_as_written;
use crate::source::Node;

/// The errors, at the extensions that the rules stand for.
pub(super) fn problems(document: &Node) -> Vec<Diagnostic> {
    let (_, found) = check(read_as_written(document));
    let errors = found.into_iter().filter(|found| found.severity() == Severity::Error);
    errors
        .map(|mut error| {
            error.message = format!("rules for servers: {}", error.message);
            error
        })
        .collect()
}
