//! Server-side apply as kube-apiserver 1.36 does it, as a library.
//!
//! [`FieldManager`] contains all that a server needs: it merges applied fields into an object, tracks
//! updates, and reads and writes `metadata.managedFields`. Conflicts and errors have the server's codes and
//! messages. A [`Schema`] has the types. Its parts can be used alone: [`FieldSet`] (FieldsV1), [`Typed`]
//! values (validate, merge, compare, remove), [`Updater`] (ownership of plain values, without metadata).
//!
//! The clock is an argument, the same input gives the same output, and time is n log n in the size of the
//! objects. Values that nest deeper than [`MAX_DEPTH`] levels are refused. Order that the server leaves to
//! chance (which of several managers comes first in a conflict, which of several fields that are not declared
//! is reported) is the order of names here.

#![forbid(unsafe_code)]

mod depth;
mod fields;
mod managed_fields;
mod merge;
mod path;
mod schema;
mod typed;
mod value;

pub use depth::MAX_DEPTH;
pub use fields::{FieldSet, Filter, Matcher};
pub use managed_fields::{
    ApplyError, Cause, FieldManager, ManagedFields, Options, ScaleHandler, SingleVersion, Time, Versions,
    after_admission, keep_times,
};
pub use merge::{
    Conflict, Conflicts, ConvertError, Converter, Managers, MergeError, SameVersion, Updater, VersionedSet,
};
pub use path::{Path, PathElement};
pub use schema::{Atom, Field, Keys, List, Map, Relationship, Scalar, Schema, TypeRef};
pub use typed::{Comparison, Duplicates, Typed, ValidationError, ValidationErrors};
pub use value::{go_json, go_value};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
