//! Small changes of an object: one value, chosen uniformly, is replaced, added, removed, moved or duplicated.
//! The interpreter determines the expected answer.

use super::metadata::{NEAR, metadata};
use super::object::{junk, value};
use super::rng::Rng;
use crate::interpreter::Structural;
use crate::json::Json;

/// A step of a path: to a member or an item.
#[derive(Clone)]
enum Step {
    Key(String),
    Index(usize),
}

/// Changes one value of an object of this schema, but not its type, and not its metadata as a whole.
pub fn change(rng: &mut Rng, whole: &mut Json, schema: &Structural) {
    let mut places = vec![];
    collect(whole, &mut vec![], &mut places);
    places.retain(|path| !matches!(path.as_slice(), [Step::Key(key)] if is_type(key) || key == "metadata"));
    if places.is_empty() {
        return;
    }
    let path = rng.pick(&places).clone();
    let Some((last, above)) = path.split_last() else { return };
    let Some((parent, schema)) = at(whole, Some(schema), above) else { return };
    let held = schema.and_then(|schema| match last {
        Step::Key(key) => schema.property(key).or(schema.additional_schema()),
        Step::Index(index) => schema.item(*index),
    });
    match parent {
        Json::Object(members) => {
            let Step::Key(key) = last else { return };
            let Some(index) = members.iter().position(|(known, _)| known == key) else { return };
            match rng.below(8) {
                0 => drop(members.remove(index)),
                1 => add(rng, members, schema),
                2 => members.rotate_left(1),
                _ => other(rng, key, &mut members[index].1, held),
            }
        }
        Json::Array(items) => {
            let Step::Index(index) = *last else { return };
            match rng.below(8) {
                0 => drop(items.remove(index)),
                1 => items.insert(index, items[index].clone()),
                2 => items.rotate_left(1),
                3 => items.insert(index, held.map_or(Json::Null, |schema| value(rng, schema, 3))),
                _ => other(rng, "", &mut items[index], held),
            }
        }
        _ => {}
    }
}

/// Whether the key is one of those that name the type of an object.
fn is_type(key: &str) -> bool {
    matches!(key, "apiVersion" | "kind")
}

/// Adds the paths of all values below a value to `places`.
fn collect(value: &Json, path: &mut Vec<Step>, places: &mut Vec<Vec<Step>>) {
    let mut below = |step: Step, value: &Json| {
        path.push(step);
        places.push(path.clone());
        collect(value, path, places);
        path.pop();
    };
    match value {
        Json::Object(members) => {
            members.iter().for_each(|(key, value)| below(Step::Key(key.clone()), value));
        }
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| below(Step::Index(index), item));
        }
        _ => {}
    }
}

/// The value at a path, with its schema; `None` if there is no value.
fn at<'a, 's>(
    mut value: &'a mut Json,
    mut schema: Option<&'s Structural>,
    path: &[Step],
) -> Option<(&'a mut Json, Option<&'s Structural>)> {
    for step in path {
        (value, schema) = match (step, value) {
            (Step::Key(key), Json::Object(members)) => {
                let (_, value) = members.iter_mut().find(|(known, _)| known == key)?;
                (value, schema.and_then(|schema| schema.property(key).or(schema.additional_schema())))
            }
            (Step::Index(index), Json::Array(items)) => {
                (items.get_mut(*index)?, schema.and_then(|schema| schema.item(*index)))
            }
            _ => return None,
        };
    }
    Some((value, schema))
}

/// Adds a member: an absent property, a field of metadata, or an unknown field.
fn add(rng: &mut Rng, members: &mut Vec<(String, Json)>, schema: Option<&Structural>) {
    let absent = |key: &str| !members.iter().any(|(known, _)| known == key);
    let properties = schema.map_or(&[][..], |schema| schema.properties.as_slice());
    let properties: Vec<_> = properties.iter().filter(|(name, _)| absent(name)).collect();
    if !properties.is_empty() && rng.chance(70) {
        let (name, schema) = *rng.pick(&properties);
        return members.push((name.clone(), value(rng, schema, 3)));
    }
    let of_metadata = metadata(rng, true);
    let (key, new) = match of_metadata.as_object().filter(|_| rng.chance(40)) {
        Some(all) if !all.is_empty() => rng.pick(all).clone(),
        _ => {
            let key = *rng.pick(&["k", "other", "new", "metadata", "kind", "generateName", "name"]);
            (key.to_owned(), if rng.chance(50) { (*rng.pick(&NEAR)).into() } else { junk(rng, 2) })
        }
    };
    if absent(&key) {
        members.push((key, new));
    }
}

/// Replaces a value, or changes it slightly. `key` is its key, empty in lists.
fn other(rng: &mut Rng, key: &str, own: &mut Json, schema: Option<&Structural>) {
    if matches!(key, "name" | "generateName") && rng.chance(70) {
        *own = (*rng.pick(&NEAR)).into();
        return;
    }
    match rng.below(6) {
        0 | 1 => {
            if let Some(schema) = schema {
                *own = value(rng, schema, 3);
            }
        }
        2 => *own = Json::Null,
        3 => *own = junk(rng, 2),
        _ => match own {
            Json::Int(int) if rng.chance(30) => *own = Json::Float(*int as f64),
            Json::Int(int) => *own = int.wrapping_add(1).into(),
            Json::Float(float) => *own = Json::Float(*float + 1.0),
            Json::Bool(bool) => *own = (!*bool).into(),
            Json::String(text) if rng.chance(50) => text.push('a'),
            Json::String(text) => drop(text.pop()),
            _ => {}
        },
    }
}
