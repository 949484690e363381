//! Validates CustomResourceDefinitions as a server does, and warns about schemas that probably do not mean
//! what their author expects.
//!
//! In: a parsed document. Out: the same document as a [`CheckedCrd`] if it has no errors; diagnostics for
//! what the server rejects, with the server's messages and the user's locations, and for what crdc does not
//! support yet.
//!
//! **Each file is a family of rules** with one entry function, listed in the tables of `families.rs`. A
//! family checks the whole document (`DOCUMENT`), every schema (`SCHEMA`, `EXTENSIONS`), or a schema from its
//! root, as a step of `document.rs`. To add a family, add a file and a table entry.
//!
//! **Files import each other in one direction only** (`cargo xtask layers`): a family may use functions of
//! another family, but nothing of this file.
//!
//! [`rule_compiler`] compiles CEL rules for the families of `cel/` and for plans. [`check_source`] and
//! similar functions check whole sources: `sources` finds documents with the same name, `works_from` checks
//! documents as each version of the server does.
//!
//! `lints` warns about valid schemas that probably do not mean what their author expects, and `style`, if it
//! is enabled, about schemas that guidelines advise against. `update` decides which rules an update skips,
//! `mode` how objects are pruned, `unsupported` reports what is not compiled yet. After this stage a failure
//! is a bug. A document with errors is skipped, and the others compile.
//!
//! As on the server, a CEL rule is not compiled if its schema or a schema below it is wrong: the families of
//! `SCHEMA` record which schemas are wrong (`Report::blame`).

#![forbid(unsafe_code)]

mod allow;
mod ca_bundle;
pub mod cel;
mod checked;
mod columns;
mod conversion;
#[doc(hidden)]
pub mod counterparts;
mod crd;
mod defaults;
mod dns;
mod document;
mod families;
mod fold_kustomize;
mod formats;
mod ignored_formats;
mod immutability;
mod kept_expressions;
mod keywords;
mod layout;
mod level;
mod lints;
mod lists;
mod metadata;
mod mode;
mod names;
mod nested;
mod no_prune;
mod object_meta;
mod old;
mod path;
mod pattern;
mod preserve;
mod prune;
mod published;
mod report;
mod root;
#[doc(hidden)]
pub mod rule_compiler;
mod rules;
mod scale;
mod schema_context;
mod selectable;
mod set_warnings;
mod size;
mod skeleton;
mod skeletons;
mod sources;
mod structural;
mod style;
mod taken_names;
mod unions;
mod unsupported;
mod update;
mod validation_options;
mod versions;
mod works_from;

pub use allow::{NotAllowed, allowed, without};
pub use checked::{CheckedCrd, CheckedVersion, Outcome};
pub use crd::{RuleOptions, check, check_in, check_published, check_update};
pub use fold_kustomize::fold_kustomize;
pub use mode::{Mode, mode};
#[doc(hidden)]
pub use nested::is_int_or_string;
pub use old::{Old, Origin};
pub use skeletons::skeletons;
pub use sources::{CheckOptions, Checked, Located};
pub use sources::{check_each, check_source, check_sources, check_sources_with};
#[doc(hidden)]
pub use structural::is_structural;
pub use style::{style, style_codes, usual_style_codes};
pub use unsupported::unsupported;
pub use update::same_spec;
pub use works_from::{Stop, WorksFrom, works_from};
