//! Checks one CustomResourceDefinition. In: the document, and for an update the old document. Out: the
//! document, accepted or rejected, and diagnostics.

use crate::checked::Outcome;
use crate::layout::Layout;
use crate::old::{Old, Origin};
use crate::{document, ignored_formats, published, update};
use crdc_schema::Crd;
use crdc_schema::references::Definitions;
use crdc_source::diag::Diagnostic;

/// Checks a document. Returns it, accepted if it has no errors, and what the server would reject, in document
/// order. If the list is empty, the server accepts the document, apart from CEL rules.
#[must_use]
pub fn check(crd: Crd) -> (Outcome, Vec<Diagnostic>) {
    let found = document::validate(&Layout::of(&crd));
    (Outcome::of(crd, Definitions::default(), &found), found)
}

/// Checks `new` as an update of `old`. Errors that `old` already has are ignored where the server ignores
/// them (ratcheting), and some names are immutable. `old` is the document that a server stores; its status is
/// used as given: with a condition `Established`, kind and scope are immutable too.
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
    /// Whether rules are not evaluated on defaults. For random documents of tests, whose defaults break
    /// rules.
    pub leaves_defaults: bool,
    /// The server version that the document is applied to: features that it does not support are reported,
    /// and the rest is checked as this version does.
    pub server: Option<crdc_vocabulary::Minor>,
}

/// Like [`check`], or [`check_update`] if there is an old document. With the text of the document, problems
/// inside of rules have the place of the character. `rules` are options of checking CEL rules.
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
