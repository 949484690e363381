//! The views that the build script wrote, each with what compares its fields.
#![allow(missing_docs, non_camel_case_types)]

use serde_json::value::Value as Json;

use crate::check::{Again, Check, Checked, Compare, Mode, again, again_listed, field, object};

include!(concat!(env!("OUT_DIR"), "/views.rs"));

/// What compares the view of a kind, by the name of its CRD and the version.
pub fn of(name: &str) -> Compare {
    let found = VIEWS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no views of {name}")).1
}
