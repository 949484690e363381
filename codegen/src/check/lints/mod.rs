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

/// Lints of the document. They run only if the server can decode all of it.
pub(super) const DOCUMENT: &[Family] = &[served::served, status::status];
