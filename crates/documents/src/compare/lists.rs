//! `x-kubernetes-list-type`, its keys, and `x-kubernetes-map-type`: duplicates, and how items of an update
//! are correlated with old items.

use super::change::{Change, Effect, Impact, Kind, Ratcheted};
use super::pair::Pair;
use super::type_set::{ARRAY, OBJECT};
use super::types;
use crdc_schema::Schema;
use crdc_source::diag::json_string;

const UNMATCHED: &str = "items are no longer correlated with old items: errors in them are only ignored while the \
                         whole list is unchanged, and server-side apply treats the list as atomic";

pub(super) fn lists(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema, pair.new.schema);
    if types::of_both(pair) & ARRAY != 0 {
        list_type(pair, found);
    }
    if types::of_both(pair) & OBJECT != 0 {
        let atomic = |schema: &Schema| schema.x_map_type.as_ref().is_some_and(|at| at.value == "atomic");
        let said = match (atomic(old), atomic(new)) {
            (false, true) => "is atomic: it has one field manager",
            (true, false) => "is granular: its fields may have different field managers",
            _ => return,
        };
        let key = |schema: &Schema| schema.x_map_type.as_ref().map(|at| at.span);
        let change = pair.placed(Change::new(Kind::MapType, Effect::Changed, Impact::Harmless, said));
        found.push(change.places(key(old), key(new)));
    }
}

fn list_type(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema, pair.new.schema);
    let (was, now) = (name(old), name(new));
    // Duplicates have a separate ratcheting rule.
    let faults = Some(Ratcheted::WhileFaulty);
    let change = match (was, now) {
        ("map", "map") => return keys(pair, found),
        (was, now) if was == now => return,
        (_, "atomic") => {
            pair.loosened(Kind::ListType, format!("is an atomic list; it was a {was}")).help(UNMATCHED)
        }
        ("atomic", "set") => {
            let said = "is a set: duplicate items are rejected";
            pair.tightened(Kind::ListType, said).ratcheted(faults)
        }
        ("atomic", _) => {
            let said = format!(
                "is a map with the keys {}: items with duplicate keys are rejected",
                of_keys(new).join(", ")
            );
            pair.tightened(Kind::ListType, said).ratcheted(faults)
        }
        (was, now) => {
            let said = format!("is a {now}; it was a {was}");
            pair.changed(Kind::ListType, said).impact(Impact::Breaks).ratcheted(faults)
        }
    };
    let span = |schema: &Schema| schema.x_list_type.as_ref().map(|at| at.span);
    let text = |name: &str| Some(json_string::text(name));
    found.push(change.places(span(old), span(new)).values(text(was), text(now)));
}

fn keys(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (of_keys(pair.old.schema), of_keys(pair.new.schema));
    let (gone, come) = (without(&old, &new), without(&new, &old));
    let said = format!("has the keys {}; they were {}", new.join(", "), old.join(", "));
    let faults = Some(Ratcheted::WhileFaulty);
    let change = match (gone, come) {
        (false, false) => return,
        (false, true) => pair.loosened(Kind::ListMapKeys, said),
        (true, false) => pair.tightened(Kind::ListMapKeys, said).ratcheted(faults),
        (true, true) => pair.changed(Kind::ListMapKeys, said).impact(Impact::Breaks).ratcheted(faults),
    };
    let span = |schema: &Schema| schema.x_list_map_keys.as_ref().map(|at| at.key);
    found.push(change.places(span(pair.old.schema), span(pair.new.schema)));
}

fn name(schema: &Schema) -> &str {
    schema.x_list_type.as_ref().map_or("atomic", |at| &at.value)
}

fn of_keys(schema: &Schema) -> Vec<&str> {
    let mut keys: Vec<&str> =
        schema.x_list_map_keys.iter().flat_map(|at| &at.value).map(|key| key.value.as_str()).collect();
    keys.sort_unstable();
    keys
}

/// Whether the first list has a key that the second does not have; both are sorted.
fn without(first: &[&str], second: &[&str]) -> bool {
    first.iter().any(|key| second.binary_search(key).is_err())
}
