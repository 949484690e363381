//! Writes the markers of unions. In: the unions of an object. Out: the markers of their fields.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Writer;
use super::keywords::{docs, rules, word};
use super::names::Names;
use crate::json::Json;

/// The role of a field in a union.
#[derive(Default)]
pub(super) struct Role {
    /// The markers of the field.
    pub(super) markers: Vec<String>,
    /// Whether it may be cleared.
    pub(super) is_member: bool,
}

/// The fields of an object that belong to unions of the current shape, with their roles. The error is the
/// reason why structs cannot express the unions.
pub(super) fn roles(schema: &Json, open: bool) -> Result<BTreeMap<&str, Role>, String> {
    let mut roles: BTreeMap<&str, Role> = BTreeMap::new();
    let older = schema.get("x-kubernetes-unions").and_then(Json::as_array);
    // Unions without a discriminator are ignored.
    if older.into_iter().flatten().any(|union| union.get("discriminator").is_some()) {
        return Err("unions of the older shape have no markers".to_owned());
    }
    let properties =
        schema.get("properties").and_then(Json::as_object).map(Vec::as_slice).unwrap_or_default();
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
            if value.to_lowercase() != name.to_lowercase() {
                return Err(format!("the value {value:?} is not the name of {name}"));
            }
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

impl Writer {
    /// The enum for an object that is only a union, if the style uses enums.
    pub(super) fn union_enum(&mut self, schema: &Json, hint: &str) -> Result<Option<String>, String> {
        let roles = roles(schema, self.style.open)?;
        let properties = schema.get("properties").and_then(Json::as_object).cloned().unwrap_or_default();
        let mut discriminators =
            properties.iter().filter(|(_, schema)| schema.get("x-kubernetes-unions").is_some());
        let (Some((tag, discriminator)), None) = (discriminators.next(), discriminators.next()) else {
            return Ok(None);
        };
        // The content of a variant is not a field: it cannot have markers or a default, and rules only if it
        // is a struct.
        let is_struct = |schema: &Json| {
            schema.get("type") == Some(&"object".into()) && schema.get("additionalProperties").is_none()
        };
        let is_ruled = |(_, schema): &(String, Json)| {
            schema.get("x-kubernetes-validations").is_some() && !is_struct(schema)
        };
        let has =
            |(name, schema): &(String, Json), keyword: &str| name != tag && schema.get(keyword).is_some();
        let markers = ["immutable", "immutable-keys", "addition-only", "deletion-only"]
            .map(|mark| format!("x-kubernetes-{mark}"));
        let more = properties.iter().any(|all| {
            markers.iter().any(|mark| has(all, mark))
                || has(all, "default")
                || (all.0 != *tag && is_ruled(all))
        });
        // An enum may be unable to read the default.
        let has_default = schema.get("default").is_some();
        if !self.style.enums || more || has_default || roles.len() < properties.len() {
            return Ok(None);
        }
        let values = discriminator.get("x-kubernetes-unions").and_then(|all| all.get("fieldMembers"));
        let mut names = Names::default();
        let mut body = docs(&rules(schema));
        write!(
            body,
            "#[derive(Clone, Debug, PartialEq, ::crdc::Union)]\n#[crdc(union = {tag:?})]\npub enum NAME {{\n"
        )
        .unwrap();
        for (value, member) in values.and_then(Json::as_object).into_iter().flatten() {
            let variant = names.camel(value);
            let Some(name) = member.get("name").and_then(Json::as_str) else {
                writeln!(body, "    #[serde(rename = {value:?})]\n    {variant},").unwrap();
                continue;
            };
            let property = properties.iter().find(|(known, _)| known == name).map(|(_, property)| property);
            let Some(property) = property else { return Err(format!("no field {name}")) };
            let data = self.below(&format!(".{name}"), |writer| writer.value(property, name))?;
            let docs = data.markers.iter().map(|marker| format!("#[doc = {:?}] ", format!(" {marker}")));
            let docs: String = docs.collect();
            let optional = member.get("optional") == Some(&Json::Bool(true));
            let (mark, data) = match optional {
                true => ("    #[doc = \" +unionMember,optional\"]\n", format!("Option<{}>", data.rust)),
                false => ("", data.rust),
            };
            let attributes = format!("    #[serde(rename = {value:?})]\n    #[crdc(member = {name:?})]\n");
            writeln!(body, "{mark}{attributes}    {variant}({docs}{data}),").unwrap();
        }
        body.push_str("}\n");
        Ok(Some(self.item(hint, &body)))
    }
}
