//! Bools, numbers and strings.

use alloc::string::String;

use crate::typed::compare::{Compare, Mode};
use crate::typed::form::Form;
use crate::typed::json;
use crate::typed::normalization::Normalization;
use crate::typed::plain::Plain;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;

/// A bool, number or string of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct Scalars;

impl<T: Plain + ?Sized> Form<T> for Scalars {
    #[inline(always)]
    fn leads(self) -> bool {
        false
    }

    #[inline(always)]
    fn validates(self) -> bool {
        false
    }

    #[inline(always)]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode == Mode::Bytes {
            at.work.bytes.scalar(new.scalar());
        } else if at.mode != Mode::Marks && !new.same(old) {
            at.differ(&|out| json(new, out));
        }
    }

    #[inline(always)]
    fn is_same(self, new: &T, old: &T) -> bool {
        new.same(old)
    }

    #[inline(always)]
    fn validate(self, _: &T, _: Option<&T>, _: &mut Validator<'_>) {}

    #[inline(always)]
    fn normalize_value(self, _: &mut T, _: Option<&T>, _: Normalization) {}

    #[inline(always)]
    fn scalar(self, value: &T) -> Scalar<'_> {
        value.scalar()
    }

    #[inline]
    fn is_empty(self, value: &T) -> bool {
        matches!(value.scalar(), Scalar::Null | Scalar::Text(""))
    }

    fn json(self, value: &T, out: &mut String) {
        json(value, out);
    }
}
