//! The functions that rules can call: one file for each library, one entry for each function, with its
//! overloads, their types and costs, and the server version from which new rules may use it. The documentation
//! (`docs/cel.md`) is generated from these tables. `overload` says what an entry is, `libraries` is the table of all, `registry` has
//! those of one server.
//!
//! Easy to break: the order of overloads. It decides which type an expression has if several overloads fit.
//
// apiserver: pkg/cel/environment/base.go. A function is usable one minor version after it is introduced,
// because new rules are compiled for the previous version.

mod authorization;
mod cidr;
mod format;
mod ip;
mod libraries;
mod lists;
mod operators;
mod optionals;
mod overload;
mod page;
mod pairs;
mod quantity;
mod regex;
mod registry;
mod semver;
mod sequences;
mod sets;
mod standard;
mod strings;
mod time;
mod urls;

pub use libraries::{LIBRARIES, Library, overload};
pub use overload::{Cost, Function, Overload};
pub use page::page;
pub(super) use registry::Registry;
