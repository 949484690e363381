//! The types of parameters and results in the registry of functions.

use super::table::{Kind, Type, Types};

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

/// The types that stand for `A` and `B`.
#[derive(Default)]
pub(in crate::compile) struct Params([Option<Type>; 2]);

impl Types {
    /// The type of a signature; `A` and `B` become types that are not known yet.
    pub(in crate::compile) fn instance(&mut self, signature: &Signature, params: &mut Params) -> Type {
        let kind = match signature {
            Signature::Dyn => return Type::DYN,
            Signature::Bool => return Type::BOOL,
            Signature::Int => return Type::INT,
            Signature::Uint => return Type::UINT,
            Signature::Double => return Type::DOUBLE,
            Signature::String => return Type::STRING,
            Signature::Bytes => return Type::BYTES,
            Signature::Duration => return Type::DURATION,
            Signature::Timestamp => return Type::TIMESTAMP,
            Signature::A => return *params.0[0].get_or_insert_with(|| self.fresh()),
            Signature::B => return *params.0[1].get_or_insert_with(|| self.fresh()),
            Signature::List(of) => Kind::List(self.instance(of, params)),
            Signature::Map(key, value) => Kind::Map(self.instance(key, params), self.instance(value, params)),
            Signature::Optional(of) => Kind::Optional(self.instance(of, params)),
            Signature::TypeOf(of) => Kind::TypeOf(Some(self.instance(of, params))),
            Signature::Opaque(name) => Kind::Opaque(name),
            Signature::Object(name) => Kind::Object(name),
        };
        self.of(kind)
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
