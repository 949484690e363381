//! Writes the Rust type of a schema's values. In: a schema. Out: the Rust type of its values, with markers
//! for what the type does not express.

use std::fmt::Write;

use super::keywords::{RULE, held, markers, rules, word};
use super::names::Names;
use super::{Typed, Writer};
use crate::json::Json;

/// The derives of every item.
pub(super) const DERIVES: &str =
    "#[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize, ::crdc::Rules)]\n";

impl Writer {
    /// The type of a schema's values and its markers, without regard to null. The error is the reason why
    /// there is no type.
    pub(super) fn value(&mut self, schema: &Json, hint: &str) -> Result<Typed, String> {
        let mut known = None;
        if schema.get("x-kubernetes-preserve-unknown-fields").is_some() {
            // The name of the type implies the format, so no marker is written.
            let mut others = schema.clone();
            others.remove("x-kubernetes-preserve-unknown-fields");
            let any = "crate::typed::value::Value";
            let rust = match schema.get("type").and_then(Json::as_str) {
                None => Some(any.to_owned()),
                Some("object") if schema.get("properties").is_none() => {
                    Some(format!("std::collections::BTreeMap<String, {any}>"))
                }
                // A struct, which does not hold unknown fields.
                Some(_) => None,
            };
            if let Some(rust) = rust {
                return Ok(Typed { rust, markers: markers(&others, false)? });
            }
            known = Some(others);
        }
        let schema = known.as_ref().unwrap_or(schema);
        let closed = self.is_closed(schema);
        let mut all = markers(schema, !closed)?;
        if schema.get("x-kubernetes-int-or-string").is_some() {
            self.ask_less(&mut all, "a leaf");
            all.extend(rules(schema));
            return Ok(Typed { rust: "crate::typed::IntOrString".to_owned(), markers: all });
        }
        if let Some(text) = schema.get("x-kubernetes-map-type").and_then(Json::as_str) {
            all.push(format!("+mapType={text}"));
        }
        let mut rust = match schema.get("type").and_then(Json::as_str) {
            Some("string") if closed => self.text_enum(schema, hint),
            Some("string") => "String".to_owned(),
            Some("integer") if schema.get("format") == Some(&"int32".into()) => "i32".to_owned(),
            Some("integer") => "i64".to_owned(),
            Some("number") if self.style.may(25) => "f32".to_owned(),
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
                let mut item = self.below("[]", |writer| writer.held(items, hint))?;
                if is_set(schema) {
                    // Set items are keys: markers have no effect there, and the derive rejects them.
                    item.markers.retain(|marker| !is_mark(marker));
                }
                add_markers(&mut all, item.markers);
                let is_set_of_texts =
                    item.rust == "String" && all.iter().any(|marker| marker == "+listType=set");
                match () {
                    () if is_set_of_texts && self.style.may(30) => {
                        "std::collections::BTreeSet<String>".to_owned()
                    }
                    () if self.style.may(10) => format!("std::collections::VecDeque<{}>", item.rust),
                    () if self.style.may(5) => format!("std::collections::LinkedList<{}>", item.rust),
                    () => format!("Vec<{}>", item.rust),
                }
            }
            Some("object") => match schema.get("additionalProperties") {
                None => {
                    self.ask_less(&mut all, "a struct");
                    match (self.union_enum(schema, hint)?, self.may_be_tagged(schema)) {
                        (Some(name), _) => name,
                        (None, Some(tag)) => self.tagged_enum(schema, &tag, hint)?,
                        (None, None) => self.object(schema, hint)?,
                    }
                }
                Some(values @ Json::Object(_)) => {
                    let value = self.below("[*]", |writer| writer.held(values, hint))?;
                    add_markers(&mut all, value.markers);
                    let map = if self.style.may(20) { "HashMap" } else { "BTreeMap" };
                    format!("std::collections::{map}<String, {}>", value.rust)
                }
                Some(_) => return Err("a map of anything".to_owned()),
            },
            _ => return Err("it may be anything".to_owned()),
        };
        // A struct or a union has its own.
        if !(schema.get("type") == Some(&"object".into()) && schema.get("additionalProperties").is_none()) {
            all.extend(rules(schema));
        }
        // Constraints on keys are written where they are visible, and those of a union are written by the
        // union.
        let keys = all.iter().any(|marker| is_mark(marker) && marker != "+immutable");
        // Keys of items are found in structs only.
        let has_keys = self.at.ends_with("[]") && schema.get("type") == Some(&"object".into());
        if !keys && !has_keys && schema.get("x-kubernetes-unions").is_none() && self.style.may(10) {
            let (marks, inner): (Vec<_>, Vec<_>) = all.into_iter().partition(|marker| marker == "+immutable");
            let docs: String =
                inner.iter().map(|marker| format!("#[doc = {:?}] ", format!(" {marker}"))).collect();
            rust = self.item(hint, &format!("{DERIVES}pub struct NAME({docs}pub {rust});\n"));
            all = marks;
        }
        let small = ["i32", "i64", "f32", "f64", "bool"].contains(&rust.as_str());
        let free = all.is_empty() && !self.ruled && !self.at.contains('[');
        let converts = free && (small || self.style.clones && is_plain(&rust));
        if converts && self.style.may(10) {
            rust = self.converted(&rust, hint);
        }
        if self.style.may(10) {
            rust = format!("Box<{rust}>");
        }
        Ok(Typed { rust, markers: all })
    }

    /// Removes constraints that structs cannot have on a type of their own, and lists them as left out.
    fn ask_less(&mut self, markers: &mut Vec<String>, what: &str) {
        markers.retain(|marker| {
            let asked = marker.starts_with("+kubebuilder");
            if asked {
                self.left_out.push((self.at.clone(), format!("{what} is not asked {marker}")));
            }
            !asked
        });
    }

    /// The type of items or values of a map.
    fn held(&mut self, schema: &Json, hint: &str) -> Result<Typed, String> {
        let mut value = self.value(schema, hint)?;
        if value.markers.iter().any(|marker| marker.starts_with(&held(RULE))) {
            return Err("rules of the items of items have no marker".to_owned());
        }
        value.markers = value.markers.iter().map(|marker| held(marker)).collect();
        if schema.get("nullable") == Some(&Json::Bool(true)) {
            value.rust = format!("Option<{}>", value.rust);
        }
        Ok(value)
    }

    /// Whether the type itself lists the valid strings.
    fn is_closed(&self, schema: &Json) -> bool {
        let texts = self.texts(schema);
        let alone = |keyword: &str| schema.get(keyword).is_none();
        !texts.is_empty() && ["pattern", "format", "minLength", "maxLength"].into_iter().all(alone)
    }

    /// The strings of an enum that becomes a Rust enum; none if it does not.
    fn texts(&self, schema: &Json) -> Vec<String> {
        let texts = schema.get("enum").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        let nullable = schema.get("nullable") == Some(&Json::Bool(true));
        // A `String` field can have values outside of the enum as well.
        let text = self.style.open || nullable && !self.style.enums;
        if text || schema.get("type") != Some(&"string".into()) {
            return Vec::new();
        }
        if !texts.is_empty() {
            let text = |value: &Json| value.as_str().map(str::to_owned);
            return texts.iter().map(text).collect::<Option<_>>().unwrap_or_default();
        }
        match schema.get("x-kubernetes-unions").and_then(|all| all.get("fieldMembers")) {
            // Only the type can list the values that select nothing.
            Some(Json::Object(values))
                if !nullable && values.iter().any(|(_, member)| *member == Json::Null) =>
            {
                values.iter().map(|(value, _)| value.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Writes an enum of strings.
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

/// Whether a type consists only of types of the standard library.
fn is_plain(rust: &str) -> bool {
    let known = [
        "String",
        "i32",
        "i64",
        "f32",
        "f64",
        "bool",
        "Vec",
        "std",
        "collections",
        "BTreeMap",
        "HashMap",
        "VecDeque",
        "LinkedList",
        "",
    ];
    rust.split(|char: char| !char.is_ascii_alphanumeric()).all(|word| known.contains(&word))
}

/// Whether the schema is one of a set.
fn is_set(schema: &Json) -> bool {
    schema.get("x-kubernetes-list-type") == Some(&"set".into())
}

/// Whether a marker restricts updates.
fn is_mark(marker: &str) -> bool {
    let own = marker.rsplit("+k8s:eachVal=").next().unwrap_or(marker);
    own.starts_with("+immutable") || own.ends_with("Only")
}

/// Adds the markers for values in a value, except those without effect inside of an immutable value.
fn add_markers(all: &mut Vec<String>, held: Vec<String>) {
    let immutable = all.iter().any(|marker| marker == "+immutable");
    all.extend(held.into_iter().filter(|marker| !(immutable && is_mark(marker))));
}
