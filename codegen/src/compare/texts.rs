//! `pattern` and `format`: which texts there are fewer of. Patterns are compared by what they match,
//! where both become tables; formats by name.

use super::change::{Change, Effect, Kind};
use super::pair::Pair;
use super::types::{self, INTEGER, NUMBER, STRING};
use crate::pattern::{self, Difference};
use crate::schema::{At, Schema};

pub(super) fn pattern(pair: &Pair<'_>, found: &mut Vec<Change>) {
    if types::of_both(pair) & STRING == 0 {
        return;
    }
    let written = |schema: &'_ Schema| -> Option<At<String>> {
        schema.pattern.clone().filter(|at| !at.value.is_empty())
    };
    let (old, new) = (written(pair.old.schema), written(pair.new.schema));
    let text = |at: &Option<At<String>>| at.as_ref().map_or("", |at| at.value.as_str()).to_owned();
    let (was, now) = (text(&old), text(&new));
    if was == now {
        return;
    }
    let difference = pattern::difference(&was, &now);
    let example = |text: &Option<String>| text.as_ref().map(|text| crate::diag::quoted(text));
    let (lost, gained, effect) = match &difference {
        Some(Difference { only_old, only_new }) => {
            let effect = match (only_old, only_new) {
                (None, None) => return,
                (None, Some(_)) => Effect::Loosened,
                (Some(_), None) => Effect::Tightened,
                (Some(_), Some(_)) => Effect::Changed,
            };
            (example(only_old), example(only_new), effect)
        }
        // No pattern is one that all texts match.
        None if was.is_empty() => (None, None, Effect::Tightened),
        None if now.is_empty() => (None, None, Effect::Loosened),
        None => (None, None, Effect::Changed),
    };
    let must =
        if now.is_empty() { "need match no pattern".to_owned() } else { format!("must match `{now}`") };
    let said = match (&lost, &gained) {
        (Some(lost), _) => format!("{must}, which {lost} for one does not"),
        (None, Some(gained)) if !now.is_empty() => format!("{must}, which {gained} for one does too"),
        _ => must,
    };
    let mut change = pair.turned(effect, Kind::Pattern, said);
    if lost.is_some() {
        change = change.impact(super::change::Impact::Breaks);
    }
    let json = |text: String| Some(text).filter(|text| !text.is_empty()).map(|text| format!("{text:?}"));
    let span = |at: &Option<At<String>>| at.as_ref().map(|at| at.span);
    found.push(change.places(span(&old), span(&new)).values(json(was), json(now)));
}

/// The format that values are held against; none where any value has it.
// apiextensions-apiserver: pkg/apiserver/validation/formats.go
fn effective(schema: &Schema) -> Option<&'static str> {
    let format = schema.format.as_ref().map(|at| at.value.as_str())?;
    match types::of(schema) {
        INTEGER => (format == "int32").then_some("int32"),
        NUMBER => (format == "float").then_some("float"),
        of if of & STRING != 0 => {
            crdc::format::find(format).filter(|format| format.check.is_some()).map(|format| format.name)
        }
        _ => None,
    }
}

pub(super) fn format(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (effective(pair.old.schema), effective(pair.new.schema));
    let written = |schema: &Schema| schema.format.as_ref().map_or(String::new(), |at| at.value.clone());
    let (was, now) = (written(pair.old.schema), written(pair.new.schema));
    let change = match (old, new) {
        (None, Some(_)) => pair.tightened(Kind::Format, format!("must have the format {now}")),
        (Some(_), None) => pair.loosened(Kind::Format, format!("need not have the format {was}")),
        (Some(old), Some(new)) if old != new => {
            pair.changed(Kind::Format, format!("must have the format {now}; it was {was}"))
        }
        _ => return,
    };
    let span = |schema: &Schema| schema.format.as_ref().map(|at| at.span);
    let json = |text: String| Some(text).filter(|text| !text.is_empty()).map(|text| format!("{text:?}"));
    found.push(change.places(span(pair.old.schema), span(pair.new.schema)).values(json(was), json(now)));
}
