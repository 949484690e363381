//! The intermediate representation: the plan of a resource, independent of where its schema came from. It
//! depends only on the meaning of the schema, and has a text form.
//!
//! [`actions`] describes the functions of nodes as data. crdc-codegen writes them as code, and crdc-dynamic
//! interprets them.
//!
//! **Equal nodes are shared**, so a pod template used forty times is compiled once. Nodes are numbered
//! children first; the root is the last. A recursive definition (`Node::definition`) is a separate node
//! whatever its text, and has a lower number than its children.
//!
//! **Equal nodes are one node**: the text form of a node is its identity (`print`), so data that is not
//! printed is not part of the identity. Two spellings of one schema give one plan, whichever front end reads
//! them. Each reachable node becomes one function, named after its first path in the document; scalars that
//! several schemas share are named after what they check.
//!
//! **References stay references up to here.** A definition is one node; keywords beside a reference are
//! combined with it. A recursive definition gets its number before its children and is identified by its
//! name, so walks over a plan must track visited nodes. Only its function checks the nesting depth.
//! Alternatives never refer to a recursive definition.
//!
//! **Defaults are complete**, so that they are constant bytes at run time. `size.rs` of crdc-check has the
//! limits of a schema, within which every stage is linear.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod actions;
#[doc(hidden)]
pub mod bounds;
mod build;
mod descriptions;
mod explain;
mod extensions;
mod format;
#[doc(hidden)]
pub mod left_out;
mod node;
mod openapi_kinds;
mod print;
mod resource;

pub use build::build;
#[doc(hidden)]
pub use descriptions::Descriptions;
pub use explain::explain;
pub use extensions::{FieldExtensions, Member, Union, UnionRules};
pub use node::{Array, Field, Junctor, Node, NodeId, Number, Object, Others, Rule, Text, Type};
pub use openapi_kinds::{CheckedOpenapi, check_openapi, check_openapi_with, explain_openapi};
pub use resource::{Plan, Scale};
