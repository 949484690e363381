//! Hostile documents, objects and rules of any size. The tests of this package ask for answers and limits at
//! large sizes, and count bytes; the program `growth` does each [task](growth) at three sizes, and `cargo
//! xtask growth` counts its instructions.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

pub mod bodies;
pub mod documents;
pub mod growth;
pub mod manifests;
pub mod objects;
pub mod rules;
