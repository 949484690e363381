//! What a call of a program does, for programs that are constants.
//!
//! Easy to break: `Function::call` writes the same as Rust.

use super::code_of::{code_of, is_regex};
use super::dispatch;
use crate::cel::library::{Overload, overload};
use crate::cel::program::{CallCost, Expr, Guard, Op, Repr, call_cost, guard, stops};

/// A call whose overload is chosen, as far as the types of the checker choose it.
#[derive(Clone, Debug)]
pub struct ResolvedCall<'e> {
    /// What is called.
    pub code: CallCode,
    /// What it costs.
    pub cost: CallCost,
    /// Whether no more operands are evaluated when one fails.
    pub stops: bool,
    /// The operands, and the representations in which the code takes them.
    pub operands: Vec<(&'e Expr, Repr)>,
}

/// What a call does with its operands.
#[derive(Clone, Debug)]
pub enum CallCode {
    /// Calls one overload.
    Overload {
        /// The overload.
        id: &'static str,
        /// The representation of the result.
        result: Repr,
        /// Whether the server counts the cost even if the operand is an error.
        counted: bool,
    },
    /// Calls the first of them that the types of the values fit.
    AnyOf(Vec<CallCandidate>),
    /// Searches for a pattern: `matches`, `find` or `findAll`.
    Search,
    /// Says that an empty list does not contain a value, which the server does not evaluate.
    Nothing,
    /// Fails.
    NoSuchOverload,
}

/// An overload that may be meant.
#[derive(Clone, Debug)]
pub struct CallCandidate {
    /// The overload.
    pub id: &'static str,
    /// What its operands must be.
    pub operands: Vec<(Repr, Option<Guard>)>,
    /// The representation of the result.
    pub result: Repr,
}

/// What a call does; `meant` are the overloads that may be meant if an operand may have any type.
#[must_use]
pub fn resolve_call<'e>(
    function: &str,
    [overloads, meant]: [&[&'static str]; 2],
    args: &'e [Expr],
) -> ResolvedCall<'e> {
    let (cost, stops) = (call_cost(function, overloads, args), stops(function, overloads, args.len()));
    let call = |code, operands| ResolvedCall { code, cost, stops, operands };
    if overloads == ["in_list"]
        && let [_, Expr { op: Op::List(items), .. }] = args
        && items.is_empty()
    {
        return call(CallCode::Nothing, Vec::new());
    }
    if is_regex(function) {
        let (parameters, is_literal) = dispatch::search_operands(args);
        let operands = args.iter().zip(parameters).collect();
        return ResolvedCall { stops: is_literal, ..call(CallCode::Search, operands) };
    }
    let found: Option<Vec<_>> = meant.iter().map(|id| Some((overload(id)?, code_of(id)?))).collect();
    let Some(found) = found.filter(|found| !found.is_empty()) else {
        return call(CallCode::NoSuchOverload, Vec::new());
    };
    let counted = matches!(function, "sort" | "distinct" | "@sortByAssociatedKeys");
    let one = |(first, _): &(&'static Overload, _), parameters: Vec<Repr>, result| {
        let operands = args.iter().zip(parameters).collect();
        call(CallCode::Overload { id: first.id, result, counted }, operands)
    };
    let is_late = dispatch::is_error_decided_late(function, args, &found);
    if let [only] = found.as_slice()
        && !is_late
    {
        let parameters = only.0.args.iter().map(Repr::of_signature).collect();
        return one(only, parameters, Repr::of_signature(&only.0.result));
    }
    if let Some((parameters, result, _)) = dispatch::shared(&found).filter(|_| !is_late) {
        return one(&found[0], parameters, result);
    }
    let candidates = found.iter().map(|(overload, _)| CallCandidate {
        id: overload.id,
        operands: overload.args.iter().map(|of| (Repr::of_signature(of), guard(of))).collect(),
        result: Repr::of_signature(&overload.result),
    });
    let operands = args.iter().map(|arg| (arg, Repr::Dynamic)).collect();
    call(CallCode::AnyOf(candidates.collect()), operands)
}
