//! Reading by views and by paths.
#![allow(clippy::unwrap_used, clippy::panic)]

mod goldens;
mod laws;
mod promises;
mod types;
