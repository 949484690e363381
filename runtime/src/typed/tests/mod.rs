//! Typed values against the rules: by hand, what the derive writes, and forms on their own.
#![allow(clippy::unwrap_used)]

mod backup;
mod expanded;
mod laws;
mod marks;
mod spec;
