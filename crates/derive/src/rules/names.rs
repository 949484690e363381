//! Reports duplicate JSON names of two fields or two variants.
//!
//! Easy to break: only serialized names are compared. A field that is only deserialized may have the same
//! name as a field that is only serialized.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use proc_macro2::Span;

use crate::diag::{Diagnostics, Problem};
use crate::model::{Object, Variant};
use crdc_source::diag::Code;

/// Checks the fields of an object and its tag.
pub(crate) fn fields(object: &Object, problems: &mut Diagnostics) {
    let written = object.fields.iter().filter(|field| !field.flatten);
    if let Some((tag, _)) = &object.tag {
        for field in written.clone().filter(|field| field.name == *tag) {
            problems.add(Problem::new(
                Code::WrittenTwice,
                field.span,
                format!("`{tag}` is serialized twice: as this field and as the tag of the struct"),
                "rename the field with `#[serde(rename = \"…\")]`, or give the tag another name",
            ));
        }
    }
    twice(written.map(|field| (field.name.as_str(), field.span)), "fields", problems);
}

/// Checks the variants of an enum that are serialized by name.
pub(crate) fn variants<'v>(variants: impl Iterator<Item = &'v Variant>, problems: &mut Diagnostics) {
    let written = variants.filter(|variant| !variant.skipped);
    twice(written.map(|variant| (variant.name.as_str(), variant.span)), "variants", problems);
}

fn twice<'n>(names: impl Iterator<Item = (&'n str, Span)>, what: &str, problems: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for (name, span) in names {
        match seen.entry(name) {
            Entry::Vacant(new) => {
                new.insert(span);
            }
            Entry::Occupied(first) => {
                let message = format!("two {what} are serialized as `{name}`");
                let help = "give one of them another name with `#[serde(rename = \"…\")]`";
                let problem = Problem::new(Code::WrittenTwice, span, message, help);
                problems.add(problem.beside(*first.get(), "first used here"));
            }
        }
    }
}
