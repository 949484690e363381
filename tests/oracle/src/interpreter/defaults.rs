//! Applies defaults from the top down, so that applied defaults get defaults too. The defaults themselves are
//! pruned before any request, with the schema of their path.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/{algorithm,prune}.go

use super::prune;
use super::structural::{Additional, Structural};
use crate::json::{Json, object};

/// Sets the defaults of absent properties in a value, and replaces nulls that the schema does not allow by
/// the default.
pub(super) fn apply(value: &mut Json, schema: &Structural) {
    match value {
        Json::Object(members) => {
            for (key, property) in &schema.properties {
                let Some(default) = &property.default else { continue };
                match members.iter_mut().find(|(name, _)| name == key) {
                    Some((_, value)) if unwanted(value, property) => *value = default.clone(),
                    Some(_) => {}
                    None => members.push((key.clone(), default.clone())),
                }
            }
            for (key, value) in members {
                if let Some(property) = schema.property(key) {
                    apply(value, property);
                } else if let Some(other) = schema.additional_schema() {
                    if unwanted(value, other) {
                        *value = other.default.clone().unwrap_or(Json::Null);
                    }
                    apply(value, other);
                }
            }
        }
        Json::Array(items) => {
            let Some(schema) = schema.items.as_deref() else { return };
            for item in items {
                if unwanted(item, schema) {
                    *item = schema.default.clone().unwrap_or(Json::Null);
                }
                apply(item, schema);
            }
        }
        _ => {}
    }
}

/// Whether a value is a null that its schema does not allow, which a default replaces.
fn unwanted(value: &Json, schema: &Structural) -> bool {
    *value == Json::Null && !schema.nullable
}

/// The schema with every default pruned.
pub(super) fn pruned(root: &Structural) -> Structural {
    prune_under(root, root, &mut vec![])
}

/// The step from a value to one in it.
#[derive(Clone)]
enum Step {
    Key(String),
    Index,
}

/// The schema at `path` below `root`, with its default and all defaults in it pruned.
fn prune_under(root: &Structural, schema: &Structural, path: &mut Vec<Step>) -> Structural {
    let mut out = schema.clone();
    if let Some(default) = &schema.default {
        // The server wraps the default to its depth, prunes from the root, and unwraps it.
        let mut whole = path.iter().rev().fold(default.clone(), |inner, step| match step {
            Step::Key(key) => object([(key.clone(), inner)]),
            Step::Index => Json::Array(vec![inner]),
        });
        prune::prune(&mut whole, root);
        out.default = path.iter().try_fold(whole, |outer, step| match (step, outer) {
            (Step::Key(key), mut outer) => outer.remove(key),
            (Step::Index, Json::Array(items)) => items.into_iter().next(),
            _ => None,
        });
    }
    for (key, property) in &mut out.properties {
        path.push(Step::Key(key.clone()));
        *property = prune_under(root, property, path);
        path.pop();
    }
    if let Some(Additional::Schema(schema)) = &mut out.additional {
        path.push(Step::Key("*".to_owned()));
        **schema = prune_under(root, schema, path);
        path.pop();
    }
    if let Some(items) = &mut out.items {
        path.push(Step::Index);
        **items = prune_under(root, items, path);
        path.pop();
    }
    out
}
