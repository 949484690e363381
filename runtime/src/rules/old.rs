//! The trait of the old object of a request, which rules read as `oldSelf`.

use crdc_object::tape::Tape;

/// The old object of a request. The old object of a status update is decoded when the first rule uses it.
pub(crate) trait OldObject<'r> {
    /// The tape of the old object. `None` if there is no old object.
    fn tape(&mut self) -> Option<Tape<'r>>;
}
