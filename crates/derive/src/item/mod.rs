//! Reads an item: its serialized form, and the types as far as their names tell. In: syn's tree. Out: an
//! item: its serialized form, and the types as far as their names tell.

pub(crate) mod attributes;
mod cel_rules;
mod crdc_attributes;
mod dropped;
mod enums;
mod fields;
mod literal;
mod merge_strategy;
pub(crate) mod read;
mod resource;
mod rule_words;
mod schema_attributes;
pub(crate) mod serde;
pub mod tool_attributes;
mod validation;

pub use super::model;
