//! The functions that expressions can call: one file for each library, one entry for each function, with its
//! overloads, their types, their costs in the worst case and at run time, the server version from which new
//! rules may use it, the size of its result and its code. `docs/cel-functions.md` is generated from these
//! tables.
//!
//! `table` is the macro for the entries, `overload` defines functions and overloads, `signature` their types,
//! and `libraries` lists all libraries. Generated code refers to overloads by constants, which are all
//! exported here.
//!
//! Easy to break: the order of overloads. It decides which type an expression has if several overloads fit.
//
// apiserver: pkg/cel/environment/base.go. A function is usable one minor version after it is introduced,
// because new rules are compiled for the previous version.

#[macro_use]
mod table;

mod authorization;
mod cidr;
mod format;
mod ip;
mod libraries;
mod lists;
mod operators;
mod optionals;
mod overload;
mod pairs;
mod quantity;
mod regex;
mod semver;
mod sequences;
mod sets;
mod signature;
mod standard;
mod strings;
mod time;
mod urls;

pub use libraries::{LIBRARIES, Library, functions, overload};
pub use overload::{Called, Code, Cost, Function, Overload, Size};
pub use signature::Signature;

pub use authorization::*;
pub use cidr::*;
pub use format::*;
pub use ip::*;
pub use lists::*;
pub use operators::*;
pub use optionals::*;
pub use pairs::*;
pub use quantity::*;
pub use regex::*;
pub use semver::*;
pub use sequences::*;
pub use sets::*;
pub use standard::*;
pub use strings::*;
pub use time::*;
pub use urls::*;
