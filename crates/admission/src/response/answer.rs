//! The response of a request.

use std::fmt;
use std::sync::Arc;

use crate::response::notes::{Notes, Reported};
use crate::response::refusal::Refusal;

/// The object of a response.
#[derive(Debug)]
pub(crate) enum Body<'a> {
    Text(&'a [u8]),
    Object(Arc<[u8]>),
    None,
}

impl Body<'_> {
    pub(crate) fn object(&self) -> Option<&[u8]> {
        match self {
            Body::Text(text) => Some(text),
            Body::Object(object) => Some(object),
            Body::None => None,
        }
    }

    /// The body without borrowed buffers.
    pub(crate) fn into_owned<'o>(self) -> Body<'o> {
        match self {
            Body::Object(object) => Body::Object(object),
            other => other.object().map_or(Body::None, |object| Body::Object(object.into())),
        }
    }
}

/// The answer to a request: the stored object or a refusal, with warnings and audit annotations.
#[must_use = "a response says whether the request is accepted"]
pub struct Response<'a> {
    code: u16,
    verdict: Result<Body<'a>, Refusal>,
    notes: Option<Box<Reported>>,
}

impl<'a> Response<'a> {
    pub(crate) fn new(code: u16, verdict: Result<Body<'a>, Refusal>, notes: Notes) -> Self {
        let notes = notes.finish();
        // The usual response is built from its parts: moving the whole verdict would wait for memory that was
        // just written.
        match verdict {
            Ok(Body::Text(text)) => Response { code, verdict: Ok(Body::Text(text)), notes },
            Ok(body) => Response { code, verdict: Ok(body), notes },
            Err(refusal) => Response { code: refusal.code, verdict: Err(refusal), notes },
        }
    }

    /// Whether the request was accepted.
    pub fn accepted(&self) -> bool {
        self.verdict.is_ok()
    }

    /// The response if the request was accepted, or else the refusal.
    ///
    /// # Errors
    ///
    /// The request was refused.
    pub fn into_result(self) -> Result<Self, Refusal> {
        match self.verdict {
            Ok(_) => Ok(self),
            Err(refusal) => Err(refusal),
        }
    }

    /// The HTTP status code.
    pub fn code(&self) -> u16 {
        self.code
    }

    /// The stored object as JSON; for a deletion, the object if it stays. `None` if the request was refused,
    /// or the object is deleted.
    pub fn object(&self) -> Option<&[u8]> {
        self.verdict.as_ref().ok().and_then(Body::object)
    }

    /// The refusal of the request: the server's `Status`.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.verdict.as_ref().err()
    }

    /// The warnings: first those of decoding, of mutators and of crdc, then those of validators in the order
    /// of their names.
    pub fn warnings(&self) -> &[String] {
        self.notes.as_ref().map(|notes| notes.warnings.as_slice()).unwrap_or_default()
    }

    /// The audit annotations, sorted by key: `PLUGIN/KEY`.
    pub fn audit_annotations(&self) -> &[(String, String)] {
        self.notes.as_ref().map(|notes| notes.annotations.as_slice()).unwrap_or_default()
    }
}

impl fmt::Debug for Response<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("code", &self.code)
            .field("refusal", &self.refusal().map(|refusal| &refusal.message))
            .finish_non_exhaustive()
    }
}
