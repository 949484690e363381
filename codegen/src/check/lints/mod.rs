//! Schemas that the server accepts and that do not mean what their author expects. Warnings only. One file per
//! mistake; to add one, add a file and a line in a table below.

mod enums;
mod limits;
mod patterns;
mod preserved;
mod required;
mod served;
mod status;

use super::{layout, schema_context};

/// Lints of every schema.
pub(super) const SCHEMA: &[schema_context::Rule] =
    &[required::required, limits::limits, enums::enums, patterns::patterns, preserved::preserved];

/// Lints of the document. They run only if the server can decode all of it.
pub(super) const DOCUMENT: &[layout::Rule] = &[served::served, status::status];
