//! `pattern` and `format`: which strings are accepted. Patterns are compared by the strings they match, if
//! both can be compiled to tables; formats are compared by name.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::Pair;
use super::type_set::{self, INTEGER, NUMBER, STRING};
use super::types::of_both;
use crdc_schema::{At, Schema};
use crdc_source::diag::json_string;

pub(super) fn pattern(pair: &Pair<'_>, found: &mut Vec<Change>) {
    if of_both(pair) & STRING == 0 {
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
    let lost = pair.shared.patterns.only(&was, &now, pair.old.schema);
    let gained = pair.shared.patterns.only(&now, &was, pair.new.schema);
    let effect = match (&lost, &gained) {
        (Ok(None), Ok(None)) => return,
        (Ok(None), _) => Effect::Loosened,
        (_, Ok(None)) => Effect::Tightened,
        (Ok(Some(_)), Ok(Some(_))) => Effect::Changed,
        // Without a pattern, all strings match.
        _ if was.is_empty() => Effect::Tightened,
        _ if now.is_empty() => Effect::Loosened,
        _ => Effect::Changed,
    };
    let must = if now.is_empty() {
        "no longer needs to match a pattern".to_owned()
    } else {
        format!("must match `{now}`")
    };
    let said = match (&lost, &gained) {
        (Ok(Some(lost)), _) => format!("{must}; {} no longer matches", crdc_source::diag::quoted(lost)),
        (_, Ok(Some(gained))) if !now.is_empty() => {
            format!("{must}; {} matches too", crdc_source::diag::quoted(gained))
        }
        _ => must,
    };
    let mut change = pair.turned(effect, Kind::Pattern, said);
    if matches!(lost, Ok(Some(_))) {
        change = change.impact(Impact::Breaks);
    }
    let json = |text: String| Some(text).filter(|text| !text.is_empty()).map(|text| json_string::text(&text));
    let span = |at: &Option<At<String>>| at.as_ref().map(|at| at.span);
    found.push(change.places(span(&old), span(&new)).values(json(was), json(now)));
}

/// The format that the server validates, if any.
// apiextensions-apiserver: pkg/apiserver/validation/formats.go
fn effective(schema: &Schema) -> Option<&'static str> {
    let format = schema.format.as_ref().map(|at| at.value.as_str())?;
    match type_set::of(schema) {
        INTEGER => (format == "int32").then_some("int32"),
        NUMBER => (format == "float").then_some("float"),
        of if of & STRING != 0 => crdc_vocabulary::format::find(format)
            .filter(|format| format.check.is_some())
            .map(|format| format.name),
        _ => None,
    }
}

pub(super) fn format(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (effective(pair.old.schema), effective(pair.new.schema));
    let written = |schema: &Schema| schema.format.as_ref().map_or(String::new(), |at| at.value.clone());
    let (was, now) = (written(pair.old.schema), written(pair.new.schema));
    let change = match (old, new) {
        (None, Some(_)) => pair.tightened(Kind::Format, format!("must have format {now}")),
        (Some(_), None) => pair.loosened(Kind::Format, format!("need not have format {was}")),
        (Some(old), Some(new)) if old != new => {
            pair.changed(Kind::Format, format!("must have format {now}; it was {was}"))
        }
        _ => return,
    };
    let span = |schema: &Schema| schema.format.as_ref().map(|at| at.span);
    let json = |text: String| Some(text).filter(|text| !text.is_empty()).map(|text| json_string::text(&text));
    found.push(change.places(span(pair.old.schema), span(pair.new.schema)).values(json(was), json(now)));
}
