//! Typed values: with a handwritten expansion of the derive, and forms separately.
#![allow(clippy::unwrap_used)]

mod backup;
mod expanded;
mod laws;
mod marks;
mod spec;
