//! Looks up members and discriminators of unions on the tape. Null counts as absent.

use crate::places::{Given, Union};
use crdc_object::tape::{Kind, Tape};

/// The entry of a member that is present and not null.
pub(super) fn set(tape: Tape<'_>, object: u32, number: u16) -> Option<u32> {
    tape.field(object, number).filter(|&at| tape.entry(at).kind != Kind::Null)
}

/// The discriminator of an object.
pub(super) fn discriminator<'t>(tape: Tape<'t>, object: u32, union: &Union<'_>) -> Given<'t> {
    let Some(at) = set(tape, object, union.discriminator) else { return Given::Absent };
    let entry = tape.entry(at);
    if entry.kind == Kind::String { Given::Text(tape.string(&entry)) } else { Given::Other }
}
