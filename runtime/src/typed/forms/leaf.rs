//! Types without the derive: compared as a whole.

use alloc::string::String;

use serde::Serialize;

use super::Form;
use crate::typed::compare::Mode;
use crate::typed::{Compare, Judge, Scalar, Settle, json};

/// A type without the derive: values are the same where `==` says so, or else where they are written as the same object.
#[derive(Clone, Copy, Debug)]
pub struct Leaf;

/// The same for a type without `==`.
#[derive(Clone, Copy, Debug)]
pub struct Opaque;

macro_rules! without_rules {
    ($t:ident) => {
        #[inline(always)]
        fn leads(self) -> bool {
            false
        }

        #[inline(always)]
        fn judges(self) -> bool {
            false
        }

        #[inline(always)]
        fn judge(self, _: &$t, _: Option<&$t>, _: &mut Judge<'_>) {}

        #[inline(always)]
        fn settle(self, _: &mut $t, _: Option<&$t>, _: Settle) {}

        fn is_empty(self, value: &$t) -> bool {
            let mut text = String::new();
            self.json(value, &mut text);
            matches!(text.as_str(), "null" | "\"\"" | "[]" | "{}")
        }
    };
}

/// What serde says of them is all that there is.
macro_rules! serialized {
    ($t:ident) => {
        #[inline]
        fn scalar(self, value: &$t) -> Scalar<'_> {
            json::scalar(value)
        }

        fn count(self, value: &$t) -> usize {
            json::count(value)
        }

        fn json(self, value: &$t, out: &mut String) {
            json(value, out);
        }
    };
}

impl<T: PartialEq + Serialize> Form<T> for Leaf {
    without_rules!(T);
    serialized!(T);

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks && new != old && !json::same(new, old) {
            at.differ(&|out| json(new, out));
        }
    }

    #[inline(always)]
    fn is_same(self, new: &T, old: &T) -> bool {
        new == old
    }
}

impl<T: Serialize> Form<T> for Opaque {
    without_rules!(T);
    serialized!(T);

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks && !json::same(new, old) {
            at.differ(&|out| json(new, out));
        }
    }
}

pub(super) use without_rules;
