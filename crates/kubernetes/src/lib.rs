//! Validates objects of Kubernetes' own kinds, such as `Deployment`, without a running server. The schemas of
//! several versions are built in. An object is decoded as Go decodes it; where a schema is not precise
//! enough, the name of its definition decides.
//!
//! The stages, each a module: [`archive`] stores the texts of definitions, [`Kinds`] compiles definitions
//! when they are needed, and [`validate`] validates an object with a definition.
//!
//! [`encode`] writes an object as Go does, and [`protobuf_to_json`] converts an object in Kubernetes'
//! protobuf to JSON.
//!
//! A server does not validate its own kinds with schemas: Go decodes them into structs, and their validation
//! is written in Go. So they do not use the compiler and the runtime. If a rule is not known, nothing is
//! reported: a false alarm in a folder of a thousand manifests costs more than a missing rule. The names of
//! Go types in error messages come from a table that is generated from the sources (`data/go-types.txt`);
//! `decode/tests/recorded.deflate` contains the errors of Go's decoder for a wrong value of each field.
//
// apimachinery: pkg/runtime/serializer/json/json.go; kubernetes: pkg/apis

pub mod archive;
mod decode;
mod definition;
mod encode;
mod go_fields;
mod gone;
mod kinds;
mod pack;
mod pod_level;
mod problem;
mod protobuf;
mod quantity;
mod request;
mod rules;
mod scope;
mod table;
mod validate;

pub use definition::{
    Definition, DefinitionId, Field, GroupVersionKind, ListType, Shape, Strategy, Type, group_of,
};
pub use encode::{encode, encode_decoded};
pub use gone::{Advice, deprecation, unknown_kind};
pub use kinds::Kinds;
pub use pack::{NotPacked, pack};
pub use pod_level::{Amounts, ContainerAmounts, needed, pod_level_defaults};
pub use problem::{Inside, Level, Problem, Said, Target};
pub use protobuf::{ProtobufError, protobuf_to_json};
pub use quantity::Quantity;
pub use request::Request;
pub use rules::rules_page;
pub use scope::{Scope, scope_of};
pub use validate::validate;

/// The README, whose example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
