//! Reads an item. In: syn's tree. Out: the item: its serialized form, and its types as far as their names
//! determine them.

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
