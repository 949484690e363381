//! Writes the schema of a form. In: a form. Out: its schema.

use super::writer::{Members, Writer, key, mark, text};
use crate::model::{Constraints, Form, Limit, ListKind, Scalar};
use crdc_source::json::Json;
use crdc_vocabulary::Immutability;
use proc_macro2::Span;
use quote::ToTokens;

impl Writer {
    pub(super) fn form(&mut self, form: &Form) -> Members {
        match form {
            Form::Scalar(scalar, constraints) => asked(of_scalar(*scalar), constraints),
            Form::Other(ty, constraints) => asked(self.reference(ty), constraints),
            Form::Boxed(inner) => self.form(inner),
            Form::Optional(inner) => {
                let mut members = self.form(inner);
                members.retain(|(name, _)| name != "nullable");
                members.push(key("nullable", Json::Bool(true)));
                members
            }
            Form::List { kind, items, mark: of_items, constraints } => {
                let mut inner = self.form(items);
                inner.extend(mark(of_items.map(|(mark, _)| mark)));
                hold_keys(&mut inner, items, *of_items);
                if *kind == ListKind::Set && !matches!(items.core(), Form::Scalar(..)) && self.refs.is_some()
                {
                    inner.push(key("x-crdc-atomic", Json::Bool(true)));
                }
                let members = vec![key("type", text("array")), key("items", Json::Object(inner))];
                let mut members = asked(members, constraints);
                match kind {
                    ListKind::Plain => {}
                    ListKind::Atomic => members.push(key("x-kubernetes-list-type", text("atomic"))),
                    ListKind::Set => members.push(key("x-kubernetes-list-type", text("set"))),
                    ListKind::Map(keys) => {
                        members.push(key("x-kubernetes-list-type", text("map")));
                        let keys = keys.iter().map(|key| Json::String(key.name.clone())).collect();
                        members.push(key("x-kubernetes-list-map-keys", Json::Array(keys)));
                    }
                }
                members
            }
            Form::Map { values, atomic, mark: of_values, constraints, .. } => {
                let mut inner = self.form(values);
                inner.extend(mark(of_values.map(|(mark, _)| mark)));
                hold_keys(&mut inner, values, *of_values);
                let members =
                    vec![key("type", text("object")), key("additionalProperties", Json::Object(inner))];
                let mut members = asked(members, constraints);
                if *atomic {
                    members.push(key("x-kubernetes-map-type", text("atomic")));
                }
                members
            }
        }
    }

    fn reference(&mut self, ty: &syn::Type) -> Members {
        let Some(refs) = &mut self.refs else { return Vec::new() };
        let written = ty.to_token_stream().to_string();
        let index = refs.iter().position(|(known, _)| *known == written).unwrap_or_else(|| {
            refs.push((written, ty.clone()));
            refs.len() - 1
        });
        vec![key("$ref", Json::String(format!("#/refs/{index}")))]
    }
}

/// Makes the keys of a list map immutable if it has an immutability marker on keys. A type without rules
/// cannot declare this itself, and an item with a different key is a different item.
pub(super) fn hold_keys(list: &mut Members, form: &Form, mark: Option<(Immutability, Span)>) {
    let Form::List { kind: ListKind::Map(keys), .. } = form.core() else { return };
    if mark.is_none_or(|(mark, _)| mark == Immutability::Immutable) {
        return;
    }
    let names = keys.iter().map(|key| Json::String(key.name.clone())).collect();
    for (name, items) in list {
        if let ("items", Json::Object(items)) = (name.as_str(), items) {
            items.push(key("x-crdc-held", Json::Array(names)));
            return;
        }
    }
}

// schemars: json_schema_impls/primitives.rs
fn of_scalar(scalar: Scalar) -> Members {
    match scalar {
        Scalar::Bool => vec![key("type", text("boolean"))],
        Scalar::Text => vec![key("type", text("string"))],
        Scalar::Char => {
            vec![key("type", text("string")), key("minLength", Json::Int(1)), key("maxLength", Json::Int(1))]
        }
        Scalar::Number { format } => vec![key("type", text("number")), key("format", text(format))],
        Scalar::Integer { format, unsigned } => {
            let mut members = vec![key("type", text("integer")), key("format", text(format))];
            let limits = match format {
                "int8" => (Some(-128), Some(127)),
                "int16" => (Some(-32_768), Some(32_767)),
                "uint8" => (Some(0), Some(255)),
                "uint16" => (Some(0), Some(65_535)),
                _ => (unsigned.then_some(0), None),
            };
            members.extend(limits.0.map(|least| key("minimum", Json::Int(least))));
            members.extend(limits.1.map(|most| key("maximum", Json::Int(most))));
            members
        }
    }
}

/// Adds the constraints of markers, which replace those of the type.
pub(super) fn asked(mut members: Members, constraints: &Constraints) -> Members {
    let mut set = |name: &str, value: Option<Json>| {
        let Some(value) = value else { return };
        members.retain(|(known, _)| known != name);
        members.push(key(name, value));
    };
    let count = |count: Option<i64>| count.map(Json::Int);
    set("format", constraints.format.clone().map(Json::String));
    set("minLength", count(constraints.min_length));
    set("maxLength", count(constraints.max_length));
    set("pattern", constraints.pattern.clone().map(|(pattern, _)| Json::String(pattern)));
    set("minimum", constraints.minimum.map(|(bound, _)| number(bound)));
    set(
        "exclusiveMinimum",
        constraints.minimum.filter(|(_, exclusive)| *exclusive).map(|(_, exclusive)| Json::Bool(exclusive)),
    );
    set("maximum", constraints.maximum.map(|(bound, _)| number(bound)));
    set(
        "exclusiveMaximum",
        constraints.maximum.filter(|(_, exclusive)| *exclusive).map(|(_, exclusive)| Json::Bool(exclusive)),
    );
    set("multipleOf", constraints.multiple_of.map(number));
    set("enum", (!constraints.values.is_empty()).then(|| Json::Array(constraints.values.clone())));
    set("minItems", count(constraints.min_items));
    set("maxItems", count(constraints.max_items));
    set("minProperties", count(constraints.min_properties));
    set("maxProperties", count(constraints.max_properties));
    let constants = constraints.constants.iter().flat_map(|constant| {
        let exclusive = match constant.limit {
            Limit::Minimum => Some("exclusiveMinimum"),
            Limit::Maximum => Some("exclusiveMaximum"),
            _ => None,
        };
        std::iter::once(constant.limit.keyword()).chain(exclusive.filter(|_| constant.exclusive))
    });
    let constants: Vec<Json> = constants.map(text).collect();
    set("x-crdc-constants", (!constants.is_empty()).then_some(Json::Array(constants)));
    set("x-kubernetes-map-type", constraints.atomic.then(|| text("atomic")));
    members
}

/// A number; whole numbers are integers.
fn number(bound: f64) -> Json {
    if bound.fract() == 0.0 && bound.abs() < 9.0e15 { Json::Int(bound as i64) } else { Json::Float(bound) }
}
