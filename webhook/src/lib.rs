//! An admission webhook for the rules of CRDs: immutability, unions and normalization, which no server has, and everything
//! else as a second opinion.
//!
//! In: `AdmissionReview`s as bytes. Out: reviews with verdicts, patches and warnings. Easy to break: objects stay the bytes
//! of the body. Nothing here makes a tree of them, so nothing loses a field or a digit.
//!
//! [`Review`] reads and [`Answer`] writes reviews. An [`Endpoint`] answers the body of a request with another one, and what
//! serves endpoints has the limits, times and metrics.

#![forbid(unsafe_code)]

mod endpoint;
mod review;

pub use endpoint::{Endpoint, Rejection};
pub use review::{
    Answer, GroupVersionKind, GroupVersionResource, Operation, Request, Review, ReviewError, ReviewVersion,
    UserInfo,
};
