//! Warns of schemas that the server accepts, but that probably do not mean what their author expects. There
//! is one file per mistake; to add one, add a file and a line in a table below.

mod columns;
mod enums;
mod fieldless;
mod limits;
mod misplaced;
mod names;
mod nullable;
mod patterns;
mod preserved;
mod required;
mod scale;
mod served;
mod status;
mod step;
mod unreached;

use super::{layout, schema_context};

/// Lints of every schema.
pub(super) const SCHEMA: &[schema_context::Rule] = &[
    required::required,
    limits::limits,
    misplaced::misplaced,
    names::names,
    enums::enums,
    nullable::nullable,
    patterns::patterns,
    preserved::preserved,
    fieldless::fieldless,
    unreached::unreached,
];

/// Lints of the document. They run only if the server can decode all of it.
pub(super) const DOCUMENT: &[layout::Rule] =
    &[served::served, status::status, scale::scale, columns::columns];
