//! `AdmissionReview`, v1 and v1beta1. In: the body of a request. Out: a [`Request`] whose objects are ranges
//! of the body; for an [`Answer`], the body of a response in the version of the request.
//!
//! Easy to break: the two objects may have megabytes. They are skipped once, to find their ends, and parsed
//! where they are needed.
// kubernetes: staging/src/k8s.io/api/admission/v1/types.go

mod answer;
mod error;
mod header;
mod keys;
mod read;
mod request;
#[cfg(test)]
mod tests;
mod user;
mod values;
mod version;
mod warnings;

pub use answer::Answer;
pub use error::ReviewError;
pub(crate) use header::shortened;
pub use request::{GroupVersionKind, GroupVersionResource, Request};
pub use version::ReviewVersion;

use bytes::Bytes;

/// A review as a server sends it.
///
/// ```
/// use crdc_webhook::{Operation, Review, ReviewVersion};
///
/// let body = br#"{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
///     "uid": "705ab4f5-6393-11e8-b7cc-42010a800002",
///     "kind": {"group": "example.com", "version": "v1", "kind": "Database"},
///     "resource": {"group": "example.com", "version": "v1", "resource": "databases"},
///     "name": "a", "namespace": "default", "operation": "DELETE", "userInfo": {"username": "admin"},
///     "object": null, "oldObject": {"apiVersion": "example.com/v1", "kind": "Database"}}}"#;
/// let review = Review::read(body.as_slice().into())?;
/// assert_eq!(review.version(), ReviewVersion::V1);
/// let request = review.request();
/// assert_eq!((request.operation(), request.object()), (Operation::Delete, None));
/// assert!(request.old_object().is_some());
/// # Ok::<(), crdc_webhook::ReviewError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    version: ReviewVersion,
    request: Request,
}

impl Review {
    /// Reads the body of a request. Takes time linear in the body, and no memory but for its short strings.
    ///
    /// # Errors
    ///
    /// The body is no review with a request, or the request cannot be checked: a create without an object, an
    /// update without one of the two objects, or an object that has another kind, name or namespace than the
    /// review.
    pub fn read(body: Bytes) -> Result<Review, ReviewError> {
        let (version, request) = read::review(body)?;
        Ok(Review { version, request })
    }

    /// The version of the review.
    #[must_use]
    pub fn version(&self) -> ReviewVersion {
        self.version
    }

    /// The request to be admitted.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The version, and the request to be admitted.
    #[must_use]
    pub fn into_parts(self) -> (ReviewVersion, Request) {
        (self.version, self.request)
    }
}
