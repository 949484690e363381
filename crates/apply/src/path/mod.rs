//! Paths of fields and items, and their names in FieldsV1.

mod element;
mod text;

pub(crate) use element::path_text;
pub use element::{Path, PathElement};
pub(crate) use text::Unreadable;
