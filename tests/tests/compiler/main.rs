//! What the compiler does with documents: diagnostics, comparisons, published documents, generated code.
#![allow(clippy::unwrap_used, clippy::panic)]

mod compare;
mod dialects;
mod extensions;
mod golden;
mod openapi;
mod publish;
mod reject;
mod skeleton;
mod yaml;
