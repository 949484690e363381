//! Types of the standard library that are serialized as a bool, number or string.

use alloc::borrow::Cow;
use alloc::string::String;

use super::scalar::{self, Scalar};

/// A bool, number or string of the standard library.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a bool, number or string of the standard library",
    label = "named like one",
    note = "the derive identifies a type by the last segment of its path; add `#[crdc(leaf)]` to the field to \
            compare it as a whole"
)]
pub trait Plain: serde::Serialize + PartialEq {
    /// The value in JSON.
    fn scalar(&self) -> Scalar<'_>;

    /// Whether both are stored as the same JSON value. As keys of a map, where numbers are strings, `==`
    /// decides.
    #[inline(always)]
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Plain for $integer {
            #[inline(always)]
            fn scalar(&self) -> Scalar<'_> {
                scalar::integer(i64::try_from(*self).ok(), *self as f64)
            }

            #[inline(always)]
            fn same(&self, other: &Self) -> bool {
                // Integers that do not fit in an `i64` are stored as floats, which several of them may share.
                let fits = |value: &Self| i64::try_from(*value).is_ok();
                self == other || !(fits(self) && fits(other)) && self.scalar().same(other.scalar())
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! nonzero {
    ($($integer:ident)*) => {$(
        impl Plain for core::num::$integer {
            #[inline(always)]
            fn scalar(&self) -> Scalar<'_> {
                scalar::integer(i64::try_from(self.get()).ok(), self.get() as f64)
            }

            #[inline(always)]
            fn same(&self, other: &Self) -> bool {
                self.get().same(&other.get())
            }
        }
    )*};
}

nonzero!(NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64);

impl Plain for bool {
    #[inline(always)]
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Bool(*self)
    }
}

impl Plain for f64 {
    #[inline]
    fn scalar(&self) -> Scalar<'_> {
        scalar::float(*self)
    }

    #[inline]
    fn same(&self, other: &Self) -> bool {
        // NaN and infinities are serialized as null.
        self == other || !(self.is_finite() || other.is_finite())
    }
}

impl Plain for f32 {
    fn scalar(&self) -> Scalar<'_> {
        scalar::float(scalar::widen(*self))
    }

    #[inline]
    fn same(&self, other: &Self) -> bool {
        self == other || !(self.is_finite() || other.is_finite())
    }
}

impl Plain for str {
    #[inline(always)]
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Text(self)
    }
}

impl<T: Plain + ?Sized> Plain for &T {
    #[inline(always)]
    fn scalar(&self) -> Scalar<'_> {
        (**self).scalar()
    }

    #[inline(always)]
    fn same(&self, other: &Self) -> bool {
        (**self).same(other)
    }
}

impl Plain for String {
    #[inline(always)]
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Text(self)
    }
}

impl Plain for Cow<'_, str> {
    #[inline(always)]
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Text(self)
    }
}

impl Plain for char {
    fn scalar(&self) -> Scalar<'_> {
        const ASCII: &str = "\0\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\t\n\u{b}\u{c}\r\u{e}\u{f}\u{10}\u{11}\u{12}\u{13}\
            \u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f} !\"#$%&'()*+,-./0123456789:;<=>?@\
            ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u{7f}";
        let at = *self as usize;
        match ASCII.get(at..at + 1) {
            Some(text) => Scalar::Text(text),
            None => Scalar::Written(scalar::Unread { value: self, member: None }),
        }
    }
}
