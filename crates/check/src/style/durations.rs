//! Warns of durations as text, such as `1h30m`: other languages than Go do not read them.
//
// kube-api-linter: nodurations

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn durations(place: &Place<'_>) -> Option<Diagnostic> {
    let format = place.schema.format.as_ref().filter(|at| at.value == "duration")?;
    let message = format!("{place} is a duration as text, which only Go programs read");
    Some(
        Diagnostic::new(Code::StyleDuration, format.span, message)
            .help("write `type: integer` with the unit in the name, such as `timeoutSeconds`"),
    )
}
