//! Checks schemas under allOf, anyOf, oneOf and not: they may restrict values, but not define structure.
//
// apiextensions-apiserver: pkg/apiserver/schema/validation.go (validateValueValidation)

use super::level::Level;
use super::path::Path;
use super::report::Report;
use crdc_schema::{Schema, SchemaOrBool};
use crdc_source::diag::Code;

/// Checks the junctors (allOf, anyOf, oneOf, not) of a structural schema, and its pattern.
pub(super) fn junctors(schema: &Schema, level: Level, path: &Path<'_>, report: &mut Report) {
    let any_of = is_int_or_string(schema);
    let all_of = schema.all_of.as_ref().and_then(|all_of| all_of.value.first()).is_some_and(is_int_or_string);
    values(schema, any_of, all_of, level, path, report);
}

/// `anyOf: [{type: integer}, {type: string}]`, the only form in which a junctor may have types.
#[must_use]
pub fn is_int_or_string(schema: &Schema) -> bool {
    let typed = |schema: &Schema, name: &str| {
        schema.type_name() == name && schema.kept().iter().all(|kept| kept.keyword == "type")
    };
    match schema.any_of.as_ref().map(|any_of| any_of.value.as_slice()) {
        Some([first, second]) => typed(first, "integer") && typed(second, "string"),
        _ => false,
    }
}

fn values(
    schema: &Schema,
    skip_any: bool,
    skip_first: bool,
    level: Level,
    path: &Path<'_>,
    report: &mut Report,
) {
    if let Some(any_of) = schema.any_of.as_ref().filter(|_| !skip_any) {
        each(&any_of.value, false, level, &path.child("anyOf"), report);
    }
    if let Some(all_of) = &schema.all_of {
        each(&all_of.value, skip_first, level, &path.child("allOf"), report);
    }
    if let Some(one_of) = &schema.one_of {
        each(&one_of.value, false, level, &path.child("oneOf"), report);
    }
    if let Some(not) = &schema.not {
        nested(&not.value, false, level, &path.child("not"), report);
    }
    super::pattern::pattern(schema, path, report);
}

fn each(list: &[Schema], skip_first: bool, level: Level, path: &Path<'_>, report: &mut Report) {
    for (index, schema) in list.iter().enumerate() {
        nested(schema, skip_first && index == 0, level, &path.index(index), report);
    }
}

fn nested(schema: &Schema, skip_any: bool, level: Level, path: &Path<'_>, report: &mut Report) {
    values(schema, skip_any, false, level, path, report);
    if let Some((items, _)) = schema.one_item() {
        nested(items, false, level, &path.child("items"), report);
    }
    let properties = path.child("properties");
    for property in schema.property_list() {
        nested(&property.schema, false, Level::Field, &properties.key(&property.name), report);
    }
    forbidden(schema, path, report);
    if let Some(metadata) = schema.property("metadata") {
        report
            .add(Code::NestedStructure, metadata.key, "a nested schema cannot restrict `metadata`")
            .help("write a rule under `x-kubernetes-validations`, such as `self.metadata.name.size() < 20`")
            .server(properties.key("metadata").forbidden("must not be specified in a nested context"));
    }
}

/// Keyword, required state in the server's message, and help.
const FORBIDDEN: [(&str, &str, &str); 13] = [
    (
        "type",
        "empty",
        "write the type beside the junctor; for an integer or a string, see `x-kubernetes-int-or-string`",
    ),
    ("default", "undefined", "write the default on the property, outside the junctor"),
    ("title", "empty", "remove it, or write a YAML comment"),
    ("description", "empty", "remove it, or write a YAML comment"),
    ("nullable", "false", "write it on the property, outside the junctor"),
    ("x-kubernetes-preserve-unknown-fields", "false", "write it on the property, outside the junctor"),
    ("x-kubernetes-embedded-resource", "false", "write it on the property, outside the junctor"),
    ("x-kubernetes-int-or-string", "false", "write it on the property, outside the junctor"),
    ("x-kubernetes-list-map-keys", "empty", "write it on the property, outside the junctor"),
    ("x-kubernetes-list-type", "undefined", "write it on the property, outside the junctor"),
    ("x-kubernetes-map-type", "undefined", "write it on the property, outside the junctor"),
    ("x-kubernetes-validations", "empty", "write the rules on the property, outside the junctor"),
    ("additionalProperties", "undefined", "write it on the property, outside the junctor"),
];

fn forbidden(schema: &Schema, path: &Path<'_>, report: &mut Report) {
    for written in schema.written() {
        let Some((keyword, state, help)) = FORBIDDEN.iter().find(|(keyword, ..)| *keyword == written.keyword)
        else {
            continue;
        };
        let harmless = match *keyword {
            // structural.go: false is treated as absent.
            "additionalProperties" => schema
                .additional_properties
                .as_ref()
                .is_some_and(|at| matches!(*at.value, SchemaOrBool::Bool(false))),
            "x-kubernetes-list-map-keys" => {
                schema.x_list_map_keys.as_ref().is_some_and(|at| at.value.is_empty())
            }
            "x-kubernetes-validations" => schema.x_validations.as_ref().is_some_and(|at| at.value.is_empty()),
            _ => false,
        };
        if !harmless {
            report
                .add(
                    Code::NestedStructure,
                    written.key,
                    format!("`{keyword}` is not allowed in a nested schema"),
                )
                .label("under allOf, anyOf, oneOf or not")
                .help(*help)
                .server(path.child(keyword).forbidden(&format!("must be {state} to be structural")));
        }
    }
}

/// Every field that a nested schema restricts must be defined outside of it. The server checks this only for
/// the junctors of the root and everything below them.
//
// apiextensions-apiserver: pkg/apiserver/schema/complete.go
pub(super) fn complete(root: &Schema, path: &Path<'_>, report: &mut Report) {
    junctors_complete(root, root, path, path, report);
}

fn junctors_complete(nested: &Schema, outer: &Schema, at: &Path<'_>, path: &Path<'_>, report: &mut Report) {
    if let Some(not) = &nested.not {
        one_complete(&not.value, outer, at, &path.child("not"), report);
    }
    for (name, list) in [("allOf", &nested.all_of), ("anyOf", &nested.any_of), ("oneOf", &nested.one_of)] {
        let path = path.child(name);
        for (index, schema) in list.iter().flat_map(|list| &list.value).enumerate() {
            one_complete(schema, outer, at, &path.index(index), report);
        }
    }
}

fn one_complete(nested: &Schema, outer: &Schema, at: &Path<'_>, path: &Path<'_>, report: &mut Report) {
    junctors_complete(nested, outer, at, path, report);
    if let Some((items, key)) = nested.one_item() {
        let (at, path) = (at.child("items"), path.child("items"));
        match outer.one_item() {
            Some((outer, _)) => one_complete(items, outer, &at, &path, report),
            None => incomplete("items", key, &at, &path, report),
        }
    }
    if nested.property_list().is_empty() {
        return;
    }
    let known: std::collections::HashMap<&str, &Schema> =
        outer.property_list().iter().map(|property| (property.name.as_str(), &property.schema)).collect();
    let (all_at, all_path) = (at.child("properties"), path.child("properties"));
    for property in nested.property_list() {
        let (at, path) = (all_at.key(&property.name), all_path.key(&property.name));
        match known.get(property.name.as_str()) {
            Some(outer) => one_complete(&property.schema, outer, &at, &path, report),
            None => {
                let name = format!("property `{}`", property.name);
                incomplete(&name, property.key, &at, &path, report);
            }
        }
    }
}

fn incomplete(what: &str, span: crdc_source::Span, at: &Path<'_>, path: &Path<'_>, report: &mut Report) {
    report
        .add(Code::NestedIncomplete, span, format!("{what} is restricted here but not defined outside"))
        .help("define it and its type beside the junctor")
        .server(at.required(&format!("because it is defined in {}", path.shown())));
}
