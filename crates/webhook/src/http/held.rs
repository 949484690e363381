//! A body that owns its share of the memory limit. In: bytes, and guards. Out: the same bytes. The guards are
//! dropped with the last part of the bytes.
//!
//! Easy to break: work on a thread of its own continues after its request has ended, and needs the body. So
//! as long as any part of the body exists, it uses its place and its memory, and counts as a request.

use bytes::Bytes;

/// A body with guards.
struct Held<G> {
    body: Bytes,
    _guards: G,
}

impl<G> AsRef<[u8]> for Held<G> {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

/// The body, which drops the guards with its last part.
pub(super) fn held<G: Send + 'static>(body: Bytes, guards: G) -> Bytes {
    Bytes::from_owner(Held { body, _guards: guards })
}
