//! Kubernetes' own kinds, such as `Deployment`: what a server says of an object without running one. The
//! schemas of several versions are built in; an object is decoded as Go decodes it, by the names of
//! definitions where the schema says too little.
//!
//! The stages, each a module: [`archive`] has the texts of definitions, [`Kinds`] compiles those that are
//! met, [`validate`] walks an object with one of them.
//!
//! [`protobuf_to_json`] has the JSON of an object that was sent in Kubernetes' protobuf.
//!
//! A server does not validate its own kinds with schemas: Go decodes them into structs, and validation is
//! written in Go. So they take no part of the compiler and the runtime. Where a rule is not known, nothing is
//! said: a false alarm in a folder of a thousand manifests costs more than a rule that is missing. The names
//! of Go types that servers write in errors come from a table that is made of their sources
//! (`data/go-types.txt`); `decode/tests/recorded.deflate` is what Go's decoder says of a wrong value of each
//! field.
//
// apimachinery: pkg/runtime/serializer/json/json.go; kubernetes: pkg/apis

pub mod archive;
mod decode;
mod definition;
mod gone;
mod kinds;
mod pack;
mod problem;
mod protobuf;
mod request;
mod rules;
mod scope;
mod validate;

pub use definition::{Definition, DefinitionId, Field, GroupVersionKind, ListType, Shape, Type, group_of};
pub use gone::{Advice, deprecation, unknown_kind};
pub use kinds::Kinds;
pub use pack::{NotPacked, pack};
pub use problem::{Inside, Level, Problem, Said, Target};
pub use protobuf::{ProtobufError, protobuf_to_json};
pub use request::Request;
pub use scope::{Scope, scope_of};
pub use validate::validate;

/// The README, whose example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
