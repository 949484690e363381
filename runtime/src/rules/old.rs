//! The old object of a request, as rules compare with it.

use crdc_object::tape::Tape;

/// The old object of a request. That of a status update is decoded when the first rule asks for it.
pub(crate) trait OldObject<'r> {
    /// The tape; none if there is no old object.
    fn tape(&mut self) -> Option<Tape<'r>>;
}
