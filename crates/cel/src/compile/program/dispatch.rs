//! Chooses among several overloads where the types of the operands are known only at run time.
//
// cel-go: common/decls/decls.go (matchesRuntimeSignature), common/types/types.go
// (defaultIsAssignableRuntimeType)

use super::expr::{Expr, Op};
use super::flatten::repr as flat;
use crate::compile::program::repr::Repr;
use crate::functions::{Function, Overload, Signature, functions};
use crate::program::Guard;
use crdc_vocabulary::rules::NoOverload;

/// The condition for an operand of a type.
pub(super) fn guard(signature: &Signature) -> Guard<'static> {
    match signature {
        Signature::Opaque(of) | Signature::Object(of) => Guard::Named(of),
        Signature::Optional(_) => Guard::Named("optional_type"),
        Signature::List(item) => {
            let item = Repr::of_signature(item);
            let any = matches!(item, Repr::Dynamic | Repr::List(_) | Repr::Map(_));
            if any { Guard::Any } else { Guard::BeginsWith(flat(&item)) }
        }
        _ => Guard::Any,
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

/// All overloads of an operator or of `size` with so many operands; none for any other function. The server
/// asks a value what the operator does, whatever the checker expected.
//
// cel-go: common/stdlib/standard.go (SingletonBinaryBinding, SingletonUnaryBinding)
pub(super) fn operator_overloads(function: &str, operands: usize) -> Option<Box<[&'static str]>> {
    let found = functions().filter(|known| is_operator(function) && known.name == function);
    let overloads = found.flat_map(|known| known.overloads).filter(|of| of.args.len() == operands);
    let ids: Box<[_]> = overloads.map(|of| of.id).collect();
    (!ids.is_empty()).then_some(ids)
}

/// The text, the pattern and the limit of a search.
pub(super) const SEARCH_PARAMETERS: [Repr; 3] = [Repr::String, Repr::String, Repr::Int];

/// Whether the error of a call says which types its operands have, or that the first one does not have the
/// function, and these types are known only at run time. A list has the type of its first item.
pub(super) fn is_error_decided_late(
    function: &str,
    args: &[Expr],
    overloads: &[(&'static Function, &'static Overload)],
) -> bool {
    let is_dynamic = |repr: &Repr| matches!(repr, Repr::Dynamic);
    let asks_items = |at: usize| {
        let of = |(_, overload): &(_, &'static Overload)| overload.args.get(at).map(guard);
        overloads.iter().any(|overload| matches!(of(overload), Some(Guard::BeginsWith(_))))
    };
    let is_late = |(at, arg): (usize, &Expr)| match &arg.repr {
        Repr::List(item) => is_dynamic(item) && asks_items(at),
        repr => is_dynamic(repr),
    };
    match NoOverload::of(function) {
        NoOverload::Plain => false,
        NoOverload::Function => args.first().is_some_and(|first| is_dynamic(&first.repr)),
        NoOverload::Operands | NoOverload::Member => args.iter().enumerate().any(is_late),
    }
}

/// How a function that searches for a pattern takes its operands, and whether the pattern is a constant: only
/// then the error for other types does not name them.
pub(super) fn search_operands(args: &[Expr]) -> ([Repr; 3], bool) {
    let is_literal = matches!(args.get(1).map(|arg| &arg.op), Some(Op::Constant(_)));
    let is_named = !is_literal && args.iter().any(|arg| matches!(arg.repr, Repr::Dynamic));
    let parameters = SEARCH_PARAMETERS.map(|of| if is_named { Repr::Dynamic } else { of });
    (parameters, is_literal)
}

/// The parameters and the result of overloads that share their code: nothing is decided at run time then. The
/// result is dynamic where it differs.
pub(super) fn shared(found: &[(&'static Function, &'static Overload)]) -> Option<(Vec<Repr>, Repr)> {
    let ((function, first), others) = found.split_first()?;
    let mut result = Repr::of_signature(&first.result);
    for (other, overload) in others {
        if !function.shares_code || !std::ptr::eq(*function, *other) {
            return None;
        }
        if !result.is_like(&Repr::of_signature(&overload.result)) {
            result = Repr::Dynamic;
        }
    }
    Some((first.args.iter().map(Repr::of_signature).collect(), result))
}
