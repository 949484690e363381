//! Types without the derive: compared as a whole.

use alloc::string::String;

use serde::Serialize;

use crate::typed::compare::{Compare, Mode};
use crate::typed::form::Form;
use crate::typed::json;
use crate::typed::json::Failed;
use crate::typed::key::Key;
use crate::typed::normalization::Normalization;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;

/// A type without the derive: values are equal if their JSON is equal.
#[derive(Clone, Copy, Debug)]
pub struct Leaf;

macro_rules! without_rules {
    ($t:ident) => {
        #[inline(always)]
        fn leads(self) -> bool {
            false
        }

        #[inline(always)]
        fn validates(self) -> bool {
            false
        }

        #[inline(always)]
        fn validate(self, _: &$t, _: Option<&$t>, _: &mut Validator<'_>) {}

        #[inline(always)]
        fn normalize_value(self, _: &mut $t, _: Option<&$t>, _: Normalization) {}

        fn is_empty(self, value: &$t) -> bool {
            let mut text = String::new();
            self.json(value, &mut text);
            matches!(text.as_str(), "null" | "\"\"" | "[]" | "{}")
        }
    };
}

impl<T: Serialize> Form<T> for Leaf {
    without_rules!(T);

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks {
            at.written(&|out| json::write(new, out), &|out| json::write(old, out));
        }
    }

    #[inline]
    fn scalar(self, value: &T) -> Scalar<'_> {
        json::scalar(value)
    }

    fn part<'v>(self, value: &'v T, key: &Key) -> Scalar<'v> {
        json::part(value, key.name)
    }

    fn count(self, value: &T) -> usize {
        json::count(value)
    }

    fn json(self, value: &T, out: &mut String) {
        json(value, out);
    }
}

/// Serializes a value of any type.
pub(super) type Write<'w> = &'w dyn Fn(&mut String) -> Result<(), Failed>;

impl Compare<'_> {
    /// Compares two values by their JSON, which is written to buffers. `==` is not used, since equal values,
    /// such as paths or times, may have different JSON.
    #[inline(never)]
    pub(super) fn written(&mut self, new: Write<'_>, old: Write<'_>) {
        if self.mode == Mode::Bytes {
            let mut text = String::new();
            let _ = new(&mut text);
            return self.work.bytes.json(&text);
        }
        let mut texts = core::mem::take(&mut self.work.texts);
        let [text, old_text] = &mut texts;
        text.clear();
        old_text.clear();
        match (new(text), old(old_text)) {
            (Err(Failed::TooDeep), _) => self.unwritten(),
            // The old value was never accepted, so the new value differs from it.
            (_, Err(Failed::TooDeep)) => self.differ(&|out| out.push_str(text)),
            _ if json::same_texts(text, old_text) => {}
            _ => self.differ(&|out| out.push_str(text)),
        }
        self.work.texts = texts;
    }
}

pub(super) use without_rules;
