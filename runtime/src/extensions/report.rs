//! Creates the errors of violations, in one walk over the new object.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crdc_vocabulary::Dialect;

use super::pairing::{NONE, Tapes};
use crate::error::{ErrorSource, ErrorType, FieldError, ListKey, json, keys};
use crate::path::{Keys, Path};
use crate::places::Breach;
use crdc_object::json::escape;
use crdc_object::tape::Tape;

/// A forbidden change.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImmutabilityViolation<'p> {
    pub(super) at: Site<'p>,
    pub(super) breach: Breach,
    pub(super) dialect: Dialect,
    /// The removed item, if the error names it.
    pub(super) removed: Option<Removed<'p>>,
}

/// An item of a list map, or a member of a set, that is missing from the new object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removed<'p> {
    /// The entry of the item in the old object.
    pub(super) at: u32,
    /// The keys of the list; empty for a set.
    pub(super) keys: &'p [ListKey<'p>],
}

impl<'p> ImmutabilityViolation<'p> {
    /// The sort key of violations; equal ones are duplicates.
    fn order(&self) -> impl Ord + use<'p> {
        (self.at, self.breach, self.dialect, self.removed.map(|removed| removed.at))
    }
}

impl<'p> Removed<'p> {
    fn json(self, old: Tape<'_>) -> String {
        if self.keys.is_empty() { json(old, self.at) } else { keys(old, self.at, self.keys) }
    }
}

/// The location of a violation: a value of the new object, or a value below it that only the old object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Site<'p> {
    /// The entry of the value in the new object.
    pub(super) at: u32,
    /// Members of the old object that continue the path; [`NONE`] if there are no more.
    pub(super) via: [u32; 2],
    /// The name of a field that neither object has; otherwise empty.
    pub(super) name: &'p str,
}

impl<'p> Site<'p> {
    /// The location of a value of the new object.
    pub(super) fn new(at: u32) -> Self {
        Site { at, via: [NONE; 2], name: "" }
    }

    /// The location of a member of the old object that is missing from the new one.
    pub(super) fn gone(parent: u32, at: u32) -> Self {
        Site { at: parent, via: [at, NONE], name: "" }
    }
}

/// Creates the errors of all violations, each once, in the order of the new object.
pub(super) fn word(
    tapes: Tapes<'_>,
    violations: &mut Vec<ImmutabilityViolation<'_>>,
    mut say: impl FnMut(Dialect, FieldError),
) {
    violations.sort_unstable_by_key(ImmutabilityViolation::order);
    violations.dedup_by_key(|violation| violation.order());
    let mut paths = Path::new(tapes.new, 0, Keys::Bracketed);
    for ImmutabilityViolation { at: Site { at, via, name }, breach, dialect, removed } in violations.drain(..)
    {
        let Some(path) = paths.path(at, false) else { continue };
        let mut field = String::new();
        for gone in via.into_iter().filter(|gone| *gone != NONE) {
            let entry = tapes.old.entry(gone);
            let key = tapes.old.raw_key(&entry);
            if entry.is_map_value() {
                field.push('[');
                escape::append_key(&mut field, key);
                field.push(']');
            } else {
                if !field.is_empty() || !path.is_empty() {
                    field.push('.');
                }
                escape::append_key(&mut field, key);
            }
        }
        if !name.is_empty() {
            field.push('.');
            field.push_str(name);
        }
        let bad_value = match (breach, via, removed) {
            // The update tag's error has no value.
            _ if dialect == Dialect::Declarative => "null".to_string(),
            (_, _, Some(removed)) => removed.json(tapes.old),
            (_, [NONE, _], None) if breach != Breach::Removed && name.is_empty() => json(tapes.new, at),
            _ => "null".to_string(),
        };
        say(
            dialect,
            FieldError::new(
                breach.error_type(dialect),
                path.join(&field),
                (breach.error_type(dialect) != ErrorType::Forbidden).then_some(bad_value),
                breach.detail(dialect),
                ErrorSource::Immutable,
            ),
        );
    }
}

/// The reason why a union of the older shape cannot be normalized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The object that has the union.
    pub(crate) at: u32,
    pub(super) detail: String,
    /// The members that the detail names.
    pub(super) members: Vec<String>,
}

/// Creates the errors of unions that cannot be normalized.
pub(crate) fn word_faults(tape: Tape<'_>, mut faults: Vec<Fault>) -> Vec<FieldError> {
    faults.sort_by_key(|fault| fault.at);
    let mut paths = Path::new(tape, 0, Keys::Bracketed);
    let errors = faults.into_iter().filter_map(|Fault { at, detail, members }| {
        let path = paths.path(at, false)?;
        let error = FieldError::new(
            ErrorType::Invalid,
            if path.is_empty() { "<nil>".into() } else { path },
            Some(json(tape, at)),
            detail,
            ErrorSource::Union,
        );
        Some(FieldError { members: members.into(), ..error })
    });
    errors.collect()
}
