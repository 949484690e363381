//! The JSON forms of Rust types: values of zero or small size that generated code composes for each field.
//!
//! Easy to break: methods on the valid path are short, and code that runs only for errors is outside of them,
//! since they are compiled for each type.

mod boxed;
mod constrained;
mod keyed;
mod leaf;
mod list;
mod list_map;
mod listed;
mod map;
mod map_keys;
mod nested;
mod optional;
mod scalars;
mod set;
mod told_apart;
mod written;

pub use boxed::Boxed;
pub use constrained::Constrained;
pub use leaf::Leaf;
pub use list::List;
pub use list_map::ListMap;
pub use listed::{ItemsOf, Known, Listed, Unknown, is_field, is_held};
pub use map::Map;
pub use map_keys::MapKeys;
pub use nested::Nested;
pub use optional::Optional;
pub use scalars::Scalars;
pub use set::Set;
pub use written::{Write, Written};
