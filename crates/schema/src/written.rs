//! The keywords of a schema from the server's point of view: an empty string and a false flag count as absent
//! where Go does not distinguish them from absent values.
//
// apiextensions-apiserver: pkg/apis/apiextensions/types_jsonschema.go

use super::at::At;
use super::fields;
use super::model::{Dependency, Items, Properties, Property, Schema, SchemaOrBool};
use crdc_source::{Node, Span};

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
        fields!(self =>
            id schema reference description r#type format title default maximum exclusive_maximum minimum
            exclusive_minimum max_length min_length pattern max_items min_items unique_items multiple_of
            enumeration max_properties min_properties required items all_of one_of any_of not properties
            additional_properties pattern_properties dependencies additional_items definitions external_docs
            example nullable x_preserve_unknown_fields x_embedded_resource x_int_or_string x_list_map_keys
            x_list_type x_map_type x_validations;
            // Not keywords, and extensions that no server knows.
            ignored: span misread misread_here marks unions normalize dialect no_prune
        );
        let text = |at: &Option<At<String>>| at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key);
        let flag = |at: &Option<At<bool>>| at.as_ref().filter(|at| at.value).map(|at| at.key);
        fn any<T>(at: &Option<At<T>>) -> Option<Span> {
            at.as_ref().map(|at| at.key)
        }
        let table: [(&'static str, &'static str, Option<Span>); 44] = [
            ("id", "ID", text(id)),
            ("$schema", "Schema", text(schema)),
            ("$ref", "Ref", any(reference)),
            ("description", "Description", text(description)),
            ("type", "Type", text(r#type)),
            ("nullable", "Nullable", flag(nullable)),
            ("format", "Format", text(format)),
            ("title", "Title", text(title)),
            ("default", "Default", any(default)),
            ("maximum", "Maximum", any(maximum)),
            ("exclusiveMaximum", "ExclusiveMaximum", flag(exclusive_maximum)),
            ("minimum", "Minimum", any(minimum)),
            ("exclusiveMinimum", "ExclusiveMinimum", flag(exclusive_minimum)),
            ("maxLength", "MaxLength", any(max_length)),
            ("minLength", "MinLength", any(min_length)),
            ("pattern", "Pattern", text(pattern)),
            ("maxItems", "MaxItems", any(max_items)),
            ("minItems", "MinItems", any(min_items)),
            ("uniqueItems", "UniqueItems", flag(unique_items)),
            ("multipleOf", "MultipleOf", any(multiple_of)),
            ("enum", "Enum", any(enumeration)),
            ("maxProperties", "MaxProperties", any(max_properties)),
            ("minProperties", "MinProperties", any(min_properties)),
            ("required", "Required", any(required)),
            ("items", "Items", any(items)),
            ("allOf", "AllOf", any(all_of)),
            ("oneOf", "OneOf", any(one_of)),
            ("anyOf", "AnyOf", any(any_of)),
            ("not", "Not", any(not)),
            ("properties", "Properties", any(properties)),
            ("additionalProperties", "AdditionalProperties", any(additional_properties)),
            ("patternProperties", "PatternProperties", any(pattern_properties)),
            ("dependencies", "Dependencies", any(dependencies)),
            ("additionalItems", "AdditionalItems", any(additional_items)),
            ("definitions", "Definitions", any(definitions)),
            ("externalDocs", "ExternalDocs", any(external_docs)),
            ("example", "Example", any(example)),
            (
                "x-kubernetes-preserve-unknown-fields",
                "XPreserveUnknownFields",
                any(x_preserve_unknown_fields),
            ),
            ("x-kubernetes-embedded-resource", "XEmbeddedResource", flag(x_embedded_resource)),
            ("x-kubernetes-int-or-string", "XIntOrString", flag(x_int_or_string)),
            ("x-kubernetes-list-map-keys", "XListMapKeys", any(x_list_map_keys)),
            ("x-kubernetes-list-type", "XListType", any(x_list_type)),
            ("x-kubernetes-map-type", "XMapType", any(x_map_type)),
            ("x-kubernetes-validations", "XValidations", any(x_validations)),
        ];
        let written = |(keyword, go_field, key): (_, _, Option<Span>)| {
            key.map(|key| Written { keyword, go_field, key })
        };
        table.into_iter().filter_map(written).collect()
    }

    /// The keywords that the server's conversion to a structural schema keeps: empty lists of schemas and of
    /// values are dropped, as is what no schema may have if it is empty, and what is no schema is read as no
    /// items.
    // apiextensions-apiserver: pkg/apiserver/schema/convert.go
    #[must_use]
    pub fn kept(&self) -> Vec<Written> {
        fn is_empty<T>(at: &Option<At<Vec<T>>>) -> bool {
            at.as_ref().is_some_and(|at| at.value.is_empty())
        }
        let has_no_schemas = |at: &Option<At<Properties>>| at.as_ref().is_some_and(|at| at.value.is_empty());
        let is_dropped = |keyword: &str| match keyword {
            "items" => matches!(&self.items, Some(At { value: Items::Each(list), .. }) if list.is_empty()),
            "enum" => is_empty(&self.enumeration),
            "allOf" => is_empty(&self.all_of),
            "anyOf" => is_empty(&self.any_of),
            "oneOf" => is_empty(&self.one_of),
            "$ref" => self.reference.as_ref().is_some_and(|at| at.value.is_empty()),
            "definitions" => has_no_schemas(&self.definitions),
            "dependencies" => is_empty(&self.dependencies),
            "patternProperties" => has_no_schemas(&self.pattern_properties),
            _ => false,
        };
        self.written().into_iter().filter(|written| !is_dropped(written.keyword)).collect()
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

    /// Whether this is an object in which every field is unknown, and pruned.
    #[must_use]
    pub fn is_fieldless(&self) -> bool {
        self.type_name() == "object"
            && self.property_list().is_empty()
            && self.additional_properties.is_none()
            && !self.preserves_unknown_fields()
            && !self.is_embedded_resource()
            && !self.is_int_or_string()
    }

    /// The first default of a field, if the value has none itself and an empty object would be valid: none of
    /// its fields is required without having a default, and no branch requires more.
    #[must_use]
    pub fn first_nested_default(&self) -> Option<&At<Node>> {
        let list = self.property_list();
        let unmet = |name: &At<String>| {
            self.property(&name.value).is_none_or(|property| property.schema.default.is_none())
        };
        let needs = self.required.iter().flat_map(|list| &list.value).any(unmet);
        let least = self.min_properties.as_ref().is_some_and(|least| least.value > 0);
        let branches =
            self.any_of.is_some() || self.one_of.is_some() || self.all_of.is_some() || self.not.is_some();
        // Embedded resources have required fields of their own.
        let open = self.type_name() == "object" && !self.is_embedded_resource() && !branches;
        if !open || self.default.is_some() || needs || least {
            return None;
        }
        list.iter().find_map(|property| property.schema.default.as_ref())
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
