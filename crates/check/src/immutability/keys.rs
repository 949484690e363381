//! Extensions for keys must be on schemas with keys. The key fields of such a list must be immutable, because
//! they identify its items.

use super::places::refused;
use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_schema::{Immutability, Schema, Topology};
use crdc_source::diag::Code;
use std::collections::HashMap;

pub(crate) fn keys(place: &SchemaContext<'_>, report: &mut Report) {
    let topology = place.schema.topology();
    for (mark, at) in place.schema.marks.set().filter(|(mark, _)| *mark != Immutability::Immutable) {
        let members = mark != Immutability::ImmutableKeys;
        let atomic = is_atomic_map(place.schema);
        if refused(place) || (topology.has_keys() && !atomic && (members || topology != Topology::Set)) {
            continue;
        }
        let (what, help) = words(place.schema, topology, members);
        let label = match topology {
            Topology::Set => "the items of a set are its keys",
            Topology::Map => "an atomic map is one value",
            _ => "this has no keys",
        };
        report
            .add(
                Code::ImmutableKeysMisplaced,
                at.key,
                format!("`{}` cannot be used on {what}", mark.keyword()),
            )
            .label(label)
            .help(help);
    }
}

/// Returns whether the schema is an atomic map: it has one owner and is replaced as a whole, like an atomic
/// list.
fn is_atomic_map(schema: &Schema) -> bool {
    schema.topology() == Topology::Map && schema.x_map_type.as_ref().is_some_and(|at| at.value == "atomic")
}

/// Returns a name for the schema's topology, and the help text.
fn words(schema: &Schema, topology: Topology, members: bool) -> (String, &'static str) {
    let named = match schema.type_name() {
        "integer" => "an integer".to_owned(),
        "" => "an integer or string".to_owned(),
        name => format!("a {name}"),
    };
    match topology {
        Topology::Set => {
            ("a set".to_owned(), "write `x-kubernetes-immutable: true`: the items of a set may be reordered")
        }
        Topology::Scalar => (named, "write `x-kubernetes-immutable: true`"),
        Topology::List if members => (
            "a list without keys".to_owned(),
            "write `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys` beside it, or \
             `x-kubernetes-list-type: set`; or write `x-kubernetes-immutable: true` on the whole list",
        ),
        Topology::List => (
            "a list without keys".to_owned(),
            "write `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys` beside it, or write \
             `x-kubernetes-immutable: true` on the whole list",
        ),
        Topology::Object => (
            "an object with `properties`".to_owned(),
            "write `x-kubernetes-immutable: true` on the object or on its fields; a map has \
             `additionalProperties`",
        ),
        Topology::Map => (
            "an atomic map".to_owned(),
            "remove `x-kubernetes-map-type: atomic`, or write `x-kubernetes-immutable: true` on the whole map",
        ),
        Topology::ListMap | Topology::Any => (
            "a value of any kind".to_owned(),
            "define the value as a map, with `additionalProperties`, or as a list of type `map`",
        ),
    }
}

pub(crate) fn list_keys(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let Some((mark, at)) = schema.marks.set().find(|(mark, _)| *mark != Immutability::Immutable) else {
        return;
    };
    let (Some(keys), Some((items, _))) = (&schema.x_list_map_keys, schema.one_item()) else { return };
    let is_immutable = |schema: &Schema| schema.marks.immutable.as_ref().is_some_and(|at| at.value);
    let covered = place.immutable.is_some() || is_immutable(schema) || is_immutable(items);
    if refused(place) || covered || schema.topology() != Topology::ListMap {
        return;
    }
    let properties: HashMap<&str, _> =
        items.property_list().iter().map(|property| (property.name.as_str(), property)).collect();
    for key in &keys.value {
        // The server reports keys that are not properties.
        let Some(property) = properties.get(key.value.as_str()) else { continue };
        if is_immutable(&property.schema) {
            continue;
        }
        let message =
            format!("`{}` is a key of a list whose keys are immutable, but is not immutable", key.value);
        report
            .add(Code::ListKeysNotImmutable, property.key, message)
            .note(at.key, format!("`{}`", mark.keyword()))
            .help("add `x-kubernetes-immutable: true` to it: it identifies the items");
    }
}
