//! Writes types that serde serializes in another way than structs: enums whose tag is beside the fields of
//! all their variants, and types that another type replaces. In: schemas. Out: their items.

use std::fmt::Write;

use super::Writer;
use super::fields::texts;
use super::names::Names;
use super::unions::roles;
use super::value::DERIVES;
use crate::json::Json;

impl Writer {
    /// The field of an object that can be the tag of an enum, if the object becomes an enum: a required
    /// string that lists its values.
    pub(super) fn may_be_tagged(&mut self, schema: &Json) -> Option<String> {
        let apart = self.style.enums && !self.style.open && !self.ruled && !self.at.ends_with(']');
        if !apart || !roles(schema, false).is_ok_and(|roles| roles.is_empty()) {
            return None;
        }
        let required = texts(schema.get("required"));
        let properties = schema.get("properties").and_then(Json::as_object)?;
        let is_tag = |(name, property): &&(String, Json)| {
            let plain =
                |(keyword, _): &(String, Json)| ["type", "enum", "description"].contains(&keyword.as_str());
            required.contains(&name.as_str())
                && property.get("type") == Some(&"string".into())
                && !texts(property.get("enum")).is_empty()
                && property.as_object().is_some_and(|keywords| keywords.iter().all(plain))
        };
        let (tag, _) = properties.iter().find(is_tag)?;
        self.style.may(70).then(|| tag.clone())
    }

    /// An enum whose variants have the other fields, each with the same markers. Optional fields may belong
    /// to only some of the variants.
    pub(super) fn tagged_enum(&mut self, schema: &Json, tag: &str, hint: &str) -> Result<String, String> {
        let required = texts(schema.get("required"));
        let (mut names, mut fields) = (Names::default(), Vec::new());
        for (name, property) in schema.get("properties").and_then(Json::as_object).into_iter().flatten() {
            if name == tag {
                continue;
            }
            let typed = self.below(&format!(".{name}"), |writer| writer.value(property, name))?;
            let (ident, needed) = (names.snake(name), required.contains(&name.as_str()));
            let field = self.field(name, &ident, property, typed, None, needed).replace("    pub ", "    ");
            fields.push((field, needed || property.get("default").is_some()));
        }
        let mut body = format!("{DERIVES}#[serde(tag = {tag:?})]\npub enum NAME {{\n");
        let mut variants = Names::default();
        let tag_schema = schema.get("properties").and_then(|all| all.get(tag));
        for value in texts(tag_schema.and_then(|tag| tag.get("enum"))) {
            let variant = variants.camel(value);
            writeln!(body, "    #[serde(rename = {value:?})]\n    {variant} {{")
                .map_err(|error| error.to_string())?;
            for (field, always) in &fields {
                if *always || !self.style.may(30) {
                    body.push_str(field);
                }
            }
            body.push_str("    },\n");
        }
        body.push_str("}\n");
        Ok(self.item(hint, &body))
    }

    /// A type that serde writes as another one.
    pub(super) fn converted(&mut self, rust: &str, hint: &str) -> String {
        let attribute = format!("#[serde(from = {rust:?}, into = {rust:?})]\n");
        let name = self.item(hint, &format!("{DERIVES}{attribute}pub struct NAME(pub {rust});\n"));
        let impls = format!(
            "impl From<{rust}> for {name} {{ fn from(value: {rust}) -> {name} {{ {name}(value) }} }}\n\
             impl From<{name}> for {rust} {{ fn from(value: {name}) -> {rust} {{ value.0 }} }}\n"
        );
        if self.known.insert(impls.clone(), name.clone()).is_none() {
            self.items.push_str(&impls);
        }
        name
    }
}
