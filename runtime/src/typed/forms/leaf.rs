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

/// A field that a function of the user's writes, which is called here.
#[derive(Debug)]
pub struct Custom<T: ?Sized>(pub fn(&T, &mut String));

impl<T: ?Sized> Clone for Custom<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Custom<T> {}

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

impl<T: PartialEq + Serialize> Form<T> for Leaf {
    without_rules!(T);

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks && new != old && !json::same(new, old) {
            at.differ(|out| json(new, out));
        }
    }

    #[inline]
    fn scalar(self, value: &T) -> Scalar<'_> {
        json::scalar(value)
    }

    fn count(self, value: &T) -> usize {
        json::count(value)
    }

    fn json(self, value: &T, out: &mut String) {
        json(value, out);
    }
}

impl<T: Serialize> Form<T> for Opaque {
    without_rules!(T);

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks && !json::same(new, old) {
            at.differ(|out| json(new, out));
        }
    }

    #[inline]
    fn scalar(self, value: &T) -> Scalar<'_> {
        json::scalar(value)
    }

    fn count(self, value: &T) -> usize {
        json::count(value)
    }

    fn json(self, value: &T, out: &mut String) {
        json(value, out);
    }
}

impl<T: ?Sized> Form<T> for Custom<T> {
    without_rules!(T);

    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode == Mode::Marks {
            return;
        }
        let (mut text, mut old_text) = (String::new(), String::new());
        (self.0)(new, &mut text);
        (self.0)(old, &mut old_text);
        if !json::same_texts(&text, &old_text) {
            at.differ(|out| out.push_str(&text));
        }
    }

    fn scalar(self, value: &T) -> Scalar<'_> {
        // What is written lives nowhere, so nothing but its kind can be told.
        let mut text = String::new();
        (self.0)(value, &mut text);
        json::kind(&text)
    }

    fn json(self, value: &T, out: &mut String) {
        (self.0)(value, out);
    }
}
