//! Numbers as they are stored, which is how the steps that no server has hand an object on: what is whole is an
//! integer.

use crate::json::Json;

/// Makes integers of floats that are whole.
pub(super) fn settle(value: &mut Json) {
    match value {
        Json::Float(float) if float.trunc() == *float && float.abs() < 9.2e18 => {
            *value = Json::Int(*float as i64)
        }
        Json::Array(items) => items.iter_mut().for_each(settle),
        Json::Object(members) => members.iter_mut().for_each(|(_, member)| settle(member)),
        _ => {}
    }
}
