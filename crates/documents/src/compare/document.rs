//! Compares two documents. In: an old and a new document. Out: the changes of the document itself, then the
//! changes of each version.
//!
//! Easy to break: in v1beta1, the schema of a version may be the schema of the document, so the document
//! returns it.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::{Child, Matched, Pair, Shared, Side};
use super::{fields, versions, walk};
use crdc_schema::{At, Crd, Schema, Version};
use crdc_source::Span;

/// Returns all changes from the old document to the new one: first changes of the document, then removed
/// versions, then each version in the new document's order.
///
/// Versions are compared by name. If the storage version changes, stored objects are read with the schema
/// of the new storage version, so the schemas of the two storage versions are compared as well.
///
/// ```
/// use crdc_documents::compare::{Kind, Ratcheted, compare};
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
///     crdc_schema::read(&crdc_source::parse(&crdc_source::Source::new("crd.yaml", text)).0).0.remove(0)
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
        // How a webhook converts old objects is unknown.
        for change in found.iter_mut().skip(start).filter(|_| versions::converts_by_webhook(new)) {
            change.impact = change.impact.min(Impact::MayBreak);
        }
    }
    found
}

pub(super) fn label(found: &mut [Change], start: usize, old: &Version, new: &Version) {
    for change in found.iter_mut().skip(start) {
        change.old_version = Some(versions::name(old).to_owned());
        change.new_version = Some(versions::name(new).to_owned());
    }
}

pub(super) fn schemas(old: (&Crd, &Version), new: (&Crd, &Version), found: &mut Vec<Change>) {
    fn of<'a>(side: (&'a Crd, &'a Version)) -> Option<&'a At<Box<Schema>>> {
        side.0.schema(side.1)
    }
    let (was, now) = match (of(old), of(new)) {
        (None, None) => return,
        (Some(was), Some(now)) => (was, now),
        (was, now) => {
            let (effect, impact, said) = match was {
                None => (
                    Effect::Added,
                    Impact::MayBreak,
                    "there is a schema now; objects could have any fields before",
                ),
                Some(_) => (
                    Effect::Removed,
                    Impact::Harmless,
                    "there is no longer a schema: objects may have any fields",
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
        shared: &Shared::new(walk::walk),
        undescribed: std::rc::Rc::default(),
    };
    let start = found.len();
    walk::walk(&pair, found);
    if let Some(found) = found.get_mut(start..) {
        fields::moved(found);
    }
}
