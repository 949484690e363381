//! Keeps the older OpenAPI document while the same kinds are served. In: kinds. Out: the texts that were
//! built of them, or empty ones that `openapi` fills.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;

use crate::kinds::Kind;

/// The older document of all kinds. It is built when a client asks for it, and again if other kinds are
/// served since then.
#[derive(Default)]
pub(crate) struct OlderDocument(Mutex<Arc<Built>>);

/// The document of some kinds in both formats.
#[derive(Default)]
pub(crate) struct Built {
    pub(crate) kinds: Vec<Arc<Kind>>,
    pub(crate) json: OnceLock<Bytes>,
    pub(crate) protobuf: OnceLock<Bytes>,
}

impl OlderDocument {
    /// The document of these kinds.
    pub(crate) fn of(&self, kinds: Vec<Arc<Kind>>) -> Arc<Built> {
        let mut built = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !built.kinds.iter().map(Arc::as_ptr).eq(kinds.iter().map(Arc::as_ptr)) {
            *built = Arc::new(Built { kinds, ..Built::default() });
        }
        built.clone()
    }
}
