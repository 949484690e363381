//! The answer to a request.

use std::fmt;
use std::sync::Arc;

use crate::Refusal;
use crate::notes::Notes;

/// The object of an answer.
#[derive(Debug)]
pub(crate) enum Body {
    /// The one in the workspace's buffer `result`.
    Result,
    Object(Arc<[u8]>),
    None,
}

/// The answer to a request: the stored object or a refusal, with warnings and audit annotations.
#[must_use = "a response says whether the request is accepted"]
pub struct Response<'a> {
    code: u16,
    verdict: Result<(Body, &'a [u8]), Refusal>,
    warnings: Vec<String>,
    audit_annotations: Vec<(String, String)>,
}

impl<'a> Response<'a> {
    pub(crate) fn new(code: u16, verdict: Result<Body, Refusal>, result: &'a [u8], notes: Notes) -> Self {
        let (warnings, audit_annotations) = notes.into_parts();
        let code = verdict.as_ref().map_or_else(|refusal| refusal.code, |_| code);
        Response { code, verdict: verdict.map(|body| (body, result)), warnings, audit_annotations }
    }

    /// Whether the request was accepted.
    pub fn accepted(&self) -> bool {
        self.verdict.is_ok()
    }

    /// The HTTP status code.
    pub fn code(&self) -> u16 {
        self.code
    }

    /// The object as it is stored, as JSON; for a deletion the object if it stays. `None` if the request was
    /// refused, or the object is gone.
    pub fn object(&self) -> Option<&[u8]> {
        match &self.verdict {
            Ok((Body::Result, result)) => Some(result),
            Ok((Body::Object(object), _)) => Some(object),
            Ok((Body::None, _)) | Err(_) => None,
        }
    }

    /// Why the request was refused: the server's `Status`.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.verdict.as_ref().err()
    }

    /// The warnings: of decoding, of mutators, of crdc, then of validators in the order of their names.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The audit annotations, sorted by key: `PLUGIN/KEY`.
    pub fn audit_annotations(&self) -> &[(String, String)] {
        &self.audit_annotations
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
