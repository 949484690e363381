//! Converts signatures to types.

use super::table::{Kind, Type, Types};
use crate::functions::Signature;

/// The types that replace `A` and `B`.
#[derive(Default)]
pub(in crate::compile) struct Params([Option<Type>; 2]);

impl Types {
    /// The type of a signature. `A` and `B` become new type parameters.
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
