//! What may change: `x-kubernetes-immutable` and its kin, what is made of empty values, the dialect, and
//! no-prune. An object that is stored is none the worse for a mark: it is updates that change it which are
//! refused, and of them nothing is set aside.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::Pair;
use crate::plan::Json;
use crate::schema::{At, Immutability, NoPrune, Property, Schema, Topology, member};
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
                if stricter { change.help(help(mark)) } else { change.help("more was forbidden before") }
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

/// Whether the mark forbids what the old ones did not: to add, to remove, to modify.
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

/// What comes and goes.
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
        Immutability::ImmutableKeys => format!("neither gets nor loses {entries} any more"),
        Immutability::AdditionOnly => format!("no longer loses {entries}"),
        Immutability::DeletionOnly => format!("no longer gets {entries}"),
    }
}

fn removed(mark: Immutability, schema: &Schema) -> String {
    let entries = entries(schema);
    match mark {
        Immutability::Immutable => "is no longer immutable".to_owned(),
        Immutability::ImmutableKeys => format!("is no longer held to the {entries} that it has"),
        Immutability::AdditionOnly => format!("may lose {entries}"),
        Immutability::DeletionOnly => format!("may get {entries}"),
    }
}

fn help(mark: Immutability) -> &'static str {
    match mark {
        Immutability::Immutable => {
            "updates that change, set or remove it are refused; objects keep what they were stored with"
        }
        Immutability::ImmutableKeys | Immutability::AdditionOnly | Immutability::DeletionOnly => {
            "updates that do so are refused; objects keep what they were stored with"
        }
    }
}

/// A field that is new and immutable is one that objects of before never get.
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
                change = change.help("a default would fill it in");
            }
            let key = Some(at.key);
            found.push(if came { change.places(None, key) } else { change.places(key, None) });
        }
    };
    let come = "is immutable from the start: objects that are stored can never set it";
    only(new, old, Effect::Added, come, found);
    only(old, new, Effect::Removed, "was immutable", found);
}

pub(super) fn normalize(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let at = |schema: &Schema| schema.normalize.as_ref().filter(|_| schema.is_normalized()).map(|at| at.key);
    let (was, now) = (at(pair.old.schema), at(pair.new.schema));
    let (effect, impact, said) = match (was, now) {
        (None, Some(_)) => (Effect::Added, Impact::MayBreak, "is stored without null and empty values"),
        (Some(_), None) => {
            (Effect::Removed, Impact::Harmless, "is stored with null and empty values as they are given")
        }
        _ => return,
    };
    found.push(pair.placed(Change::new(Kind::Normalize, effect, impact, said)).places(was, now));
}

/// The dialect of marks that stand on both sides.
pub(super) fn dialect(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let marked = |schema: &Schema| schema.marks.set().next().is_some();
    if !marked(pair.old.schema) || !marked(pair.new.schema) {
        return;
    }
    let at = |schema: &'_ Schema| schema.dialect.clone();
    let (was, now) = (at(pair.old.schema), at(pair.new.schema));
    let name = |at: &At<String>| crate::diag::quoted(&at.value);
    let (effect, said) = match (&was, &now) {
        (Some(was), Some(now)) if was.value == now.value => return,
        (Some(_), Some(now)) => (Effect::Changed, format!("is checked by another dialect, {}", name(now))),
        (None, Some(now)) => (Effect::Added, format!("is checked by the dialect {}", name(now))),
        (Some(_), None) => (Effect::Removed, "is checked by the dialect of the build".to_owned()),
        (None, None) => return,
    };
    let text = |at: &Option<At<String>>| at.as_ref().map(|at| Json::String(at.value.clone()).text());
    let change = pair.placed(Change::new(Kind::Dialect, effect, Impact::MayBreak, said));
    let change = change.help("`crdc check --dialects` says where they differ").values(text(&was), text(&now));
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
            Some(_) => (Effect::Changed, format!("has another `{name}`")),
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
