//! Writes the struct of an object. In: the schema of an object. Out: a struct, with the types of its fields
//! for absent and null values.

use std::fmt::Write;

use super::keywords::{docs, rules};
use super::names::Names;
use super::style::Null;
use super::unions::{self, Role};
use super::value::DERIVES;
use super::{Typed, Writer};
use crate::json::Json;

const IS_NONE: &str = "skip_serializing_if = \"Option::is_none\"";
/// The attribute of a field for which null is `Some(None)`, and absence is `None`.
const APART: &str = "deserialize_with = \"crate::typed::some\"";

impl Writer {
    /// The struct of an object.
    pub(super) fn object(&mut self, schema: &Json, hint: &str) -> Result<String, String> {
        let properties = schema.get("properties").and_then(Json::as_object).cloned().unwrap_or_default();
        let required: Vec<&str> = texts(schema.get("required"));
        let roles = unions::roles(schema, self.style.open)?;
        if let Some(name) = required.iter().find(|name| !properties.iter().any(|(known, _)| known == *name)) {
            return Err(format!("{name} is required and no field"));
        }
        let mut names = Names::default();
        let path =
            if self.at.contains('.') { String::new() } else { format!("#[crdc(path = {:?})]\n", self.at) };
        let rules = docs(&rules(schema));
        let mut body = format!("{rules}{DERIVES}{path}pub struct NAME {{\n");
        // Fields of items may be their keys, so other structs do not share them.
        let apart = !self.at.ends_with(']') && properties.len() > 2 && self.style.may(30);
        let mut base = format!("{DERIVES}pub struct NAME {{\n");
        for (index, (name, property)) in properties.iter().enumerate() {
            let role = roles.get(name.as_str());
            let field = self.below(&format!(".{name}"), |writer| writer.value(property, name));
            match field {
                Ok(typed) => {
                    let needed = required.contains(&name.as_str());
                    let ident = names.snake(name);
                    let field = self.field(name, &ident, property, typed, role, needed);
                    let own = if apart && role.is_none() && index % 2 == 1 { &mut base } else { &mut body };
                    own.push_str(&field);
                }
                Err(why) if role.is_some() => return Err(format!("{name} is of a union, and {why}")),
                Err(why) => self.left_out.push((format!("{}.{name}", self.at), why)),
            }
        }
        if apart {
            let base = self.item("Base", &format!("{base}}}\n"));
            writeln!(body, "    #[serde(flatten)]\n    pub flat: {base},").unwrap();
        }
        body.push_str("}\n");
        Ok(self.item(hint, &body))
    }

    /// Writes a field of a struct: its markers, its serde attributes and its type.
    pub(super) fn field(
        &mut self,
        name: &str,
        ident: &str,
        property: &Json,
        typed: Typed,
        role: Option<&Role>,
        required: bool,
    ) -> String {
        let Typed { mut rust, mut markers } = typed;
        let nullable = property.get("nullable") == Some(&Json::Bool(true));
        if property.get("x-kubernetes-normalize").is_some() {
            markers.push("+normalize=undefined".to_owned());
        }
        markers.extend(role.into_iter().flat_map(|role| role.markers.iter().cloned()));
        let mut serde = vec![format!("rename = {name:?}")];
        let default = property.get("default");
        let by_marker = default.is_some_and(|default| *default != Json::Null)
            && !nullable
            && role.is_none()
            && property.get("x-kubernetes-normalize").is_none()
            // Inside of such a type, defaults that only serde applies would be missing.
            && !has_defaults_below(property)
            && self.style.may(40);
        if let (true, Some(default)) = (by_marker, default) {
            // Not written, where rules and comparisons see the default.
            rust = format!("Option<{rust}>");
            serde.extend(["default".to_owned(), IS_NONE.to_owned()]);
            markers.push(format!("+default={default}"));
        } else if let Some(default) = default {
            let cleared = role.is_some_and(|role| role.is_member);
            // Null is no value of an enum, and the derive refuses to write it for `None`.
            if (nullable && property.get("enum").is_none()) || cleared {
                rust = format!("Option<{rust}>");
            }
            serde.push(format!("default = {:?}", self.default(&rust, default)));
            if cleared {
                serde.push(IS_NONE.to_owned());
            }
        } else if let Some(skip) = self.may_be_bare(&rust, property, nullable || required || role.is_some()) {
            serde.push("default".to_owned());
            serde.extend(skip.map(|function| format!("skip_serializing_if = \"{function}\"")));
        } else if !nullable || role.is_some_and(|role| role.is_member && !self.style.open) {
            if !required || self.style.open {
                rust = format!("Option<{rust}>");
                serde.extend(["default".to_owned(), IS_NONE.to_owned()]);
                if required {
                    markers.push("+required".to_owned());
                }
            }
        } else {
            let cleared =
                property.get("x-kubernetes-normalize").is_some() || role.is_some_and(|role| role.is_member);
            // Null is no value of an enum, so the derive refuses to write it for `None`.
            let is_enum = property.get("enum").is_some();
            let null = match self.style.null() {
                _ if required && !self.style.open && is_enum => Null::Apart,
                _ if required && !self.style.open => Null::Written,
                Null::Written if is_enum => Null::Apart,
                // A field that is always written cannot be normalized away or cleared by its union.
                Null::Written if cleared => Null::Apart,
                null => null,
            };
            match null {
                Null::Skipped => serde.extend(["default".to_owned(), IS_NONE.to_owned()]),
                Null::Written => {}
                Null::Apart => {
                    rust = format!("Option<{rust}>");
                    serde.extend(["default".to_owned(), APART.to_owned(), IS_NONE.to_owned()]);
                }
            }
            rust = format!("Option<{rust}>");
            if required && null != Null::Written {
                markers.extend(["+required".to_owned(), "+nullable".to_owned()]);
            }
        }
        let mut field = String::new();
        for marker in markers {
            writeln!(field, "    #[doc = {:?}]", format!(" {marker}")).unwrap();
        }
        writeln!(field, "    #[serde({})]\n    pub {ident}: {rust},", serde.join(", ")).unwrap();
        field
    }

    /// How an optional list or map is written without `Option`: `None` if it is not, and otherwise the
    /// function that skips an empty one, if any.
    fn may_be_bare(&mut self, rust: &str, property: &Json, has_a_part: bool) -> Option<Option<String>> {
        let container =
            rust.split('<').next().filter(|name| name.starts_with("std::coll") || *name == "Vec")?;
        if has_a_part {
            return None;
        }
        let skip = self.style.may(30).then(|| Some(format!("{container}::is_empty")));
        // A field that is always written cannot be normalized away.
        let written = property.get("x-kubernetes-normalize").is_none() && self.style.may(20);
        skip.or_else(|| written.then_some(None))
    }

    /// The name of the function for a default. It is written once for each type and value.
    fn default(&mut self, rust: &str, value: &Json) -> String {
        let body = format!("() -> {rust} {{ crate::typed::read({:?}) }}\n", value.to_string());
        if let Some(known) = self.known.get(&body) {
            return known.clone();
        }
        let name = format!("default{}", self.known.len());
        write!(self.items, "fn {name}{body}").unwrap();
        self.known.insert(body, name.clone());
        name
    }
}

/// Whether a value in the values of a schema has a default.
fn has_defaults_below(schema: &Json) -> bool {
    let properties = schema.get("properties").and_then(Json::as_object).into_iter().flatten();
    let below = properties.map(|(_, property)| property);
    let held = ["items", "additionalProperties"].into_iter().filter_map(|keyword| schema.get(keyword));
    below.chain(held).any(|below| below.get("default").is_some() || has_defaults_below(below))
}

/// The strings of a list.
pub(super) fn texts(list: Option<&Json>) -> Vec<&str> {
    list.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
}
