//! `default`: filled in when an object is written, and when one is read that was stored without.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::Pair;
use crate::plan::Json;
use crate::schema::{At, Schema, same_value};
use crate::source::{Node, Value};

pub(super) fn default(pair: &Pair<'_>, found: &mut Vec<Change>) {
    // A null is no default to the server.
    let written = |schema: &'_ Schema| -> Option<At<Node>> {
        schema.default.clone().filter(|default| default.value.value != Value::Null)
    };
    let (old, new) = (written(pair.old.schema), written(pair.new.schema));
    let text = |default: &At<Node>| Json::from_node(&default.value).text();
    let shown = |default: &At<Node>| match text(default) {
        text if text.len() <= 40 => text,
        _ => "a longer value".to_owned(),
    };
    let change = match (&old, &new) {
        (None, None) => return,
        (None, Some(new)) => {
            let said = format!("has a default, {}", shown(new));
            Change::new(Kind::Default, Effect::Added, Impact::Harmless, said)
                .help("objects that were stored without it read as if they had it")
        }
        (Some(old), None) => {
            let said = format!("has no default any more; it was {}", shown(old));
            Change::new(Kind::Default, Effect::Removed, Impact::MayBreak, said)
                .help("objects that were stored without it lack it now")
        }
        (Some(old), Some(new)) if same_value(&old.value, &new.value) => return,
        (Some(old), Some(new)) => {
            let said = format!("has another default, {}; it was {}", shown(new), shown(old));
            Change::new(Kind::Default, Effect::Changed, Impact::MayBreak, said).help(
                "objects that were stored without it read differently; those that were written since \
                 hold the old one",
            )
        }
    };
    let span = |default: &Option<At<Node>>| default.as_ref().map(|at| at.span);
    let (was, now) = (old.as_ref().map(text), new.as_ref().map(text));
    found.push(pair.placed(change).places(span(&old), span(&new)).values(was, now));
}
