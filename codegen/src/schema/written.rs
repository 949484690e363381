//! Which keywords a schema has from the server's point of view: an empty string and a false flag count as
//! absent where Go cannot tell them apart.
//
// apiextensions-apiserver: pkg/apis/apiextensions/types_jsonschema.go

use super::model::{At, Dependency, Items, Property, Schema, SchemaOrBool};
use crate::source::Span;

/// A keyword that is present and not the zero value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The keyword as in the document.
    pub keyword: &'static str,
    /// The name of the server's Go field, used in its messages.
    pub go_field: &'static str,
    /// The span of the keyword.
    pub key: Span,
}

impl Schema {
    /// The keywords that are present and not zero, in the order of the server's struct.
    #[must_use]
    pub fn written(&self) -> Vec<Written> {
        let text = |at: &Option<At<String>>| at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key);
        let flag = |at: &Option<At<bool>>| at.as_ref().filter(|at| at.value).map(|at| at.key);
        fn any<T>(at: &Option<At<T>>) -> Option<Span> {
            at.as_ref().map(|at| at.key)
        }
        let table: [(&'static str, &'static str, Option<Span>); 44] = [
            ("id", "ID", text(&self.id)),
            ("$schema", "Schema", text(&self.schema)),
            ("$ref", "Ref", any(&self.reference)),
            ("description", "Description", text(&self.description)),
            ("type", "Type", text(&self.r#type)),
            ("nullable", "Nullable", flag(&self.nullable)),
            ("format", "Format", text(&self.format)),
            ("title", "Title", text(&self.title)),
            ("default", "Default", any(&self.default)),
            ("maximum", "Maximum", any(&self.maximum)),
            ("exclusiveMaximum", "ExclusiveMaximum", flag(&self.exclusive_maximum)),
            ("minimum", "Minimum", any(&self.minimum)),
            ("exclusiveMinimum", "ExclusiveMinimum", flag(&self.exclusive_minimum)),
            ("maxLength", "MaxLength", any(&self.max_length)),
            ("minLength", "MinLength", any(&self.min_length)),
            ("pattern", "Pattern", text(&self.pattern)),
            ("maxItems", "MaxItems", any(&self.max_items)),
            ("minItems", "MinItems", any(&self.min_items)),
            ("uniqueItems", "UniqueItems", flag(&self.unique_items)),
            ("multipleOf", "MultipleOf", any(&self.multiple_of)),
            ("enum", "Enum", any(&self.enumeration)),
            ("maxProperties", "MaxProperties", any(&self.max_properties)),
            ("minProperties", "MinProperties", any(&self.min_properties)),
            ("required", "Required", any(&self.required)),
            ("items", "Items", any(&self.items)),
            ("allOf", "AllOf", any(&self.all_of)),
            ("oneOf", "OneOf", any(&self.one_of)),
            ("anyOf", "AnyOf", any(&self.any_of)),
            ("not", "Not", any(&self.not)),
            ("properties", "Properties", any(&self.properties)),
            ("additionalProperties", "AdditionalProperties", any(&self.additional_properties)),
            ("patternProperties", "PatternProperties", any(&self.pattern_properties)),
            ("dependencies", "Dependencies", any(&self.dependencies)),
            ("additionalItems", "AdditionalItems", any(&self.additional_items)),
            ("definitions", "Definitions", any(&self.definitions)),
            ("externalDocs", "ExternalDocs", any(&self.external_docs)),
            ("example", "Example", any(&self.example)),
            (
                "x-kubernetes-preserve-unknown-fields",
                "XPreserveUnknownFields",
                any(&self.x_preserve_unknown_fields),
            ),
            ("x-kubernetes-embedded-resource", "XEmbeddedResource", flag(&self.x_embedded_resource)),
            ("x-kubernetes-int-or-string", "XIntOrString", flag(&self.x_int_or_string)),
            ("x-kubernetes-list-map-keys", "XListMapKeys", any(&self.x_list_map_keys)),
            ("x-kubernetes-list-type", "XListType", any(&self.x_list_type)),
            ("x-kubernetes-map-type", "XMapType", any(&self.x_map_type)),
            ("x-kubernetes-validations", "XValidations", any(&self.x_validations)),
        ];
        let written = |(keyword, go_field, key): (_, _, Option<Span>)| {
            key.map(|key| Written { keyword, go_field, key })
        };
        table.into_iter().filter_map(written).collect()
    }

    /// Whether this is the only keyword.
    #[must_use]
    pub fn has_only(&self, keyword: &str) -> bool {
        let written = self.written();
        written.len() == 1 && written[0].keyword == keyword
    }

    /// `type`; empty if absent.
    #[must_use]
    pub fn type_name(&self) -> &str {
        self.r#type.as_ref().map_or("", |at| &at.value)
    }

    /// The properties in document order.
    #[must_use]
    pub fn property_list(&self) -> &[Property] {
        self.properties.as_ref().map_or(&[], |at| &at.value)
    }

    /// The property with this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.as_ref().and_then(|at| at.value.named(name))
    }

    /// The schema of `items`, if it is a single schema.
    #[must_use]
    pub fn one_item(&self) -> Option<(&Schema, Span)> {
        match self.items.as_ref() {
            Some(At { value: Items::One(schema), key, .. }) => Some((schema, *key)),
            _ => None,
        }
    }

    /// The maximum number of items: `maxItems`, or the number of positions if `additionalItems: false` allows
    /// no others. The server has no message for the latter.
    #[must_use]
    pub fn most_items(&self) -> Option<i64> {
        let closed = match (&self.items, self.additional_items.as_ref().map(|at| &*at.value)) {
            (Some(At { value: Items::Each(list), .. }), Some(SchemaOrBool::Bool(false)))
                if !list.is_empty() =>
            {
                i64::try_from(list.len()).ok()
            }
            _ => None,
        };
        self.max_items.as_ref().map(|at| at.value).into_iter().chain(closed).min()
    }

    /// The schema of `additionalProperties`, if it is one.
    #[must_use]
    pub fn additional_schema(&self) -> Option<(&Schema, Span)> {
        self.additional_properties.as_ref().and_then(|at| at.value.schema().map(|schema| (schema, at.key)))
    }

    /// `x-kubernetes-preserve-unknown-fields: true`.
    #[must_use]
    pub fn preserves_unknown_fields(&self) -> bool {
        self.x_preserve_unknown_fields.as_ref().is_some_and(|at| at.value)
    }

    /// `x-kubernetes-embedded-resource: true`.
    #[must_use]
    pub fn is_embedded_resource(&self) -> bool {
        self.x_embedded_resource.as_ref().is_some_and(|at| at.value)
    }

    /// `x-kubernetes-int-or-string: true`.
    #[must_use]
    pub fn is_int_or_string(&self) -> bool {
        self.x_int_or_string.as_ref().is_some_and(|at| at.value)
    }

    /// `nullable: true`.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.nullable.as_ref().is_some_and(|at| at.value)
    }
}

impl SchemaOrBool {
    /// The schema, if it is one.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        match self {
            SchemaOrBool::Schema(schema) => Some(schema),
            SchemaOrBool::Bool(_) => None,
        }
    }
}

impl Dependency {
    /// The property whose presence adds the requirement.
    #[must_use]
    pub fn name(&self) -> &String {
        match self {
            Dependency::Names { name, .. } | Dependency::Schema { name, .. } => name,
        }
    }
}
