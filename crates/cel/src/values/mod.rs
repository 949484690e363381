//! Values of expressions, and readers of an object's values.
//!
//! `node` reads a value of the object by its schema. `value` has values of any type, and `read` converts a
//! node to one. `list` and `map` have the operations of lists and maps. `made_map` finds entries of maps that
//! expressions made, by the `keys` of scalars. `same` compares scalars. `typed` converts between values and
//! Rust types. `added` has items that expressions add to lists of the object, and `held` the Go values of
//! items of sets and list maps.

mod added;
pub(crate) mod built;
mod held;
mod keys;
mod list;
mod made_map;
mod map;
mod node;
mod read;
mod same;
mod typed;
pub(crate) mod typed_json;
mod value;

pub(super) use added::added;
pub(super) use held::hashable;
pub(super) use keys::{Scalars, is_scalar};
pub(crate) use list::{Item, texts};
pub(super) use list::{ListItems, is_read};
pub(super) use made_map::{Grown, has_keys_of_one_type};
pub(super) use map::node_member;
pub use node::Node;
pub(super) use node::Nodes;
pub(super) use same::numbers;
pub(crate) use same::same;
pub(crate) use typed::{CelType, of, of_item};
pub use value::{List, Map, Value};
