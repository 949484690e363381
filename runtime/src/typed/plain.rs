//! Describes the types of the standard library that are serialized as a bool, number or string.

use alloc::borrow::Cow;
use alloc::string::String;

/// A bool, number or string of the standard library.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a bool, number or string of the standard library",
    label = "named like one",
    note = "the derive identifies a type by the last segment of its path; add `#[crdc(leaf)]` to the field to \
            compare it as a whole"
)]
pub trait Plain {}

macro_rules! plain {
    ($($plain:ty)*) => {
        $(impl Plain for $plain {})*
    };
}

plain!(bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 char str String Cow<'_, str>);

macro_rules! nonzero {
    ($($integer:ident)*) => {
        $(impl Plain for core::num::$integer {})*
    };
}

nonzero!(NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64);

impl<T: Plain + ?Sized> Plain for &T {}
