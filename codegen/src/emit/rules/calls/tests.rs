//! No overload is forgotten.

use std::collections::BTreeSet;

use super::code_of::{CALLS, code_of};
use super::*;
use crate::cel::library::{LIBRARIES, overload};

/// Functions without code in the tables, and who has it.
const ELSEWHERE: &[(&str, &str)] = &[
    // Parts of a program of their own.
    ("_&&_", "operators"),
    ("_||_", "operators"),
    ("_?_:_", "operators"),
    ("_==_", "operators"),
    ("_!=_", "operators"),
    ("_[_]", "paths"),
    ("_?._", "paths"),
    ("_[?_]", "paths"),
    ("or", "operators"),
    ("orValue", "operators"),
    ("@not_strictly_false", "loops"),
    ("cel.@mapInsert", "loops"),
    // Patterns may be compiled already.
    ("matches", "regex"),
    ("find", "regex"),
    ("findAll", "regex"),
];

#[test]
fn every_overload_has_code() {
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().map(|(name, _)| *name).collect();
    let libraries = LIBRARIES.iter().filter(|library| library.title != "Authorization");
    let mut missing = Vec::new();
    for function in libraries.flat_map(|library| library.functions) {
        for overload in function.overloads {
            if !elsewhere.contains(function.name) && code_of(overload.id).is_none() {
                missing.push(overload.id);
            }
        }
    }
    assert!(missing.is_empty(), "without code: {missing:?}");
}

#[test]
fn every_code_has_an_overload() {
    let mut seen = BTreeSet::new();
    for (id, code) in CALLS.iter().flat_map(|library| library.iter()) {
        assert!(overload(id).is_some(), "{id} is no overload");
        assert!(seen.insert(id), "{id} is there twice");
        let code: syn::ExprClosure = syn::parse_str(code).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(code.inputs.len(), overload(id).map_or(0, |found| found.args.len()), "{id}");
    }
}

#[test]
fn functions_on_ordered_lists_are_shared() {
    for name in ["isSorted", "max", "min", "sort", "@sortByAssociatedKeys", "sum"] {
        let functions = LIBRARIES.iter().flat_map(|library| library.functions);
        let function = functions.into_iter().find(|function| function.name == name).expect("a function");
        let found: Vec<_> = function
            .overloads
            .iter()
            .map(|overload| (overload, code_of(overload.id).expect("its code")))
            .collect();
        assert_eq!(dispatch::shared(&found).is_some(), name != "sum", "{name}");
    }
}
