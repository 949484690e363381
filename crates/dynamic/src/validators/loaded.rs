//! All validators of a set of documents, with the memory that they borrow.
//!
//! Easy to break: the entries borrow the plans and the arena, so all are created and dropped together.

use std::collections::HashMap;
use std::fmt;

use super::resource::{Entry, Resource};
use super::validator::Validator;
use crate::plan::compile;
use bumpalo::Bump;
use self_cell::{MutBorrow, self_cell};

/// The owner of the memory that constants of resources borrow.
struct Owner {
    resources: Vec<Resource>,
    arena: Bump,
}

/// The resources, sorted by group, version and kind.
struct Entries<'p>(Vec<Entry<'p>>);

self_cell! {
    struct Loaded {
        owner: MutBorrow<Owner>,
        #[covariant]
        dependent: Entries,
    }
}

/// Validators of resources, by group, version and kind. Dropping them frees everything.
///
/// ```
/// use crdc::Scratch;
/// use crdc_source::Source;
/// use crdc_dynamic::Validators;
///
/// let crd = Source::new("crd.yaml", "
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// metadata: {name: notes.example.com}
/// spec:
///   group: example.com
///   scope: Namespaced
///   names: {plural: notes, singular: note, kind: Note, listKind: NoteList}
///   versions:
///   - name: v1
///     served: true
///     storage: true
///     schema:
///       openAPIV3Schema:
///         type: object
///         properties:
///           size: {type: integer, maximum: 9}
/// ");
/// let validators = Validators::load(&[crd])?;
/// let note = validators.find("example.com/v1", "Note").unwrap();
/// let mut scratch = Scratch::new();
/// let object = br#"{"apiVersion": "example.com/v1", "kind": "Note", "metadata": {"name": "a"}, "size": 12}"#;
/// let outcome = note.create(object, &mut scratch);
/// let errors: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
/// assert_eq!(errors, ["size: Invalid value: 12: size in body should be less than or equal to 9"]);
/// # Ok::<(), crdc_dynamic::LoadError>(())
/// ```
pub struct Validators {
    loaded: Loaded,
}

impl Validators {
    /// Builds the constants of the resources.
    pub(super) fn new(resources: Vec<Resource>) -> Validators {
        let owner = MutBorrow::new(Owner { resources, arena: Bump::new() });
        let loaded = Loaded::new(owner, |owner| {
            let Owner { resources, arena } = owner.borrow_mut();
            let (resources, arena): (&Vec<Resource>, &Bump) = (resources, arena);
            let entries = resources.iter().map(|resource| {
                let Resource { plan, actions, kept, versioning } = resource;
                Entry { compiled: compile(plan, actions, *kept, arena), versioning: *versioning, storage: 0 }
            });
            let mut entries: Vec<_> = entries.collect();
            entries.sort_by(|one: &Entry<'_>, other| one.key().cmp(&other.key()));
            find_storage(&mut entries);
            Entries(entries)
        });
        Validators { loaded }
    }

    /// The validator of a kind. Versions that are not served have one too, see [`Validator::is_served`].
    #[must_use]
    pub fn get(&self, group: &str, version: &str, kind: &str) -> Option<Validator<'_>> {
        Validator::find(&self.loaded.borrow_dependent().0, group, version, kind)
    }

    /// The validator of a kind, by the `apiVersion` and `kind` of an object.
    #[must_use]
    pub fn find(&self, api_version: &str, kind: &str) -> Option<Validator<'_>> {
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        self.get(group, version, kind)
    }

    /// All validators, by group, version and kind.
    pub fn all(&self) -> impl Iterator<Item = Validator<'_>> {
        Validator::each(&self.loaded.borrow_dependent().0)
    }
}

/// Writes into each version which one its objects are stored in: itself, if none is marked as such.
fn find_storage(entries: &mut [Entry<'_>]) {
    let marked = entries.iter().enumerate().filter(|(_, entry)| entry.versioning.is_stored);
    let of_kinds: HashMap<(&str, &str), usize> =
        marked.map(|(place, entry)| ((entry.compiled.group, entry.compiled.kind), place)).collect();
    for (own, entry) in entries.iter_mut().enumerate() {
        let key = (entry.compiled.group, entry.compiled.kind);
        entry.storage = of_kinds.get(&key).copied().unwrap_or(own);
    }
}

impl fmt::Debug for Validators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all()).finish()
    }
}
