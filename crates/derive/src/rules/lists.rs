//! Reads the list types and map types of fields, and reports items that sets and list maps do not allow.

use super::place::words;
use crate::diag::{Diagnostics, Problem};
use crate::markers::{ListType, MapType, MarkerSet};
use crate::model::{Form, Key, ListKind};
use crdc_source::diag::Code;

pub(super) fn lists(form: &mut Form, markers: &MarkerSet, problems: &mut Diagnostics) {
    if let Some((map_type, _)) = &markers.map_type {
        match form.core_mut() {
            Form::Map { atomic, .. } => *atomic = *map_type == MapType::Atomic,
            Form::Other(_, constraints) => constraints.atomic = *map_type == MapType::Atomic,
            _ => {}
        }
    }
    let Form::List { kind, items, .. } = form.core_mut() else { return };
    let is_map = matches!(markers.list_type, Some((ListType::Map, _)));
    if let Some((key, at)) = markers.keys.first().filter(|_| !is_map && !markers.is_garbled(&["+listType"])) {
        let problem = Problem::new(
            Code::ListMapKeys,
            at.span,
            format!("`{}` declares the key `{key}`, but the list is not of type `map`", at.text),
            "add `+listType=map`, or remove it",
        );
        problems.add(match &markers.list_type {
            Some((_, other)) => problem.beside(other.span, "the list type is declared here"),
            None => problem,
        });
    }
    let Some((list_type, at)) = &markers.list_type else {
        if *kind == ListKind::Set {
            plain_items(items, markers, None, problems);
        }
        return;
    };
    match list_type {
        ListType::Atomic => *kind = ListKind::Atomic,
        ListType::Set => {
            *kind = ListKind::Set;
            plain_items(items, markers, Some(at), problems);
        }
        ListType::Map => {
            let mut keys: Vec<Key> = Vec::new();
            for (name, at) in &markers.keys {
                if !keys.iter().any(|key| key.name == *name) {
                    keys.push(Key { name: name.clone(), span: at.span });
                }
            }
            if keys.is_empty() && !markers.is_garbled(&["+listMapKey"]) {
                problems.add(Problem::new(
                    Code::ListMapKeys,
                    at.span,
                    format!("`{}` requires at least one `+listMapKey`", at.text),
                    "add `+listMapKey=NAME` for each key, with the name of the field in JSON",
                ));
            }
            if !matches!(items.core(), Form::Other(..)) {
                problems.add(Problem::new(
                    Code::ListMapItems,
                    at.span,
                    format!(
                        "items of a list of type `map` must be structs, but each item is {}",
                        words(items)
                    ),
                    "make the items structs that have the keys as fields, or write `+listType=set`",
                ));
                return;
            }
            not_null(items, at, problems);
            if !keys.is_empty() {
                *kind = ListKind::Map(keys);
            }
        }
    }
}

/// Reports items of a set that may be null or are not atomic, since the items of a set are compared as a
/// whole.
fn plain_items(
    items: &Form,
    markers: &MarkerSet,
    at: Option<&crate::markers::At>,
    problems: &mut Diagnostics,
) {
    let Some(at) = at else { return };
    not_null(items, at, problems);
    let each = markers.each.as_deref();
    let granular = match items.core() {
        Form::List { .. } => {
            each.is_some_and(|each| matches!(each.list_type, Some((ListType::Set | ListType::Map, _))))
        }
        Form::Map { .. } => !each.is_some_and(|each| matches!(each.map_type, Some((MapType::Atomic, _)))),
        _ => false,
    };
    if granular {
        problems.add(Problem::new(
            Code::ListSetItems,
            at.span,
            format!("items of a set must be atomic, but each item is {}", words(items)),
            "add `+k8s:eachVal=+k8s:mapType=atomic` or `+k8s:eachVal=+k8s:listType=atomic`, or make the items structs \
             and the list `+listType=map`",
        ));
    }
}

fn not_null(items: &Form, at: &crate::markers::At, problems: &mut Diagnostics) {
    if items.is_optional() {
        problems.add(Problem::new(
            Code::ListNullable,
            at.span,
            format!("`{}` requires items that are never null, but these are `Option`s", at.text),
            "remove the `Option` around the items",
        ));
    }
}
