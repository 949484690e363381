//! The parts of generated views: lists, maps, and values that are read in place.
//!
//! A view is a [`Value`](crate::Value) with a method for each field of its schema. `Config::views(true)` of
//! the compiler generates them; `Database::view(accepted.value())` creates one, at no cost. Views never
//! allocate.
//!
//! **A view is total**: an object can lack what its schema requires, if it was refused, or if an update may
//! keep the error of the old object. Then texts are empty, numbers 0, booleans false, and objects, lists and
//! maps have nothing in them.

mod from_value;
mod list;
mod map;
mod metadata;
mod scalars;

pub use from_value::FromValue;
#[doc(hidden)]
pub use from_value::{field, optional};
pub use list::{List, ListItems};
pub use map::{Map, MapEntries};
pub use metadata::{Metadata, OwnerReference};
pub use scalars::IntOrString;
