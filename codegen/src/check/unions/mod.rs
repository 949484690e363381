//! What the unions design refuses, and what it takes and should not be written, a topic a file. No server
//! knows `x-kubernetes-unions`, so none of the findings has words of a server's.
//!
//! Easy to break: a union is validated at the object that it spans (`found.rs` brings both shapes into one
//! form there), not at its discriminator.
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

/// Everything about the unions of one object.
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
