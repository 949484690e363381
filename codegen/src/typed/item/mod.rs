//! In: syn's tree. Out: an item: its serialized form, and the types as far as their names tell.

pub(crate) mod attributes;
pub(crate) mod case;
mod cel_rules;
mod crdc_attributes;
#[doc(hidden)]
pub mod doc;
mod enums;
mod merge_strategy;
pub mod model;
pub(crate) mod read;
mod serde;
pub mod tool_attributes;
pub(crate) mod types;
mod validation;
