//! Collects hints at the values of variables. In: an object and the stored object, with their unknown values.
//! Out: texts, keys and stored values that a variable may have.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::parts::{Part, parts};
use super::unknown::{Filled, Unknown};
use crate::validate::findings::finding::Finding;
use crdc_source::{Node, Span, Value};

/// The number of texts of the object, and of keys, that are tried as values of variables.
const TEXTS_OF_OBJECT: usize = 24;
/// The number of values that are taken from fields of the same name, and from the text of rules.
const MOST_HINTS: usize = 12;
/// The number of keys with their texts that are tried for two variables.
const MOST_ENTRIES: usize = 18;

/// The strings and numbers in the text of rules, with which rules may compare a value.
pub(super) fn literals(errors: &[Finding]) -> Vec<Value> {
    let mut found = Vec::new();
    for rule in errors.iter().filter_map(|error| error.rule.as_deref()) {
        for quote in ['\'', '"'] {
            found.extend(rule.split(quote).skip(1).step_by(2).map(|text| Value::String(text.to_owned())));
        }
        let numbers = rule
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter_map(|word| word.parse::<i64>().ok());
        for number in numbers {
            found.extend([0, -1, 1].map(|more| Value::Int(number.saturating_add(more))));
        }
    }
    found.truncate(MOST_HINTS);
    found
}

/// Collects the variables: `fields` has the field of each variable, and `at` the variables of each value, by
/// its span.
pub(super) fn variables(
    node: &Node,
    field: &str,
    unknown: &Unknown,
    fields: &mut BTreeMap<String, String>,
    at: &mut Option<&mut BTreeMap<(u32, u32), Vec<String>>>,
) {
    let mut add = |text: &str, span: Span, field: &str| {
        let names: Vec<String> = parts(text).into_iter().filter_map(Part::variable).collect();
        for name in &names {
            fields.entry(name.clone()).or_insert_with(|| field.to_owned());
        }
        if let Some(at) = at {
            at.insert((span.start, span.end), names);
        }
    };
    match &node.value {
        Value::String(text) if unknown.is(node.span) => add(text, node.span, field),
        Value::Array(items) => items.iter().for_each(|item| variables(item, field, unknown, fields, at)),
        Value::Object(members) => {
            for member in members {
                if unknown.is(member.key_span) {
                    add(&member.key, member.key_span, "");
                }
            }
            for member in members {
                variables(&member.value, &member.key, unknown, fields, at);
            }
        }
        _ => {}
    }
}

/// Collects the known values of the fields whose names are `keys`.
pub(super) fn known(
    of: Filled<'_>,
    field: &str,
    keys: &BTreeSet<String>,
    found: &mut BTreeMap<String, Vec<Value>>,
) {
    match &of.node.value {
        Value::Array(items) => {
            items.iter().for_each(|node| known(Filled { node, ..of }, field, keys, found));
        }
        Value::Object(members) => {
            for member in members {
                known(Filled { node: &member.value, ..of }, &member.key, keys, found);
            }
        }
        value if keys.contains(field) && !of.unknown.is(of.node.span) => {
            let values = found.entry(field.to_owned()).or_default();
            if values.len() < MOST_HINTS && !values.contains(value) {
                values.push(value.clone());
            }
        }
        _ => {}
    }
}

/// Collects the stored values at the places of variables, which may be at an end of a text.
pub(super) fn stored_at(new: Filled<'_>, old: Filled<'_>, found: &mut BTreeMap<String, Value>) {
    match (&new.node.value, &old.node.value) {
        (Value::String(_), _) if old.unknown.is(old.node.span) => {}
        (Value::String(text), value) if new.unknown.is(new.node.span) => {
            let (name, value) = match (parts(text).as_slice(), value) {
                ([Part::Variable(name)], value) => (name.clone(), value.clone()),
                ([Part::Text(start), Part::Variable(name)], Value::String(value)) => {
                    let Some(value) = value.strip_prefix(start) else { return };
                    (name.clone(), Value::String(value.to_owned()))
                }
                ([Part::Variable(name), Part::Text(end)], Value::String(value)) => {
                    let Some(value) = value.strip_suffix(end) else { return };
                    (name.clone(), Value::String(value.to_owned()))
                }
                _ => return,
            };
            found.entry(name).or_insert(value);
        }
        (Value::Array(all), Value::Array(stored)) => {
            for (node, stored) in all.iter().zip(stored) {
                stored_at(Filled { node, ..new }, Filled { node: stored, ..old }, found);
            }
        }
        (Value::Object(members), Value::Object(stored)) => {
            // Objects may have many members, so members are looked up by key.
            let stored: HashMap<&str, &Node> =
                stored.iter().map(|member| (member.key.as_str(), &member.value)).collect();
            for member in members {
                if let Some(node) = stored.get(member.key.as_str()) {
                    stored_at(Filled { node: &member.value, ..new }, Filled { node, ..old }, found);
                }
            }
        }
        _ => {}
    }
}

/// The texts at some places, and keys of objects with their texts.
pub(super) fn of_places(
    of: Filled<'_>,
    places: &BTreeSet<(u32, u32)>,
    found: &mut Vec<Value>,
    entries: &mut Vec<(String, String)>,
) {
    let is_known = |span: Span| !of.unknown.is(span);
    let is_place = |span: Span| places.contains(&(span.start, span.end)) && is_known(span);
    let mut add = |text: &String, span: Span| {
        if is_place(span) && found.len() < MOST_HINTS {
            found.push(Value::String(text.clone()));
        }
    };
    match &of.node.value {
        Value::String(text) => add(text, of.node.span),
        Value::Array(items) => {
            items.iter().for_each(|node| of_places(Filled { node, ..of }, places, found, entries));
        }
        Value::Object(members) => {
            for member in members {
                add(&member.key, member.key_span);
            }
            for member in members {
                if let Value::String(text) = &member.value.value
                    && is_known(member.key_span)
                    && is_known(member.value.span)
                    && entries.len() < MOST_ENTRIES
                {
                    entries.push((member.key.clone(), text.clone()));
                }
                of_places(Filled { node: &member.value, ..of }, places, found, entries);
            }
        }
        _ => {}
    }
}

/// Known texts, and the keys that have one.
pub(super) fn texts_of(of: Filled<'_>, texts: &mut BTreeSet<String>, names: &mut BTreeSet<String>) {
    match &of.node.value {
        Value::Array(items) => items.iter().for_each(|node| texts_of(Filled { node, ..of }, texts, names)),
        Value::Object(members) => {
            for member in members {
                let is_text = matches!(member.value.value, Value::String(_));
                if is_text && names.len() < TEXTS_OF_OBJECT && !of.unknown.is(member.key_span) {
                    names.insert(member.key.clone());
                }
                texts_of(Filled { node: &member.value, ..of }, texts, names);
            }
        }
        Value::String(text) if texts.len() < TEXTS_OF_OBJECT && !of.unknown.is(of.node.span) => {
            texts.insert(text.clone());
        }
        _ => {}
    }
}
