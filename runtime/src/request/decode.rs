//! Decodes text to a tape: the fast path, and what follows if it stops.

use alloc::string::String;

use super::object::DecodedObject;
use super::{FieldValidation, Operation, Refused, RequestState, type_meta};
use crate::compiled::Compiled;
use crate::decode::{DecodeError, DecodeOptions, Decoder, Member, StopReason};
use crate::extensions;
use crate::json::normalise::normalise;
use crate::refusal::{self, Expected, Refusal};
use crate::side::Side;

impl RequestState<'_> {
    /// Decodes, prunes and defaults the new object, and raises the errors of its schema.
    pub(super) fn decode_new(&mut self) -> Result<(), Refused> {
        self.new.decode(self.compiled, DecodeOptions::default(), self.request.field_validation, self.message)
    }

    /// Decodes the old object. It was read from storage, so malformed metadata is dropped.
    pub(super) fn decode_old(&mut self) -> Result<(), Refused> {
        decode_stored(self.compiled, &mut self.old, self.message)?;
        if self.request.operation == Operation::Update {
            // What is stored may be invalid.
            self.old.side.violations.clear();
        }
        Ok(())
    }
}

/// The old object of a status update, decoded to another side: its own has the new status by now. Its status is
/// normalized.
pub(super) fn decode_old_again(
    compiled: &Compiled,
    text: &[u8],
    buffers: &mut extensions::Buffers,
) -> Option<Side> {
    let mut side = Side::default();
    if !decode_stored_to(compiled, text, &mut side) {
        return None;
    }
    extensions::normalise_status(compiled, text, &mut side, buffers);
    Some(side)
}

/// The same to a side that is reused. Returns whether it succeeded.
pub(crate) fn decode_stored_to(compiled: &Compiled, text: &[u8], side: &mut Side) -> bool {
    let mut object = DecodedObject::new(compiled, side, text);
    let decoded = decode_stored(compiled, &mut object, &mut String::new());
    side.violations.clear();
    decoded.is_ok()
}

/// Decodes text in stored form, without defaults; returns whether it succeeded.
pub(super) fn decode_defaulted(compiled: &Compiled, text: &[u8], side: &mut Side) -> bool {
    side.clear();
    let mut decoder = Decoder::new(text, side, compiled.defaults);
    decoder.options.undefaulted = true;
    let whole = (compiled.root)(&mut decoder, Member::ITEM).is_ok() && decoder.at_end();
    decoder.give_back(side);
    whole
}

fn decode_stored(
    compiled: &Compiled,
    object: &mut DecodedObject<'_>,
    message: &mut String,
) -> Result<(), Refused> {
    let options = DecodeOptions { lenient_metadata: true, ..DecodeOptions::default() };
    object.decode(compiled, options, FieldValidation::Ignore, message).map_err(|_| {
        *message = alloc::format!("the old object does not decode: {message}");
        Refused { decoded: true }
    })
}

impl DecodedObject<'_> {
    /// Decodes the whole object by its schema.
    fn decode(
        &mut self,
        compiled: &Compiled,
        options: DecodeOptions,
        field_validation: FieldValidation,
        message: &mut String,
    ) -> Result<(), Refused> {
        self.is_foreign = false;
        self.side.clear();
        let decoded = match pass(compiled, self.text, self.side, options) {
            Err(StopReason::Normalise) => self.decode_normalised(compiled, options),
            other => other,
        };
        if let Ok(None) = decoded
            && type_meta::matches(compiled, self)
        {
            return Ok(());
        }
        self.decode_unusual(compiled, options, field_validation, message, decoded)
    }

    fn decode_normalised(
        &mut self,
        compiled: &Compiled,
        options: DecodeOptions,
    ) -> Result<Option<String>, StopReason> {
        let normalised = normalise(self.text);
        self.side.clear();
        self.side.is_normalised = true;
        let decoded = pass(compiled, &normalised, self.side, options);
        self.side.normalised = normalised;
        decoded
    }

    /// Handles text that could not be decoded or may be of another kind: finds the server's message.
    #[cold]
    fn decode_unusual(
        &mut self,
        compiled: &Compiled,
        options: DecodeOptions,
        field_validation: FieldValidation,
        message: &mut String,
        decoded: Result<Option<String>, StopReason>,
    ) -> Result<(), Refused> {
        let expected = Expected {
            group: compiled.group,
            version: compiled.version,
            kind: compiled.kind,
            strict: field_validation != FieldValidation::Ignore,
        };
        match refusal::decode(self.text, &expected) {
            Refusal::Refused(words) => {
                *message = words;
                return Err(Refused { decoded: false });
            }
            Refusal::OtherKind => {
                let unchanged = self.decode_normalised(compiled, DecodeOptions { verbatim: true, ..options });
                // Values of another kind are not validated.
                self.side.violations.clear();
                if unchanged.is_ok() {
                    self.is_foreign = true;
                    return Ok(());
                }
            }
            Refusal::Nothing => {}
        }
        let error = match &decoded {
            Ok(None) => return Ok(()),
            Ok(Some(error)) => error,
            // The start of the message of the server's decoder.
            Err(StopReason::TooDeep) => "exceeded max depth",
            Err(_) => "json: cannot decode",
        };
        *message = refusal::cannot_be_handled(compiled.kind, compiled.version, compiled.kind, error);
        Err(Refused { decoded: false })
    }
}

/// Runs the decoder once. Returns why it stopped, or the error of an embedded resource.
fn pass(
    compiled: &Compiled,
    text: &[u8],
    side: &mut Side,
    options: DecodeOptions,
) -> Result<Option<String>, StopReason> {
    if text.len() >= u32::MAX as usize / 2 {
        return Err(StopReason::Refused);
    }
    let mut decoder = Decoder::new(text, side, compiled.defaults);
    decoder.options = options;
    let whole = match (compiled.root)(&mut decoder, Member::ITEM) {
        Ok(()) => decoder.at_end(),
        Err(DecodeError) => false,
    };
    let halt = decoder.halt;
    let refusal = if decoder.side.unreadable.is_empty() { None } else { decoder.refusal() };
    decoder.give_back(side);
    let metadata = side.bad_metadata.and_then(|at| side.tape.get(at as usize));
    match (whole, halt) {
        (true, _) if metadata.is_some_and(|entry| !entry.is_dead()) => Err(StopReason::Refused),
        (true, _) => Ok(refusal),
        (false, StopReason::Normalise | StopReason::TooDeep) => Err(halt),
        (false, _) => Err(StopReason::Refused),
    }
}
