//! Documents made from Kubernetes' CustomResourceDefinitions, besides code: for people, tools and servers.
//!
//! Documents are read, typed and checked by [`crdc_check`]; this crate takes its results. Neither build
//! scripts nor derives need it.
//!
//! | module | |
//! |---|---|
//! | [`publish`] | OpenAPI documents, JSON Schemas, CRDs that stock servers enforce, and the CRDs of Rust types |
//! | [`compare`] | what the change from one document to another means for stored objects |
//! | [`outline`] | the fields of a version, with their constraints, marks and rules |
//! | [`dialects`] | where the dialects of immutability differ |
//! | [`servers`] | what servers of other versions do differently |

#![forbid(unsafe_code)]

mod cel_page;
pub mod compare;
pub mod dialects;
pub mod outline;
pub mod publish;
pub mod servers;

#[doc(hidden)]
pub use cel_page::page as cel_page;
