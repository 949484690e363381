//! The types of parameters and results in the table of functions.

use core::fmt;

/// A type of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// Any value.
    Dyn,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// A duration.
    Duration,
    /// A timestamp.
    Timestamp,
    /// Any type, the same wherever `A` appears.
    A,
    /// Any type, the same wherever `B` appears.
    B,
    /// A list.
    List(&'static Signature),
    /// A map.
    Map(&'static Signature, &'static Signature),
    /// An optional.
    Optional(&'static Signature),
    /// The type of a type.
    TypeOf(&'static Signature),
    /// A type without fields.
    Opaque(&'static str),
    /// An object type of a library.
    Object(&'static str),
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signature::Dyn => f.write_str("dyn"),
            Signature::Bool => f.write_str("bool"),
            Signature::Int => f.write_str("int"),
            Signature::Uint => f.write_str("uint"),
            Signature::Double => f.write_str("double"),
            Signature::String => f.write_str("string"),
            Signature::Bytes => f.write_str("bytes"),
            Signature::Duration => f.write_str("duration"),
            Signature::Timestamp => f.write_str("timestamp"),
            Signature::A => f.write_str("A"),
            Signature::B => f.write_str("B"),
            Signature::List(of) => write!(f, "list({of})"),
            Signature::Map(key, value) => write!(f, "map({key}, {value})"),
            Signature::Optional(of) => write!(f, "optional({of})"),
            Signature::TypeOf(of) => write!(f, "type({of})"),
            Signature::Opaque(name) | Signature::Object(name) => f.write_str(name),
        }
    }
}
