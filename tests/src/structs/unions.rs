//! The unions of an object in, what their fields are marked with out.

use std::collections::BTreeMap;

use super::keywords::word;
use crate::json::Json;

/// What a field is in a union.
#[derive(Default)]
pub(super) struct Role {
    /// What it is marked with.
    pub(super) markers: Vec<String>,
    /// Whether it may be cleared.
    pub(super) is_member: bool,
}

/// The fields of an object that belong to unions.
pub(super) fn roles(schema: &Json, open: bool) -> Result<BTreeMap<&str, Role>, String> {
    let mut roles: BTreeMap<&str, Role> = BTreeMap::new();
    if schema.get("x-kubernetes-unions").is_some() {
        return Err("unions of the older shape have no markers".to_owned());
    }
    let properties = schema.get("properties").and_then(Json::as_object).map(Vec::as_slice).unwrap_or_default();
    let unions = properties.iter().filter(|(_, schema)| schema.get("x-kubernetes-unions").is_some());
    let several = unions.count() > 1;
    for (discriminator, schema) in properties {
        let Some(Json::Object(values)) =
            schema.get("x-kubernetes-unions").and_then(|all| all.get("fieldMembers"))
        else {
            continue;
        };
        let selects_nothing = values.iter().any(|(_, member)| *member == Json::Null);
        if open && selects_nothing && schema.get("enum").is_none() {
            return Err("a text without an enum cannot name values that select nothing".to_owned());
        }
        roles.entry(discriminator).or_default().markers.push("+unionDiscriminator".to_owned());
        for (value, member) in values {
            let Some(name) = member.get("name").and_then(Json::as_str) else { continue };
            let role = roles.entry(name).or_default();
            role.is_member = true;
            let optional = member.get("optional") == Some(&Json::Bool(true));
            let optional = if optional { ",optional" } else { "" };
            role.markers.push(format!("+unionMember={}{optional}", word(value)));
            if several {
                role.markers.push(format!("+unionDiscriminatedBy={}", word(discriminator)));
            }
        }
    }
    Ok(roles)
}
