//! Fields that a user function serializes (`serialize_with`): compared by its output.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::{Serialize, Serializer};

use super::leaf;
use crate::typed::compare::{Compare, Mode};
use crate::typed::constraint::{self, Constraint};
use crate::typed::form::Form;
use crate::typed::json;
use crate::typed::normalization::Normalization;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;

/// Serializes a field of `Owner` with the function of `#[serde(serialize_with)]`.
pub trait Write<Owner: ?Sized, T: ?Sized>: Copy {
    /// Serializes a value.
    ///
    /// # Errors
    ///
    /// Those of the user's function.
    fn write<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A field that `W` serializes.
pub struct Written<W, Owner: ?Sized>(PhantomData<fn(W, &Owner)>);

impl<W, Owner: ?Sized> Written<W, Owner> {
    /// The form of such a field.
    #[allow(clippy::new_without_default)]
    #[must_use]
    pub const fn new() -> Self {
        Written(PhantomData)
    }

    fn text<T: ?Sized>(self, value: &T) -> String
    where
        W: Write<Owner, T>,
    {
        let mut text = String::new();
        json(&By::<W, Owner, T>(value, PhantomData), &mut text);
        text
    }
}

impl<W, Owner: ?Sized> Clone for Written<W, Owner> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W, Owner: ?Sized> Copy for Written<W, Owner> {}

impl<W, Owner: ?Sized> fmt::Debug for Written<W, Owner> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Written")
    }
}

struct By<'v, W, Owner: ?Sized, T: ?Sized>(&'v T, PhantomData<fn(W, &Owner)>);

impl<W: Write<Owner, T>, Owner: ?Sized, T: ?Sized> Serialize for By<'_, W, Owner, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        W::write(self.0, serializer)
    }
}

impl<W: Write<Owner, T>, Owner: ?Sized, T: ?Sized> Form<T> for Written<W, Owner> {
    leaf::without_rules!(T);

    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks {
            let by = |value| By::<W, Owner, T>(value, PhantomData);
            at.written(&|out| json::write(&by(new), out), &|out| json::write(&by(old), out));
        }
    }

    /// The output is temporary, so only the presence of a string is known, not its content.
    fn scalar(self, value: &T) -> Scalar<'_> {
        json::kind(&self.text(value))
    }

    fn failing(self, value: &T, constraints: &[Constraint]) -> u64 {
        let by = By::<W, Owner, T>(value, PhantomData);
        let scalar = json::scalar(&by);
        let count = if matches!(scalar, Scalar::Other) { self.count(value) } else { 0 };
        constraint::failing(constraints, scalar, count)
    }

    fn count(self, value: &T) -> usize {
        json::decoded(&self.text(value), |tape| tape.children(0).count())
    }

    fn json(self, value: &T, out: &mut String) {
        out.push_str(&self.text(value));
    }
}
