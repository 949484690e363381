//! Extensions of the design documents: what may change, unions, what is kept. What an object is that was
//! stored before decides little of it: most of them speak of updates.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::Pair;
use crate::plan::Json;
use crate::schema::{At, OlderUnion, Schema, Unions};
use crate::source::Span;
use std::collections::BTreeMap;

pub(super) fn extensions(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (written(pair.old.schema), written(pair.new.schema));
    for (name, (key, text)) in &new {
        let (effect, said) = match old.get(name) {
            Some((_, before)) if before == text => continue,
            Some(_) => (Effect::Changed, format!("has another `{name}`")),
            None => (Effect::Added, format!("has `{name}`")),
        };
        let change = pair.placed(Change::new(Kind::Extension, effect, Impact::MayBreak, said));
        found.push(change.places(old.get(name).map(|(key, _)| *key), Some(*key)));
    }
    for (name, (key, _)) in old.iter().filter(|(name, _)| !new.contains_key(*name)) {
        let said = format!("no longer has `{name}`");
        let change = pair.placed(Change::new(Kind::Extension, Effect::Removed, Impact::Harmless, said));
        found.push(change.places(Some(*key), None));
    }
}

/// Extensions by name, with their place and a text of what they mean.
fn written(schema: &Schema) -> BTreeMap<&str, (Span, String)> {
    let mut found: BTreeMap<&str, (Span, String)> = BTreeMap::new();
    for seed in &schema.no_prune {
        found.insert(&seed.name, (seed.key, Json::from_node(&seed.value).text()));
    }
    for (mark, at) in schema.marks.set() {
        found.insert(mark.keyword(), (at.key, String::new()));
    }
    for (name, text) in [("x-kubernetes-normalize", &schema.normalize), ("x-crdc-dialect", &schema.dialect)] {
        if let Some(at) = text {
            found.insert(name, (at.key, at.value.clone()));
        }
    }
    if let Some(At { value, key, .. }) = &schema.unions {
        found.insert("x-kubernetes-unions", (*key, meaning(value)));
    }
    found
}

/// What a union means, as a text: the order of values does not count.
fn meaning(unions: &Unions) -> String {
    let mut texts: Vec<String> = match unions {
        Unions::Members(values) => values
            .iter()
            .map(|value| {
                let member = value.member.as_ref();
                let name = member.and_then(|member| member.name.as_ref()).map(|at| at.value.as_str());
                let optional =
                    member.is_some_and(|member| member.optional.as_ref().is_some_and(|at| at.value));
                format!("{:?} {name:?} {optional}", value.value)
            })
            .collect(),
        Unions::Older(list) => list.iter().map(older).collect(),
    };
    texts.sort_unstable();
    texts.join("\n")
}

fn older(union: &OlderUnion) -> String {
    let discriminator = union.discriminator.as_ref().map(|at| at.value.as_str());
    let deduce = union.deduce.as_ref().is_some_and(|at| at.value);
    let mut fields: Vec<String> = union
        .fields
        .iter()
        .flat_map(|at| &at.value)
        .map(|field| format!("{:?} {:?}", field.field, field.value.value))
        .collect();
    fields.sort_unstable();
    format!("{discriminator:?} {deduce} {}", fields.join(","))
}
