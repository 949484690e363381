//! The trait of endpoints. In: the body of a request. Out: the body of a response.
//!
//! Easy to break: an endpoint does not handle limits, content types, timeouts, panics and metrics. The server
//! handles them for all endpoints.

use std::fmt;
use std::future::Future;

use bytes::Bytes;

/// An endpoint that answers JSON with JSON: reviews of admission, reviews of conversion.
pub trait Endpoint: Send + Sync + 'static {
    /// The name in metrics and logs, such as `validate`.
    fn name(&self) -> &'static str;

    /// Answers a body, which is within the limit of bytes and declared as JSON. The request uses its place
    /// and its memory until the last part of the body is dropped, also after a timeout: work on another
    /// thread must own the body.
    ///
    /// # Errors
    ///
    /// The body contains no review that can be answered.
    fn answer(&self, body: Bytes) -> impl Future<Output = Result<Vec<u8>, HttpError>> + Send;
}

/// An HTTP error instead of a review. A server then applies the `failurePolicy` of the webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpError {
    /// The HTTP code.
    pub code: u16,
    /// One line of text, which servers return to their clients.
    pub message: String,
}

impl HttpError {
    /// An HTTP error with this code and message.
    pub fn new(code: u16, message: impl Into<String>) -> Self {
        HttpError { code, message: message.into() }
    }

    /// An error with code 400: the body is no review.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(400, message)
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for HttpError {}
