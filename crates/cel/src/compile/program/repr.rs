//! The representations of values at run time: their types, as far as the compiler can determine them.

use crate::compile::types::{DeclaredId, Kind, Type, Types};
use crate::functions::Signature;

/// The representation of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repr {
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
    /// A list with items of this representation.
    List(Box<Repr>),
    /// A map with keys and values of these representations.
    Map(Box<[Repr; 2]>),
    /// An object of the schema.
    Object(DeclaredId),
    /// Any value, with its type at run time.
    Dynamic,
}

impl Repr {
    /// The representation of values of a type.
    #[must_use]
    pub fn of(of: Type, types: &Types) -> Repr {
        match types.kind(of) {
            Kind::Bool => Repr::Bool,
            Kind::Int => Repr::Int,
            Kind::Uint => Repr::Uint,
            Kind::Double => Repr::Double,
            Kind::String => Repr::String,
            Kind::Bytes => Repr::Bytes,
            Kind::Duration => Repr::Duration,
            Kind::Timestamp => Repr::Timestamp,
            Kind::List(item) => Repr::List(Box::new(Repr::of(*item, types))),
            Kind::Map(key, value) => Repr::Map(Box::new([Repr::of(*key, types), Repr::of(*value, types)])),
            Kind::Declared(id) => Repr::Object(*id),
            _ => Repr::Dynamic,
        }
    }

    /// The representation of a parameter or result.
    #[must_use]
    pub fn of_signature(signature: &Signature) -> Repr {
        match signature {
            Signature::Bool => Repr::Bool,
            Signature::Int => Repr::Int,
            Signature::Uint => Repr::Uint,
            Signature::Double => Repr::Double,
            Signature::String => Repr::String,
            Signature::Bytes => Repr::Bytes,
            Signature::Duration => Repr::Duration,
            Signature::Timestamp => Repr::Timestamp,
            Signature::List(item) => Repr::List(Box::new(Repr::of_signature(item))),
            Signature::Map(key, value) => {
                Repr::Map(Box::new([Repr::of_signature(key), Repr::of_signature(value)]))
            }
            _ => Repr::Dynamic,
        }
    }

    /// Whether both representations are of one kind: all lists are, whatever their items.
    #[must_use]
    pub fn is_like(&self, other: &Repr) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// The name in printed programs.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Repr::Bool => "bool".into(),
            Repr::Int => "int".into(),
            Repr::Uint => "uint".into(),
            Repr::Double => "double".into(),
            Repr::String => "string".into(),
            Repr::Bytes => "bytes".into(),
            Repr::Duration => "duration".into(),
            Repr::Timestamp => "timestamp".into(),
            Repr::List(item) => format!("list({})", item.name()),
            Repr::Map(parts) => format!("map({}, {})", parts[0].name(), parts[1].name()),
            Repr::Object(_) => "object".into(),
            Repr::Dynamic => "dyn".into(),
        }
    }
}
