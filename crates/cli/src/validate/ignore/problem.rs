//! Findings about ignore entries that ignore nothing. In: the name that it gives, or that it gives no reason.
//! Out: a finding.

use crate::finding_names;
use crate::validate::findings::finding::{Finding, Level};
use crdc_source::Span;

/// The name of the finding that an ignore has no reason.
pub(super) const WITHOUT_REASON: &str = "ignore-without-reason";

/// The name of the finding that an ignore is for a name that no finding has.
const UNKNOWN: &str = "ignore-unknown";

/// The finding that no finding has a name, if so. `before`: how many of them were found before.
pub(super) fn unknown(name: &str, span: Span, before: usize) -> Option<Finding> {
    let (message, help) =
        finding_names::unknown(name, before < finding_names::MOST_MEANT).filter(|_| name != "all")?;
    Some(Finding::new(UNKNOWN, Level::Warning, span, message).help(help))
}

/// The finding that an entry has no reason.
pub(super) fn without_reason(span: Span) -> Finding {
    Finding::new(WITHOUT_REASON, Level::Warning, span, "this ignores nothing, because it gives no reason")
        .help("write why, in a few words")
}
