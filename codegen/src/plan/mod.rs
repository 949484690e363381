//! The intermediate representation: what to do with objects of a resource, independent of where the rules
//! came from. It depends only on the meaning of the schema, and has a text form.
//!
//! **Equal nodes are shared**, so a pod template used forty times is compiled once. Nodes are numbered
//! children first; the root is the last. A recursive definition (`Node::definition`) is a separate node
//! whatever its text, and has a lower number than its children.

mod build;
mod extensions;
mod format;
mod node;
mod print;
mod resource;

pub use crate::json::Json;
pub use build::build;
#[cfg(feature = "documents")]
pub(crate) use build::place;
pub use extensions::{FieldExtensions, Member, Union, UnionRules};
pub use node::{Array, Field, Junctor, Node, NodeId, Number, Object, Others, Rule, Text, Type};
pub use resource::{Plan, Scale};
