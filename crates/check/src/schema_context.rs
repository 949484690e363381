//! A schema with its context: its path for the server, its location for the user, and what the schemas
//! around it forbid. The walk visits every schema in the server's order.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinitionOpenAPISchema)

use super::path::Path;
use super::report::Report;
use super::validation_options::ValidationOptions;
use crdc_schema::{Dependency, Items, Schema, Topology, fields};
use crdc_source::Span;

/// A schema and its context.
#[derive(Clone, Copy)]
pub(super) struct SchemaContext<'a> {
    /// The server's field path of the schema.
    pub(super) path: &'a Path<'a>,
    /// The schema.
    pub(super) schema: &'a Schema,
    /// The key of the schema: the location to report if something is missing.
    pub(super) key: Span,
    /// Whether this is the root of the resource.
    pub(super) root: bool,
    /// Whether this is or is below `apiVersion`, `kind` or `metadata` of the resource or an embedded one.
    pub(super) inside_meta: bool,
    /// The validation options of the document.
    pub(super) validation_options: &'a ValidationOptions,
    /// The reason why a default is not allowed here, if it is not.
    pub(super) no_default: Option<NoDefault<'a>>,
    /// Whether objects are pruned by the skeleton, which allows keywords that structural schemas do not.
    pub(super) by_skeleton: bool,
    /// The container of the values of this schema.
    pub(super) held: Child<'a>,
    /// Whether this is or is below `metadata` of the resource or an embedded one.
    pub(super) inside_metadata: bool,
    /// The enclosing junctor (allOf, anyOf, oneOf, not): its keyword and location.
    pub(super) junctor: Option<(&'static str, Span)>,
    /// The location of `x-kubernetes-immutable` on an enclosing schema.
    pub(super) immutable: Option<Span>,
    /// The location of `items` of the set that contains this schema.
    pub(super) in_set: Option<Span>,
}

/// The container of a value.
#[derive(Clone, Copy)]
pub(super) enum Child<'a> {
    /// The value is the root object.
    Root,
    /// An object of this schema, as the property with this name.
    Property(&'a Schema, &'a str),
    /// A map.
    Entry,
    /// A list of this schema.
    Item(&'a Schema),
    /// Unspecified. Used for branches, and for schemas in keywords that structural schemas do not have.
    Untold,
}

impl SchemaContext<'_> {
    /// Whether this is or is below `apiVersion`, `kind` or `metadata` of the resource, or `metadata` of an
    /// embedded one, which the server itself defines. `apiVersion` and `kind` of an embedded resource do not
    /// count: a schema may restrict them.
    pub(super) fn servers_own(&self) -> bool {
        let embedded = matches!(self.held, Child::Property(parent, _) if parent.is_embedded_resource());
        self.inside_metadata || (self.inside_meta && !embedded)
    }
}

/// The reason why a default is not allowed.
#[derive(Clone, Copy)]
pub(super) enum NoDefault<'a> {
    /// The server itself defines this field of the root.
    TopLevel(&'a str),
    /// The schema is below a map in metadata.
    MetadataMap,
}

/// A rule that checks one schema.
pub(super) type Rule = fn(&SchemaContext<'_>, &mut Report);

/// Runs the rules on this schema and all schemas below it.
pub(super) fn walk(place: &SchemaContext<'_>, rules: &[Rule], report: &mut Report) {
    let schema = place.schema;
    fields!(schema =>
        not all_of one_of any_of definitions items dependencies marks;
        // Methods of the schema read these.
        ignored: properties additional_properties
        // They have no schemas, or the server does not walk into them.
        span misread misread_here id schema reference description r#type format title default maximum
        exclusive_maximum minimum exclusive_minimum max_length min_length pattern max_items min_items
        unique_items multiple_of enumeration max_properties min_properties required pattern_properties
        additional_items external_docs example nullable x_preserve_unknown_fields x_embedded_resource
        x_int_or_string x_list_map_keys x_list_type x_map_type x_validations unions normalize dialect no_prune
    );
    let start = report.len();
    // Do not report follow-up errors of a wrong type.
    for rule in rules.iter().filter(|_| !schema.misread) {
        rule(place, report);
    }
    report.blame(start, || place.path.shown());
    let mark = marks.immutable.as_ref().filter(|at| at.value && !place.root);
    let place = &SchemaContext {
        immutable: place.immutable.or(mark.map(|at| at.key)),
        held: Child::Untold,
        ..*place
    };
    if let Some((found, key)) = schema.additional_schema() {
        let no_default = if place.inside_meta { Some(NoDefault::MetadataMap) } else { place.no_default };
        let held = Child::Entry;
        inner(
            &SchemaContext { no_default, held, ..*place },
            "additionalProperties",
            found,
            key,
            rules,
            report,
        );
    }
    let properties = place.path.child("properties");
    for property in schema.property_list() {
        let meta = (place.root || schema.is_embedded_resource())
            && ["metadata", "kind", "apiVersion"].contains(&property.name.as_str());
        let no_default =
            if meta && place.root { Some(NoDefault::TopLevel(&property.name)) } else { place.no_default };
        let found = SchemaContext {
            path: &properties.key(&property.name),
            schema: &property.schema,
            key: property.key,
            root: false,
            inside_meta: place.inside_meta || meta,
            no_default,
            held: Child::Property(schema, &property.name),
            inside_metadata: place.inside_metadata || (meta && property.name == "metadata"),
            ..*place
        };
        walk(&found, rules, report);
    }
    if let Some(not) = not {
        let place = &SchemaContext { junctor: place.junctor.or(Some(("not", not.key))), ..*place };
        inner(place, "not", &not.value, not.key, rules, report);
    }
    for (name, list) in [("allOf", all_of), ("oneOf", one_of), ("anyOf", any_of)] {
        if let Some(list) = list {
            let place = &SchemaContext { junctor: place.junctor.or(Some((name, list.key))), ..*place };
            each(place, name, &list.value, rules, report);
        }
    }
    if let Some(definitions) = definitions {
        let path = place.path.child("definitions");
        for found in &definitions.value {
            keyed(place, &path.key(&found.name), &found.schema, found.key, rules, report);
        }
    }
    match items.as_ref().map(|items| (&items.value, items.key)) {
        Some((Items::One(found), key)) => {
            let set = (schema.topology() == Topology::Set).then_some(key);
            let place = &SchemaContext { held: Child::Item(schema), in_set: place.in_set.or(set), ..*place };
            inner(place, "items", found, key, rules, report);
        }
        Some((Items::Each(list), _)) => each(place, "items", list, rules, report),
        None => {}
    }
    if let Some(dependencies) = dependencies {
        let path = place.path.child("dependencies");
        for dependency in &dependencies.value {
            if let Dependency::Schema { name, key, schema } = dependency {
                keyed(place, &path.key(name), schema, *key, rules, report);
            }
        }
    }
}

fn inner(
    place: &SchemaContext<'_>,
    name: &str,
    schema: &Schema,
    key: Span,
    rules: &[Rule],
    report: &mut Report,
) {
    keyed(place, &place.path.child(name), schema, key, rules, report);
}

fn each(place: &SchemaContext<'_>, name: &str, list: &[Schema], rules: &[Rule], report: &mut Report) {
    let path = place.path.child(name);
    for (index, schema) in list.iter().enumerate() {
        keyed(place, &path.index(index), schema, start(schema), rules, report);
    }
}

fn keyed(
    place: &SchemaContext<'_>,
    path: &Path<'_>,
    schema: &Schema,
    key: Span,
    rules: &[Rule],
    report: &mut Report,
) {
    walk(&SchemaContext { path, schema, key, root: false, ..*place }, rules, report);
}

/// The location to report for a list element, which has no key: its first key, or the whole element.
pub(super) fn start(schema: &Schema) -> Span {
    schema.written().iter().map(|written| written.key).min().unwrap_or(schema.span)
}
