//! The keywords of one schema as a server writes them, without those that say nothing.
//!
//! Easy to break: a branch of a junctor may have only the keywords that `nested` takes of these.
//
// apiextensions-apiserver: pkg/apiserver/schema/{convert,kubeopenapi}.go

use super::super::tree;
use crdc_schema::{At, Items, Rule, Schema, fields};
use crdc_source::{Member, Node, Span, Value};

/// Writes keywords that describe a value: also within junctors, if the server lets them pass.
pub(super) fn generic(schema: &Schema, out: &mut Node) {
    fields!(schema => description r#type title default external_docs example nullable;
        // What else is written: `validation`, `structure`, `known_extensions`, `extensions`.
        ignored: span misread misread_here format maximum exclusive_maximum minimum exclusive_minimum max_length min_length
        pattern max_items min_items unique_items multiple_of enumeration max_properties min_properties required items all_of
        one_of any_of not properties additional_properties x_preserve_unknown_fields x_embedded_resource x_int_or_string
        x_list_map_keys x_list_type x_map_type x_validations marks unions normalize dialect no_prune
        // A server refuses them.
        id schema reference pattern_properties dependencies additional_items definitions
    );
    string(out, "description", description);
    string(out, "type", r#type);
    string(out, "title", title);
    bool(out, "nullable", nullable);
    for (key, at) in [("default", default), ("externalDocs", external_docs), ("example", example)] {
        if let Some(at) = at.as_ref().filter(|at| at.value.value != Value::Null) {
            tree::push(out, key, at.value.clone());
        }
    }
}

/// Writes keywords that restrict values. `nested` writes a branch of a junctor.
pub(super) fn validation(schema: &Schema, out: &mut Node, nested: fn(&Schema) -> Node) {
    string(out, "format", &schema.format);
    for (limit, exclusive, keyword, flag) in [
        (&schema.maximum, &schema.exclusive_maximum, "maximum", "exclusiveMaximum"),
        (&schema.minimum, &schema.exclusive_minimum, "minimum", "exclusiveMinimum"),
    ] {
        float(out, keyword, limit);
        bool(out, flag, exclusive);
    }
    integer(out, "maxLength", &schema.max_length);
    integer(out, "minLength", &schema.min_length);
    string(out, "pattern", &schema.pattern);
    integer(out, "maxItems", &schema.max_items);
    integer(out, "minItems", &schema.min_items);
    bool(out, "uniqueItems", &schema.unique_items);
    float(out, "multipleOf", &schema.multiple_of);
    if let Some(at) = schema.enumeration.as_ref().filter(|at| !at.value.is_empty()) {
        tree::push(out, "enum", tree::list(at.value.clone()));
    }
    integer(out, "maxProperties", &schema.max_properties);
    integer(out, "minProperties", &schema.min_properties);
    if let Some(at) = schema.required.as_ref().filter(|at| !at.value.is_empty()) {
        tree::push(
            out,
            "required",
            tree::list(at.value.iter().map(|name| tree::text(&name.value)).collect()),
        );
    }
    for (key, at) in [("allOf", &schema.all_of), ("anyOf", &schema.any_of), ("oneOf", &schema.one_of)] {
        if let Some(at) = at.as_ref().filter(|at| !at.value.is_empty()) {
            tree::push(out, key, tree::list(at.value.iter().map(nested).collect()));
        }
    }
    if let Some(at) = &schema.not {
        tree::push(out, "not", nested(&at.value));
    }
}

/// The schemas of items and fields.
pub(super) fn structure(schema: &Schema, out: &mut Node, published: &dyn Fn(&Schema) -> Node) {
    if let Some(Items::One(items)) = schema.items.as_ref().map(|at| &at.value) {
        tree::push(out, "items", published(items));
    }
    let properties = schema.property_list().iter().map(|property| Member {
        key: property.name.clone(),
        key_span: Span::default(),
        value: published(&property.schema),
    });
    let properties: Vec<Member> = properties.collect();
    if !properties.is_empty() {
        tree::push(out, "properties", tree::node(Value::Object(properties)));
    }
}

/// The extensions that servers know.
pub(super) fn known_extensions(schema: &Schema, out: &mut Node) {
    bool(out, "x-kubernetes-preserve-unknown-fields", &schema.x_preserve_unknown_fields);
    bool(out, "x-kubernetes-embedded-resource", &schema.x_embedded_resource);
    bool(out, "x-kubernetes-int-or-string", &schema.x_int_or_string);
    names(out, "x-kubernetes-list-map-keys", &schema.x_list_map_keys);
    string(out, "x-kubernetes-list-type", &schema.x_list_type);
    string(out, "x-kubernetes-map-type", &schema.x_map_type);
    if let Some(at) = schema.x_validations.as_ref().filter(|at| !at.value.is_empty()) {
        tree::push(out, "x-kubernetes-validations", tree::list(at.value.iter().map(rule).collect()));
    }
}

fn rule(rule: &Rule) -> Node {
    let Rule { span: _, rule, message, message_expression, reason, field_path, optional_old_self } = rule;
    let mut out = tree::object();
    // Servers write the rule even if it is empty.
    tree::push(&mut out, "rule", tree::text(rule.as_ref().map_or("", |at| &at.value)));
    string(&mut out, "message", message);
    string(&mut out, "messageExpression", message_expression);
    if let Some(at) = reason {
        tree::push(&mut out, "reason", tree::text(&at.value));
    }
    string(&mut out, "fieldPath", field_path);
    if let Some(at) = optional_old_self {
        tree::push(&mut out, "optionalOldSelf", tree::flag(at.value));
    }
    out
}

fn string(out: &mut Node, key: &str, at: &Option<At<String>>) {
    if let Some(at) = at.as_ref().filter(|at| !at.value.is_empty()) {
        tree::push(out, key, tree::text(&at.value));
    }
}

fn bool(out: &mut Node, key: &str, at: &Option<At<bool>>) {
    if at.as_ref().is_some_and(|at| at.value) {
        tree::push(out, key, tree::flag(true));
    }
}

fn integer(out: &mut Node, key: &str, at: &Option<At<i64>>) {
    if let Some(at) = at {
        tree::push(out, key, tree::node(Value::Int(at.value)));
    }
}

fn float(out: &mut Node, key: &str, at: &Option<At<f64>>) {
    if let Some(at) = at {
        tree::push(out, key, tree::node(number(at.value)));
    }
}

/// Go writes a float without a fraction as an integer.
#[allow(clippy::cast_possible_truncation)]
fn number(value: f64) -> Value {
    let is_short = value.fract() == 0.0 && value.abs() < 1e15;
    if is_short { Value::Int(value as i64) } else { Value::Float(value) }
}

fn names(out: &mut Node, key: &str, at: &Option<At<Vec<At<String>>>>) {
    if let Some(at) = at.as_ref().filter(|at| !at.value.is_empty()) {
        tree::push(out, key, tree::list(at.value.iter().map(|name| tree::text(&name.value)).collect()));
    }
}
