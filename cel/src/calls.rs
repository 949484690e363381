//! Calls of functions and operators: what they cost, and the error if operands fail or no overload has their types.
//!
//! Easy to break: which operands are evaluated before a call fails, and whether it costs something then.
//
// cel-go: interpreter/interpretable.go (evalUnary, evalBinary, evalVarArgs)

use alloc::format;
use alloc::vec::Vec;

use crdc_vocabulary::rules::NoOverload;

use super::call_cost::{Cost, operands, seen};
use super::{CelType, Context, EvalError, Evaluated, Meter, Value};

/// Calls a function without operands.
///
/// # Errors
/// Those of the function.
#[inline(always)]
pub fn call0<'a, R: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    function: impl FnOnce() -> Evaluated<R>,
) -> Evaluated<R> {
    let result = function();
    cost.add(context, &[], &result);
    result
}

/// Calls a function.
///
/// # Errors
/// Those of the operand and the function.
#[inline(always)]
pub fn call1<'a, A: CelType<'a>, R: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    function: impl FnOnce(A) -> Evaluated<R>,
) -> Evaluated<R> {
    let operands = operands::<M, 1>(|| [seen(&a)]);
    let result = match a {
        Ok(a) => function(a),
        Err(error) => Err(refused([Some(error)])),
    };
    cost.add(context, &operands, &result);
    result
}

/// Calls a function. Both operands are evaluated, even if the first one fails.
///
/// # Errors
/// Those of the operands and the function.
#[inline(always)]
pub fn call2<'a, A: CelType<'a>, B: CelType<'a>, R: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    b: Evaluated<B>,
    function: impl FnOnce(A, B) -> Evaluated<R>,
) -> Evaluated<R> {
    let operands = operands::<M, 2>(|| [seen(&a), seen(&b)]);
    let result = match (a, b) {
        (Ok(a), Ok(b)) => function(a, b),
        (a, b) => Err(refused([a.err(), b.err()])),
    };
    cost.add(context, &operands, &result);
    result
}

/// Calls a function whose call costs nothing if the operand fails: another one, which is constant, comes after it.
///
/// # Errors
/// Those of the operand and the function.
#[inline(always)]
pub fn try_call1<'a, A: CelType<'a>, R: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    function: impl FnOnce(A) -> Evaluated<R>,
) -> Evaluated<R> {
    call1(context, cost, evaluated(a)?, function)
}

/// Calls a function that stops at the first operand that fails. The call costs nothing then, unless all operands were
/// evaluated.
///
/// # Errors
/// Those of the operands and the function.
#[inline(always)]
pub fn try_call2<'a, A: CelType<'a>, B: CelType<'a>, R: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    b: impl FnOnce() -> Evaluated<B>,
    function: impl FnOnce(A, B) -> Evaluated<R>,
) -> Evaluated<R> {
    call2(context, cost, evaluated(a)?, b(), function)
}

/// As [`try_call2`].
///
/// # Errors
/// Those of the operands and the function.
#[inline(always)]
pub fn try_call3<'a, A: CelType<'a>, B: CelType<'a>, C: CelType<'a>, R: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    b: impl FnOnce() -> Evaluated<B>,
    c: impl FnOnce() -> Evaluated<C>,
    function: impl FnOnce(A, B, C) -> Evaluated<R>,
) -> Evaluated<R> {
    let (a, b, c) = (evaluated(a)?, evaluated(b())?, c());
    let operands = operands::<M, 3>(|| [seen(&a), seen(&b), seen(&c)]);
    let result = match (a, b, c) {
        (Ok(a), Ok(b), Ok(c)) => function(a, b, c),
        (a, b, c) => Err(refused([a.err(), b.err(), c.err()])),
    };
    cost.add(context, &operands, &result);
    result
}

/// As [`try_call2`].
///
/// # Errors
/// Those of the operands and the function.
#[inline(always)]
pub fn try_call4<
    'a,
    A: CelType<'a>,
    B: CelType<'a>,
    C: CelType<'a>,
    D: CelType<'a>,
    R: CelType<'a>,
    M: Meter,
>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    (b, c, d): (impl FnOnce() -> Evaluated<B>, impl FnOnce() -> Evaluated<C>, impl FnOnce() -> Evaluated<D>),
    function: impl FnOnce(A, B, C, D) -> Evaluated<R>,
) -> Evaluated<R> {
    let (a, b, c, d) = (evaluated(a)?, evaluated(b())?, evaluated(c())?, d());
    let operands = operands::<M, 4>(|| [seen(&a), seen(&b), seen(&c), seen(&d)]);
    let result = match (a, b, c, d) {
        (Ok(a), Ok(b), Ok(c), Ok(d)) => function(a, b, c, d),
        (a, b, c, d) => Err(refused([a.err(), b.err(), c.err(), d.err()])),
    };
    cost.add(context, &operands, &result);
    result
}

/// An operand that was evaluated, whatever its type.
///
/// # Errors
/// Its evaluation failed.
#[inline(always)]
fn evaluated<T>(operand: Evaluated<T>) -> Evaluated<Evaluated<T>> {
    match operand {
        Err(error) if error != EvalError::Mismatch => Err(error),
        operand => Ok(operand),
    }
}

/// The error of a call by those of its operands: one that ends the evaluation is the only one, and types are compared
/// when all operands are evaluated.
//
// cel-go: interpreter/interpretable.go (evalUnary, evalBinary, evalVarArgs)
#[cold]
fn refused<const N: usize>(errors: [Option<EvalError>; N]) -> EvalError {
    let mut first = None;
    for error in errors.into_iter().flatten() {
        if !error.can_be_dropped() {
            return error;
        }
        if error != EvalError::Mismatch {
            first = first.or(Some(error));
        }
    }
    first.unwrap_or(EvalError::NoSuchOverload)
}

/// The error of an operator or function that has no overload for its operands. The server says which one it is if values of
/// the first operand's type do not have it at all, unless they answer calls themselves: strings, durations, timestamps.
//
// cel-go: interpreter/interpretable.go (evalBinary), common/types (the traits of each type; Receive)
#[cold]
#[must_use]
pub fn no_overload(function: &str, first: Value<'_>) -> EvalError {
    use Value::{Bool, Bytes, Double, Duration, Int, List, Map, String, Timestamp, Uint};
    let answers = matches!(first, String(_) | Duration(_) | Timestamp(_));
    let number = matches!(first, Int(_) | Uint(_) | Double(_));
    let known = match function {
        "_<_" | "_<=_" | "_>_" | "_>=_" => number || matches!(first, Bool(_) | Bytes(_)),
        "_+_" => number || matches!(first, Bytes(_) | List(_)),
        "_-_" | "_*_" | "_/_" => number,
        "_%_" => matches!(first, Int(_) | Uint(_)),
        "-_" => matches!(first, Int(_) | Double(_)),
        "size" => matches!(first, Bytes(_) | List(_) | Map(_)),
        "matches" => false,
        _ => true,
    };
    if known || answers {
        EvalError::NoSuchOverload
    } else {
        EvalError::text(format!("no such overload: {function}"))
    }
}

/// The error of a function that has no overload for its operands. Those of libraries say which types these have.
//
// cel-go: common/decls/decls.go (MaybeNoSuchOverload); ext/lists.go (flatten)
#[cold]
#[must_use]
pub fn mismatched(function: &str, operands: &[Value<'_>]) -> EvalError {
    let types: Vec<_> = operands.iter().map(|operand| operand.type_name()).collect();
    match (NoOverload::of(function), types.as_slice()) {
        (NoOverload::Operands, types) => {
            EvalError::text(format!("no such overload: {function}({})", types.join(", ")))
        }
        (NoOverload::Member, [first, rest @ ..]) => {
            EvalError::text(format!("no such overload: {first}.{function}({})", rest.join(", ")))
        }
        _ => no_overload(function, operands.first().copied().unwrap_or(Value::Null)),
    }
}

/// Applies a function to an operand whose type was found at run time.
#[inline(always)]
pub fn apply1<A, R>(a: A, function: impl FnOnce(A) -> Evaluated<R>) -> Evaluated<R> {
    function(a)
}

/// As [`apply1`].
#[inline(always)]
pub fn apply2<A, B, R>(a: A, b: B, function: impl FnOnce(A, B) -> Evaluated<R>) -> Evaluated<R> {
    function(a, b)
}

/// As [`apply1`].
#[inline(always)]
pub fn apply3<A, B, C, R>(a: A, b: B, c: C, function: impl FnOnce(A, B, C) -> Evaluated<R>) -> Evaluated<R> {
    function(a, b, c)
}

/// As [`apply1`].
#[inline(always)]
pub fn apply4<A, B, C, D, R>(
    a: A,
    b: B,
    c: C,
    d: D,
    function: impl FnOnce(A, B, C, D) -> Evaluated<R>,
) -> Evaluated<R> {
    function(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Memory, Uncounted};

    #[test]
    fn an_error_that_ends_the_evaluation_comes_first_and_a_type_last() {
        let (first, second) = (EvalError::NoSuchKey("a"), EvalError::NoSuchKey("b"));
        let ends = EvalError::CostLimit;
        let memory = Memory::default();
        let context = Context::new(&memory, &Uncounted);
        let both = |a: &EvalError, b: &EvalError| {
            let (a, b) = (Err::<bool, _>(a.clone()), Err::<bool, _>(b.clone()));
            call2(context, Cost::Unit, a, b, |a, b| Ok(a && b))
        };
        assert_eq!(both(&first, &second), Err(first.clone()));
        assert_eq!(both(&first, &ends), Err(ends.clone()));
        assert_eq!(both(&ends, &EvalError::Internal("x")), Err(ends.clone()));
        let other = EvalError::Mismatch;
        assert_eq!(both(&other, &second), Err(second.clone()));
        assert_eq!(both(&first, &other), Err(first));
        assert_eq!(both(&other, &ends), Err(ends));
        assert_eq!(both(&other, &other), Err(EvalError::NoSuchOverload));
    }
}
