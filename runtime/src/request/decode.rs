//! Decodes text to a tape: the fast path, and what follows if it stops.

use alloc::string::String;

use super::{FieldValidation, Refused};
use crate::compiled::Compiled;
use crate::decode::{DecodeError, Decoder, Member, StopReason};
use crate::json::normalise::normalise;
use crate::refusal::{self, Expected, Refusal};
use crate::side::Side;

/// Whether the object is of the kind that the schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decoded {
    /// Yes.
    Known,
    /// Another kind: everything but its metadata is unchanged.
    Foreign,
}

/// Decodes a whole object by its schema.
pub(super) fn object(
    compiled: &Compiled,
    text: &[u8],
    side: &mut Side,
    lenient: bool,
    field_validation: FieldValidation,
    message: &mut String,
) -> Result<Decoded, Refused> {
    side.clear();
    let decoded = match pass(compiled, text, side, lenient, false) {
        Err(StopReason::Normalise) => {
            let normalised = normalise(text);
            side.clear();
            side.is_normalised = true;
            let decoded = pass(compiled, &normalised, side, lenient, false);
            side.normalised = normalised;
            decoded
        }
        other => other,
    };
    let known = match &decoded {
        Ok(None) => super::type_meta::matches(compiled, side, text),
        _ => false,
    };
    if known {
        return Ok(Decoded::Known);
    }
    unusual(compiled, text, side, lenient, field_validation, message, decoded)
}

/// Decodes text in stored form, without defaults; returns whether it succeeded.
pub(super) fn again(compiled: &Compiled, text: &[u8], side: &mut Side) -> bool {
    side.clear();
    let mut decoder = Decoder::new(text, side, compiled.defaults);
    decoder.options.undefaulted = true;
    let whole = (compiled.root)(&mut decoder, Member::ITEM).is_ok() && decoder.at_end();
    decoder.give_back(side);
    whole
}

/// Handles text that could not be decoded or may be of another kind: finds the server's message.
#[cold]
fn unusual(
    compiled: &Compiled,
    text: &[u8],
    side: &mut Side,
    lenient: bool,
    field_validation: FieldValidation,
    message: &mut String,
    decoded: Result<Option<String>, StopReason>,
) -> Result<Decoded, Refused> {
    let expected = Expected {
        group: compiled.group,
        version: compiled.version,
        kind: compiled.kind,
        strict: field_validation != FieldValidation::Ignore,
    };
    match refusal::decode(text, &expected) {
        Refusal::Refused(words) => {
            *message = words;
            return Err(Refused);
        }
        Refusal::OtherKind => {
            side.clear();
            let normalised = normalise(text);
            side.is_normalised = true;
            let decoded = pass(compiled, &normalised, side, lenient, true);
            side.normalised = normalised;
            // Values of another kind are not validated.
            side.violations.clear();
            if decoded.is_ok() {
                return Ok(Decoded::Foreign);
            }
        }
        Refusal::Nothing => {}
    }
    match decoded {
        Ok(None) => Ok(Decoded::Known),
        Ok(Some(error)) => {
            *message = refusal::cannot_be_handled(compiled.kind, compiled.version, compiled.kind, &error);
            Err(Refused)
        }
        Err(why) => {
            let error = match why {
                // The start of the message of the server's decoder.
                StopReason::TooDeep => "exceeded max depth",
                _ => "json: cannot decode",
            };
            *message = refusal::cannot_be_handled(compiled.kind, compiled.version, compiled.kind, error);
            Err(Refused)
        }
    }
}

/// Runs the decoder once. Returns why it stopped, or the error of an embedded resource.
fn pass(
    compiled: &Compiled,
    text: &[u8],
    side: &mut Side,
    lenient: bool,
    verbatim: bool,
) -> Result<Option<String>, StopReason> {
    if text.len() >= u32::MAX as usize / 2 {
        return Err(StopReason::Refused);
    }
    let mut decoder = Decoder::new(text, side, compiled.defaults);
    decoder.options.lenient_metadata = lenient;
    decoder.options.verbatim = verbatim;
    let whole = match (compiled.root)(&mut decoder, Member::ITEM) {
        Ok(()) => decoder.at_end(),
        Err(DecodeError) => false,
    };
    let bad = decoder
        .side
        .bad_metadata
        .and_then(|at| decoder.side.tape.get(at as usize))
        .is_some_and(|entry| !entry.is_dead());
    let why = decoder.halt;
    let refusal = if decoder.side.unreadable.is_empty() { None } else { decoder.refusal() };
    decoder.give_back(side);
    match (whole, why) {
        (true, _) if bad => Err(StopReason::Refused),
        (true, _) => Ok(refusal),
        (false, why @ (StopReason::Normalise | StopReason::TooDeep)) => Err(why),
        (false, _) => Err(StopReason::Refused),
    }
}
