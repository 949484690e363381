//! Finds the unions of an object. In: the schema of an object. Out: its unions, with both shapes in one form.
//! A union of the older shape without a discriminator is reported, but not checked further.

use crdc_schema::{At, MemberValue, OlderUnion, Property, Schema, Topology, Unions};
use crdc_source::Span;
use crdc_source::diag::nearest;
use std::cell::Cell;
use std::collections::HashMap;

/// Limit of suggestions, and of names compared for each. Bounds the cost for documents with many errors.
const MOST_GUESSES: usize = 100;

/// An object and its unions.
pub(super) struct Object<'a> {
    /// Properties by name.
    pub(super) properties: HashMap<&'a str, &'a Property>,
    /// Property names in document order.
    names: Vec<&'a str>,
    guesses: Cell<usize>,
    /// `required`, by name.
    pub(super) required: HashMap<&'a str, Span>,
    /// Whether this is the resource or an embedded one, for which the server itself defines some fields.
    pub(super) resource: bool,
    /// Unions in document order.
    pub(super) unions: Vec<Union<'a>>,
}

/// A union.
pub(super) struct Union<'a> {
    /// The shape in which it is written.
    pub(super) shape: Shape,
    /// The location to report if something is missing.
    pub(super) key: Span,
    /// The discriminator's name and location; `None` if the older shape names none.
    pub(super) discriminator: Option<(&'a str, Span)>,
    /// The values and their location.
    pub(super) values: Option<(Span, Vec<Value<'a>>)>,
}

/// The two published shapes of unions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `fieldMembers` on the discriminator.
    Members,
    /// A list of unions on the object.
    Older,
}

/// A value of a discriminator and the field that it selects.
pub(super) struct Value<'a> {
    pub(super) value: &'a str,
    pub(super) key: Span,
    /// The field and its location; `None` if the value selects no field or could not be parsed.
    pub(super) member: Option<(&'a str, Span)>,
}

impl<'a> Object<'a> {
    pub(crate) fn of(schema: &'a Schema, root: bool) -> Object<'a> {
        let mut unions: Vec<Union<'a>> = Vec::new();
        // A union on a field that the server itself defines is reported as misplaced, and not checked
        // further.
        let servers_own = |name: &str| match name {
            "metadata" => root || schema.is_embedded_resource(),
            "apiVersion" | "kind" => root,
            _ => false,
        };
        for property in schema.property_list().iter().filter(|property| !servers_own(&property.name)) {
            if let Some(At { value: Unions::Members(values), key, span }) = &property.schema.unions {
                unions.push(of_discriminator(property, values, *key, *span));
            }
        }
        if let Some(At { value: Unions::Older(list), key, .. }) = &schema.unions
            && schema.topology() == Topology::Object
        {
            unions.extend(list.iter().map(|union| of_object(union, *key)));
        }
        unions.sort_by_key(|union| union.key);
        let empty = unions.is_empty();
        let properties = schema.property_list().iter().filter(|_| !empty);
        let required = schema.required.iter().flat_map(|at| &at.value).filter(|_| !empty);
        Object {
            names: properties.clone().map(|property| property.name.as_str()).collect(),
            guesses: Cell::new(0),
            properties: properties.map(|property| (property.name.as_str(), property)).collect(),
            required: required.map(|name| (name.value.as_str(), name.span)).collect(),
            resource: root || schema.is_embedded_resource(),
            unions,
        }
    }

    /// Suggests a property for an unknown name, other than `other_than`.
    pub(super) fn nearest(&self, name: &str, other_than: &str) -> Option<&'a str> {
        self.guesses.set(self.guesses.get() + 1);
        let names = self.names.iter().copied().filter(|found| *found != other_than);
        nearest(name, names.take(if self.guesses.get() > MOST_GUESSES { 0 } else { MOST_GUESSES }))
    }
}

fn of_discriminator<'a>(
    property: &'a Property,
    values: &'a [MemberValue],
    key: Span,
    span: Span,
) -> Union<'a> {
    let values = values.iter().map(|value| {
        let name = value.member.as_ref().and_then(|member| member.name.as_ref());
        let member = name.map(|name| (name.value.as_str(), name.span));
        Value { value: &value.value, key: value.key, member }
    });
    Union {
        shape: Shape::Members,
        key,
        discriminator: Some((&property.name, property.key)),
        values: Some((span, values.collect())),
    }
}

fn of_object(union: &OlderUnion, key: Span) -> Union<'_> {
    let values = union.fields.as_ref().map(|fields| {
        let values = fields.value.iter().map(|field| Value {
            value: &field.value.value,
            key: field.value.span,
            member: Some((field.field.as_str(), field.key)),
        });
        (fields.key, values.collect())
    });
    let discriminator = union.discriminator.as_ref().map(|name| (name.value.as_str(), name.span));
    // Flow mappings and list items have no key.
    let key = discriminator.map(|(_, span)| span).or(union.fields.as_ref().map(|at| at.key)).unwrap_or(key);
    Union { shape: Shape::Older, key, discriminator, values }
}
