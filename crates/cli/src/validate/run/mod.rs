//! Validates one file, and all inputs on all cores.

mod excerpts;
mod fast_path;
pub(crate) mod file;
pub(crate) mod parallel;
pub(crate) mod progress;
