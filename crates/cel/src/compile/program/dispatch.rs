//! Prepares the choice among several overloads if the types of the operands are known only at run time.
//
// cel-go: common/decls/decls.go (matchesRuntimeSignature), common/types/types.go
// (defaultIsAssignableRuntimeType)

use super::expr::{Expr, Op};
use super::flatten::repr as flat;
use crate::compile::program::repr::Repr;
use crate::functions::{Function, Overload, Signature, functions};
use crate::program::Guard;
use crdc_vocabulary::rules::NoOverload;

/// The run-time condition for an operand of a type.
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

/// All overloads of an operator or of `size` with this number of operands; `None` for any other function. The
/// server decides by the value at run time what an operator does, whatever type the checker expected.
//
// cel-go: common/stdlib/standard.go (SingletonBinaryBinding, SingletonUnaryBinding)
pub(super) fn operator_overloads(function: &str, operands: usize) -> Option<Box<[&'static str]>> {
    let found = functions().filter(|known| is_operator(function) && known.name == function);
    let overloads = found.flat_map(|known| known.overloads).filter(|of| of.args.len() == operands);
    let ids: Box<[_]> = overloads.map(|of| of.id).collect();
    (!ids.is_empty()).then_some(ids)
}

/// The representations of the operands of a search: the text, the pattern and the limit.
pub(super) const SEARCH_PARAMETERS: [Repr; 3] = [Repr::String, Repr::String, Repr::Int];

/// Whether the error of a call depends on types that are known only at run time: it lists the types of the
/// operands, or reports that the first operand does not have the function. A list has the type of its first
/// item.
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

/// The representations in which a function that searches for a pattern takes its operands, and whether the
/// pattern is a constant. Only with a constant pattern, the error for other types does not name the types.
pub(super) fn search_operands(args: &[Expr]) -> ([Repr; 3], bool) {
    let is_literal = matches!(args.get(1).map(|arg| &arg.op), Some(Op::Constant(_)));
    let is_named = !is_literal && args.iter().any(|arg| matches!(arg.repr, Repr::Dynamic));
    let parameters = SEARCH_PARAMETERS.map(|of| if is_named { Repr::Dynamic } else { of });
    (parameters, is_literal)
}

/// The parameters and the result of overloads that share their code, so that none has to be chosen at run
/// time. The result is dynamic if the overloads have different results.
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
