//! The views that the build script wrote, each with the function that compares its fields.
#![allow(missing_docs, non_camel_case_types)]

use serde_json::value::Value as Json;

use crate::check::{Again, Check, Checked, Compare, Mode, again, again_listed, field, object};

include!(concat!(env!("OUT_DIR"), "/views.rs"));

/// The function that compares the view of a kind, by the name of its CRD and the version. Panics if there is
/// none.
pub fn of(name: &str) -> Compare {
    let found = VIEWS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no views of {name}")).1
}
