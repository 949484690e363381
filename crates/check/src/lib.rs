//! Validates CustomResourceDefinitions as a server does, and warns about what hardly anybody means.
//!
//! In: a parsed document. Out: the same document as a [`CheckedCrd`] if it has no
//! errors; diagnostics for what the server rejects, with the server's messages and the user's locations, and
//! for what crdc does not support yet.
//!
//! **Each file is a family of rules** with one entry function, listed in the tables of `families.rs`. A
//! family checks the whole document (`DOCUMENT`), every schema (`SCHEMA`, `EXTENSIONS`), or a schema from its
//! root, as a step of `document.rs`. To add a family, add a file and a table entry.
//!
//! **Files import each other in one direction only** (`cargo xtask layers`): a family may
//! use what another one knows, but nothing of this file.
//!
//! [`rule_compiler`] compiles CEL rules for the families of `cel/` and for plans. [`check_source`] and its like
//! check whole sources: `sources` finds documents of one name, `works_from` asks each version of the server.
//!
//! `lints` warns about what the server accepts and hardly anybody means, `style` about what guidelines advise
//! against, if it is asked for. `update` decides which rules an update skips, `mode` how objects are pruned,
//! `unsupported` reports what is not compiled yet. After this stage a failure is a bug. A document with
//! errors is skipped, and the others compile.
//!
//! A rule in CEL above a schema that is wrong is not compiled, as on the server: the families of `SCHEMA`
//! record which schemas are wrong (`Report::blame`).

#![forbid(unsafe_code)]

mod allow;
mod ca_bundle;
pub mod cel;
mod checked;
mod columns;
mod conversion;
#[doc(hidden)]
pub mod counterparts;
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
pub use fold_kustomize::fold_kustomize;
pub use mode::{Mode, mode};
#[doc(hidden)]
pub use nested::is_int_or_string;
pub use old::{Old, Origin};
pub use skeletons::skeletons;
pub use sources::{CheckOptions, Checked, Located, check_source, check_sources, check_sources_with};
#[doc(hidden)]
pub use structural::is_structural;
pub use style::{style, style_codes};
pub use unsupported::unsupported;
pub use update::same_spec;
pub use works_from::{Stop, WorksFrom, works_from};

use crdc_schema::Crd;
use crdc_schema::references::Definitions;
use crdc_source::diag::Diagnostic;
use layout::Layout;

/// Checks a document. Returns it, accepted if it has no errors, and what the server would reject, in document
/// order. If the list is empty, the server accepts the document, apart from CEL rules.
#[must_use]
pub fn check(crd: Crd) -> (Outcome, Vec<Diagnostic>) {
    let found = document::validate(&Layout::of(&crd));
    (Outcome::of(crd, Definitions::default(), &found), found)
}

/// Checks `new` as an update of `old`. Errors that `old` already has are ignored where the server ignores
/// them (ratcheting), and some names are immutable. `old` is what a server has; its status is used as given:
/// with a condition `Established`, kind and scope are immutable too.
///
/// ```
/// let crd = |group: &str| {
///     let text = format!("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {{group: {group}}}\n");
///     let (documents, _) = crdc_source::parse(&crdc_source::Source::new("crd.yaml", text));
///     crdc_schema::read(&documents).0.remove(0)
/// };
/// let (outcome, found) = crdc_check::check_update(crd("new.example.com"), &crd("old.example.com"));
/// assert!(found.iter().any(|problem| problem.code.name() == "update-immutable"));
/// assert!(outcome.accepted().is_none());
/// ```
#[must_use]
pub fn check_update(new: Crd, old: &Crd) -> (Outcome, Vec<Diagnostic>) {
    let found = document::validate(&update::layout(&new, Old { crd: old, origin: Origin::Server }));
    (Outcome::of(new, Definitions::default(), &found), found)
}

/// Options of checking CEL rules.
#[derive(Clone, Copy, Default)]
pub struct RuleOptions {
    /// Whether rules that have no form in Rust are warnings, because they are left out.
    pub skip_uncompiled: bool,
    /// Whether rules do not run on the defaults that they apply to: random documents of tests break them.
    pub leaves_defaults: bool,
    /// The server that the document is applied to: what it lacks is reported, and the rest is checked as it
    /// does.
    pub server: Option<crdc_vocabulary::Minor>,
}

/// Like [`check`], or [`check_update`] if there is an old document. With the text of the document, problems
/// inside of rules have the place of the character. `rules` says what else is done with CEL rules.
#[must_use]
pub fn check_in(
    crd: Crd,
    old: Option<Old<'_>>,
    text: &str,
    rules: RuleOptions,
) -> (Outcome, Vec<Diagnostic>) {
    let found = {
        let layout = old.map_or_else(|| Layout::of(&crd), |old| update::layout(&crd, old));
        let RuleOptions { skip_uncompiled, leaves_defaults, server } = rules;
        document::validate(&Layout { text: Some(text), skip_uncompiled, leaves_defaults, server, ..layout })
    };
    let mut crd = crd;
    if let Some(server) = rules.server {
        ignored_formats::strip(&mut crd, server);
    }
    (Outcome::of(crd, Definitions::default(), &found), found)
}

/// Checks a published kind and the definitions that it refers to, like [`check`].
#[must_use]
pub fn check_published(crd: Crd, definitions: Definitions) -> (Outcome, Vec<Diagnostic>) {
    let found = published::published(&crd, &definitions);
    (Outcome::of(crd, definitions, &found), found)
}
