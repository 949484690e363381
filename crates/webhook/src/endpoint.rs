//! The trait of endpoints: the body of a request in, the body of a response out.
//!
//! Easy to break: an endpoint says nothing of limits, content types, times, panics and metrics. Whatever
//! serves it does, once for all of them.

use std::fmt;
use std::future::Future;

use bytes::Bytes;

/// Answers JSON with JSON: reviews of admission, reviews of conversion.
pub trait Endpoint: Send + Sync + 'static {
    /// The name in metrics and logs, such as `validate`.
    fn name(&self) -> &'static str;

    /// Answers a body, which is within the limit of bytes and said to be JSON. The request keeps its place
    /// and its memory until the last part of the body is dropped, also after a timeout: work on another
    /// thread takes the body along.
    ///
    /// # Errors
    ///
    /// If there is no review to answer with.
    fn answer(&self, body: Bytes) -> impl Future<Output = Result<Vec<u8>, HttpError>> + Send;
}

/// An HTTP error instead of a review. A server follows the `failurePolicy` of the webhook then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpError {
    /// The HTTP code.
    pub code: u16,
    /// One line of text, which servers show to their clients.
    pub message: String,
}

impl HttpError {
    /// An HTTP error.
    pub fn new(code: u16, message: impl Into<String>) -> Self {
        HttpError { code, message: message.into() }
    }

    /// 400: the body is no review.
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
