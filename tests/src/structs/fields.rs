//! An object's schema in, a struct out: what its fields are when they are absent and when they are null.

use std::fmt::Write;

use super::names::Names;
use super::taste::Null;
use super::unions::{self, Role};
use super::value::DERIVES;
use super::{Typed, Writer};
use crate::json::Json;

const IS_NONE: &str = "skip_serializing_if = \"Option::is_none\"";
/// Null is `Some(None)`.
const APART: &str = "deserialize_with = \"crate::typed::some\"";

impl Writer {
    /// The struct of an object.
    pub(super) fn object(&mut self, schema: &Json, hint: &str) -> Result<String, String> {
        let properties = schema.get("properties").and_then(Json::as_object).cloned().unwrap_or_default();
        let required: Vec<&str> = texts(schema.get("required"));
        let roles = unions::roles(schema, self.taste.open)?;
        if let Some(name) = required.iter().find(|name| !properties.iter().any(|(known, _)| known == *name)) {
            return Err(format!("{name} is required and no field"));
        }
        let mut names = Names::default();
        let path = if self.at.contains('.') { String::new() } else { format!("#[crdc(path = {:?})]\n", self.at) };
        let mut body = format!("{DERIVES}{path}pub struct NAME {{\n");
        for (name, property) in &properties {
            let role = roles.get(name.as_str());
            let field = self.below(&format!(".{name}"), |writer| writer.value(property, name));
            match field {
                Ok(typed) => {
                    let needed = required.contains(&name.as_str());
                    let ident = names.snake(name);
                    body.push_str(&self.field(name, &ident, property, typed, role, needed));
                }
                Err(why) if role.is_some() => return Err(format!("{name} is of a union, and {why}")),
                Err(why) => self.left_out.push((format!("{}.{name}", self.at), why)),
            }
        }
        body.push_str("}\n");
        Ok(self.item(hint, &body))
    }

    fn field(
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
        if let Some(default) = default {
            let cleared = role.is_some_and(|role| role.is_member);
            if nullable || cleared {
                rust = format!("Option<{rust}>");
            }
            serde.push(format!("default = {:?}", self.default(&rust, default)));
            if cleared {
                serde.push(IS_NONE.to_owned());
            }
        } else if !nullable || role.is_some_and(|role| role.is_member && !self.taste.open) {
            if !required || self.taste.open {
                rust = format!("Option<{rust}>");
                serde.extend(["default".to_owned(), IS_NONE.to_owned()]);
                if required {
                    markers.push("+required".to_owned());
                }
            }
        } else {
            let null = if required && !self.taste.open { Null::Written } else { self.taste.null() };
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
                markers.push("+required".to_owned());
            }
        }
        let mut field = String::new();
        for marker in markers {
            writeln!(field, "    #[doc = {:?}]", format!(" {marker}")).unwrap();
        }
        writeln!(field, "    #[serde({})]\n    pub {ident}: {rust},", serde.join(", ")).unwrap();
        field
    }

    /// The name of the function that makes a default; one for each value of a type.
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

/// The texts of a list.
pub(super) fn texts(list: Option<&Json>) -> Vec<&str> {
    list.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
}
