//! Which of several overloads is meant, where the types of the operands are known only at run time.
//
// cel-go: common/decls/decls.go (matchesRuntimeSignature), common/types/types.go (defaultIsAssignableRuntimeType)

use super::Repr;
use crate::cel::types::Signature;

/// A condition for an operand, beside the one that it has the representation of the parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Its type has this name.
    Named(&'static str),
    /// It is a list that is empty or begins with a value of this representation.
    BeginsWith(Repr),
}

/// The condition for an operand of a type.
#[must_use]
pub fn guard(signature: &Signature) -> Option<Guard> {
    match signature {
        Signature::Opaque(of) | Signature::Object(of) => Some(Guard::Named(of)),
        Signature::Optional(_) => Some(Guard::Named("optional_type")),
        Signature::List(item) => {
            let item = Repr::of_signature(item);
            let any = matches!(item, Repr::Dynamic | Repr::List(_) | Repr::Map(_));
            (!any).then_some(Guard::BeginsWith(item))
        }
        _ => None,
    }
}
