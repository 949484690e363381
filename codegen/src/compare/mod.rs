//! Two CustomResourceDefinitions in, what the change from one to the other means for objects that are
//! stored out: what is pruned, what is refused, what of that is set aside on updates.
//!
//! A topic is a file with a function over a `Pair` of schemas; `walk.rs` has their table.
//! **Nothing is said of what did not change**: a document compared with itself gives nothing. What is
//! claimed to be tightened or loosened is so; what cannot be told is `changed`.

mod change;
mod defaults;
mod enums;
mod fields;
mod json;
mod junctors;
mod limits;
mod lists;
mod marks;
mod meaning;
mod pair;
mod required;
mod rules;
mod sources;
mod texts;
mod types;
mod unions;
mod versions;
mod walk;
mod words;

pub use change::{Change, Effect, Impact, Kind, Ratcheted};
pub(crate) use sources::Counterparts;
pub use sources::{Compared, Comparison, compare_all, compare_sources, has_crds, unreadable};
pub use words::render;

use crate::schema::{At, Crd, Schema, Version};
use crate::source::Span;
use pair::{Child, Matched, Pair, Shared, Side};

/// All changes from the old document to the new one: those of the document first, then versions that
/// are gone, then version by version in the new document's order.
///
/// Versions are compared by name. Where another version is stored than before, objects that were
/// stored in the old one are read by the new one's schema: those two are compared as well.
///
/// ```
/// use crdc_codegen::{compare::{Kind, Ratcheted, compare}, schema, source};
/// let crd = |most: u8| {
///     let text = format!("
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// spec:
///   versions:
///   - name: v1
///     schema:
///       openAPIV3Schema:
///         type: object
///         properties:
///           size: {{type: integer, maximum: {most}}}
/// ");
///     schema::read(&source::parse(&source::Source::new("crd.yaml", text)).0).0.remove(0)
/// };
/// let changes = compare(&crd(7), &crd(5));
/// assert_eq!(changes[0].kind, Kind::Maximum);
/// assert_eq!(changes[0].message(), "`size` must be at most 5; it was at most 7");
/// assert_eq!(changes[0].ratcheted, Some(Ratcheted::Yes));
/// assert!(compare(&crd(7), &crd(7)).is_empty());
/// ```
#[must_use]
pub fn compare(old: &Crd, new: &Crd) -> Vec<Change> {
    let mut found = Vec::new();
    versions::document(old, new, &mut found);
    for version in &old.versions {
        if versions::named(new, versions::name(version)).is_none() {
            versions::gone(version, new, &mut found);
        }
    }
    for version in &new.versions {
        match versions::named(old, versions::name(version)) {
            Some(before) => {
                let start = found.len();
                versions::both((old, before), (new, version), &mut found);
                schemas((old, before), (new, version), &mut found);
                label(&mut found, start, before, version);
            }
            None => versions::come(version, &mut found),
        }
    }
    if let (Some(before), Some(now)) = (versions::stored(old), versions::stored(new))
        && versions::name(before) != versions::name(now)
    {
        let start = found.len();
        schemas((old, before), (new, now), &mut found);
        label(&mut found, start, before, now);
        // What a webhook makes of old objects is its own affair.
        for change in found.iter_mut().skip(start).filter(|_| versions::converts_by_webhook(new)) {
            change.impact = change.impact.min(Impact::MayBreak);
        }
    }
    found
}

fn label(found: &mut [Change], start: usize, old: &Version, new: &Version) {
    for change in found.iter_mut().skip(start) {
        change.old_version = Some(versions::name(old).to_owned());
        change.new_version = Some(versions::name(new).to_owned());
    }
}

fn schemas(old: (&Crd, &Version), new: (&Crd, &Version), found: &mut Vec<Change>) {
    fn of<'a>(side: (&'a Crd, &'a Version)) -> Option<&'a At<Box<Schema>>> {
        side.1.parts.schema.as_ref().or(side.0.common.schema.as_ref())
    }
    let (was, now) = match (of(old), of(new)) {
        (None, None) => return,
        (Some(was), Some(now)) => (was, now),
        (was, now) => {
            let (effect, impact, said) = match was {
                None => {
                    (Effect::Added, Impact::MayBreak, "there is a schema now; objects could hold anything")
                }
                Some(_) => (
                    Effect::Removed,
                    Impact::Harmless,
                    "there is no schema any more: objects may hold anything",
                ),
            };
            let span = |at: Option<&At<Box<Schema>>>| at.map(|at| at.key);
            let change = Change::new(Kind::Schema, effect, impact, said);
            found.push(change.places(span(was), span(now).or(Some(new.1.span))));
            return;
        }
    };
    fn side<'a>(schema: &'a Schema, key: Span, crd: &Crd) -> Side<'a> {
        Side { schema, key, keeps: false, keeps_all: !versions::prunes(crd) }
    }
    let pair = Pair {
        old: side(&was.value, was.key, old.0),
        new: side(&now.value, now.key, new.0),
        path: String::new(),
        held: Child::Root,
        matched: Matched::Never,
        resource: true,
        branch: false,
        container: None,
        servers_own: false,
        shared: &Shared::new(),
        undescribed: std::rc::Rc::default(),
    };
    let start = found.len();
    walk::walk(&pair, found);
    if let Some(found) = found.get_mut(start..) {
        fields::moved(found);
    }
}
