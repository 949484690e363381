//! Violations put into words: one walk over the new object, however many there are.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crdc_vocabulary::Dialect;

use super::mark::Breach;
use super::pairing::{NONE, Tapes};
use crate::error::{ErrorSource, ErrorType, FieldError, ListKey, json, keys};
use crate::json::escape;
use crate::tape::{Keys, Path, Tape};

/// Something that an update may not do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Violation {
    pub(super) at: Site,
    pub(super) breach: Breach,
    pub(super) dialect: Dialect,
    /// The item that was removed, where an error names it.
    pub(super) removed: Option<Removed>,
}

/// An item of a list map, or a member of a set, that the new object lacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removed {
    /// Entry of the old object.
    pub(super) at: u32,
    /// The keys of the list; a set has none.
    pub(super) keys: &'static [ListKey],
}

impl Violation {
    /// What the violations are sorted by; equal ones are one violation.
    fn order(&self) -> impl Ord + use<> {
        (self.at, self.breach, self.dialect, self.removed.map(|removed| removed.at))
    }
}

impl Removed {
    fn json(self, old: Tape<'_>) -> String {
        if self.keys.is_empty() { json(old, self.at) } else { keys(old, self.at, self.keys) }
    }
}

/// Where a violation is reported: a value of the new object, or below it what only the old one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Site {
    /// Entry of the new object.
    pub(super) at: u32,
    /// Members of the old object that the path goes on with; [`NONE`] for none.
    pub(super) via: [u32; 2],
    /// A field that neither object has; empty for none.
    pub(super) name: &'static str,
}

impl Site {
    /// A value of the new object.
    pub(super) fn new(at: u32) -> Self {
        Site { at, via: [NONE; 2], name: "" }
    }

    /// A member of the old object that the new one lacks.
    pub(super) fn gone(parent: u32, at: u32) -> Self {
        Site { at: parent, via: [at, NONE], name: "" }
    }
}

/// Words for all violations, each once, in the order of the new object.
pub(super) fn word(
    tapes: Tapes<'_>,
    violations: &mut Vec<Violation>,
    mut say: impl FnMut(Dialect, FieldError),
) {
    violations.sort_unstable_by_key(Violation::order);
    violations.dedup_by_key(|violation| violation.order());
    let mut paths = Path::new(tapes.new, 0, Keys::Bracketed);
    for Violation { at: Site { at, via, name }, breach, dialect, removed } in violations.drain(..) {
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
            // The tag looks at no value.
            _ if dialect == Dialect::Declarative => "null".to_string(),
            (_, _, Some(removed)) => removed.json(tapes.old),
            (_, [NONE, _], None) if breach != Breach::Removed && name.is_empty() => json(tapes.new, at),
            _ => "null".to_string(),
        };
        say(
            dialect,
            FieldError {
                error_type: breach.error_type(dialect),
                field: path.join(&field),
                bad_value: (breach.error_type(dialect) != ErrorType::Forbidden).then_some(bad_value),
                detail: breach.detail(dialect).into(),
                source: ErrorSource::Immutable,
            },
        );
    }
}

/// Why a union of the older shape cannot be normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The object that has the union.
    pub(super) at: u32,
    pub(super) detail: String,
}

/// Words for what cannot be normalised.
pub(super) fn word_faults(tape: Tape<'_>, mut faults: Vec<Fault>) -> Vec<FieldError> {
    faults.sort_by_key(|fault| fault.at);
    let mut paths = Path::new(tape, 0, Keys::Bracketed);
    let worded = faults.into_iter().filter_map(|Fault { at, detail }| {
        let path = paths.path(at, false)?;
        Some(FieldError {
            error_type: ErrorType::Invalid,
            field: if path.is_empty() { "<nil>".into() } else { path },
            bad_value: Some(json(tape, at)),
            detail: detail.into(),
            source: ErrorSource::Union,
        })
    });
    worded.collect()
}
