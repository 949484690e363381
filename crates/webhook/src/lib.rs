//! An admission webhook for the rules of CRDs. It enforces immutability, unions and normalization, which
//! servers do not implement, and optionally all other rules as a second check.
//!
//! In: `AdmissionReview`s as bytes. Out: reviews with verdicts, patches and warnings. Easy to break: objects
//! stay bytes of the body. No code here parses them to a tree of values, so no field and no digit is lost.
//!
//! A [`Webhook`] is put together from resources, CRDs and plugins, and gives a router. An [`Endpoint`]
//! answers the body of a request with another one; the limits, times and metrics are around it. [`Review`]
//! and [`Answer`] are the codec.

#![forbid(unsafe_code)]

mod admit;
mod blocking;
mod call;
pub mod conversion;
#[cfg(feature = "dynamic")]
mod crds;
mod denial;
mod endpoint;
mod form;
mod http;
mod limits;
mod log;
mod metrics;
mod only;
mod patch;
mod plugin;
mod resources;
mod review;
mod reviews;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "command")]
pub mod settings;
#[cfg(feature = "serve")]
mod snapshot;
mod typed;
mod webhook;

pub use call::Call;
/// The types that webhooks share with the chains of `crdc-admission`: a plugin can be used in both.
pub use crdc_admission::{
    Attributes, Mutator, Object, Operation, Refusal, UserInfo, Validator, mutator_fn, validator_fn,
};
#[cfg(feature = "dynamic")]
pub use crds::{Crds, CrdsError};
pub use denial::Denial;
pub use endpoint::{Endpoint, HttpError};
pub use form::{IntoMutator, IntoValidator, Shared, Typed, Untyped};
pub use limits::Limits;
pub use metrics::Metrics;
pub use only::Only;
pub use plugin::Plugin;
pub use review::{
    Answer, GroupVersionKind, GroupVersionResource, Request, Review, ReviewError, ReviewVersion,
};
#[cfg(feature = "serve")]
pub use serve::{CertificateError, CertificateFiles, Certificates, ServeOptions, Server, terminated};
pub use webhook::Webhook;
