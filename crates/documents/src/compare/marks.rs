//! Compares immutability extensions, `x-kubernetes-normalize`, `x-crdc-dialect` and `x-kubernetes-no-prune`.
//! An immutability extension does not invalidate stored objects: only updates that change them are rejected,
//! and these errors are never ratcheted.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::Pair;
use crdc_schema::{At, Immutability, NoPrune, Property, Schema, Topology, member};
use crdc_source::json::Json;
use std::collections::{BTreeMap, HashSet};

pub(super) fn marks(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema, pair.new.schema);
    for mark in Immutability::ALL {
        let (was, now) = (set(old, mark), set(new, mark));
        let change = match (was, now) {
            (None, Some(_)) => {
                let stricter = new_is_stricter(old, mark);
                let impact = if stricter { Impact::MayBreak } else { Impact::Harmless };
                let change = Change::new(kind(mark), Effect::Added, impact, added(mark, new));
                let change = pair.placed(change);
                if stricter { change.help(help(mark)) } else { change.help("the old schema was stricter") }
            }
            (Some(_), None) => {
                let said = removed(mark, old);
                pair.placed(Change::new(kind(mark), Effect::Removed, Impact::Harmless, said))
            }
            (None, None) | (Some(_), Some(_)) => continue,
        };
        found.push(change.places(was.map(|at| at.key), now.map(|at| at.key)));
    }
    never_set(pair, old.property_list(), new.property_list(), found);
}

fn set(schema: &Schema, mark: Immutability) -> Option<&At<bool>> {
    schema.marks.get(mark).filter(|at| at.value)
}

fn kind(mark: Immutability) -> Kind {
    match mark {
        Immutability::Immutable => Kind::Immutable,
        Immutability::ImmutableKeys => Kind::ImmutableKeys,
        Immutability::AdditionOnly => Kind::AdditionOnly,
        Immutability::DeletionOnly => Kind::DeletionOnly,
    }
}

/// Whether the extension forbids something (add, remove, modify) that the old ones did not.
fn new_is_stricter(old: &Schema, mark: Immutability) -> bool {
    let forbidden = |mark: Immutability| match mark {
        Immutability::Immutable => 0b111,
        Immutability::ImmutableKeys => 0b011,
        Immutability::AdditionOnly => 0b010,
        Immutability::DeletionOnly => 0b001,
    };
    let before = old.marks.set().fold(0, |all, (mark, _)| all | forbidden(mark));
    forbidden(mark) & !before != 0
}

/// The entries that can be added and removed.
fn entries(schema: &Schema) -> &'static str {
    match schema.topology() {
        Topology::Map => "keys",
        _ => "items",
    }
}

fn added(mark: Immutability, schema: &Schema) -> String {
    let entries = entries(schema);
    match mark {
        Immutability::Immutable => "is immutable".to_owned(),
        Immutability::ImmutableKeys => format!("no longer allows {entries} to be added or removed"),
        Immutability::AdditionOnly => format!("no longer allows {entries} to be removed"),
        Immutability::DeletionOnly => format!("no longer allows {entries} to be added"),
    }
}

fn removed(mark: Immutability, schema: &Schema) -> String {
    let entries = entries(schema);
    match mark {
        Immutability::Immutable => "is no longer immutable".to_owned(),
        Immutability::ImmutableKeys => format!("allows {entries} to be added and removed"),
        Immutability::AdditionOnly => format!("allows {entries} to be removed"),
        Immutability::DeletionOnly => format!("allows {entries} to be added"),
    }
}

fn help(mark: Immutability) -> &'static str {
    match mark {
        Immutability::Immutable => {
            "updates that change, set or remove it are rejected; stored objects are unchanged"
        }
        Immutability::ImmutableKeys | Immutability::AdditionOnly | Immutability::DeletionOnly => {
            "updates that do so are rejected; stored objects are unchanged"
        }
    }
}

/// Reports immutable fields that are new, which stored objects can never set, and immutable fields that are
/// gone.
fn never_set(pair: &Pair<'_>, old: &[Property], new: &[Property], found: &mut Vec<Change>) {
    let only = |these: &[Property], others: &[Property], effect, said: &str, found: &mut Vec<Change>| {
        if !these.iter().any(|property| set(&property.schema, Immutability::Immutable).is_some()) {
            return;
        }
        let others: HashSet<&str> = others.iter().map(|property| property.name.as_str()).collect();
        for property in these.iter().filter(|property| !others.contains(property.name.as_str())) {
            let Some(at) = set(&property.schema, Immutability::Immutable) else { continue };
            let came = effect == Effect::Added;
            let impact = if came { Impact::MayBreak } else { Impact::Harmless };
            let mut change = pair.placed(Change::new(Kind::Immutable, effect, impact, said));
            change.path = member(&pair.path, &property.name);
            if came {
                change = change.help("add a default to set it in stored objects");
            }
            let key = Some(at.key);
            found.push(if came { change.places(None, key) } else { change.places(key, None) });
        }
    };
    let come = "is new and immutable: stored objects can never set it";
    only(new, old, Effect::Added, come, found);
    only(old, new, Effect::Removed, "was immutable", found);
}

pub(super) fn normalize(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let at = |schema: &Schema| schema.normalize.as_ref().filter(|_| schema.is_normalized()).map(|at| at.key);
    let (was, now) = (at(pair.old.schema), at(pair.new.schema));
    let (effect, impact, said) = match (was, now) {
        (None, Some(_)) => (Effect::Added, Impact::MayBreak, "is stored without null and empty values"),
        (Some(_), None) => {
            (Effect::Removed, Impact::Harmless, "is stored with null and empty values unchanged")
        }
        _ => return,
    };
    found.push(pair.placed(Change::new(Kind::Normalize, effect, impact, said)).places(was, now));
}

/// Compares the dialect if both sides have immutability extensions.
pub(super) fn dialect(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let marked = |schema: &Schema| schema.marks.set().next().is_some();
    if !marked(pair.old.schema) || !marked(pair.new.schema) {
        return;
    }
    let at = |schema: &'_ Schema| schema.dialect.clone();
    let (was, now) = (at(pair.old.schema), at(pair.new.schema));
    let name = |at: &At<String>| crdc_source::diag::quoted(&at.value);
    let (effect, said) = match (&was, &now) {
        (Some(was), Some(now)) if was.value == now.value => return,
        (Some(_), Some(now)) => {
            (Effect::Changed, format!("is checked by a different dialect, {}", name(now)))
        }
        (None, Some(now)) => (Effect::Added, format!("is checked by the dialect {}", name(now))),
        (Some(_), None) => (Effect::Removed, "is checked by the default dialect of the build".to_owned()),
        (None, None) => return,
    };
    let text = |at: &Option<At<String>>| at.as_ref().map(|at| Json::String(at.value.clone()).text());
    let change = pair.placed(Change::new(Kind::Dialect, effect, Impact::MayBreak, said));
    let change =
        change.help("run `crdc check --dialects` to see the differences").values(text(&was), text(&now));
    found.push(change.places(was.map(|at| at.key), now.map(|at| at.key)));
}

pub(super) fn no_prune(pair: &Pair<'_>, found: &mut Vec<Change>) {
    fn by_name(schema: &Schema) -> BTreeMap<&str, (&NoPrune, String)> {
        let text = |one: &NoPrune| Json::from_node(&one.value).text();
        schema.no_prune.iter().map(|one| (one.name.as_str(), (one, text(one)))).collect()
    }
    let (old, new) = (by_name(pair.old.schema), by_name(pair.new.schema));
    for (name, (now, text)) in &new {
        let (effect, said) = match old.get(name) {
            Some((_, before)) if before == text => continue,
            Some(_) => (Effect::Changed, format!("has a different `{name}`")),
            None => (Effect::Added, format!("has `{name}`")),
        };
        let change = pair.placed(Change::new(Kind::Extension, effect, Impact::MayBreak, said));
        found.push(change.places(old.get(name).map(|(was, _)| was.key), Some(now.key)));
    }
    for (name, (was, _)) in old.iter().filter(|(name, _)| !new.contains_key(*name)) {
        let said = format!("no longer has `{name}`");
        let change = pair.placed(Change::new(Kind::Extension, Effect::Removed, Impact::Harmless, said));
        found.push(change.places(Some(was.key), None));
    }
}
