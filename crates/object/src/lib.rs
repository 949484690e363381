//! JSON objects in the form in which the server holds them. The runtime of `crdc` decodes objects to this
//! form, which does not depend on a schema.
//!
//! [`json`] scans text, and reads and writes it as Go does; a [`tape`] is a decoded object, a flat list of
//! entries that point into texts; [`pattern`] runs compiled regular expressions, [`names`] checks names of
//! Kubernetes objects, [`hash`] computes hashes. Everything is linear in its input and iterative, because
//! input may nest ten thousand levels deep.
//!
//! Not meant for direct use: the interface may change with every release, and the crates of `crdc` depend on
//! each other with `=`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod hash;
pub mod json;
pub mod names;
pub mod pattern;
pub mod tape;
