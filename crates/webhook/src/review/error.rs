//! Errors of reading a review.

use std::fmt;

/// The error of reading a review.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReviewError {
    /// The body is not JSON, or ends too early; the offset is the position of the error.
    Json {
        /// The offset in the body.
        offset: usize,
    },
    /// The body is not an `AdmissionReview` of a known version.
    Kind {
        /// The `apiVersion`, shortened.
        api_version: String,
        /// The `kind`, shortened.
        kind: String,
    },
    /// A member is missing that a review must have.
    Missing(&'static str),
    /// A member occurs twice.
    Repeated(&'static str),
    /// A member has a value of another type, or an unknown value.
    Value(&'static str),
    /// An object does not belong to the review: it has another kind, or another name.
    Object {
        /// `object` or `oldObject`.
        member: &'static str,
        /// The end of the sentence, such as `is "Cache" of "example.com/v1", and the review is about Database
        /// of example.com/v1`.
        why: String,
    },
}

impl fmt::Display for ReviewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReviewError::Json { offset } => write!(f, "the body is not JSON: byte {offset}"),
            ReviewError::Kind { api_version, kind } => write!(
                f,
                "the body is {kind:?} of {api_version:?}, not an AdmissionReview of admission.k8s.io/v1 or v1beta1"
            ),
            ReviewError::Missing(name) => write!(f, "the review has no `{name}`"),
            ReviewError::Repeated(name) => write!(f, "the review has `{name}` twice"),
            ReviewError::Value(name) => write!(f, "the review's `{name}` has an unexpected value"),
            ReviewError::Object { member, why } => write!(f, "the review's `{member}` {why}"),
        }
    }
}

impl std::error::Error for ReviewError {}
