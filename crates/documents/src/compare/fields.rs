//! Compares fields: preserved and pruned fields, entries of maps, unknown fields. **An added or removed field
//! is one change**, with the number of fields below it.
//
// apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go

use super::change::{Change, Effect, Impact, Kind, key_of};
use super::defaults;
use super::meaning::meaning;
use super::pair::{Pair, Side};
use super::type_set::{self, OBJECT};
use crdc_schema::{Property, Schema, SchemaOrBool};
use crdc_source::Span;
use std::collections::HashMap;

/// The schema of properties that are not named.
fn others(schema: &Schema) -> Option<&SchemaOrBool> {
    schema.additional_properties.as_ref().map(|at| &*at.value)
}

pub(super) fn only_new(pair: &Pair<'_>, property: &Property, found: &mut Vec<Change>) {
    let there = pair.new.at(&property.schema, property.key);
    let nothing = pair.old.at(silent(pair, property), pair.old.key);
    if pair.branch || is_servers_own(pair, property) {
        pair.member(&property.name, nothing, there).walk(found);
        return;
    }
    if let Some((schema, key)) = pair.old.schema.additional_schema() {
        pair.member(&property.name, pair.old.at(schema, key), there).walk(found);
        return;
    }
    let here = pair.member(&property.name, nothing, there);
    let free = others(pair.old.schema).is_some() || pair.old.preserves();
    let mut change = if free {
        described(&here, "has a schema now; it could be any value before")
    } else {
        match defaults::shown(&property.schema) {
            Some(default) => {
                let said = format!("is a new field with a default, {default}");
                let change = Change::new(Kind::Field, Effect::Added, Impact::Harmless, said);
                defaults::filled_in(&here, change)
            }
            None => here.placed(Change::new(Kind::Field, Effect::Added, Impact::Harmless, "is a new field")),
        }
    };
    change.fields = fields_below(&property.schema);
    change.shape = shape(&property.schema);
    found.push(change.places(None, Some(property.key)));
}

pub(super) fn only_old(pair: &Pair<'_>, property: &Property, found: &mut Vec<Change>) {
    let there = pair.old.at(&property.schema, property.key);
    let nothing = pair.new.at(silent(pair, property), pair.new.key);
    if pair.branch || is_servers_own(pair, property) {
        pair.member(&property.name, there, nothing).walk(found);
        return;
    }
    if let Some((schema, key)) = pair.new.schema.additional_schema() {
        pair.member(&property.name, there, pair.new.at(schema, key)).walk(found);
        return;
    }
    let here = pair.member(&property.name, there, nothing);
    let mut change = if others(pair.new.schema).is_some() || pair.new.preserves() {
        here.loosened(Kind::Described, "no longer has a schema, and is preserved unchanged")
    } else {
        here.seen_around(here.placed(Change::new(Kind::Field, Effect::Removed, Impact::Breaks, "is pruned")))
    };
    change.fields = fields_below(&property.schema);
    change.shape = shape(&property.schema);
    let held = key_of(pair.new.schema.properties.as_ref());
    found.push(change.places(Some(property.key), held));
}

/// Whether the server preserves this field of every object, whatever the schema says.
fn is_servers_own(pair: &Pair<'_>, property: &Property) -> bool {
    pair.resource && matches!(property.name.as_str(), "apiVersion" | "kind" | "metadata")
}

/// The schema of a property that is not defined: an empty schema, or only the type for a field that the
/// server itself defines.
fn silent<'a>(pair: &Pair<'a>, property: &Property) -> &'a Schema {
    if pair.servers_own || is_servers_own(pair, property) {
        pair.shared.of_type(property.schema.type_name())
    } else {
        &pair.shared.nothing
    }
}

/// A change for values that had no schema and have one now: they must match it, and unknown fields are
/// pruned.
fn described(pair: &Pair<'_>, said: &str) -> Change {
    let change = pair.tightened(Kind::Described, said);
    if asks_nothing(pair.new.schema) {
        return change.impact(Impact::Harmless).ratcheted(None);
    }
    change.impact(Impact::MayBreak)
}

/// Whether the schema accepts any value and preserves it unchanged.
fn asks_nothing(schema: &Schema) -> bool {
    schema.preserves_unknown_fields()
        && !schema.is_embedded_resource()
        && schema.written().iter().all(|written| {
            matches!(
                written.keyword,
                "x-kubernetes-preserve-unknown-fields" | "description" | "title" | "nullable" | "example"
            )
        })
}

/// Compares `additionalProperties`.
pub(super) fn additional(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema, pair.new.schema);
    let keys = (key_of(old.additional_properties.as_ref()), key_of(new.additional_properties.as_ref()));
    let below = |schema: &Schema| schema.additional_schema().map_or(0, |(each, _)| fields_below(each));
    let change = match (others(old), others(new)) {
        (None, None) => return,
        (Some(_), Some(_)) => match (old.additional_schema(), new.additional_schema()) {
            (Some((old, old_key)), Some((new, new_key))) => {
                pair.entry(pair.old.at(old, old_key), pair.new.at(new, new_key)).walk(found);
                return;
            }
            (None, None) => return,
            (None, Some(_)) => pair.tightened(Kind::Map, "has entries that have a schema now"),
            (Some(_), None) => {
                pair.loosened(Kind::Map, "has entries whose fields are all pruned").impact(Impact::MayBreak)
            }
        },
        (Some(_), None) if pair.new.preserves() => {
            pair.loosened(Kind::Map, "has entries that no longer have a schema, and are preserved unchanged")
        }
        (Some(_), None) => {
            let mut change = pair.placed(Change::new(
                Kind::Map,
                Effect::Removed,
                Impact::Breaks,
                "is no longer a map: entries that are not in `properties` are pruned",
            ));
            change.fields = below(old);
            change
        }
        (None, Some(_)) if pair.old.preserves() => {
            let said = "has entries that have a schema now; they could be any values before";
            pair.tightened(Kind::Map, said).impact(Impact::MayBreak)
        }
        (None, Some(_)) => {
            let mut change = pair.placed(Change::new(
                Kind::Map,
                Effect::Added,
                Impact::Harmless,
                "accepts entries of any name",
            ));
            change.fields = below(new);
            change
        }
    };
    found.push(change.places(keys.0, keys.1));
}

/// Compares whether unknown fields are preserved.
pub(super) fn unknown(pair: &Pair<'_>, found: &mut Vec<Change>) {
    if pair.old.keeps_all || pair.new.keeps_all {
        // Reported once for the document.
        return;
    }
    let (old, new) = (pair.old.preserves(), pair.new.preserves());
    // The entries of a map are known; their changes are reported for the map.
    let closed = |side: &Side<'_>| type_set::of(side.schema) & OBJECT != 0 && others(side.schema).is_none();
    let change = match (old, new) {
        (true, false) if closed(&pair.new) => pair.placed(Change::new(
            Kind::UnknownFields,
            Effect::Removed,
            Impact::Breaks,
            "no longer preserves unknown fields: they are pruned",
        )),
        (false, true) if closed(&pair.old) => {
            let said = "preserves unknown fields";
            pair.placed(Change::new(Kind::UnknownFields, Effect::Added, Impact::Harmless, said))
        }
        _ => return,
    };
    let key = |side: &Side<'_>| key_of(side.schema.x_preserve_unknown_fields.as_ref());
    found.push(change.places(key(&pair.old), key(&pair.new)));
}

/// A list without a schema for its items has one now.
pub(super) fn items_described(pair: &Pair<'_>, items: &Schema, key: Span, found: &mut Vec<Change>) {
    let here = pair.item(pair.old.items(&pair.shared.nothing, pair.old.key), pair.new.items(items, key));
    if pair.branch {
        return here.walk(found);
    }
    let mut change = described(&here, "have a schema now; they could be any values before");
    change.fields = fields_below(items);
    found.push(change);
}

/// A list no longer has a schema for its items.
pub(super) fn items_free(pair: &Pair<'_>, items: &Schema, key: Span, found: &mut Vec<Change>) {
    let here = pair.item(pair.old.items(items, key), pair.new.items(&pair.shared.nothing, pair.new.key));
    if pair.branch {
        return here.walk(found);
    }
    let mut change = if pair.new.preserves() {
        here.loosened(Kind::Described, "no longer have a schema, and are preserved unchanged")
    } else {
        let said = "no longer have a schema: all fields of objects are pruned";
        here.placed(Change::new(Kind::Described, Effect::Loosened, Impact::MayBreak, said))
    };
    change.fields = fields_below(items);
    found.push(change);
}

/// The normalized schema that identifies a moved field. Only fields with more than one field below have it:
/// the schemas of scalars are all alike.
fn shape(schema: &Schema) -> Option<String> {
    (fields_below(schema) > 1).then(|| meaning(schema))
}

/// Adds a help text to pruned fields if a field with the same schema was added elsewhere.
pub(super) fn moved(found: &mut [Change]) {
    let mut come: HashMap<String, Option<String>> = HashMap::new();
    for change in found.iter().filter(|change| change.effect == Effect::Added) {
        if let Some(shape) = &change.shape {
            let only = Some(change.path.clone());
            come.entry(shape.clone()).and_modify(|path| *path = None).or_insert(only);
        }
    }
    for change in found.iter_mut().filter(|change| change.effect == Effect::Removed) {
        let path = change.shape.as_ref().and_then(|shape| come.get(shape)).and_then(Option::as_ref);
        if let Some(path) = path {
            change.help = Some(format!("`{path}` is new with the same schema; stored values are not moved"));
            change.moved_to = Some(path.clone());
        }
    }
}

/// The number of fields defined in a schema.
fn fields_below(schema: &Schema) -> usize {
    let (mut count, mut waiting) = (0, vec![schema]);
    while let Some(schema) = waiting.pop() {
        count += schema.property_list().len();
        waiting.extend(schema.property_list().iter().map(|property| &property.schema));
        waiting.extend(schema.additional_schema().map(|(schema, _)| schema));
        waiting.extend(schema.one_item().map(|(schema, _)| schema));
    }
    count
}
