//! A schema as the server publishes it in OpenAPI v3: with the keywords that it knows, without those that say nothing.
//
// apiextensions-apiserver: pkg/apiserver/schema/{convert,unfold,kubeopenapi}.go

use super::super::tree;
use super::{Options, extensions, flag, nested};
use crdc_codegen::check::is_int_or_string;
use crdc_codegen::schema::{At, Items, Rule, Schema, SchemaOrBool, fields};
use crdc_codegen::source::{Member, Node, Span, Value};

/// The schema of values, with everything below it.
pub(super) fn published(schema: &Schema, options: Options) -> Node {
    whole(schema, options.extensions, true)
}

/// The schema as a CRD has it, with all extensions.
pub(in crate::publish) fn written(schema: &Schema) -> Node {
    whole(schema, true, false)
}

/// The schema as a CRD has it, with what servers know.
pub(in crate::publish) fn stock(schema: &Schema) -> Node {
    whole(schema, false, false)
}

/// `serves` is whether what servers add for other tools is added.
fn whole(schema: &Schema, extensions: bool, serves: bool) -> Node {
    let mut out = tree::object();
    generic(schema, &mut out);
    validation(schema, &mut out);
    structure(schema, &mut out, &|inner| whole(inner, extensions, serves));
    if let Some(at) = &schema.additional_properties {
        let value = match &*at.value {
            SchemaOrBool::Schema(values) => whole(values, extensions, serves),
            SchemaOrBool::Bool(value) => flag(*value),
        };
        tree::push(&mut out, "additionalProperties", value);
    }
    if serves {
        int_or_string(schema, &mut out);
    }
    known_extensions(schema, &mut out);
    if extensions {
        extensions::write(schema, &mut out);
    }
    out
}

/// What describes a value: also within junctors, if the server lets it pass.
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

/// What restricts values.
pub(super) fn validation(schema: &Schema, out: &mut Node) {
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
            tree::push(out, key, tree::list(at.value.iter().map(nested::published).collect()));
        }
    }
    if let Some(at) = &schema.not {
        tree::push(out, "not", nested::published(&at.value));
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
        tree::push(&mut out, "optionalOldSelf", flag(at.value));
    }
    out
}

/// `x-kubernetes-int-or-string` becomes `anyOf`, which other tools read: the only one, or within `allOf`.
fn int_or_string(schema: &Schema, out: &mut Node) {
    let first_of_all = || schema.all_of.as_ref().and_then(|at| at.value.first());
    let is_said = is_int_or_string(schema) || first_of_all().is_some_and(is_int_or_string);
    if !schema.is_int_or_string() || is_said {
        return;
    }
    let types = ["integer", "string"].map(|name| tree::with(&[("type", tree::text(name))]));
    let any_of = tree::list(types.into());
    if out.get("anyOf").is_none() {
        tree::push(out, "anyOf", any_of);
        return;
    }
    let mut all = vec![tree::with(&[("anyOf", any_of)])];
    all.extend(out.get("allOf").map(tree::items).unwrap_or_default().iter().cloned());
    tree::put(out, "allOf", None);
    tree::push(out, "allOf", tree::list(all));
}

fn string(out: &mut Node, key: &str, at: &Option<At<String>>) {
    if let Some(at) = at.as_ref().filter(|at| !at.value.is_empty()) {
        tree::push(out, key, tree::text(&at.value));
    }
}

fn bool(out: &mut Node, key: &str, at: &Option<At<bool>>) {
    if at.as_ref().is_some_and(|at| at.value) {
        tree::push(out, key, flag(true));
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
