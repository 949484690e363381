//! Findings about ignore entries that ignore nothing. In: the name in an entry, or an entry without a reason.
//! Out: a finding.

use crate::finding_names;
use crate::validate::findings::finding::{Finding, Level};
use crdc_source::Span;

/// The name of the finding for an ignore entry without a reason.
pub(super) const WITHOUT_REASON: &str = "ignore-without-reason";

/// The name of the finding for an ignore entry with a name that no finding has.
const UNKNOWN: &str = "ignore-unknown";

/// The finding for an entry with a name that no finding has; `None` if there is such a finding. `before` is
/// the number of these findings so far.
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
