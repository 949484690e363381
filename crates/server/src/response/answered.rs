//! Responses without HTTP.

use bytes::Bytes;

/// The response to a request that came without HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The code of the status, such as 201.
    pub code: u16,
    /// The texts of the headers `Warning`.
    pub warnings: Vec<String>,
    /// The object, the list, or the `Status` of a refusal, as JSON.
    pub body: Bytes,
}
