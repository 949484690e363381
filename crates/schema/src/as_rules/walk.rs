//! Visits the schemas of a version. In: a schema. Out: calls of the function that lowers each extension, with
//! its place, its container, and whether rules can read the old value.
//!
//! Easy to break: extensions of immutability below an immutable value have no effect, but unions there do.

use std::collections::HashSet;

use super::lowering::Lowering;
use super::place::{Fields, Holder, Place};
use super::{keys, older, unions, values};
use crate::{Immutability, Schema, Topology, Unions};

/// Visits a resource.
pub(super) fn root<'s>(lowering: &mut Lowering<'s>, schema: &'s Schema) {
    object(lowering, schema, &Place::root(), &["apiVersion", "kind", "metadata"], &HashSet::new());
}

/// Visits an object; `keys` are those of the list map of which it is an item.
fn object<'s>(
    lowering: &mut Lowering<'s>,
    schema: &'s Schema,
    place: &Place,
    without: &[&str],
    keys: &HashSet<&str>,
) {
    let fields = Fields::of(schema);
    if let Some(Unions::Older(list)) = schema.unions.as_ref().map(|at| &at.value) {
        let key = schema.unions.as_ref().map(|at| at.key).unwrap_or_default();
        list.iter().for_each(|union| older::lower(lowering, &fields, place, union, key));
    }
    let has_fields = super::seen::has_fields(schema);
    for property in
        schema.property_list().iter().filter(|property| !without.contains(&property.name.as_str()))
    {
        let of = lowering.field(place, &property.name);
        if let Some(at) = &property.schema.unions
            && let Unions::Members(values) = &at.value
        {
            unions::lower(lowering, &fields, place, property, (values, at.key));
        }
        // Items with other keys are other items.
        let is_key = keys.contains(property.name.as_str());
        let name = super::seen::field(property).filter(|_| has_fields);
        let holder = Holder::Field { object: place, name, property };
        value(lowering, &property.schema, &Place { inside: of.inside || is_key, ..of }, &holder);
    }
}

/// Visits a value.
fn value<'s>(lowering: &mut Lowering<'s>, schema: &'s Schema, place: &Place, holder: &Holder<'_, 's>) {
    lowering.others(schema, place);
    if !place.inside && !place.in_set {
        let guarded = matches!(holder, Holder::Field { name: Some(_), .. });
        if schema.is_nullable() && !guarded && place.correlates {
            for (mark, at) in schema.marks.set() {
                lowering.missed(place, mark.keyword(), "it becomes null: rules do not run for null", at.key);
            }
        }
        for (mark, at) in schema.marks.set() {
            match mark {
                // The table of dialects reports it.
                _ if !place.correlates => {}
                Immutability::Immutable => values::lower(lowering, schema, place, holder, at.key),
                _ => keys::lower(lowering, schema, place, holder, (mark, at.key)),
            }
        }
    }
    let inside = place.inside || schema.marks.immutable.as_ref().is_some_and(|at| at.value);
    let place = &Place { inside, ..place.clone() };
    let topology = schema.topology();
    match topology {
        Topology::Object => {
            let without: &[&str] = if schema.is_embedded_resource() { &["metadata"] } else { &[] };
            object(lowering, schema, place, without, &HashSet::new());
        }
        Topology::Map => {
            if let Some((values, _)) = schema.additional_schema() {
                let of = lowering.below(place, "additionalProperties", "{}");
                value(lowering, values, &of, &Holder::Other);
            }
        }
        Topology::ListMap | Topology::Set | Topology::List => {
            let Some((items, _)) = schema.one_item() else { return };
            let of = lowering.below(place, "items", "[]");
            let of = Place {
                correlates: of.correlates && topology == Topology::ListMap,
                in_set: of.in_set || topology == Topology::Set,
                ..of
            };
            let immutable = items.marks.immutable.as_ref().is_some_and(|at| at.value);
            if topology == Topology::ListMap && items.topology() == Topology::Object && !immutable {
                lowering.others(items, &of);
                let keys = schema.x_list_map_keys.iter().flat_map(|at| &at.value);
                let keys: HashSet<&str> = keys.map(|key| key.value.as_str()).collect();
                let without: &[&str] = if items.is_embedded_resource() { &["metadata"] } else { &[] };
                object(lowering, items, &of, without, &keys);
            } else {
                value(lowering, items, &of, &Holder::Other);
            }
        }
        Topology::Scalar | Topology::Any => {}
    }
}
