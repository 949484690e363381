//! Types of lists and maps: what a set and a map of items ask of their items.

use super::place::words;
use crate::diag::Code;
use crate::typed::diag::{Diagnostics, Problem};
use crate::typed::item::model::{Form, Key, ListKind};
use crate::typed::markers::{ListType, MapType, MarkerSet};

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
            format!("`{}` makes `{key}` a key, and the list is not of type `map`", at.text),
            "write `+listType=map` beside it, or remove it",
        );
        problems.add(match &markers.list_type {
            Some((_, other)) => problem.beside(other.span, "this is its type"),
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
                    format!("`{}` needs the fields that tell its items apart", at.text),
                    "add `+listMapKey=NAME` for each of them, by its name in JSON",
                ));
            }
            if !matches!(items.core(), Form::Other(..)) {
                problems.add(Problem::new(
                    Code::ListMapItems,
                    at.span,
                    format!(
                        "items of a list of type `map` are structs, and each of these is {}",
                        words(items)
                    ),
                    "make the items a struct with the keys among its fields, or write `+listType=set`",
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

/// Items of a set are compared whole, and there are no nulls among them.
fn plain_items(
    items: &Form,
    markers: &MarkerSet,
    at: Option<&crate::typed::markers::At>,
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
            format!("items of a set must be atomic, and each of these is {}", words(items)),
            "add `+k8s:eachVal=+k8s:mapType=atomic` or `+k8s:eachVal=+k8s:listType=atomic`, or make the items structs \
             and the list `+listType=map`",
        ));
    }
}

fn not_null(items: &Form, at: &crate::typed::markers::At, problems: &mut Diagnostics) {
    if items.is_optional() {
        problems.add(Problem::new(
            Code::ListNullable,
            at.span,
            format!("`{}` is for items that are never null, and these are `Option`s", at.text),
            "take the items out of their `Option`",
        ));
    }
}
