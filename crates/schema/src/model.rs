//! The schema as written: one field for every keyword of `JSONSchemaProps`, each with its span. Nothing is
//! validated or normalized: crdc-check reports errors, crdc-plan derives the meaning.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types_jsonschema.go

use super::at::At;
use super::extensions::{ImmutabilityKeywords, NoPrune, Unions};
use super::required::RequiredNames;
use crdc_source::{Node, Span};
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};

/// Below this number of names, a linear search is faster than a table.
const TABLE_FROM: usize = 16;

/// One schema object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The whole object.
    pub span: Span,
    /// Whether a keyword of this schema, or of a nested one, has the wrong type and was left unset.
    pub misread: bool,
    /// Whether a keyword of this schema itself has the wrong type.
    pub misread_here: bool,
    /// `id`; the server rejects it.
    pub id: Option<At<String>>,
    /// `$schema`; the server rejects it.
    pub schema: Option<At<String>>,
    /// `$ref`; the server rejects it.
    pub reference: Option<At<String>>,
    /// `description`.
    pub description: Option<At<String>>,
    /// `type`.
    pub r#type: Option<At<String>>,
    /// `format`.
    pub format: Option<At<String>>,
    /// `title`.
    pub title: Option<At<String>>,
    /// `default`. Null counts as absent.
    pub default: Option<At<Node>>,
    /// `maximum`.
    pub maximum: Option<At<f64>>,
    /// `exclusiveMaximum`: makes `maximum` exclusive.
    pub exclusive_maximum: Option<At<bool>>,
    /// `minimum`.
    pub minimum: Option<At<f64>>,
    /// `exclusiveMinimum`: makes `minimum` exclusive.
    pub exclusive_minimum: Option<At<bool>>,
    /// `maxLength`, in code points.
    pub max_length: Option<At<i64>>,
    /// `minLength`, in code points.
    pub min_length: Option<At<i64>>,
    /// `pattern`, RE2 syntax, unanchored.
    pub pattern: Option<At<String>>,
    /// `maxItems`.
    pub max_items: Option<At<i64>>,
    /// `minItems`.
    pub min_items: Option<At<i64>>,
    /// `uniqueItems`; the server rejects `true`.
    pub unique_items: Option<At<bool>>,
    /// `multipleOf`.
    pub multiple_of: Option<At<f64>>,
    /// `enum`.
    pub enumeration: Option<At<Vec<Node>>>,
    /// `maxProperties`.
    pub max_properties: Option<At<i64>>,
    /// `minProperties`.
    pub min_properties: Option<At<i64>>,
    /// `required`.
    pub required: Option<At<RequiredNames>>,
    /// `items`.
    pub items: Option<At<Items>>,
    /// `allOf`.
    pub all_of: Option<At<Vec<Schema>>>,
    /// `oneOf`.
    pub one_of: Option<At<Vec<Schema>>>,
    /// `anyOf`.
    pub any_of: Option<At<Vec<Schema>>>,
    /// `not`.
    pub not: Option<At<Box<Schema>>>,
    /// `properties`, in document order.
    pub properties: Option<At<Properties>>,
    /// `additionalProperties`.
    pub additional_properties: Option<At<Box<SchemaOrBool>>>,
    /// `patternProperties`; the server rejects it.
    pub pattern_properties: Option<At<Properties>>,
    /// `dependencies`; the server rejects it.
    pub dependencies: Option<At<Vec<Dependency>>>,
    /// `additionalItems`; the server rejects it.
    pub additional_items: Option<At<Box<SchemaOrBool>>>,
    /// `definitions`; the server rejects it.
    pub definitions: Option<At<Properties>>,
    /// `externalDocs`, verbatim.
    pub external_docs: Option<At<Node>>,
    /// `example`, verbatim.
    pub example: Option<At<Node>>,
    /// `nullable`.
    pub nullable: Option<At<bool>>,
    /// `x-kubernetes-preserve-unknown-fields`.
    pub x_preserve_unknown_fields: Option<At<bool>>,
    /// `x-kubernetes-embedded-resource`.
    pub x_embedded_resource: Option<At<bool>>,
    /// `x-kubernetes-int-or-string`.
    pub x_int_or_string: Option<At<bool>>,
    /// `x-kubernetes-list-map-keys`.
    pub x_list_map_keys: Option<At<Vec<At<String>>>>,
    /// `x-kubernetes-list-type`: `atomic`, `set` or `map`.
    pub x_list_type: Option<At<String>>,
    /// `x-kubernetes-map-type`: `granular` or `atomic`.
    pub x_map_type: Option<At<String>>,
    /// `x-kubernetes-validations`: rules in CEL.
    pub x_validations: Option<At<Vec<Rule>>>,
    /// `x-kubernetes-immutable` and the related keywords.
    pub marks: ImmutabilityKeywords,
    /// `x-kubernetes-unions`: on the discriminator, or in its older form on the object.
    pub unions: Option<At<Unions>>,
    /// `x-kubernetes-normalize`: what null and empty values become.
    pub normalize: Option<At<String>>,
    /// `x-crdc-dialect`: the dialect that checks the immutability extensions of the same schema.
    pub dialect: Option<At<String>>,
    /// `x-kubernetes-no-prune` and its other spellings.
    pub no_prune: Vec<NoPrune>,
}

/// `items`: one schema, or the array form, which structural schemas do not allow.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// The schema of every item.
    One(Box<Schema>),
    /// A schema per position.
    Each(Vec<Schema>),
}

/// A property by name, in document order.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The name.
    pub name: String,
    /// The span of the name.
    pub key: Span,
    /// The schema of its value.
    pub schema: Schema,
}

/// The value of `properties` and of keywords like it: schemas by name, in document order. **Lookup by name
/// takes constant time**, whatever their number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties {
    list: Vec<Property>,
    /// The index of each name, if there are many. For duplicate names, the first.
    places: HashMap<String, usize>,
}

impl Properties {
    /// The property with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Property> {
        if self.list.len() < TABLE_FROM {
            return self.list.iter().find(|property| property.name == name);
        }
        self.list.get(*self.places.get(name)?)
    }

    /// Converts the properties to a list.
    #[must_use]
    pub fn into_list(self) -> Vec<Property> {
        self.list
    }
}

impl From<Vec<Property>> for Properties {
    fn from(list: Vec<Property>) -> Properties {
        let mut places = HashMap::new();
        if list.len() >= TABLE_FROM {
            for (place, property) in list.iter().enumerate() {
                places.entry(property.name.clone()).or_insert(place);
            }
        }
        Properties { list, places }
    }
}

impl Deref for Properties {
    type Target = [Property];

    fn deref(&self) -> &[Property] {
        &self.list
    }
}

/// Mutable access, for changing the schemas. Lookup does not find a name that was changed.
impl DerefMut for Properties {
    fn deref_mut(&mut self) -> &mut [Property] {
        &mut self.list
    }
}

impl<'p> IntoIterator for &'p Properties {
    type Item = &'p Property;
    type IntoIter = std::slice::Iter<'p, Property>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'p> IntoIterator for &'p mut Properties {
    type Item = &'p mut Property;
    type IntoIter = std::slice::IterMut<'p, Property>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter_mut()
    }
}

/// `additionalProperties` and `additionalItems`.
// Always boxed.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaOrBool {
    /// `true` or `false`.
    Bool(bool),
    /// A schema.
    Schema(Schema),
}

/// One entry of `dependencies`.
// No server accepts `dependencies`, so boxing is not worthwhile.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum Dependency {
    /// Other properties that must be present.
    Names {
        /// The property whose presence requires the others.
        name: String,
        /// The span of its name.
        key: Span,
        /// The required properties.
        needs: Vec<At<String>>,
    },
    /// A schema that the object must match.
    Schema {
        /// The property whose presence requires the schema.
        name: String,
        /// The span of its name.
        key: Span,
        /// The required schema.
        schema: Schema,
    },
}

/// One entry of `x-kubernetes-validations`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// The whole object.
    pub span: Span,
    /// `rule`: the expression.
    pub rule: Option<At<String>>,
    /// `message`.
    pub message: Option<At<String>>,
    /// `messageExpression`.
    pub message_expression: Option<At<String>>,
    /// `reason`.
    pub reason: Option<At<String>>,
    /// `fieldPath`.
    pub field_path: Option<At<String>>,
    /// `optionalOldSelf`.
    pub optional_old_self: Option<At<bool>>,
}

impl Rule {
    /// The expression of the rule, or of its message; empty if there is none.
    #[must_use]
    pub fn expression(&self, message: bool) -> &str {
        let text = if message { &self.message_expression } else { &self.rule };
        text.as_ref().map_or("", |at| &at.value)
    }

    /// `optionalOldSelf: true`.
    #[must_use]
    pub fn has_optional_old_self(&self) -> bool {
        self.optional_old_self.as_ref().is_some_and(|at| at.value)
    }

    /// Whether the rule names `oldSelf` outside of string literals.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        let text = self.expression(false);
        let (mut word, mut quote, mut escaped) = (String::new(), None, false);
        for c in text.chars().chain([' ']) {
            match quote {
                Some(_) if escaped => escaped = false,
                Some(_) if c == '\\' => escaped = true,
                Some(open) if c == open => quote = None,
                Some(_) => {}
                None if c.is_alphanumeric() || c == '_' => word.push(c),
                None => {
                    if word == "oldSelf" {
                        return true;
                    }
                    word.clear();
                    quote = Some(c).filter(|c| matches!(c, '"' | '\''));
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_are_found_by_name() {
        for count in [3, 40] {
            let property = |index: usize| Property {
                name: format!("p{}", index / 2),
                key: crdc_source::Span { start: index as u32, end: index as u32 },
                schema: Default::default(),
            };
            let all = Properties::from((0..count).map(property).collect::<Vec<_>>());
            assert_eq!(all.named("p1").map(|property| property.key.start), Some(2));
            assert!(all.named("p100").is_none());
            assert_eq!(all.len(), count);
        }
    }
}
