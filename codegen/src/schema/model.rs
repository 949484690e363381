//! The schema as written: one field for every keyword of `JSONSchemaProps`, each with its
//! place, nothing validated and nothing normalised. `check` decides what is wrong with it,
//! `plan` what it means.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types_jsonschema.go

use super::extensions::{ImmutabilityKeywords, NoPrune, Unions};
use super::properties::Properties;
use crate::source::{Node, Span};

/// A value and the place it was written at.
#[derive(Clone, Debug, PartialEq)]
pub struct At<T> {
    /// What was written.
    pub value: T,
    /// Where its value stands.
    pub span: Span,
    /// Where its key stands.
    pub key: Span,
}

/// One schema object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The whole object.
    pub span: Span,
    /// Whether a keyword of it, or of a schema in it, has the wrong type and was left unset.
    pub misread: bool,
    /// Whether that is so of a keyword of its own.
    pub misread_here: bool,
    /// `id`; the server refuses it.
    pub id: Option<At<String>>,
    /// `$schema`; the server refuses it.
    pub schema: Option<At<String>>,
    /// `$ref`; the server refuses it.
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
    /// `uniqueItems`; the server refuses true.
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
    pub required: Option<At<Vec<At<String>>>>,
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
    /// `patternProperties`; the server refuses it.
    pub pattern_properties: Option<At<Properties>>,
    /// `dependencies`; the server refuses it.
    pub dependencies: Option<At<Vec<Dependency>>>,
    /// `additionalItems`; the server refuses it.
    pub additional_items: Option<At<Box<SchemaOrBool>>>,
    /// `definitions`; the server refuses it.
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
    /// `x-kubernetes-immutable` and its kin.
    pub marks: ImmutabilityKeywords,
    /// `x-kubernetes-unions`: on the discriminator, or in its older shape on the object.
    pub unions: Option<At<Unions>>,
    /// `x-kubernetes-normalize`: what null and empty values become.
    pub normalize: Option<At<String>>,
    /// `x-crdc-dialect`: by which dialect the marks beside it are checked.
    pub dialect: Option<At<String>>,
    /// `x-kubernetes-no-prune` in its spellings.
    pub no_prune: Vec<NoPrune>,
}

/// `items`: one schema, or the array form that structural schemas refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// Every item.
    One(Box<Schema>),
    /// Position by position.
    Each(Vec<Schema>),
}

/// A property by name, in document order.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub key: Span,
    /// What holds for it.
    pub schema: Schema,
}

/// `additionalProperties` and `additionalItems`.
// Held in a box wherever it is held.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaOrBool {
    /// `true` or `false`.
    Bool(bool),
    /// A schema.
    Schema(Schema),
}

/// One entry of `dependencies`.
// No server accepts `dependencies`: not worth a box.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum Dependency {
    /// Other properties that must be there.
    Names {
        /// The property whose presence asks for the others.
        name: String,
        /// Where its name stands.
        key: Span,
        /// What must be there.
        needs: Vec<At<String>>,
    },
    /// A schema that must hold.
    Schema {
        /// The property whose presence asks for the schema.
        name: String,
        /// Where its name stands.
        key: Span,
        /// What must hold.
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
