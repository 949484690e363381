//! Compares `enum`: reports added and removed values.

use super::change::{Change, Impact, Kind};
use super::pair::Pair;
use crdc_schema::Schema;
use crdc_source::json::Json;
use std::collections::BTreeSet;

/// The number of values that a message lists; further values are counted.
const LISTED: usize = 6;

pub(super) fn enumeration(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (values(pair.old.schema), values(pair.new.schema));
    let change = match (&old, &new) {
        (None, None) => return,
        (None, Some(new)) => pair.tightened(Kind::Enum, format!("must be one of {}", list(new))),
        (Some(_), None) => pair.loosened(Kind::Enum, "may have any value"),
        (Some(old), Some(new)) => {
            let (was, now): (BTreeSet<_>, BTreeSet<_>) = (old.iter().collect(), new.iter().collect());
            let gone: Vec<String> = old.iter().filter(|value| !now.contains(value)).cloned().collect();
            let come: Vec<String> = new.iter().filter(|value| !was.contains(value)).cloned().collect();
            match (gone.is_empty(), come.is_empty()) {
                (true, true) => return,
                (true, false) => pair.loosened(Kind::Enum, format!("also allows {}", list(&come))),
                (false, true) => pair.tightened(Kind::Enum, format!("no longer allows {}", list(&gone))),
                (false, false) => {
                    let said = format!("no longer allows {}, but allows {}", list(&gone), list(&come));
                    pair.changed(Kind::Enum, said).impact(Impact::Breaks)
                }
            }
        }
    };
    let span = |schema: &Schema| schema.enumeration.as_ref().map(|at| at.key);
    let text = |values: Option<Vec<String>>| values.map(|values| format!("[{}]", values.join(",")));
    found.push(change.places(span(pair.old.schema), span(pair.new.schema)).values(text(old), text(new)));
}

/// Returns the enum values as JSON, in document order; `None` if all values are allowed.
fn values(schema: &Schema) -> Option<Vec<String>> {
    let list = schema.enumeration.as_ref().map(|at| &at.value).filter(|list| !list.is_empty())?;
    Some(list.iter().map(|value| Json::from_node(value).text()).collect())
}

/// Formats a list: `"a", "b" and 7 more`.
pub(super) fn list(texts: &[String]) -> String {
    let shown = if texts.len() > LISTED { LISTED - 1 } else { texts.len() };
    let first: Vec<&str> = texts.iter().take(shown).map(String::as_str).collect();
    match texts.len() - shown {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
