//! Compares `required`. The error belongs to the object without the field: it is only ignored while that
//! object is unchanged.

use super::change::{Change, Impact, Kind};
use super::pair::Pair;
use crdc_schema::{Property, Schema};
use crdc_source::diag::json_string;
use crdc_source::{Span, Value};
use std::collections::{BTreeMap, HashMap};

pub(super) fn required(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (names(pair.old.schema), names(pair.new.schema));
    let whole = whole(pair);
    let properties = (by_name(pair.old.schema), by_name(pair.new.schema));
    for (name, span) in in_order(&new) {
        if old.contains_key(name) {
            if let (Some(before), Some(now)) = (properties.0.get(name), properties.1.get(name)) {
                found.extend(null_counts(pair, before, now));
            }
            continue;
        }
        let property = properties.1.get(name);
        let filled = property.filter(|_| !pair.branch).and_then(|property| property.schema.default.as_ref());
        let change = if filled.is_some_and(|default| default.value.value != Value::Null) {
            pair.tightened(Kind::Required, format!("{whole}must have `{name}`, which has a default"))
                .impact(Impact::Harmless)
                .ratcheted(None)
        } else {
            let change = pair.tightened(Kind::Required, format!("{whole}must have `{name}`"));
            let known = pair.branch || pair.old.preserves() || properties.0.contains_key(name);
            match pair.old.schema.additional_properties {
                None if !known => change.help("the field is new: no stored object has it"),
                _ => change,
            }
        };
        let held = pair.old.schema.required.as_ref().map(|at| at.key);
        found.push(change.places(held, Some(span)).values(None, Some(json_string::text(name))));
    }
    for (name, span) in in_order(&old) {
        if !new.contains_key(name) {
            let held = pair.new.schema.required.as_ref().map(|at| at.key);
            let change = pair.loosened(Kind::Required, format!("{whole}need not have `{name}`"));
            found.push(change.places(Some(span), held).values(Some(json_string::text(name)), None));
        }
    }
}

/// The subject of a message without a path.
fn whole(pair: &Pair<'_>) -> &'static str {
    if pair.path.is_empty() { "the object " } else { "" }
}

/// Compares a field that is required on both sides, if a null was preserved and is now dropped, or the
/// reverse.
fn null_counts(pair: &Pair<'_>, old: &Property, new: &Property) -> Option<Change> {
    let name = &new.name;
    let whole = whole(pair);
    let change = match (old.schema.is_nullable(), new.schema.is_nullable()) {
        (true, false) if new.schema.default.is_none() => pair.tightened(
            Kind::Required,
            format!("{whole}must have `{name}`, and null no longer counts as a value"),
        ),
        (false, true) if old.schema.default.is_none() => {
            pair.loosened(Kind::Required, format!("{whole}must have `{name}`, and null counts as a value"))
        }
        _ => return None,
    };
    let name = Some(json_string::text(name));
    Some(change.places(Some(old.key), Some(new.key)).values(name.clone(), name))
}

fn by_name(schema: &Schema) -> HashMap<&str, &Property> {
    schema.property_list().iter().map(|property| (property.name.as_str(), property)).collect()
}

fn names(schema: &Schema) -> BTreeMap<&str, Span> {
    let list = schema.required.iter().flat_map(|at| &at.value);
    list.map(|name| (name.value.as_str(), name.span)).collect()
}

fn in_order<'a>(names: &BTreeMap<&'a str, Span>) -> Vec<(&'a str, Span)> {
    let mut list: Vec<_> = names.iter().map(|(name, span)| (*name, *span)).collect();
    list.sort_by_key(|(_, span)| *span);
    list
}
