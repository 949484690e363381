//! Validation of `metadata`, of the object itself and of embedded resources.
//!
//! In: decoded and prepared objects. Out: errors in the scratch. Valid metadata is checked once by
//! `plain.rs`, which creates nothing; if that is not certain, `validate.rs` checks the same fields with the
//! server's rules and messages. Easy to break: false alarms of `plain.rs` are possible, misses are not.
//! Metadata errors are never ratcheted.
// apiserver: registry/rest/{create,update}.go BeforeCreate, BeforeUpdate

mod change;
mod embedded;
mod generated;
#[cfg(feature = "cel")]
mod named;
mod plain;
mod validate;

use alloc::string::String;
use alloc::vec::Vec;

use super::Validation;
use crate::decode::meta::{field, root};
use crate::error::{ErrorSource, ErrorType, FieldError, Report};
use crate::extensions::Tapes;
use crate::field_path::FieldPath;
use crate::json::escape;
use crate::metadata::names;
use crate::scope::Scope;
use crate::tape::Tape;

/// What the metadata belongs to, which decides the rules for names and required fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// An object that is created.
    Created(Scope),
    /// An object that was stored before.
    Stored(Scope),
    /// An object inside another.
    Embedded,
}

/// Collects errors below a path.
pub(super) struct Sink<'a> {
    /// Path of the value that is validated.
    path: FieldPath,
    source: ErrorSource,
    errors: &'a mut Vec<FieldError>,
}

impl Sink<'_> {
    /// Adds an error below the path: `child` begins with a dot, or is empty.
    fn add(&mut self, child: &str, error_type: ErrorType, bad_value: String, detail: String) {
        let child = if self.path.is_empty() { child.strip_prefix('.').unwrap_or(child) } else { child };
        self.errors.push(FieldError {
            error_type,
            field: self.path.join(child),
            bad_value: Some(bad_value),
            detail: detail.into(),
            source: self.source,
        });
    }

    /// Adds an error for each reason why a string is invalid.
    fn against(&mut self, child: &str, text: &[u8], reasons: names::Reasons) {
        for reason in reasons {
            self.add(child, ErrorType::Invalid, quoted(text), reason.into_owned());
        }
    }
}

/// A string as JSON.
fn quoted(text: &[u8]) -> String {
    let mut out = String::new();
    escape::append_string(&mut out, &String::from_utf8_lossy(text));
    out
}

/// The metadata of the object itself, if it has any.
fn of(tape: Tape<'_>) -> Option<u32> {
    tape.field(0, root::METADATA)
}

/// The content of a string field of the metadata; empty if it is absent.
fn string(tape: Tape<'_>, metadata: Option<u32>, field: u16) -> &[u8] {
    find(tape, metadata, field).map_or(b"", |at| tape.string(&tape.entry(at)))
}

/// A field of the metadata. Objects read from storage may have metadata that is not an object.
fn find(tape: Tape<'_>, metadata: Option<u32>, field: u16) -> Option<u32> {
    tape.field(metadata?, field)
}

/// The finalizers of an object, sorted and deduplicated.
pub(super) fn finalizers(tape: Tape<'_>) -> Vec<&[u8]> {
    let list = find(tape, of(tape), field::FINALIZERS);
    let items = list.into_iter().flat_map(|list| tape.children(list));
    let mut items: Vec<&[u8]> = items.map(|item| tape.string(&tape.entry(item))).collect();
    items.sort_unstable();
    items.dedup();
    items
}

impl<'p> Validation<'_, 'p> {
    /// Validates the object's metadata on a create.
    pub(super) fn metadata_of_create(&mut self) {
        if !self.has_plain_metadata() {
            self.unusual_metadata_of_create();
        }
    }

    /// Whether the metadata was valid already when it was decoded.
    fn has_plain_metadata(&self) -> bool {
        const NAMED: u64 = 1 << field::NAME;
        const PLACED: u64 = 1 << field::NAMESPACE;
        let wanted = if self.definition.scope == Scope::Namespaced { NAMED | PLACED } else { NAMED };
        self.decoded.is_some_and(|side| side.plain_metadata & (NAMED | PLACED) == wanted)
    }

    fn unusual_metadata_of_create(&mut self) {
        let (tape, whose) = (self.tape, Whose::Created(self.definition.scope));
        let metadata = of(tape);
        if !plain::is_plain(tape, metadata, whose) {
            validate::validate(tape, metadata, whose, &mut own(&mut self.findings.before));
        }
    }

    /// Validates `generateName` on a create once more if there are no other errors: the server validates
    /// metadata again by the rules of all resources. They are less strict, except for `generateName`, of which
    /// the first validation ignores one byte.
    pub(super) fn generate_name_again(&mut self) {
        if self.decoded.is_some_and(|side| side.metadata_fields >> field::GENERATE_NAME & 1 != 0) {
            self.generate_name_by_rules_of_all();
        }
    }

    #[inline(never)]
    fn generate_name_by_rules_of_all(&mut self) {
        let (tape, findings) = (self.tape, &mut *self.findings);
        let beginning = string(tape, of(tape), field::GENERATE_NAME);
        if names::is_segment_prefix(beginning) || !findings.before.is_empty() || !findings.after.is_empty() {
            return;
        }
        self.violations.sort_by_key(|violation| violation.at());
        if Report::new(tape, self.violations, 0, "").any() {
            return;
        }
        let reasons = names::against_segment_prefix(beginning);
        own(&mut findings.after).against(".generateName", beginning, reasons);
    }

    /// Validates the object's metadata on an update, by itself and against the old one.
    pub(super) fn metadata_of_update(&mut self) {
        let whose = Whose::Stored(self.definition.scope);
        let Tapes { new, old } = self.tapes();
        let (metadata, before) = (of(new), of(old));
        if !self.has_plain_metadata() && !plain::is_plain(new, metadata, whose) {
            validate::validate(new, metadata, whose, &mut own(&mut self.findings.before));
        }
        if !change::is_plain(new, metadata, old, before) {
            change::validate(new, metadata, old, before, &mut own(&mut self.findings.before));
        }
    }

    /// Validates metadata on a status update: all of it is the old object's except `managedFields`.
    pub(super) fn metadata_of_status_update(&mut self) {
        let whose = Whose::Stored(self.definition.scope);
        let (stored, given) = (self.tape, self.given.unwrap_or(self.tape));
        let metadata = of(stored);
        let managers = find(given, of(given), field::MANAGED_FIELDS);
        let sink = &mut own(&mut self.findings.before);
        if !plain::is_plain_but_managers(stored, metadata, whose) {
            validate::validate_but_managers(stored, metadata, whose, sink);
        }
        if !plain::managers(given, managers) {
            validate::managers(given, managers, sink);
        }
        change::version(stored, metadata, sink);
    }
}

/// A sink for errors of the object's own metadata.
fn own(errors: &mut Vec<FieldError>) -> Sink<'_> {
    Sink { path: "metadata".into(), source: ErrorSource::Metadata, errors }
}
