//! `metadata.generation`: 1 on a create; on an update that of the old object, incremented if anything but
//! metadata differs.
// apiextensions-apiserver: registry/customresource/strategy.go; apiserver: registry/rest/update.go

#[cfg(feature = "derive")]
use super::RequestState;
use super::object::DecodedObject;
use crate::decode::field_numbers::{field, root};
#[cfg(feature = "derive")]
use crdc_object::tape::differ_in_step;
use crdc_object::tape::{First, Kind, Tape, differ, same_bytes};

/// Sets the generation.
pub(super) fn set(object: &mut DecodedObject<'_, '_>, generation: i64) {
    let mut buffer = [0u8; 20];
    let digits = write(generation, &mut buffer);
    object.set_field(field::GENERATION, "\"generation\":", Kind::Int, digits);
}

/// The generation of an object; 0 if it has none.
pub(super) fn of(tape: Tape<'_>) -> i64 {
    let metadata = tape.field(0, root::METADATA);
    let generation = metadata.and_then(|metadata| tape.field(metadata, field::GENERATION));
    generation.map_or(0, |child| tape.int(&tape.entry(child)))
}

/// Whether two objects are equal except for their metadata; the error is the first difference. Most objects
/// have equal texts, and are then equal if the same schema decoded both; an object of another kind differs in
/// its `kind`.
pub(super) fn same_but_metadata(new: Tape<'_>, old: Tape<'_>) -> Result<(), First> {
    let count =
        |tape: Tape<'_>| tape.children(0).filter(|&child| tape.entry(child).field != root::METADATA).count();
    if count(new) != count(old) {
        return Err(None);
    }
    new.children(0).filter(|&child| new.entry(child).field != root::METADATA).try_for_each(|child| {
        let entry = new.entry(child);
        let other = old.member(0, new.raw_key(&entry)).ok_or(None)?;
        if same_bytes(new, &entry, old, &old.entry(other)) {
            return Ok(());
        }
        differ(new, child, old, other)
    })
}

#[cfg(feature = "derive")]
impl RequestState<'_, '_> {
    /// Finds the first change of a Rust value.
    pub(super) fn find_change_of_value(&mut self) {
        let (new, old) = (self.new.tape(), self.old.tape());
        let found = differ_in_step(new, 0, old, 0);
        self.progress.same_but_metadata = found.is_ok();
        self.progress.first_change = found.err().flatten();
    }
}

/// Writes the decimal digits of a number, without allocating.
fn write(value: i64, buffer: &mut [u8; 20]) -> &[u8] {
    let mut at = buffer.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    &buffer[at..]
}
