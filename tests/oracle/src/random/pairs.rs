//! Random updates of a part of a resource: a new and an old value. Edits follow the schema, so that most
//! values are also values of structs.

use super::object::{request, value};
use super::rng::Rng;
use super::switch::switch;
use crate::interpreter::{Server, Structural, has_unions};
use crate::json::Json;

/// A new value of `part`, and an old one, which is `None` for a create. Returns `None` if the schema has no
/// such part.
pub fn pair(rng: &mut Rng, server: &Server, part: &str) -> Option<(Json, Option<Json>)> {
    let schema = server.schema.property(part)?;
    let mut new = value(rng, schema, 6);
    // The new value is edited more often than usual, and sometimes has unknown fields.
    edit(rng, &mut new, schema, 30);
    if rng.chance(10) {
        new = request(rng, server).get(part).cloned()?;
    }
    let mut old = new.clone();
    let rate = *rng.pick(&[0, 2, 2, 5, 5, 15, 30]);
    edit(rng, &mut old, schema, rate);
    if has_unions(schema) {
        // Otherwise few discriminators would change.
        let of_old = rng.chance(60);
        switch(rng, &mut new, schema);
        switch(rng, if of_old { &mut old } else { &mut new }, schema);
    }
    let old = rng.chance(90).then_some(old);
    Some((new, old))
}

/// Changes each value, with everything below it, with a probability of `rate` percent.
fn edit(rng: &mut Rng, own: &mut Json, schema: &Structural, rate: usize) {
    match own {
        Json::Object(members) => {
            for (name, property) in &schema.properties {
                let at = members.iter().position(|(known, _)| known == name);
                match at {
                    Some(at) if rng.chance(rate / 3) => drop(members.remove(at)),
                    Some(at) => edit(rng, &mut members[at].1, property, rate),
                    None if rng.chance(rate) => members.push((name.clone(), value(rng, property, 4))),
                    None => {}
                }
            }
            if let Some(values) = schema.additional_schema() {
                members.retain(|_| !rng.chance(rate / 3));
                members.iter_mut().for_each(|(_, own)| edit(rng, own, values, rate));
                let key = *rng.pick(&["k", "l", "other", "new"]);
                if rng.chance(rate) && !members.iter().any(|(known, _)| known == key) {
                    members.push((key.to_owned(), value(rng, values, 3)));
                }
            }
        }
        Json::Array(items) => {
            if let Some(schema) = schema.items.as_deref() {
                items.iter_mut().for_each(|item| edit(rng, item, schema, rate));
                if rng.chance(rate) {
                    turn(rng, items, schema);
                }
            }
        }
        scalar if rng.chance(rate) => *scalar = value(rng, schema, 3),
        _ => {}
    }
}

/// Adds, removes, moves or duplicates an item.
fn turn(rng: &mut Rng, items: &mut Vec<Json>, schema: &Structural) {
    let at = rng.below(items.len());
    match rng.below(6) {
        0 if !items.is_empty() => drop(items.remove(at)),
        1 => items.insert(at, value(rng, schema, 3)),
        2 => items.push(value(rng, schema, 3)),
        3 if !items.is_empty() => items.swap(at, 0),
        4 => items.reverse(),
        _ if !items.is_empty() => items.push(items[at].clone()),
        _ => {}
    }
}
