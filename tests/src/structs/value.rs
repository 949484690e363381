//! A schema in, the Rust type of its values out, with the markers that say what the type does not.

use std::fmt::Write;

use super::keywords::{held, markers, word};
use super::names::Names;
use super::{Typed, Writer};
use crate::json::Json;

/// What every item derives.
pub(super) const DERIVES: &str =
    "#[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize, ::crdc::Rules)]\n";

impl Writer {
    /// The type of a value, but for whether it may be null.
    pub(super) fn value(&mut self, schema: &Json, hint: &str) -> Result<Typed, String> {
        let closed = self.is_closed(schema);
        let mut all = markers(schema, !closed)?;
        if schema.get("x-kubernetes-int-or-string").is_some() {
            // The field stays, and what it is asked is not.
            all.retain(|marker| {
                let asked = marker.starts_with("+kubebuilder");
                if asked {
                    self.left_out.push((self.at.clone(), format!("a leaf is not asked {marker}")));
                }
                !asked
            });
            return Ok(Typed { rust: "crate::typed::IntOrString".to_owned(), markers: all });
        }
        if let Some(text) = schema.get("x-kubernetes-map-type").and_then(Json::as_str) {
            all.push(format!("+mapType={text}"));
        }
        let rust = match schema.get("type").and_then(Json::as_str) {
            Some("string") if closed => self.text_enum(schema, hint),
            Some("string") => "String".to_owned(),
            Some("integer") => "i64".to_owned(),
            Some("number") => "f64".to_owned(),
            Some("boolean") => "bool".to_owned(),
            Some("array") => {
                let items = schema.get("items").ok_or("a list of anything")?;
                if let Some(list) = schema.get("x-kubernetes-list-type").and_then(Json::as_str) {
                    all.push(format!("+listType={list}"));
                }
                let keys = schema.get("x-kubernetes-list-map-keys").and_then(Json::as_array);
                for key in keys.into_iter().flatten().filter_map(Json::as_str) {
                    all.push(format!("+listMapKey={}", word(key)));
                }
                let item = self.below("[]", |writer| writer.held(items, hint))?;
                all.extend(item.markers);
                format!("Vec<{}>", item.rust)
            }
            Some("object") => match schema.get("additionalProperties") {
                None => self.object(schema, hint)?,
                Some(values @ Json::Object(_)) => {
                    let value = self.below("[*]", |writer| writer.held(values, hint))?;
                    all.extend(value.markers);
                    format!("std::collections::BTreeMap<String, {}>", value.rust)
                }
                Some(_) => return Err("a map of anything".to_owned()),
            },
            _ => return Err("it may be anything".to_owned()),
        };
        Ok(Typed { rust, markers: all })
    }

    /// The type of items or values of a map.
    fn held(&mut self, schema: &Json, hint: &str) -> Result<Typed, String> {
        let mut value = self.value(schema, hint)?;
        value.markers = value.markers.iter().map(|marker| held(marker)).collect();
        if schema.get("nullable") == Some(&Json::Bool(true)) {
            value.rust = format!("Option<{}>", value.rust);
        }
        Ok(value)
    }

    /// Whether the type itself says which texts there are.
    fn is_closed(&self, schema: &Json) -> bool {
        let texts = self.texts(schema);
        let alone = |keyword: &str| schema.get(keyword).is_none();
        !texts.is_empty() && ["pattern", "format", "minLength", "maxLength"].into_iter().all(alone)
    }

    /// The texts of an enum that is a Rust enum.
    fn texts(&self, schema: &Json) -> Vec<String> {
        if self.taste.open || schema.get("type") != Some(&"string".into()) {
            return Vec::new();
        }
        let text = |value: &Json| value.as_str().map(str::to_owned);
        match (schema.get("enum"), schema.get("x-kubernetes-unions").and_then(|all| all.get("fieldMembers"))) {
            (Some(Json::Array(values)), _) => {
                values.iter().map(text).collect::<Option<_>>().unwrap_or_default()
            }
            // Nothing but the type can name the values that select nothing.
            (None, Some(Json::Object(values))) if values.iter().any(|(_, member)| *member == Json::Null) => {
                values.iter().map(|(value, _)| value.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn text_enum(&mut self, schema: &Json, hint: &str) -> String {
        let mut names = Names::default();
        let mut body = format!("{DERIVES}pub enum NAME {{\n");
        for text in self.texts(schema) {
            let name = names.camel(&text);
            writeln!(body, "    #[serde(rename = {text:?})]\n    {name},").unwrap();
        }
        body.push_str("}\n");
        self.item(hint, &body)
    }
}
