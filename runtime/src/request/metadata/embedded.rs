//! Validates `apiVersion`, `kind` and `metadata` of embedded resources.
//!
//! In: the entries that the decoder recorded. Out: errors, after those of the schema. A resource that was
//! dropped after decoding has no path and no errors.
// apiextensions-apiserver: schema/objectmeta/validation.go

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::sink::{Sink, quoted};
use super::validate::Whose;
use super::{plain, validate};
use crate::decode::field_numbers::root;
use crate::decode::{DecodeOptions, Decoder, Member};
use crate::error::{ErrorSource, ErrorType, FieldError};
use crate::field_path::FieldPath;
use crate::path::{Keys, Path};
use crate::request::{Validation, status_field};
use crate::side::{Records, Side, Unreadable};
use crdc_object::names;
use crdc_object::tape::{Kind, NO_FIELD, Tape};

impl<'p> Validation<'_, 'p> {
    /// Validates every embedded resource of the object that is created or updated. Not called for status
    /// updates.
    pub(in crate::request) fn embedded_metadata(&mut self) {
        let embedded = self.decoded.map_or(&[][..], |side| &side.embedded);
        if !embedded.is_empty() {
            look(self.tape, embedded, &mut self.findings.after);
        }
    }

    /// Validates an object of another kind: the server validates what its schema marks as embedded even
    /// then. That object was not decoded by the schema, so it is decoded now, with separate buffers.
    #[cold]
    pub(in crate::request) fn foreign_embedded_metadata(&mut self) {
        let (definition, errors) = (self.definition, &mut self.findings.after);
        let mut side = Side::of_normalized();
        let [text, ..] = self.tape.texts;
        let mut records = Records::default();
        let mut decoder = Decoder::new(text, &mut side, &mut records, definition.defaults);
        // All members are kept, even nulls.
        decoder.options = DecodeOptions { verbatim: true, reads_metadata: true, ..DecodeOptions::default() };
        let decoded = definition.root.run(&mut decoder, Member::ITEM);
        decoder.give_back();
        // Its tape points into the text that is passed along.
        side.is_normalized = false;
        if decoded.is_err() || side.embedded.is_empty() {
            return;
        }
        if definition.status_subresource {
            status_field::drop(&mut side);
        }
        let unreadable = core::mem::take(&mut side.unreadable);
        tell_unreadable(side.tape(text, definition.defaults, b""), &unreadable, errors);
        for Unreadable { at, .. } in unreadable {
            if let Some(entry) = side.tape.get_mut(at as usize) {
                entry.field = NO_FIELD;
            }
        }
        look(side.tape(text, definition.defaults, b""), &side.embedded, errors);
    }
}

/// Adds errors for metadata that the server's struct cannot hold, instead of refusing the request.
fn tell_unreadable(tape: Tape<'_>, unreadable: &[Unreadable], errors: &mut Vec<FieldError>) {
    let mut path = Path::new(tape, 0, Keys::Bracketed);
    for Unreadable { at, error, .. } in unreadable {
        if let Some(path) = path.path(*at, false) {
            let mut sink = Sink { path, source: ErrorSource::ObjectMeta, errors };
            sink.add("", ErrorType::Invalid, crate::error::json(tape, *at), error.clone().into_owned());
        }
    }
}

fn look(tape: Tape<'_>, places: &[u32], errors: &mut Vec<FieldError>) {
    let mut path: Option<Path<'_>> = None;
    for &at in places {
        if !is_plain(tape, at) {
            let path = path.get_or_insert_with(|| Path::new(tape, 0, Keys::Bracketed));
            if let Some(path) = path.path(at, false) {
                validate_one(tape, at, &path, errors);
            }
        }
    }
}

/// The fields of an embedded resource that are validated.
#[derive(Default)]
struct Parts {
    api_version: Option<u32>,
    kind: Option<u32>,
    metadata: Option<u32>,
}

impl Parts {
    fn of(tape: Tape<'_>, at: u32) -> Parts {
        let mut parts = Parts::default();
        for child in tape.children(at) {
            match tape.entry(child).field {
                root::API_VERSION => parts.api_version = Some(child),
                root::KIND => parts.kind = Some(child),
                root::METADATA => parts.metadata = Some(child),
                _ => {}
            }
        }
        parts
    }
}

/// The content of a string; `None` for anything else.
fn text(tape: Tape<'_>, at: Option<u32>) -> Option<&[u8]> {
    let entry = tape.entry(at?);
    (entry.kind == Kind::String).then(|| tape.string(&entry))
}

/// Whether an embedded resource is certainly valid.
fn is_plain(tape: Tape<'_>, at: u32) -> bool {
    let parts = Parts::of(tape, at);
    let version = text(tape, parts.api_version)
        .is_some_and(|text| !text.is_empty() && text.iter().filter(|&&byte| byte == b'/').count() < 2);
    version
        && text(tape, parts.kind).is_some_and(is_plain_kind)
        && parts.metadata.is_none_or(|at| plain::is_plain(tape, Some(at), Whose::Embedded))
}

fn is_plain_kind(kind: &[u8]) -> bool {
    let first = kind.first().is_some_and(u8::is_ascii_alphabetic);
    let last = kind.last().is_some_and(u8::is_ascii_alphanumeric);
    first && last && kind.len() <= 63 && kind.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

#[cold]
fn validate_one(tape: Tape<'_>, at: u32, path: &FieldPath, errors: &mut Vec<FieldError>) {
    let parts = Parts::of(tape, at);
    let mut sink = Sink { path: path.clone(), source: ErrorSource::ObjectMeta, errors };
    for (child, found) in [(".apiVersion", parts.api_version), (".kind", parts.kind)] {
        match (found, text(tape, found)) {
            (None, _) => sink.add(child, ErrorType::Required, quoted(b""), ""),
            (Some(found), None) => {
                let bad_value = crate::error::json(tape, found);
                sink.add(child, ErrorType::Invalid, bad_value, "must be a string");
            }
            (_, Some(b"")) => sink.add(child, ErrorType::Invalid, quoted(b""), "must not be empty"),
            _ => {}
        }
    }
    if let Some(version) = text(tape, parts.api_version)
        && version.iter().filter(|&&byte| byte == b'/').count() > 1
    {
        let detail = format!("unexpected GroupVersion string: {}", String::from_utf8_lossy(version));
        sink.add(".apiVersion", ErrorType::Invalid, quoted(version), detail);
    }
    if let Some(kind) = text(tape, parts.kind).filter(|kind| !kind.is_empty()) {
        let reasons = names::against_kind(names::lower(&String::from_utf8_lossy(kind)).as_bytes());
        if !reasons.is_empty() {
            let detail = format!("may have mixed case, but should otherwise match: {}", reasons.join(","));
            sink.add(".kind", ErrorType::Invalid, quoted(kind), detail);
        }
    }
    if parts.metadata.is_some() {
        let mut sink = Sink { path: path.join(".metadata"), source: ErrorSource::ObjectMeta, errors };
        validate::validate(tape, parts.metadata, Whose::Embedded, &mut sink);
    }
}
