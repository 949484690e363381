//! Checks unions: errors of the design, and warnings; one file per topic. No server implements
//! `x-kubernetes-unions`, so the findings have no server messages.
//!
//! A union is validated at the object that contains its fields (`found.rs` converts both shapes to one form
//! there), not at its discriminator.
//
// The unions design (KEP 1027); kube-openapi: pkg/generators/union.go

mod discriminator;
mod found;
mod immutable;
mod members;
mod places;
mod shared;
mod values;

pub(super) use places::places;

use super::report::Report;
use super::schema_context::SchemaContext;
use crdc_schema::Schema;
use crdc_source::Span;

/// Checks the unions of one object.
pub(super) fn unions(place: &SchemaContext<'_>, report: &mut Report) {
    if place.junctor.is_some() || place.inside_metadata {
        return;
    }
    let object = found::Object::of(place.schema, place.root);
    for union in &object.unions {
        discriminator::discriminator(union, &object, report);
        members::members(union, &object, report);
        values::values(union, &object, report);
        immutable::immutable(union, &object, place, report);
    }
    shared::shared(&object, report);
}

/// The fields of an object that are members of its unions, each with the place that names it. `root` is
/// whether the object is the resource.
pub(super) fn members(schema: &Schema, root: bool) -> Vec<(&str, Span)> {
    let unions =
        found::Object::of(schema, root).unions.into_iter().filter(|union| union.discriminator.is_some());
    let values = unions.filter_map(|union| union.values).flat_map(|(_, values)| values);
    values.filter_map(|value| value.member).collect()
}
