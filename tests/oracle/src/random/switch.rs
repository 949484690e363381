//! Random changes of unions: other discriminators, with matching members or not.

use super::rng::Rng;
use crate::interpreter::Structural;
use crate::json::Json;

/// Sets discriminators in `value` and below to random values, and removes most members that they do not
/// select.
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
