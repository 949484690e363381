//! Reads nodes as typed CustomResourceDefinitions and schemas. In: nodes. Out: typed
//! CustomResourceDefinitions and schemas. Every key is read or reported. Nothing is validated beyond what the
//! server's decoder rejects or drops.
//!
//! **This stage never fails** and never guesses: what cannot be read is reported and left unset.
//!
//! `registry` is the table of keywords, and `keywords` has one function for each; an unknown key gives a
//! warning with a suggestion (`suggest`). The server decodes before it validates: for a document with wrong
//! types one diagnostic has the server's message (`misread`), and families of `check` that read a misread
//! field are skipped.

#[cfg(feature = "documents")]
#[doc(hidden)]
pub mod as_rules;
mod at;
mod crd;
#[cfg(feature = "documents")]
mod definition;
#[cfg(feature = "documents")]
mod documents;
mod extended;
mod extensions;
pub(crate) mod field_path;
mod fields;
#[cfg(feature = "documents")]
#[doc(hidden)]
pub mod kept;
mod keywords;
#[cfg(feature = "documents")]
mod kustomize;
mod misread;
mod model;
mod path;
#[cfg(feature = "documents")]
#[doc(hidden)]
pub mod places;
mod reader;
mod registry;
mod required;
mod required_fields;
mod same;
// The derive needs the shape of `externalDocs` only.
#[cfg_attr(not(feature = "documents"), allow(dead_code))]
mod shape;
mod single;
#[cfg(feature = "documents")]
mod subresources;
#[doc(hidden)]
#[cfg(all(test, feature = "documents"))]
mod tests;
mod topology;
#[cfg(feature = "documents")]
mod unread;
mod visit;
mod wording;
mod written;

pub use at::At;
pub use crd::{ApiVersion, Crd, Names, PerVersion, Scale, Subresources, Version};
pub use crdc_source::same_value;
#[cfg(feature = "documents")]
pub use documents::read;
#[cfg(feature = "documents")]
#[doc(hidden)]
pub use documents::read_as_written;
pub use extensions::{
    Dialect, DiscriminatedField, Immutability, ImmutabilityKeywords, MemberValue, NoPrune, OlderUnion,
    UnionMember, Unions, is_nameable,
};
#[doc(hidden)]
pub use fields::fields;
#[cfg(feature = "documents")]
pub use kustomize::{has_outer_directive, has_patch_directive, is_json_patch, is_patch};
pub use misread::Misread;
pub use model::{Dependency, Items, Properties, Property, Rule, Schema, SchemaOrBool};
#[doc(hidden)]
pub use path::member;
pub use registry::{extensions, is_extension};
pub use required::RequiredNames;
#[cfg(feature = "documents")]
pub(crate) use required_fields::RequiredFields;
pub use same::same_schema;
#[cfg(feature = "documents")]
pub(crate) use shape::metadata_fields;
pub use single::{read_published, read_schema};
pub use topology::Topology;
pub use written::Written;
