//! Decodes text to a tape: the fast path, and the error if it stops.

use super::object::DecodedObject;
use super::{Refused, RequestState};
use crate::decode::field_numbers::root;
use crate::decode::{DecodeError, DecodeOptions, Decoder, Member, StopReason};
use crate::definition::Definition;
use crate::extensions;
use crate::metadata::Malformed;
use crate::operation::{FieldValidation, RequestKind};
use crate::refusal::{self, BadRequest, DecodeStage, Expected, Refusal, Undecodable};
use crate::side::{Records, Side};
use crdc_object::json::normalize::normalize;
use crdc_object::tape::{ChildEntries, Entry, Kind, NO_FIELD, Tape};
use crdc_vocabulary::messages::cannot_be_handled;

impl<'p> RequestState<'_, 'p> {
    /// Decodes, prunes and defaults the new object, and raises the errors of its schema.
    pub(super) fn decode_new(&mut self) -> Result<(), Refused> {
        let validates_metadata = self.request.kind != RequestKind::Decode;
        let (keeps_nulls, undefaulted) = (self.request.keeps_nulls, self.request.undefaulted);
        let options =
            DecodeOptions { validates_metadata, keeps_nulls, undefaulted, ..DecodeOptions::default() };
        self.new.decode(self.definition, options, self.request.field_validation, self.refused)
    }

    /// Decodes the old object. It was read from storage, so malformed metadata is dropped.
    pub(super) fn decode_old(&mut self) -> Result<(), Refused> {
        decode_stored(self.definition, &mut self.old, self.refused)?;
        if self.request.kind == RequestKind::Update {
            // A stored object may be invalid.
            self.old.records.violations.clear();
        }
        Ok(())
    }
}

/// The old object of a status update, decoded to another side: its own has the new status by now. Its status
/// is normalized.
pub(super) fn decode_old_again<'p>(
    definition: &'p Definition<'p>,
    text: &[u8],
    buffers: &mut extensions::Buffers<'static>,
) -> Option<(Side, Records<'p>)> {
    let (mut side, mut records) = (Side::default(), Records::default());
    if !decode_stored_to(definition, text, &mut side, &mut records) {
        return None;
    }
    super::extensions::normalize_status(definition, text, &mut side, buffers);
    Some((side, records))
}

/// Decodes a stored object to a side that is reused. Returns whether it succeeded.
pub(crate) fn decode_stored_to<'p>(
    definition: &'p Definition<'p>,
    text: &[u8],
    side: &mut Side,
    records: &mut Records<'p>,
) -> bool {
    let mut object = DecodedObject::new(definition, side, core::mem::take(records), text);
    let decoded = decode_stored(definition, &mut object, &mut BadRequest::default());
    *records = object.records;
    records.violations.clear();
    decoded.is_ok()
}

/// Decodes text in stored form, without defaults; returns whether it succeeded.
pub(super) fn decode_defaulted<'p>(
    definition: &'p Definition<'p>,
    text: &[u8],
    side: &mut Side,
    records: &mut Records<'p>,
) -> bool {
    side.clear();
    records.clear();
    let mut decoder = Decoder::new(text, side, records, definition.defaults);
    decoder.options.undefaulted = true;
    // The stored object has canonical keys and strings. A large integer is a float.
    decoder.normalized = true;
    let whole = definition.root.run(&mut decoder, Member::ITEM).is_ok() && decoder.at_end();
    decoder.give_back();
    whole
}

fn decode_stored<'p>(
    definition: &'p Definition<'p>,
    object: &mut DecodedObject<'_, 'p>,
    refused: &mut BadRequest,
) -> Result<(), Refused> {
    let options = DecodeOptions { lenient_metadata: true, ..DecodeOptions::default() };
    object.decode(definition, options, FieldValidation::Ignore, refused).map_err(|_| {
        let message = alloc::format!("the old object does not decode: {}", refused.message);
        *refused = BadRequest::other(message);
        Refused { decoded: true }
    })
}

impl<'p> DecodedObject<'_, 'p> {
    /// Decodes the whole object by its schema.
    fn decode(
        &mut self,
        definition: &'p Definition<'p>,
        options: DecodeOptions,
        field_validation: FieldValidation,
        refused: &mut BadRequest,
    ) -> Result<(), Refused> {
        self.is_foreign = false;
        self.side.clear();
        self.records.clear();
        let decoded = match pass(definition, self.text, self.side, &mut self.records, options) {
            Err(StopReason::Normalize) => self.decode_normalized(definition, options),
            other => other,
        };
        if let Ok(None) = decoded
            && (self.side.has_type_meta || is_of_resource(definition, self))
        {
            self.side.has_all_candidates = true;
            return Ok(());
        }
        self.decode_unusual(definition, options, field_validation, refused, decoded)
    }

    fn decode_normalized(
        &mut self,
        definition: &'p Definition<'p>,
        options: DecodeOptions,
    ) -> Result<Option<Malformed>, StopReason> {
        let normalized = normalize(self.text);
        self.side.clear();
        self.records.clear();
        self.side.is_normalized = true;
        let decoded = pass(definition, &normalized, self.side, &mut self.records, options);
        self.side.normalized = normalized;
        decoded
    }

    /// Handles text that could not be decoded or may be of another kind: finds the server's message.
    #[cold]
    fn decode_unusual(
        &mut self,
        definition: &'p Definition<'p>,
        options: DecodeOptions,
        field_validation: FieldValidation,
        refused: &mut BadRequest,
        decoded: Result<Option<Malformed>, StopReason>,
    ) -> Result<(), Refused> {
        let expected = Expected {
            group: definition.group,
            version: definition.version,
            kind: definition.kind,
            strict: field_validation != FieldValidation::Ignore,
        };
        match refusal::decode(self.text, &expected) {
            Refusal::Refused(why) => {
                *refused = why;
                return Err(Refused { decoded: false });
            }
            Refusal::OtherKind => {
                let unchanged =
                    self.decode_normalized(definition, DecodeOptions { verbatim: true, ..options });
                // Values of another kind are not validated.
                self.records.violations.clear();
                if unchanged.is_ok() {
                    self.is_foreign = true;
                    return Ok(());
                }
            }
            Refusal::Nothing => {}
        }
        let (error, path) = match &decoded {
            Ok(None) => return Ok(()),
            Ok(Some(Malformed { error, path })) => (error.as_str(), Some(path.clone())),
            // The start of the message of the server's decoder.
            Err(StopReason::TooDeep) => ("exceeded max depth", None),
            Err(_) => ("json: cannot decode", None),
        };
        *refused = BadRequest {
            message: cannot_be_handled(definition.kind, definition.version, definition.kind, error),
            undecodable: Some(Undecodable { path, ..Undecodable::new(DecodeStage::Object, error) }),
        };
        Err(Refused { decoded: false })
    }
}

/// Runs the decoder once. Returns why it stopped, or the error of an embedded resource.
fn pass<'p>(
    definition: &'p Definition<'p>,
    text: &[u8],
    side: &mut Side,
    records: &mut Records<'p>,
    options: DecodeOptions,
) -> Result<Option<Malformed>, StopReason> {
    if text.len() >= u32::MAX as usize / 2 {
        return Err(StopReason::Refused);
    }
    let mut decoder = Decoder::new(text, side, records, definition.defaults);
    decoder.options = options;
    let whole = match definition.root.run(&mut decoder, Member::ITEM) {
        Ok(()) => decoder.at_end(),
        Err(DecodeError) => false,
    };
    let halt = decoder.halt;
    let refusal = if decoder.side.unreadable.is_empty() { None } else { decoder.refusal() };
    decoder.give_back();
    let metadata = side.bad_metadata.and_then(|at| side.tape.get(at as usize));
    match (whole, halt) {
        (true, _) if metadata.is_some_and(|entry| !entry.is_dead()) => Err(StopReason::Refused),
        (true, _) => Ok(refusal),
        (false, StopReason::Normalize | StopReason::TooDeep) => Err(halt),
        (false, _) => Err(StopReason::Refused),
    }
}

/// Whether the decoded object is of this resource and version.
#[cold]
#[inline(never)]
fn is_of_resource(definition: &Definition<'_>, object: &DecodedObject<'_, '_>) -> bool {
    let Some(members) = ChildEntries::of_object(&object.side.tape, 0) else { return false };
    let (mut version, mut kind) = (false, false);
    for (_, entry) in members {
        match (entry.field, entry.kind) {
            (root::API_VERSION | root::KIND, Kind::String) if entry.is_dead() => {}
            (root::API_VERSION, Kind::String) => {
                version = object.string(entry) == definition.api_version.as_bytes();
            }
            (root::KIND, Kind::String) => kind = object.string(entry) == definition.kind.as_bytes(),
            (root::API_VERSION | root::KIND, Kind::Null) => {}
            // The server refuses other values even if a duplicate follows.
            (root::API_VERSION | root::KIND, _) => return false,
            (NO_FIELD, _) if resembles_type_meta(object.tape(), entry) => return false,
            _ => {}
        }
    }
    version && kind
}

/// The server first reads these two fields case-insensitively, and refuses values that are not strings.
#[cold]
fn resembles_type_meta(tape: Tape<'_>, entry: &Entry) -> bool {
    let key = tape.raw_key(entry);
    key.eq_ignore_ascii_case(b"kind") || key.eq_ignore_ascii_case(b"apiVersion")
}
