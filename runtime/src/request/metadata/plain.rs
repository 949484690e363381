//! Checks quickly that metadata is valid: one walk over its entries without allocations. Easy to break: false
//! alarms are possible, misses are not.

use super::validate::{self, Whose};
use crate::decode::field_numbers::{field, manager, owner};
use crate::scope::Scope;
use crdc_object::names::{
    self, group_version, is_annotation_key, is_label, is_label_value, is_qualified, is_segment,
    is_segment_prefix, is_subdomain,
};
use crdc_object::tape::{Kind, LiveEntries, Tape};

/// Whether the metadata at an entry is certainly valid.
pub(super) fn is_plain(tape: Tape<'_>, metadata: Option<u32>, whose: Whose) -> bool {
    look(tape, metadata, whose, true)
}

/// Like [`is_plain`], without `managedFields`.
pub(super) fn is_plain_but_managers(tape: Tape<'_>, metadata: Option<u32>, whose: Whose) -> bool {
    look(tape, metadata, whose, false)
}

fn look(tape: Tape<'_>, metadata: Option<u32>, whose: Whose, look_at_managers: bool) -> bool {
    let Some(metadata) = metadata.filter(|&at| tape.entry(at).kind == Kind::Object) else {
        return false;
    };
    let (mut named, mut placed) = (false, false);
    for (at, entry) in LiveEntries::of(tape.entries, metadata) {
        let fine = match entry.field {
            field::NAME => {
                named = true;
                let name = tape.string(entry);
                if let Whose::Created(_) = whose { is_subdomain(name) } else { is_segment(name) }
            }
            field::GENERATE_NAME => {
                let text = tape.string(entry);
                let text = text.strip_suffix(b"-").unwrap_or(text);
                if let Whose::Created(_) = whose { is_subdomain(text) } else { is_segment_prefix(text) }
            }
            field::NAMESPACE => {
                placed = true;
                is_label(tape.string(entry))
            }
            field::GENERATION => tape.int(entry) >= 0,
            field::LABELS => labels(tape, at),
            field::ANNOTATIONS => annotations(tape, at),
            field::OWNER_REFERENCES => owners(tape, at),
            field::FINALIZERS => finalizers(tape, at),
            field::MANAGED_FIELDS => !look_at_managers || managers(tape, Some(at)),
            _ => true,
        };
        if !fine {
            return false;
        }
    }
    match whose {
        Whose::Created(scope) | Whose::CreatedOfRbac(scope) | Whose::Stored(scope) => {
            named && placed == (scope == Scope::Namespaced)
        }
        Whose::Embedded => true,
    }
}

fn labels(tape: Tape<'_>, at: u32) -> bool {
    tape.children(at).all(|child| {
        let entry = tape.entry(child);
        // A key with an escape is never valid, so the raw key can be checked.
        is_qualified(tape.raw_key(&entry)) && is_label_value(tape.string(&entry))
    })
}

fn annotations(tape: Tape<'_>, at: u32) -> bool {
    let mut size = 0usize;
    for child in tape.children(at) {
        let entry = tape.entry(child);
        let key = tape.raw_key(&entry);
        size = size.saturating_add(key.len()).saturating_add(tape.string(&entry).len());
        if !is_annotation_key(key) {
            return false;
        }
    }
    size <= names::ANNOTATIONS_SIZE
}

fn owners(tape: Tape<'_>, at: u32) -> bool {
    let mut controllers = 0;
    tape.children(at).all(|item| {
        let (mut version, mut kind, mut banned) = (false, false, true);
        let (mut name, mut uid) = (false, false);
        for child in tape.children(item) {
            let entry = tape.entry(child);
            match entry.field {
                owner::API_VERSION => {
                    let text = tape.string(&entry);
                    version = !group_version(text).1.is_empty();
                    banned &= group_version(text) == (b"", b"v1");
                }
                owner::KIND => {
                    let text = tape.string(&entry);
                    kind = !text.is_empty();
                    banned &= text == b"Event";
                }
                owner::NAME => name = tape.string(&entry) != b"",
                owner::UID => uid = tape.string(&entry) != b"",
                owner::CONTROLLER => controllers += usize::from(entry.kind == Kind::True),
                _ => {}
            }
        }
        version && kind && name && uid && !banned && controllers < 2
    })
}

fn finalizers(tape: Tape<'_>, at: u32) -> bool {
    let (mut orphan, mut foreground) = (false, false);
    tape.children(at).all(|item| {
        let text = tape.string(&tape.entry(item));
        orphan |= text == validate::ORPHAN;
        foreground |= text == validate::FOREGROUND;
        is_qualified(text) && !(orphan && foreground)
    })
}

/// Whether `managedFields` is certainly valid.
pub(super) fn managers(tape: Tape<'_>, at: Option<u32>) -> bool {
    at.is_none_or(|at| tape.children(at).all(|item| is_plain_manager(tape, item)))
}

fn is_plain_manager(tape: Tape<'_>, item: u32) -> bool {
    let mut operation = false;
    let fine = tape.children(item).all(|child| {
        let entry = tape.entry(child);
        match entry.field {
            manager::OPERATION => {
                operation = matches!(tape.string(&entry), b"Apply" | b"Update");
                operation
            }
            manager::FIELDS_TYPE => tape.string(&entry) == b"FieldsV1",
            manager::MANAGER => {
                let text = tape.string(&entry);
                text.len() <= validate::MANAGER_LENGTH && text.iter().all(|byte| (b' '..=b'~').contains(byte))
            }
            manager::SUBRESOURCE => tape.string(&entry).len() <= validate::SUBRESOURCE_LENGTH,
            _ => true,
        }
    });
    fine && operation
}
