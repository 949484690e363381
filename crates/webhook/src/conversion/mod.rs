//! The endpoint `/convert`: converts objects between versions with user-written functions.
//!
//! In: a `ConversionReview`, v1 or v1beta1. Out: a review with the converted objects in the order of the
//! request, or with a message that names the objects which fail. Easy to break: a server stores the converted
//! objects. So every object is decoded, pruned, defaulted and validated by the schema of its new version, and
//! its metadata is that of the original except for labels and annotations.
//!
//! One version is the hub. Every other version has functions to the hub and back. A conversion between two
//! other versions goes through the hub.
//!
//! ```
//! use crdc_webhook::conversion::{Conversion, Kind};
//! use crdc_webhook::Webhook;
//! use serde::{Deserialize, Serialize};
//!
//! /// Version v1, the hub.
//! #[derive(Deserialize, Serialize)]
//! struct Database { spec: Spec }
//! #[derive(Deserialize, Serialize)]
//! struct Spec { host: String, port: u16 }
//!
//! /// Version v1beta1, with host and port in one text.
//! #[derive(Deserialize, Serialize)]
//! struct OldDatabase { spec: OldSpec }
//! #[derive(Deserialize, Serialize)]
//! struct OldSpec { address: String }
//!
//! let kind = Kind::<Database>::new("example.com/v1", "Database").version::<OldDatabase, _, _>(
//!     "example.com/v1beta1",
//!     |old| {
//!         let (host, port) = old.spec.address.split_once(':').ok_or("address has no port")?;
//!         let port = port.parse().map_err(|_| "the port is no number")?;
//!         Ok::<_, &str>(Database { spec: Spec { host: host.to_owned(), port } })
//!     },
//!     |new| Ok::<_, &str>(OldDatabase { spec: OldSpec { address: format!("{}:{}", new.spec.host, new.spec.port) } }),
//! );
//! // With `.resource::<…>()` for each compiled version, or `.crds(…)`, for the schemas.
//! let conversion = Conversion::new().kind(kind);
//! let router: axum::Router = Webhook::new().endpoint("/convert", conversion).router();
//! # let _ = router;
//! ```
// apiextensions-apiserver: pkg/apiserver/conversion/webhook_converter.go

mod depth;
mod failure;
mod kind;
mod law;
mod metadata;
mod object;
mod review;
mod schemas;
#[cfg(all(test, feature = "dynamic"))]
mod tests;

pub use kind::Kind;
pub use law::RoundTripError;

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use crdc::{Resource, Scratch};

#[cfg(feature = "dynamic")]
use crate::Crds;
use crate::blocking::{Stop, blocking};
use crate::{Endpoint, HttpError};
use failure::{Failure, Failures, caught};
use kind::Convert;
use object::Original;
use review::Review;
use schemas::Schemas;

/// Converts the objects of some kinds: an [`Endpoint`], usually at `/convert`.
#[derive(Clone, Default)]
pub struct Conversion {
    inner: Arc<Inner>,
}

#[derive(Clone, Default)]
struct Inner {
    kinds: Vec<Arc<dyn Convert>>,
    schemas: Schemas,
}

impl Conversion {
    /// A conversion without kinds.
    #[must_use]
    pub fn new() -> Conversion {
        Conversion::default()
    }

    /// Adds a kind with its versions. An earlier kind of the same group and name is replaced.
    #[must_use]
    pub fn kind<H: 'static>(mut self, kind: Kind<H>) -> Conversion {
        let inner = Arc::make_mut(&mut self.inner);
        inner.kinds.retain(|known| known.kind() != kind.kind() || known.group() != kind.group());
        inner.kinds.push(Arc::new(kind));
        self
    }

    /// Adds the schema of a compiled version.
    #[must_use]
    pub fn resource<R: Resource>(mut self) -> Conversion {
        Arc::make_mut(&mut self.inner).schemas.add(R::compiled());
        self
    }

    /// Uses the schemas of CRDs for other versions. The CRDs can be replaced later.
    #[cfg(feature = "dynamic")]
    #[must_use]
    pub fn crds(mut self, crds: Arc<Crds>) -> Conversion {
        Arc::make_mut(&mut self.inner).schemas.set_crds(crds);
        self
    }

    /// Converts one object to a version of its kind, such as `example.com/v1`.
    ///
    /// # Errors
    ///
    /// The kind or version of the object is not known, a function returns an error, or its result is not
    /// valid. The message does not name the object.
    pub fn convert(&self, object: &[u8], desired: &str) -> Result<Vec<u8>, String> {
        let original = Original::read(object).map_err(|Failure(message)| message)?;
        self.inner.convert(&original, desired, &mut Scratch::new()).map_err(|Failure(message)| message)
    }

    /// Checks that an object is unchanged after a conversion to another version and back, for tests. Both
    /// objects are compared as their schema decodes them, so unknown fields and explicit defaults make no
    /// difference.
    ///
    /// ```
    /// # use crdc_webhook::conversion::{Conversion, Kind};
    /// # let conversion = Conversion::new();
    /// let object = br#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a"},"spec":{}}"#;
    /// let checked = conversion.check_round_trip(object, "example.com/v1beta1");
    /// // Nothing converts databases here.
    /// assert!(checked.is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// A conversion fails, or a value changed: the error contains the path and the values before and after.
    pub fn check_round_trip(&self, object: &[u8], through: &str) -> Result<(), RoundTripError> {
        let convert = |object: &[u8], desired: &str| self.convert(object, desired);
        law::check(convert, &self.inner.schemas, object, through)
    }
}

impl Inner {
    fn convert(
        &self,
        original: &Original<'_>,
        desired: &str,
        scratch: &mut Scratch,
    ) -> Result<Vec<u8>, Failure> {
        if original.api_version == desired {
            return Ok(original.text.as_bytes().to_vec());
        }
        let kind = self
            .kinds
            .iter()
            .find(|known| known.kind() == original.kind && known.knows(&original.api_version));
        let Some(kind) = kind else {
            let Original { api_version, kind, .. } = original;
            return Err(Failure(format!("nothing converts {kind} of {api_version}")));
        };
        let convert = || caught(|| kind.convert(&original.api_version, desired, original.text));
        let made = depth::with_stack(&[original.text], convert)??;
        object::finish(&self.schemas, original, desired, &made, scratch)
    }

    /// Answers a request body. Each object is converted even if others fail, so that the response names all
    /// objects that fail.
    fn answer(&self, body: &[u8], stop: &Stop) -> Result<Vec<u8>, HttpError> {
        let review = Review::read(body)?;
        let mut scratch = Scratch::new();
        let mut converted = Vec::with_capacity(review.objects().len());
        let mut failures = Failures::default();
        for (index, text) in review.objects().iter().enumerate() {
            if stop.is_asked() {
                return Err(HttpError::new(503, "the request has ended"));
            }
            let one = Original::read(text.get().as_bytes())
                .and_then(|original| self.convert(&original, review.desired(), &mut scratch));
            match one {
                Ok(object) => converted.push(object),
                Err(Failure(message)) => failures.add(|| format!("{}: {message}", review.name_of(index))),
            }
        }
        let Some(message) = failures.message() else { return Ok(review.succeeded(&converted)) };
        // A field of the name `message` would be printed as it is.
        tracing::warn!(uid = review.uid(), error = message, "not converted");
        Ok(review.failed(&message))
    }
}

impl Endpoint for Conversion {
    fn name(&self) -> &'static str {
        "convert"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        // Functions of users may take any time, also for short bodies.
        let inner = Arc::clone(&self.inner);
        blocking(move |stop| inner.answer(&body, stop)).await?
    }
}

impl fmt::Debug for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<String> =
            self.inner.kinds.iter().map(|kind| format!("{}.{}", kind.kind(), kind.group())).collect();
        f.debug_struct("Conversion").field("kinds", &kinds).finish_non_exhaustive()
    }
}
