//! `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`: requirements on the items of lists of type
//! `set` and `map`.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::keywords::{needs_type, one_of};
use super::report::Report;
use super::schema_context::SchemaContext;
use crdc_schema::{At, Items, Property, Schema};
use crdc_source::Span;
use crdc_source::diag::{BadValue, Code};
use crdc_source::diag::{meant_or, nearest};
use crdc_vocabulary::go;
use std::collections::{HashMap, HashSet};

pub(super) fn lists(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let keys: &[At<String>] = schema.x_list_map_keys.as_ref().map_or(&[], |keys| &keys.value);
    if let Some(list_type) = &schema.x_list_type {
        needs_type(place, list_type, "array", "x-kubernetes-list-type", report);
        if list_type.value == "set" && place.validation_options.atomic_sets && schema.type_name() == "array" {
            set(place, report);
        }
        one_of(place.path, list_type, "x-kubernetes-list-type", &["atomic", "set", "map"], report);
    }
    if let Some(written) = schema.x_list_map_keys.as_ref().filter(|_| !keys.is_empty()) {
        keys_need_map(place, written.key, report);
    }
    let list_type = schema.x_list_type.as_ref();
    if let Some(list_type) = list_type.filter(|list_type| list_type.value == "map") {
        map(place, list_type, keys, report);
    }
    let of_keys = list_type.filter(|_| place.validation_options.list_keys);
    if let Some(list_type) = of_keys.filter(|list_type| ["set", "map"].contains(&list_type.value.as_str())) {
        present(place, list_type, keys, report);
    }
}

/// Returns whether the schema is a set whose items are not atomic.
pub(super) fn is_set_of_granular(schema: &Schema) -> bool {
    let is = |at: &Option<At<String>>, word: &str| at.as_ref().is_some_and(|at| at.value == word);
    let Some((item, _)) = schema.one_item().filter(|_| is(&schema.x_list_type, "set")) else {
        return false;
    };
    match item.type_name() {
        "array" => item.x_list_type.is_some() && !is(&item.x_list_type, "atomic"),
        "object" => !is(&item.x_map_type, "atomic"),
        _ => false,
    }
}

/// Returns whether the schema is a list of type `set` or `map` whose items or keys may be null or missing.
pub(super) fn may_lack_keys(schema: &Schema) -> bool {
    let list_type = schema.x_list_type.as_ref().map_or("", |at| &at.value);
    let Some((item, _)) = schema.one_item().filter(|_| ["set", "map"].contains(&list_type)) else {
        return false;
    };
    let required: HashSet<&str> =
        item.required.iter().flat_map(|list| &list.value).map(|name| name.value.as_str()).collect();
    let keys = schema.x_list_map_keys.iter().flat_map(|keys| &keys.value).filter(|_| list_type == "map");
    item.is_nullable()
        || keys.filter_map(|key| item.property(&key.value)).any(|property| {
            let schema = &property.schema;
            schema.is_nullable() || (schema.default.is_none() && !required.contains(property.name.as_str()))
        })
}

/// Items of a set must be atomic.
fn set(place: &SchemaContext<'_>, report: &mut Report) {
    let Some((item, key)) = place.schema.one_item() else {
        return;
    };
    let items = place.path.child("items");
    const DETAIL: &str = "must be atomic as item of a list with x-kubernetes-list-type=set";
    let (keyword, found) = match item.type_name() {
        "array" => ("x-kubernetes-list-type", &item.x_list_type),
        "object" => ("x-kubernetes-map-type", &item.x_map_type),
        _ => return,
    };
    let atomic = match found {
        Some(found) => found.value == "atomic",
        None => item.type_name() == "array",
    };
    if !atomic {
        // The server prints the list type of the item in both cases.
        let bad = item
            .x_list_type
            .as_ref()
            .map_or(BadValue::Json("null".to_owned()), |found| BadValue::from(&found.value));
        report
            .add(
                Code::ListSetItems,
                found.as_ref().map_or(key, |found| found.span),
                format!("items of a set must be atomic; these {}s are not", item.type_name()),
            )
            .help(format!("write `{keyword}: atomic` in `items`, or `x-kubernetes-list-type: map` with keys"))
            .server(items.child(keyword).invalid(bad, DETAIL));
    }
}

fn keys_need_map(place: &SchemaContext<'_>, key: Span, report: &mut Report) {
    let path = place.path.child("x-kubernetes-list-type");
    const DETAIL: &str = "must be map if x-kubernetes-list-map-keys is non-empty";
    let words = match &place.schema.x_list_type {
        None => path.required(DETAIL),
        Some(list_type) if list_type.value != "map" => path.invalid(&list_type.value, DETAIL),
        Some(_) => return,
    };
    report
        .add(Code::ListMapKeys, key, "`x-kubernetes-list-map-keys` requires list type `map`")
        .help("write `x-kubernetes-list-type: map`, or remove the keys")
        .server(words);
}

fn map(place: &SchemaContext<'_>, list_type: &At<String>, keys: &[At<String>], report: &mut Report) {
    let schema = place.schema;
    if keys.is_empty() {
        let path = place.path.child("x-kubernetes-list-map-keys");
        report
            .add(Code::ListMapKeys, list_type.span, "a list of type `map` needs `x-kubernetes-list-map-keys`")
            .help("name the properties that identify an item, such as `x-kubernetes-list-map-keys: [name]`")
            .server(path.required("must not be empty if x-kubernetes-list-type is map"));
    }
    let items = place.path.child("items");
    let item = match schema.items.as_ref().map(|items| (&items.value, items.span)) {
        None => {
            report
                .add(Code::ListMapItems, list_type.span, "a list of type `map` needs a schema for its items")
                .help("write `items: {type: object, properties: …}`")
                .server(items.required("must have a schema if x-kubernetes-list-type is map"));
            return;
        }
        Some((Items::Each(_), span)) => {
            report
                .add(Code::ListMapItems, span, "a list of type `map` needs one schema for all its items")
                .help("write `items: {type: object, properties: …}`")
                .server(items.invalid(
                    BadValue::Long,
                    "must only have a single schema if x-kubernetes-list-type is map",
                ));
            return;
        }
        Some((Items::One(item), _)) => item,
    };
    if item.type_name() != "object" {
        let span = item.r#type.as_ref().map_or(list_type.span, |found| found.span);
        report
            .add(Code::ListMapItems, span, "items of a list of type `map` must be objects")
            .help("write `type: object` with the keys among its properties, or make the list a set")
            .server(
                items.child("type").invalid(
                    item.type_name(),
                    "must be object if parent array's x-kubernetes-list-type is map",
                ),
            );
        return;
    }
    map_keys(place, item, keys, report);
}

fn map_keys(place: &SchemaContext<'_>, item: &Schema, keys: &[At<String>], report: &mut Report) {
    let path = place.path.child("x-kubernetes-list-map-keys");
    let all: Vec<String> = keys.iter().map(|key| go::quote(&key.value)).collect();
    let all = BadValue::json(&format!("[{}]", all.join(",")));
    let items = place.path.child("items");
    let properties = items.child("properties");
    let mut seen = HashSet::new();
    let by_name = by_name(item);
    for key in keys {
        match by_name.get(key.value.as_str()) {
            Some(found) if ["array", "object"].contains(&found.schema.type_name()) => {
                let span = found.schema.r#type.as_ref().map_or(key.span, |found| found.span);
                report
                    .add(
                        Code::ListMapKeys,
                        span,
                        format!("the key `{}` cannot be of type `{}`", key.value, found.schema.type_name()),
                    )
                    .note(key.span, "a key here")
                    .help("choose a property that is a string, a number or a boolean")
                    .server(properties.key(&key.value).child("type").invalid(
                        // The server prints the type of the items here.
                        item.type_name(),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map",
                    ));
            }
            Some(_) => {}
            None => {
                let names = item.property_list().iter().take(200).map(|property| property.name.as_str());
                let help = meant_or(nearest(&key.value, names), || "name a property of the items".to_owned());
                report
                    .add(Code::ListMapKeys, key.span, format!("the items have no property `{}`", key.value))
                    .help(help)
                    .server(path.invalid(all.clone(), "entries must all be names of item properties"));
            }
        }
        if !seen.insert(&key.value) {
            report
                .add(Code::ListMapKeys, key.span, format!("duplicate key `{}`", key.value))
                .help("remove it")
                .server(path.invalid(all.clone(), "must not contain duplicate entries"));
        }
    }
}

fn by_name(item: &Schema) -> HashMap<&str, &Property> {
    item.property_list().iter().map(|property| (property.name.as_str(), property)).collect()
}

/// Keys must be required or have a default, and neither keys nor items may be nullable.
fn present(place: &SchemaContext<'_>, list_type: &At<String>, keys: &[At<String>], report: &mut Report) {
    let Some((item, _)) = place.schema.one_item() else {
        return;
    };
    let items = place.path.child("items");
    if let Some(nullable) = item.nullable.as_ref().filter(|nullable| nullable.value) {
        let detail = format!("cannot be nullable when x-kubernetes-list-type is {}", list_type.value);
        report
            .add(
                Code::ListNullable,
                nullable.key,
                format!("items of a list of type `{}` cannot be null", list_type.value),
            )
            .note(list_type.span, "the type of the list")
            .help("remove `nullable`")
            .server(items.child("nullable").forbidden(&detail));
    }
    if list_type.value != "map" {
        return;
    }
    let required: HashSet<&str> =
        item.required.iter().flat_map(|list| &list.value).map(|name| name.value.as_str()).collect();
    let properties = items.child("properties");
    let by_name = by_name(item);
    for key in keys {
        let Some(property) = by_name.get(key.value.as_str()) else {
            continue;
        };
        let path = properties.key(&key.value);
        if !required.contains(key.value.as_str()) && property.schema.default.is_none() {
            report
                .add(Code::ListMapKeys, property.key, format!("the key `{}` must be required or have a default", key.value))
                .note(key.span, "a key here")
                .help(format!("add `{}` to `required` of the items", key.value))
                .server(path.child("default").required(
                    "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
                ));
        }
        if let Some(nullable) = property.schema.nullable.as_ref().filter(|nullable| nullable.value) {
            report
                .add(Code::ListNullable, nullable.key, format!("the key `{}` cannot be null", key.value))
                .note(key.span, "a key here")
                .help("remove `nullable`")
                .server(
                    path.child("nullable").forbidden(
                        "this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
                    ),
                );
        }
    }
}
