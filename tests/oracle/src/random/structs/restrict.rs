//! Restricts a random schema to structs. In: a random schema. Out: the part of it that structs can express.

use crate::json::{Json, object};

/// A CRD with only `spec` and `status`, with its own group and kind. Panics if there is no schema, since
/// tests provide it.
pub fn crd(text: &str) -> Json {
    let text = text.replace("random", "typed").replace("Random", "Typed");
    let mut crd = crate::json::read(text.as_bytes()).unwrap().value;
    let versions = crd.get_mut("spec").and_then(|spec| spec.get_mut("versions"));
    let Some(Json::Array(versions)) = versions else { panic!("no versions in {text}") };
    for version in versions {
        let status = version.get("subresources").is_some();
        let schema = version.get_mut("schema").and_then(|schema| schema.get_mut("openAPIV3Schema")).unwrap();
        for keyword in ["required", "maxProperties", "x-kubernetes-preserve-unknown-fields", "default"] {
            schema.remove(keyword);
        }
        value(schema);
        let Some(Json::Object(parts)) = schema.get_mut("properties") else {
            panic!("no properties in {text}")
        };
        // A struct at `status` is used for updates of the subresource.
        parts.retain(|(name, _)| name == "spec" || (status && name == "status"));
        for (_, part) in parts {
            // Keywords of the root itself: an item has no field around it.
            part.remove("default");
            part.remove("x-kubernetes-immutable");
            part.remove("x-kubernetes-normalize");
            part.remove("minProperties");
            part.remove("maxProperties");
        }
    }
    crd
}

/// Removes the CEL rules that structs cannot have: rules of the root, and of the items of items. Other
/// schemas have the same types in structs.
pub fn rules(crd: &mut Json) {
    let versions = crd.get_mut("spec").and_then(|spec| spec.get_mut("versions"));
    let Some(Json::Array(versions)) = versions else { return };
    for version in versions {
        let schema = version.get_mut("schema").and_then(|schema| schema.get_mut("openAPIV3Schema"));
        if let Some(schema) = schema {
            schema.remove("x-kubernetes-validations");
            rules_below(schema, false);
        }
    }
}

/// Removes such rules in a schema. `held` is whether its values are items of a list or values of a map.
fn rules_below(schema: &mut Json, held: bool) {
    if let Some(Json::Object(properties)) = schema.get_mut("properties") {
        properties.iter_mut().for_each(|(_, property)| rules_below(property, false));
    }
    for keyword in ["items", "additionalProperties"] {
        let Some(inner @ Json::Object(_)) = schema.get_mut(keyword) else { continue };
        if held && inner.get("properties").is_none() {
            inner.remove("x-kubernetes-validations");
        }
        rules_below(inner, true);
    }
}

/// Restricts a schema to what structs can express.
fn value(schema: &mut Json) {
    for keyword in ["allOf", "anyOf", "oneOf", "not"] {
        schema.remove(keyword);
    }
    if schema.get("x-kubernetes-int-or-string").is_some() {
        // A leaf: only its type is constrained.
        for keyword in ["pattern", "format", "maximum"] {
            schema.remove(keyword);
        }
        return;
    }
    let free = schema.remove("x-kubernetes-preserve-unknown-fields").is_some();
    if schema.get("type").is_none() {
        schema.set("type", "string".into());
        schema.remove("default");
        schema.remove("format");
    }
    limits(schema);
    match schema.get("type").and_then(Json::as_str).unwrap_or_default() {
        "object" => of_object(schema, free),
        "array" => schema.get_mut("items").into_iter().for_each(value),
        "string" => null_of_enum(schema),
        "integer" | "number" => {
            schema.remove("format");
            // Servers cut the fraction of a limit for integers only.
            if let (Some("number"), Some(Json::Int(minimum))) =
                (schema.get("type").and_then(Json::as_str), schema.get("minimum").cloned())
            {
                schema.set("minimum", Json::Float(minimum as f64 - 0.75));
            }
            // An integer is not a multiple of a fraction, so such an enum accepts nothing.
            if schema.get("multipleOf").is_some() {
                schema.remove("enum");
            }
        }
        _ => {}
    }
}

/// Removes an upper limit below which there is no value that the lower limit allows: the derive refuses both
/// (`marker-limits`). A wider schema keeps its defaults.
fn limits(schema: &mut Json) {
    let is_set = |keyword: &str| schema.get(keyword) == Some(&Json::Bool(true));
    let exclusive = is_set("exclusiveMinimum") || is_set("exclusiveMaximum");
    for [low, high] in [
        ["minimum", "maximum"],
        ["minLength", "maxLength"],
        ["minItems", "maxItems"],
        ["minProperties", "maxProperties"],
    ] {
        let limit = |keyword: &str| schema.get(keyword).and_then(number);
        let (Some(least), Some(most)) = (limit(low), limit(high)) else { continue };
        if least > most || (least == most && exclusive && low == "minimum") {
            schema.remove(high);
            if high == "maximum" {
                schema.remove("exclusiveMaximum");
            }
        }
    }
}

/// The value of a number.
fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Int(int) => Some(*int as f64),
        Json::Float(float) => Some(*float),
        _ => None,
    }
}

/// Restricts the schema of an object. `free` is whether it keeps unknown fields.
fn of_object(schema: &mut Json, free: bool) {
    if matches!(schema.get("additionalProperties"), Some(Json::Bool(_)))
        || (free && schema.get("properties").is_none())
    {
        schema.set("additionalProperties", object([("type", Json::from("string"))]));
        schema.remove("default");
    }
    schema.get_mut("additionalProperties").into_iter().for_each(value);
    if schema.get("properties").is_some() {
        schema.remove("minProperties");
        schema.remove("maxProperties");
    }
    if matches!(schema.get("x-kubernetes-unions"), Some(Json::Array(_))) {
        schema.remove("x-kubernetes-unions");
    }
    let mut known = Vec::new();
    if let Some(Json::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            if is_free(property) {
                of_any(property);
            } else {
                value(property);
                // Any JSON that is required is null where a server stores nothing.
                known.push(name.clone());
            }
            union(property);
        }
        // The members are sorted as in the derived schema.
        properties.sort_by(|a, b| a.0.cmp(&b.0));
    }
    if let Some(Json::Array(required)) = schema.get_mut("required") {
        required.retain(|name| known.iter().any(|known| name.as_str() == Some(known)));
        if required.is_empty() {
            schema.remove("required");
        }
    }
}

/// Whether a schema allows any JSON.
fn is_free(schema: &Json) -> bool {
    let typed = ["type", "x-kubernetes-int-or-string"].iter().any(|keyword| schema.get(keyword).is_some());
    !typed && schema.get("x-kubernetes-preserve-unknown-fields").is_some()
}

/// Reduces a schema to any JSON, which has no constraints.
fn of_any(schema: &mut Json) {
    if let Json::Object(keywords) = schema {
        let known = ["x-kubernetes-preserve-unknown-fields", "x-kubernetes-immutable", "nullable"];
        keywords.retain(|(keyword, _)| known.contains(&keyword.as_str()));
    }
}

/// Removes null from an enum: published enums do not list it, and Rust enums do not accept it.
fn null_of_enum(schema: &mut Json) {
    if let Some(Json::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| *value != Json::Null);
    }
}

/// Gives the discriminator of a union an `enum` of its values, since values that select nothing need it, and
/// names values after their members.
fn union(discriminator: &mut Json) {
    let values = discriminator.get("x-kubernetes-unions").and_then(|all| all.get("fieldMembers"));
    let Some(values) = values.and_then(Json::as_object) else { return };
    let mut named = Vec::new();
    let mut default = discriminator.get("default").cloned();
    for (value, member) in values {
        // A value has the letters of its field, and not all letters have another case.
        let name = member.get("name").and_then(Json::as_str).unwrap_or(value);
        let name = if name.to_lowercase() == value.to_lowercase() { value } else { name };
        if default == Some(value.as_str().into()) {
            default = Some(name.into());
        }
        named.push((name.to_owned(), member.clone()));
    }
    let names: Vec<Json> = named.iter().map(|(value, _)| value.as_str().into()).collect();
    discriminator.set("enum", names.into());
    discriminator.set("x-kubernetes-unions", object([("fieldMembers", Json::Object(named))]));
    default.into_iter().for_each(|default| discriminator.set("default", default));
}
