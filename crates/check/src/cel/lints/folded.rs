//! Finds comments in rules that swallow the lines below them, because YAML folds the lines of the scalar into
//! one.

use super::place::Places;
use crate::cel::place::{UNFOLD, folded_comment};
use crate::report::Report;
use crdc_source::diag::Code;

/// Warns about rules and messages that compile, but lose a part of their text to a comment.
pub(super) fn folded(places: &Places<'_>, report: &mut Report) {
    let Some(text) = places.text else { return };
    for (rule, _) in places.list.iter().flat_map(|place| &place.rules) {
        for scalar in [&rule.rule, &rule.message_expression].into_iter().flatten() {
            if let Some(comment) = folded_comment(&scalar.value, scalar.span, text) {
                report
                    .add(Code::RuleFoldedComment, comment, "a comment takes the lines that follow it")
                    .label("all of this is a comment")
                    .help(UNFOLD)
                    .done();
            }
        }
    }
}
