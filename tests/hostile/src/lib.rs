//! Hostile inputs of any size: documents, requests, manifests, protobuf bodies and rules whose handling could
//! take more than linear time or memory. The tests of this package check answers and limits at large sizes,
//! and count bytes; the program `growth` does each [task](growth) at three sizes, and `cargo xtask growth`
//! counts its instructions.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

pub mod bodies;
pub mod documents;
pub mod growth;
pub mod manifests;
pub mod objects;
pub mod rules;
