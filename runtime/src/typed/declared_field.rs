//! Constructors for the fields of a type, called in constants of the derive. In: the name of a field, and the
//! part with its values. Out: a [`Field`].

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

    /// The field as a required field whose type lets it be absent or null.
    #[must_use]
    pub const fn required(self, rule: &'static Rule<'static>) -> Field {
        Field { required: Some(rule), ..self }
    }

    /// The field as a nullable field.
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

    /// The field as the same field of another variant, which is `before` fields earlier in the list.
    #[must_use]
    pub const fn same(self, before: u16) -> Field {
        Field { same: before, ..self }
    }

    /// The number of the field at this index.
    #[inline]
    pub(super) fn number(&self, index: usize) -> u16 {
        (index as u16).wrapping_sub(self.same)
    }

    /// The field as one that only these enum variants have.
    #[must_use]
    pub const fn of(self, variants: &'static [&'static str]) -> Field {
        Field { variants, ..self }
    }
}
