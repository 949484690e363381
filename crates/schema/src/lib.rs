//! Schemas of Kubernetes as typed trees. In: nodes of documents. Out: typed CustomResourceDefinitions and
//! schemas. Every key is read or reported. Nothing is validated beyond what the server's decoder rejects or
//! drops.
//!
//! **Reading never fails** and never guesses: what cannot be read is reported and left unset.
//!
//! `registry` is the table of keywords, and `keywords` has one function for each; an unknown key gives a
//! warning with a suggestion. The server decodes before it validates: for a document with wrong types one
//! diagnostic has the server's message (`misread`), and families of the check that read a misread field are
//! skipped.
//!
//! [`references`] resolves references between schemas, [`openapi`] finds the schemas of kinds in OpenAPI
//! documents, [`skeleton`] decides how objects are pruned if a schema is not structural, [`pattern`] compiles
//! patterns, [`value`] validates defaults, [`server`] contains the differences of other server versions.

#![forbid(unsafe_code)]

mod applies;
#[doc(hidden)]
pub mod as_rules;
mod at;
pub mod constants;
mod crd;
mod definition;
mod documents;
mod extended;
mod extensions;
#[doc(hidden)]
pub mod field_path;
mod fields;
#[doc(hidden)]
pub mod kept;
mod keywords;
mod kustomize;
mod misread;
mod model;
pub mod openapi;
mod path;
pub mod pattern;
#[doc(hidden)]
pub mod places;
mod reader;
pub mod references;
mod registry;
mod required;
mod required_fields;
mod rule_words;
mod same;
pub mod server;
mod shape;
mod single;
pub mod skeleton;
mod subresources;
#[doc(hidden)]
#[cfg(test)]
mod tests;
mod topology;
mod unread;
pub mod value;
mod visit;
mod wording;
mod written;

pub use applies::applies;
pub use at::At;
pub use crd::{ApiVersion, Crd, Names, PerVersion, Scale, Subresources, Version};
pub use crdc_source::same_value;
pub use documents::read;
#[doc(hidden)]
pub use documents::read_as_written;
pub use extensions::{
    Dialect, DiscriminatedField, Immutability, ImmutabilityKeywords, MemberValue, NoPrune, OlderUnion,
    UnionMember, Unions, is_nameable,
};
pub use kustomize::{has_outer_directive, has_patch_directive, is_json_patch, is_patch};
pub use misread::Misread;
pub use model::{Dependency, Items, Properties, Property, Rule, Schema, SchemaOrBool};
#[doc(hidden)]
pub use path::member;
pub use registry::{extensions, is_extension};
pub use required::RequiredNames;
pub use required_fields::RequiredFields;
pub use rule_words::{REASONS, Reason, RuleWords};
pub use same::same_schema;
pub use shape::metadata_fields;
pub use single::{read_published, read_schema};
pub use topology::Topology;
pub use written::Written;
