//! Which of several overloads is meant, where the types of the operands are known only at run time.

use crate::cel::library::Overload;
use crate::cel::program::{Expr, Guard, Op, Repr, guard};
use crdc_vocabulary::rules::NoOverload;

/// The text, the pattern and the limit of a search.
pub(super) const SEARCH_PARAMETERS: [Repr; 3] = [Repr::String, Repr::String, Repr::Int];

/// Whether the error of a call says which types its operands have, or that the first one does not have the function, and these
/// types are known only at run time. A list has the type of its first item.
pub(super) fn is_error_decided_late(
    function: &str,
    args: &[Expr],
    overloads: &[(&'static Overload, &'static str)],
) -> bool {
    let is_dynamic = |repr: &Repr| matches!(repr, Repr::Dynamic);
    let asks_items = |at: usize| {
        let of = |(overload, _): &(&'static Overload, _)| overload.args.get(at).and_then(guard);
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

/// How a function that searches for a pattern takes its operands, and whether the pattern is a constant: only then the error for
/// other types does not name them.
pub(super) fn search_operands(args: &[Expr]) -> ([Repr; 3], bool) {
    let is_literal = matches!(args.get(1).map(|arg| &arg.op), Some(Op::Constant(_)));
    let is_named = !is_literal && args.iter().any(|arg| matches!(arg.repr, Repr::Dynamic));
    let parameters = SEARCH_PARAMETERS.map(|of| if is_named { Repr::Dynamic } else { of });
    (parameters, is_literal)
}

/// The code of overloads that have the same, and parameters of the same Rust types: nothing is decided at run time
/// then. The result is dynamic where it differs. These are functions on lists of any type with an order.
pub(super) fn shared(found: &[(&'static Overload, &'static str)]) -> Option<(Vec<Repr>, Repr, &'static str)> {
    let ((first, code), others) = found.split_first()?;
    let parameters = |overload: &Overload| overload.args.iter().map(Repr::of_signature).collect::<Vec<_>>();
    let own = parameters(first);
    let mut result = Repr::of_signature(&first.result);
    for (overload, theirs) in others {
        let parameters = parameters(overload);
        if theirs != code
            || parameters.len() != own.len()
            || !own.iter().zip(&parameters).all(|(a, b)| a.is_like(b))
        {
            return None;
        }
        if !result.is_like(&Repr::of_signature(&overload.result)) {
            result = Repr::Dynamic;
        }
    }
    Some((own, result, code))
}
