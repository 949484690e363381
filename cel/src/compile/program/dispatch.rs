//! Which of several overloads is meant, where the types of the operands are known only at run time.
//
// cel-go: common/decls/decls.go (matchesRuntimeSignature), common/types/types.go (defaultIsAssignableRuntimeType)

use super::Repr;
use crate::compile::library::LIBRARIES;
use crate::compile::types::Signature;

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

/// Whether a function is an operator of arithmetic or order, `in` or `size`.
#[must_use]
fn is_operator(function: &str) -> bool {
    matches!(
        function,
        "_+_" | "_-_" | "_*_" | "_/_" | "_%_" | "-_" | "_<_" | "_<=_" | "_>_" | "_>=_" | "@in" | "size"
    )
}

/// All overloads of an operator or of `size` with so many operands; none for any other function. The server asks a value
/// what the operator does, whatever the checker expected.
//
// cel-go: common/stdlib/standard.go (SingletonBinaryBinding, SingletonUnaryBinding)
pub(super) fn operator_overloads(function: &str, operands: usize) -> Option<Box<[&'static str]>> {
    let functions = LIBRARIES.iter().flat_map(|library| library.functions);
    let found = functions.filter(|known| is_operator(function) && known.name == function);
    let overloads = found.flat_map(|known| known.overloads).filter(|of| of.args.len() == operands);
    let ids: Box<[_]> = overloads.map(|of| of.id).collect();
    (!ids.is_empty()).then_some(ids)
}
