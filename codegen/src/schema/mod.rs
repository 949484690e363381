//! In: nodes. Out: typed CustomResourceDefinitions and schemas. Every key is read or reported. Nothing is
//! validated beyond what the server's decoder rejects or drops.
//!
//! **This stage never fails** and never guesses: what cannot be read is reported and left unset.

mod crd;
mod definition;
mod documents;
mod extensions;
mod fields;
pub(crate) mod kept;
mod keywords;
mod misread;
mod model;
mod path;
mod properties;
mod reader;
mod registry;
mod same;
mod shape;
mod subresources;
pub(crate) mod suggest;
#[cfg(all(test, feature = "documents"))]
mod tests;
mod topology;
mod visit;
mod wording;
mod written;

pub use crate::source::same_value;
pub use crd::{ApiVersion, Crd, Names, PerVersion, Scale, Subresources, Version};
#[cfg(feature = "documents")]
pub(crate) use documents::read_as_written;
pub use documents::{read, read_published, read_schema};
pub use extensions::{
    Dialect, DiscriminatedField, Immutability, ImmutabilityKeywords, MemberValue, NoPrune, OlderUnion,
    UnionMember, Unions, is_nameable,
};
pub(crate) use fields::fields;
pub use misread::Misread;
pub use model::{At, Dependency, Items, Property, Rule, Schema, SchemaOrBool};
pub(crate) use path::member;
pub use properties::Properties;
pub use same::same_schema;
#[cfg(feature = "documents")]
pub(crate) use shape::metadata_fields;
pub use topology::Topology;
pub use written::Written;
