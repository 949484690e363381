//! The trait of arguments of `format`.
//
// cel-go: common/types/types.go (names), ext/formatting.go

use alloc::format;
use core::fmt;

use crate::error::EvalError;

/// A value to format.
///
/// Values are copied cheaply: they are numbers or references to their contents.
pub(crate) trait FormatArgument: Copy {
    /// The value by its type.
    fn argument(&self) -> Argument<'_>;

    /// Writes what `string(…)` gives for a duration or timestamp. Not called for other values.
    ///
    /// # Errors
    /// Errors of `out`.
    fn write_time(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The items of a list, in order. Not called for other values.
    fn items(&self) -> impl Iterator<Item = Self>;

    /// The keys and values of a map, in any order. Not called for other values.
    fn entries(&self) -> impl Iterator<Item = (Self, Self)>;
}

/// An argument by its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Argument<'a> {
    /// `null`.
    Null,
    /// A bool.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A double.
    Double(f64),
    /// A string.
    String(&'a str),
    /// A byte string.
    Bytes(&'a [u8]),
    /// A type, by its name.
    Type(&'a str),
    /// A duration; see [`FormatArgument::write_time`].
    Duration,
    /// A timestamp; see [`FormatArgument::write_time`].
    Timestamp,
    /// A list; see [`FormatArgument::items`].
    List,
    /// A map; see [`FormatArgument::entries`].
    Map,
    /// A value that has no text, by the name of its type, such as `kubernetes.Quantity`.
    Other(&'a str),
}

impl Argument<'_> {
    /// The name of the type at run time, as in messages.
    pub(super) fn type_name(&self) -> &str {
        match self {
            Argument::Null => "null_type",
            Argument::Bool(_) => "bool",
            Argument::Int(_) => "int",
            Argument::Uint(_) => "uint",
            Argument::Double(_) => "double",
            Argument::String(_) => "string",
            Argument::Bytes(_) => "bytes",
            Argument::Type(_) => "type",
            Argument::Duration => "google.protobuf.Duration",
            Argument::Timestamp => "google.protobuf.Timestamp",
            Argument::List => "list",
            Argument::Map => "map",
            Argument::Other(name) => name,
        }
    }
}

/// The error of a clause that does not suit its value.
#[cold]
pub(super) fn unsuitable(reason: &str, argument: &Argument<'_>) -> EvalError {
    let found = argument.type_name();
    EvalError::text(format!("error during formatting: {reason}, was given {found}"))
}
