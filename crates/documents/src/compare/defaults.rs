//! `default`: applied when an object is written, and when an object that was stored without it is read.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::Pair;
use crdc_schema::references::Definitions;
use crdc_schema::references::default::complete_with;
use crdc_schema::{At, Schema, same_value};
use crdc_source::json::Json;
use crdc_source::{Node, Value};

pub(super) fn default(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (written(pair.old.schema), written(pair.new.schema));
    let change = match (&old, &new) {
        (None, None) => return,
        (None, Some(new)) => {
            let said = format!("has a default, {}", short(new));
            Change::new(Kind::Default, Effect::Added, Impact::Harmless, said)
                .help("the server adds it when it reads objects that were stored without it")
        }
        (Some(old), None) => {
            let said = format!("no longer has a default; it was {}", short(old));
            Change::new(Kind::Default, Effect::Removed, Impact::MayBreak, said)
                .help("objects that were stored without the field no longer have it when they are read")
        }
        (Some(old), Some(new)) if same_value(&old.value, &new.value) => return,
        (Some(old), Some(new)) => {
            let said = format!("has another default, {}; it was {}", short(new), short(old));
            Change::new(Kind::Default, Effect::Changed, Impact::MayBreak, said).help(
                "objects that were stored without the field get the new default when they are read; objects \
                 written since then have the old one",
            )
        }
    };
    let span = |default: &Option<&At<Node>>| default.map(|at| at.span);
    let (was, now) = (old.map(text), new.map(text));
    let change = filled_in(pair, change);
    found.push(change.places(span(&old), span(&new)).values(was, now));
}

/// Returns the default; the server ignores a null default.
fn written(schema: &Schema) -> Option<&At<Node>> {
    schema.default.as_ref().filter(|default| default.value.value != Value::Null)
}

fn text(default: &At<Node>) -> String {
    Json::from_node(&default.value).text()
}

fn short(default: &At<Node>) -> String {
    match text(default) {
        text if text.len() <= 40 => text,
        _ => "a longer value".to_owned(),
    }
}

/// Formats the default of a schema for a message.
pub(super) fn shown(schema: &Schema) -> Option<String> {
    written(schema).map(short)
}

/// Updates a change that applies a new or different default. Rules of enclosing objects may see the default.
/// Together with the defaults of its fields, which are not validated, the default may violate its own schema.
pub(super) fn filled_in(pair: &Pair<'_>, change: Change) -> Change {
    let schema = pair.new.schema;
    let complete = complete_with(schema, &Definitions::default())
        .filter(|complete| written(schema).is_some_and(|at| text(at) != complete.text()));
    if complete.is_some_and(|complete| !crdc_schema::value::fits(&complete.to_node(), schema)) {
        let broken = pair.tightened(change.kind, change.said);
        let help = "with the defaults below it, the default violates constraints of its schema";
        return Change { effect: change.effect, fields: change.fields, ..broken }.help(help);
    }
    pair.seen_around(pair.placed(change))
}
