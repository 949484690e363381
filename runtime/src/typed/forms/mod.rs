//! How a type of Rust stands in JSON: values without size, or nearly, that generated code puts together for each field.
//!
//! Easy to break: a method that a valid value comes through is short, and what it does for errors alone stands elsewhere, since
//! all of it is compiled once for each type that is used.

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

use alloc::string::String;

pub use boxed::Boxed;
pub use constrained::Constrained;
pub use leaf::Leaf;
pub use list::List;
pub use list_map::{Key, ListMap};
pub use listed::{ItemsOf, Known, Listed, Unknown, is_field, is_held};
pub use map::Map;
pub use map_keys::MapKeys;
pub use nested::Nested;
pub use optional::Optional;
pub use scalars::Scalars;
pub use set::Set;
pub use written::{Write, Written};

use super::constraint::{self, Constraint};
use super::{Compare, Immutability, Normalization, Scalar, Validator};

/// How values of a type stand in JSON.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not written as `{Self}` says",
    label = "of another type than its name says",
    note = "the derive knows a type by the last part of its name; `#[crdc(leaf)]` on the field has it compared as a whole"
)]
pub trait Form<T: ?Sized>: Copy {
    /// Whether marks may be found below.
    fn leads(self) -> bool;

    /// Whether anything may be wrong with a value.
    fn validates(self) -> bool;

    /// Holds a value against the one that it takes the place of.
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>);

    /// Whether two values are plainly the same: asked before anything is made ready for a difference.
    #[inline(always)]
    fn is_same(self, new: &T, old: &T) -> bool {
        let _ = (new, old);
        false
    }

    /// Takes down which keys come and go, where the values have keys.
    fn keys(self, new: Option<&T>, old: Option<&T>, marked: Immutability, at: &mut Compare<'_>) {
        let _ = (new, old, marked, at);
    }

    /// Validates a value; `old` is what it is correlated with.
    fn validate(self, new: &T, old: Option<&T>, at: &mut Validator<'_>);

    /// Normalises what is below.
    fn normalize_value(self, new: &mut T, old: Option<&T>, step: Normalization);

    /// What a value is itself.
    fn scalar(self, value: &T) -> Scalar<'_>;

    /// What a field of an object is, by its number.
    fn member(self, value: &T, index: usize) -> Scalar<'_> {
        let _ = (value, index);
        Scalar::Absent
    }

    /// What a field is that is a key of a list map: by its number in types with rules, by its name in others.
    #[inline(always)]
    fn part<'v>(self, value: &'v T, key: &Key) -> Scalar<'v> {
        self.member(value, key.index)
    }

    /// What values are written as, where those are the texts of an enum.
    #[inline(always)]
    fn texts(self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a value is null, or has nothing in it.
    fn is_empty(self, value: &T) -> bool;

    /// How many items or properties there are.
    fn count(self, value: &T) -> usize {
        let _ = value;
        0
    }

    /// A bit for each question that a value fails.
    #[inline(always)]
    fn failing(self, value: &T, constraints: &[Constraint]) -> u64 {
        let scalar = self.scalar(value);
        let count = if matches!(scalar, Scalar::Other) { self.count(value) } else { 0 };
        constraint::failing(constraints, scalar, count)
    }

    /// Appends a value as JSON. For errors alone.
    fn json(self, value: &T, out: &mut String);
}
