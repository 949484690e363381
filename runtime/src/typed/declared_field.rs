//! Constructors for the fields of a type, as constants of the derive. In: its name and values. Out: a
//! [`Field`].

use super::given::Given;
use super::node::{Field, Part};
use crate::error::Rule;

impl Field {
    /// A field that may be absent.
    #[must_use]
    pub const fn new(name: &'static str, key: &'static str, part: Part) -> Field {
        Field {
            name,
            key,
            part,
            required: None,
            nullable: false,
            default: None,
            variants: &[],
            tag: 0,
            in_rules: name,
            same: 0,
        }
    }

    /// The field, required though its type lets it be absent or null.
    #[must_use]
    pub const fn required(self, rule: &'static Rule<'static>) -> Field {
        Field { required: Some(rule), ..self }
    }

    /// The field, where null is a value.
    #[must_use]
    pub const fn or_null(self) -> Field {
        Field { nullable: true, ..self }
    }

    /// The field with a default.
    #[must_use]
    pub const fn or(self, default: Given) -> Field {
        Field { default: Some(default), ..self }
    }

    /// The field with another name in CEL rules.
    #[must_use]
    pub const fn named(self, in_rules: &'static str) -> Field {
        Field { in_rules, ..self }
    }

    /// The field, which is in other variants the field so many before it.
    #[must_use]
    pub const fn same(self, before: u16) -> Field {
        Field { same: before, ..self }
    }

    /// The number of the field if it is at this index.
    #[inline]
    pub(super) fn number(&self, index: usize) -> u16 {
        (index as u16).wrapping_sub(self.same)
    }

    /// The field, in some variants only.
    #[must_use]
    pub const fn of(self, variants: &'static [&'static str]) -> Field {
        Field { variants, ..self }
    }
}
