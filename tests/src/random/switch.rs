//! Random requests about unions: discriminators set to other values, members to match or not.

use super::rng::Rng;
use crate::interpreter::Structural;
use crate::json::Json;

/// Sets discriminators below `value` to random values of theirs, and takes most members away that those do not select.
pub fn switch(rng: &mut Rng, value: &mut Json, schema: &Structural) {
    if let Json::Object(_) = value {
        for union in &schema.unions {
            let choices: Vec<(&str, Option<&str>)> = union.choices().collect();
            if choices.is_empty() || rng.chance(20) {
                continue;
            }
            let (chosen, selected) = *rng.pick(&choices);
            value.set(union.discriminator(), chosen.into());
            for member in choices.iter().filter_map(|(_, member)| *member) {
                if Some(member) != selected && rng.chance(75) {
                    value.remove(member);
                }
            }
        }
    }
    match value {
        Json::Object(members) => {
            for (key, value) in members {
                if let Some(schema) = schema.property(key).or(schema.additional_schema()) {
                    switch(rng, value, schema);
                }
            }
        }
        Json::Array(items) => {
            if let Some(schema) = schema.items.as_deref() {
                items.iter_mut().for_each(|item| switch(rng, item, schema));
            }
        }
        _ => {}
    }
}

/// Two to the 63rd.
const LIMIT: f64 = 9_223_372_036_854_775_808.0;

/// Makes integers of floats that are whole.
pub fn settle(value: &mut Json) {
    match value {
        Json::Float(float) if float.trunc() == *float && (-LIMIT..LIMIT).contains(float) => {
            *value = Json::Int(*float as i64);
        }
        Json::Array(items) => items.iter_mut().for_each(settle),
        Json::Object(members) => members.iter_mut().for_each(|(_, member)| settle(member)),
        _ => {}
    }
}
