//! Attaches markers to the types that they constrain and rejects invalid ones. Each family of rules is a
//! file.
//!
//! These are the rules of crdc-check for CustomResourceDefinitions, applied to items: positions are Rust
//! spans, messages name markers and attributes, and other types are unknown. The two share only the codes:
//! see `docs/decisions/0017-derive-rules-of-items.md`.
//!
//! A macro sees one item with spans of rustc, markers and attributes, and has information that no schema
//! contains: whether a value can be absent, whether it is skipped, which function serializes it. It uses
//! crdc-schema for checks by a schema: whether a default or an enum value has its type. Rules across types
//! are checked when the CRD is published.

mod constraints;
mod defaults;
mod limits;
mod lists;
mod lowered;
mod marks;
pub(super) mod names;
mod place;
mod presence;
mod unions;

pub(super) use lowered::{of_fields, of_items, of_type};
pub(super) use place::fits;
pub(super) use presence::SKIP_NONE;
pub(super) use unions::unions;

use super::diag::{Diagnostics, Problem};
use super::markers::{At, Logged, MapType, MarkerSet, Stand};
use super::model::{Body, Field, Form};
use crdc_source::diag::Code;
use proc_macro2::Span;

/// Applies the markers of a named field. `skip` is the span of `skip_serializing_if`.
pub(crate) fn field(field: &mut Field, markers: &MarkerSet, skip: Option<Span>, problems: &mut Diagnostics) {
    place::places(&field.form, markers, problems);
    presence::presence(field, markers, skip, problems);
    value(&mut field.form, markers, problems);
    presence::null_of_values(field, problems);
    marks::field(field, markers, problems);
    defaults::default(field, markers, problems);
}

/// Applies the markers of the field of a newtype. It is not a field in JSON, so nothing can set or clear it.
pub(crate) fn inner(field: &mut Field, markers: &MarkerSet, problems: &mut Diagnostics) {
    for logged in markers.log.iter().filter(|logged| !logged.marker.stands.contains(&Stand::Item)) {
        problems.add(Problem::new(
            Code::MarkerMisplaced,
            logged.at.span,
            format!("`{}` is not allowed in a newtype, which has no field in JSON", logged.at.text),
            "move it to the fields that have this type",
        ));
    }
    place::places(&field.form, markers, problems);
    value(&mut field.form, markers, problems);
}

/// Applies the markers of a type.
pub(super) fn item(body: &mut Body, markers: &MarkerSet, problems: &mut Diagnostics) {
    if let Some(at) = markers.enumeration.as_ref().filter(|_| !matches!(body, Body::Text(_))) {
        problems.add(Problem::new(
            Code::MarkerMisplaced,
            at.span,
            format!("`{}` applies to enums of unit variants, but this is not one", at.text),
            "remove it; for a string, write `+kubebuilder:validation:Enum=A;B`",
        ));
    }
    // Rules are checked with all others (`cel`).
    let is_rule = |logged: &&Logged| logged.marker.name == super::markers::RULE;
    let others = || {
        let asks = |logged: &&Logged| logged.marker.on != super::markers::On::UnitEnums;
        markers.log.iter().filter(asks).filter(move |logged| !is_rule(logged))
    };
    match body {
        Body::Transparent(field) => {
            place::places(&field.form, markers, problems);
            value(&mut field.form, markers, problems);
        }
        Body::Object(object) => {
            object.atomic = matches!(markers.map_type, Some((MapType::Atomic, _)));
            for logged in others().filter(|logged| logged.marker.on != super::markers::On::Objects) {
                misplaced(&logged.at, "a struct with fields", logged.marker.on.words(), problems);
            }
        }
        Body::Text(_) | Body::Choice(_) | Body::Leaf(_) => {
            let what = match body {
                Body::Leaf(_) => "a type that is compared as a whole",
                _ => "an enum, whose variants define its values",
            };
            for logged in others() {
                misplaced(&logged.at, what, logged.marker.on.words(), problems);
            }
        }
    }
}

fn misplaced(at: &At, what: &str, places: &str, problems: &mut Diagnostics) {
    let message = format!("`{}` applies to {places}, but this is {what}", at.text);
    problems.add(Problem::new(Code::MarkerMisplaced, at.span, message, "remove it"));
}

/// Applies the markers of a value at any position, and of its items or values.
fn value(form: &mut Form, markers: &MarkerSet, problems: &mut Diagnostics) {
    lists::lists(form, markers, problems);
    constraints::constraints(form, markers, problems);
    let Some(each) = &markers.each else { return };
    if let Form::List { items: inner, .. } | Form::Map { values: inner, .. } = form.core_mut() {
        place::places(inner, each, problems);
        value(inner, each, problems);
        marks::each(form, markers, problems);
    }
}

/// Reports markers that have no effect at their position.
pub(super) fn nothing_may_be_said(markers: &MarkerSet, why: &str, help: &str, problems: &mut Diagnostics) {
    let each = markers.each.iter().flat_map(|each| &each.log);
    for logged in markers.log.iter().chain(each) {
        let message = format!("`{}` has no effect here: {why}", logged.at.text);
        problems.add(Problem::new(Code::MarkerMisplaced, logged.at.span, message, help));
    }
}
