//! Prunes by skeleton (the part of a schema that pruning needs, after KEP 24), in two slow implementations:
//! with the skeleton, and directly with the schema, using a set of schemas for each value (both algorithms of
//! the pruning design). Both keep the fields of every object: apiVersion, kind, metadata.

use crdc_schema::pattern;
use crdc_schema::skeleton::{Field, Keep, Skeleton, merge};
use crdc_schema::{Items, NoPrune, Schema, SchemaOrBool};

use crate::json::Json;

/// The fields of every object.
const META: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Prunes a whole object by the skeleton of its schema.
pub fn prune(object: &mut Json, skeleton: &Skeleton) {
    let root = Skeleton { embedded: true, ..skeleton.clone() };
    by_skeleton(object, Some(&root), false);
}

/// Prunes a value by its skeleton; without one, all members of objects are unknown. If `kept` is true, an
/// unknown item of a list, or member, is kept. As on the server, items of a list that keeps unknown fields
/// keep them too.
fn by_skeleton(value: &mut Json, skeleton: Option<&Skeleton>, kept: bool) {
    let blank = Skeleton::default();
    let skeleton = skeleton.unwrap_or(&blank);
    if skeleton.keep == Keep::All {
        return;
    }
    let kept = kept || skeleton.keep == Keep::Unknown;
    match value {
        Json::Object(members) => members.retain_mut(|(key, value)| {
            if skeleton.embedded && META.contains(&key.as_str()) {
                return true;
            }
            match known(skeleton, key) {
                Some(known) => by_skeleton(value, Some(&known), false),
                None => return kept,
            }
            true
        }),
        Json::Array(items) => {
            for (index, value) in items.iter_mut().enumerate() {
                match skeleton.item(index) {
                    Some(item) => by_skeleton(value, Some(&item), kept),
                    None if kept => {}
                    None => by_skeleton(value, None, false),
                }
            }
        }
        _ => {}
    }
}

/// The skeleton of a key's value; `None` if the key is unknown.
fn known(skeleton: &Skeleton, key: &str) -> Option<Skeleton> {
    if let Some(field) = skeleton.fields().iter().find(|field| field.name == key) {
        return Some(field.skeleton.clone());
    }
    let matching: Vec<Skeleton> = skeleton
        .pattern_fields()
        .iter()
        .filter(|Field { name, .. }| matches(name, key))
        .map(|field| field.skeleton.clone())
        .collect();
    if !matching.is_empty() {
        return Some(merge(matching));
    }
    skeleton.additional.as_ref().map(|at| (*at.value).clone())
}

/// Whether a key matches a pattern.
fn matches(pattern: &str, key: &str) -> bool {
    pattern::compile(pattern).is_ok_and(|matcher| matcher.is_match(key.as_bytes()))
}

/// Prunes a whole object with a schema that need not be structural.
pub fn prune_directly(object: &mut Json, schema: &Schema) {
    by_schemas(object, &[schema], true);
}

/// Prunes a value by a set of schemas: a field stays if one of them knows it. `resource` is whether the value
/// has the fields of every object.
fn by_schemas(value: &mut Json, schemas: &[&Schema], resource: bool) {
    let mut all: Vec<&Schema> = Vec::new();
    schemas.iter().for_each(|schema| with_branches(schema, &mut all));
    let keeps =
        |schema: &&Schema| schema.preserves_unknown_fields() || schema.no_prune.iter().any(NoPrune::is_true);
    if all.iter().any(keeps) {
        return;
    }
    match value {
        Json::Object(members) => members.retain_mut(|(key, value)| {
            if resource && META.contains(&key.as_str()) {
                return true;
            }
            let inner = for_key(&all, key);
            inner.iter().for_each(|inner| by_schemas(value, inner, false));
            inner.is_some()
        }),
        Json::Array(items) => {
            let (each, lists) = for_items(&all);
            let longest = lists.iter().map(|list| list.len()).max().unwrap_or(0);
            for (index, value) in items.iter_mut().enumerate() {
                let mut inner = each.clone();
                if index < longest {
                    inner.extend(lists.iter().filter_map(|list| list.get(index)));
                } else if longest > 0 {
                    inner.extend(
                        all.iter().filter_map(|schema| additional(schema.additional_items.as_ref())?),
                    );
                }
                by_schemas(value, &inner, false);
            }
        }
        _ => {}
    }
}

/// Adds a schema and the branches of its junctors to `all`.
fn with_branches<'s>(schema: &'s Schema, all: &mut Vec<&'s Schema>) {
    all.push(schema);
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of].into_iter().flatten();
    lists.flat_map(|list| &list.value).for_each(|branch| with_branches(branch, all));
    schema.not.iter().for_each(|not| with_branches(&not.value, all));
}

/// The schemas of the value of a key; `None` if no schema knows the key.
fn for_key<'s>(all: &[&'s Schema], key: &str) -> Option<Vec<&'s Schema>> {
    let by_name: Vec<&Schema> =
        all.iter().filter_map(|schema| schema.property(key)).map(|p| &p.schema).collect();
    if !by_name.is_empty() {
        return Some(by_name);
    }
    let patterns =
        all.iter().filter_map(|schema| schema.pattern_properties.as_ref()).flat_map(|at| &at.value);
    let by_pattern: Vec<&Schema> =
        patterns.filter(|property| matches(&property.name, key)).map(|property| &property.schema).collect();
    if !by_pattern.is_empty() {
        return Some(by_pattern);
    }
    let maps: Vec<_> =
        all.iter().filter_map(|schema| additional(schema.additional_properties.as_ref())).collect();
    (!maps.is_empty()).then(|| maps.into_iter().flatten().collect())
}

/// The schema of `additionalProperties` or `additionalItems`: `None` for false or an absent keyword, and
/// `Some(None)` for true, which has no schema.
#[allow(clippy::option_option)]
fn additional(at: Option<&crdc_schema::At<Box<SchemaOrBool>>>) -> Option<Option<&Schema>> {
    match at.map(|at| &*at.value)? {
        SchemaOrBool::Schema(schema) => Some(Some(schema)),
        SchemaOrBool::Bool(true) => Some(None),
        SchemaOrBool::Bool(false) => None,
    }
}

/// The schemas for all items, and the lists with a schema for each of the first items.
fn for_items<'s>(all: &[&'s Schema]) -> (Vec<&'s Schema>, Vec<&'s [Schema]>) {
    let (mut each, mut lists) = (Vec::new(), Vec::new());
    for items in all.iter().filter_map(|schema| schema.items.as_ref()) {
        match &items.value {
            Items::One(schema) => each.push(&**schema),
            Items::Each(list) => lists.push(list.as_slice()),
        }
    }
    (each, lists)
}
