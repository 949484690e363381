//! Writes the schema of an enum with data. In: the enum. Out: its structural schema in the form of kube: the
//! fields of all variants in one object, and a `oneOf` that distinguishes them.
//!
//! Easy to break: this also supports variants that share a field, for which kube panics (kube-rs/kube#1279).

use super::writer::{Members, Writer, key, text};
use super::{field_members, is_leaf, leaf, text_enum};
use crate::model::{Choice, ChoiceVariant, Data, Tagging};
use crdc_source::json::Json;

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

    /// A field of several variants has the schema of the first variant, which lists the differing schemas of
    /// the others.
    fn internal(&mut self, variants: &[&ChoiceVariant], tag: &str) -> Members {
        let mut properties = vec![(tag.to_owned(), Json::Object(names(variants)))];
        let (mut flattened, mut branches) = (Vec::new(), Vec::new());
        let mut fields: Vec<OfVariants> = Vec::new();
        for choice in variants {
            let mut required = vec![text(tag)];
            match &choice.data {
                Data::Object(object) => {
                    for (name, value) in self.object(object) {
                        match (name.as_str(), value) {
                            ("properties", Json::Object(own)) => {
                                own.into_iter()
                                    .for_each(|field| add(&mut fields, field, &choice.variant.name));
                            }
                            ("required", Json::Array(names)) => required.extend(names),
                            ("x-crdc-flatten", Json::Array(schemas)) => {
                                let named = schemas.into_iter().map(|schema| of_variant(schema, choice));
                                flattened.extend(named);
                            }
                            _ => {}
                        }
                    }
                }
                Data::Newtype(_) => {
                    // Its fields are required only for this variant.
                    let mut schema = self.data(&choice.data);
                    schema.push(key("nullable", Json::Bool(true)));
                    flattened.push(of_variant(Json::Object(schema), choice));
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
        properties.extend(fields.into_iter().map(|(name, schemas)| (name, of_all(schemas))));
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
        let data = variants.iter().filter(|choice| !matches!(choice.data, Data::Unit));
        let schemas: Vec<(&ChoiceVariant, Members)> =
            data.map(|choice| (*choice, self.data(&choice.data))).collect();
        let content_schema = match &schemas[..] {
            [] => None,
            [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => Some(first.clone()),
            [(_, first), rest @ ..] if rest.iter().all(|(_, other)| kind(other) == kind(first)) => {
                Some(of_contents(&schemas))
            }
            // No single schema describes these variants.
            _ => Some(leaf()),
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

/// A field with its different schemas, each by the first variant that has it.
type OfVariants = (String, Vec<(String, Json)>);

fn add(fields: &mut Vec<OfVariants>, (name, schema): (String, Json), variant: &str) {
    let index = fields.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
        fields.push((name, Vec::new()));
        fields.len() - 1
    });
    if let Some((_, schemas)) = fields.get_mut(index)
        && !schemas.iter().any(|(_, known)| *known == schema)
    {
        schemas.push((variant.to_owned(), schema));
    }
}

/// The first schema of a field, with all of them if there are more.
fn of_all(schemas: Vec<(String, Json)>) -> Json {
    let mut first = match schemas.first() {
        Some((_, Json::Object(first))) => first.clone(),
        _ => Vec::new(),
    };
    if schemas.len() > 1 {
        first.push(key("x-crdc-variants", Json::Object(schemas)));
    }
    Json::Object(first)
}

/// The type of a value. A value of another type counts as an object.
fn kind(schema: &Members) -> Option<&str> {
    schema.iter().find_map(|(name, value)| match (name.as_str(), value) {
        ("type", Json::String(kind)) => Some(kind.as_str()),
        ("$ref", _) => Some("object"),
        _ => None,
    })
}

/// The members that the contents of several variants require.
fn of_contents(schemas: &[(&ChoiceVariant, Members)]) -> Members {
    let all = schemas.iter().map(|(choice, schema)| {
        let mut schema = schema.clone();
        // Its fields are required only for this variant.
        schema.push(key("nullable", Json::Bool(true)));
        of_variant(Json::Object(schema), choice)
    });
    vec![key("x-crdc-flatten", Json::Array(all.collect()))]
}

/// The fields that a variant has from another type, with its name.
fn of_variant(schema: Json, choice: &ChoiceVariant) -> Json {
    let Json::Object(mut members) = schema else { return schema };
    members.push(key("x-crdc-variant", text(&choice.variant.name)));
    Json::Object(members)
}
