//! Schemas that the server accepts and that do not mean what their author expects. Warnings only. One file per
//! mistake; to add one, add a file and a line in a table below.

mod enums;
mod limits;
mod patterns;
mod preserved;
mod required;
mod served;
mod status;

use super::Family;
use super::schema_context::Rule;

/// Lints of every schema.
pub(super) const SCHEMA: &[Rule] =
    &[required::required, limits::limits, enums::enums, patterns::patterns, preserved::preserved];

/// Lints of the document, with the fields that they read.
pub(super) const DOCUMENT: &[(&[&str], Family)] = &[
    (&["spec.versions.served"], served::served),
    (
        &["spec.validation", "spec.subresources", "spec.versions.schema", "spec.versions.subresources"],
        status::status,
    ),
];
