//! In: an enum with data. Out: its structural schema in the form of kube: the fields of all variants in one
//! object, and a `oneOf` that distinguishes them.
//!
//! Easy to break: this also supports variants that share a field, for which kube panics (kube-rs/kube#1279).

use super::writer::{Members, Writer, key, text};
use super::{field_members, is_leaf, leaf, text_enum};
use crate::json::Json;
use crate::typed::model::{Choice, ChoiceVariant, Data, Tagging};

impl Writer {
    pub(super) fn choice(&mut self, choice: &Choice) -> Members {
        let variants: Vec<&ChoiceVariant> =
            choice.variants.iter().filter(|choice| !choice.variant.skipped).collect();
        if variants.iter().any(|choice| choice.untagged) {
            return leaf();
        }
        match &choice.tagging {
            Tagging::External if variants.iter().all(|choice| !matches!(choice.data, Data::Unit)) => {
                self.external(&variants)
            }
            Tagging::External | Tagging::Untagged => leaf(),
            Tagging::Internal { tag } => self.internal(&variants, tag),
            Tagging::Adjacent { tag, content } => self.adjacent(&variants, tag, content),
            Tagging::Union { tag } => self.union(&variants, tag),
        }
    }

    fn external(&mut self, variants: &[&ChoiceVariant]) -> Members {
        let name = |choice: &ChoiceVariant| choice.variant.name.clone();
        let properties =
            variants.iter().map(|choice| (name(choice), Json::Object(self.data(&choice.data)))).collect();
        let branch = |choice: &&ChoiceVariant| {
            Json::Object(vec![key("required", Json::Array(vec![Json::String(name(choice))]))])
        };
        vec![
            key("type", text("object")),
            key("properties", Json::Object(properties)),
            key("oneOf", Json::Array(variants.iter().map(branch).collect())),
        ]
    }

    /// A field of several variants has the schema of the first one.
    fn internal(&mut self, variants: &[&ChoiceVariant], tag: &str) -> Members {
        let mut properties = vec![(tag.to_owned(), Json::Object(names(variants)))];
        let (mut flattened, mut branches) = (Vec::new(), Vec::new());
        for choice in variants {
            let mut required = vec![text(tag)];
            match &choice.data {
                Data::Object(object) => {
                    for (name, value) in self.object(object) {
                        match (name.as_str(), value) {
                            ("properties", Json::Object(fields)) => {
                                for (name, schema) in fields {
                                    if !properties.iter().any(|(known, _)| *known == name) {
                                        properties.push((name, schema));
                                    }
                                }
                            }
                            ("required", Json::Array(names)) => required.extend(names),
                            ("x-crdc-flatten", Json::Array(schemas)) => flattened.extend(schemas),
                            _ => {}
                        }
                    }
                }
                Data::Newtype(_) => {
                    // Its fields are required only for this variant.
                    let mut schema = self.data(&choice.data);
                    schema.push(key("nullable", Json::Bool(true)));
                    flattened.push(Json::Object(schema));
                }
                Data::Unit | Data::Leaf(_) => {}
            }
            let only =
                Json::Object(vec![key("enum", Json::Array(vec![Json::String(choice.variant.name.clone())]))]);
            branches.push(Json::Object(vec![
                key("properties", Json::Object(vec![(tag.to_owned(), only)])),
                key("required", Json::Array(required)),
            ]));
        }
        let mut members = vec![
            key("type", text("object")),
            key("properties", Json::Object(properties)),
            key("required", Json::Array(vec![text(tag)])),
            key("oneOf", Json::Array(branches)),
        ];
        if !flattened.is_empty() {
            members.push(key("x-crdc-flatten", Json::Array(flattened)));
        }
        members
    }

    fn adjacent(&mut self, variants: &[&ChoiceVariant], tag: &str, content: &str) -> Members {
        let mut properties = vec![(tag.to_owned(), Json::Object(names(variants)))];
        let mut data = variants.iter().filter(|choice| !matches!(choice.data, Data::Unit));
        let content_schema = match (data.next(), data.next()) {
            (Some(one), None) => Some(self.data(&one.data)),
            (Some(_), Some(_)) => Some(leaf()),
            (None, _) => None,
        };
        properties.extend(content_schema.map(|schema| (content.to_owned(), Json::Object(schema))));
        vec![
            key("type", text("object")),
            key("properties", Json::Object(properties)),
            key("required", Json::Array(vec![text(tag)])),
        ]
    }

    fn union(&mut self, variants: &[&ChoiceVariant], tag: &str) -> Members {
        let mut discriminator = names(variants);
        discriminator.push(field_members(variants.iter().map(|choice| {
            let member = match choice.data {
                Data::Unit => None,
                _ => Some((choice.member.clone(), choice.optional)),
            };
            (choice.variant.name.clone(), member)
        })));
        let mut properties = vec![(tag.to_owned(), Json::Object(discriminator))];
        for choice in variants.iter().filter(|choice| !matches!(choice.data, Data::Unit)) {
            properties.push((choice.member.clone(), Json::Object(self.data(&choice.data))));
        }
        vec![
            key("type", text("object")),
            key("properties", Json::Object(properties)),
            key("required", Json::Array(vec![text(tag)])),
        ]
    }

    fn data(&mut self, data: &Data) -> Members {
        match data {
            Data::Newtype(field) if !is_leaf(field) => self.form(&field.form),
            Data::Object(object) => self.object(object),
            Data::Newtype(_) | Data::Unit | Data::Leaf(_) => leaf(),
        }
    }
}

fn names(variants: &[&ChoiceVariant]) -> Members {
    text_enum(variants.iter().map(|choice| choice.variant.name.as_str()))
}
