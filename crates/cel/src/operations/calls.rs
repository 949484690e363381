//! Calls functions and operators: evaluates operands, adds costs, and returns the error if operands fail or
//! no overload accepts their types.
//!
//! Easy to break: which operands are evaluated before a call fails, and whether a failed call costs
//! something.
//
// cel-go: interpreter/interpretable.go (evalUnary, evalBinary, evalVarArgs)

use alloc::format;
use alloc::vec::Vec;

use crdc_vocabulary::rules::NoOverload;

use super::call_cost::Cost;
use crate::context::Context;
use crate::error::{EvalError, Evaluated};
use crate::values::Value;

/// Evaluates the operands of a function, which has `all` operands, and stores each at its index. If the call
/// `stops`, an operand that fails ends the evaluation of operands, and the call costs nothing, unless it was
/// the last operand.
///
/// # Errors
/// The error of the operand which ended the call.
#[inline]
pub(crate) fn evaluate<'a>(
    operands: &mut [Evaluated<Value<'a>>],
    stops: bool,
    all: usize,
    mut operand: impl FnMut(usize) -> Evaluated<Value<'a>>,
) -> Evaluated<()> {
    for (index, place) in operands.iter_mut().enumerate() {
        *place = operand(index);
        if let Err(error) = place
            && stops
            && index + 1 < all
            && *error != EvalError::Mismatch
        {
            return Err(error.clone());
        }
    }
    Ok(())
}

/// Calls a function after all of its operands were evaluated.
///
/// # Errors
/// Errors of the operands and the function.
pub(crate) fn applied<'a, const N: usize>(
    context: Context<'a>,
    cost: Cost,
    operands: &[Evaluated<Value<'a>>; N],
    function: impl FnOnce(&[Value<'a>; N]) -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    let mut values = [Value::Null; N];
    let all = values.iter_mut().zip(operands).all(|(place, operand)| {
        operand.as_ref().is_ok_and(|value| {
            *place = *value;
            true
        })
    });
    if !all {
        return failed(context, cost, operands);
    }
    let result = function(&values);
    cost.add(context, operands, &result);
    result
}

/// Returns the error of a call whose operand failed, and adds the cost of the call.
#[cold]
fn failed<'a>(context: Context<'a>, cost: Cost, operands: &[Evaluated<Value<'a>>]) -> Evaluated<Value<'a>> {
    let result = Err(refused(operands.iter().filter_map(|operand| operand.as_ref().err())));
    cost.add(context, operands, &result);
    result
}

/// Chooses the error of a call from the errors of its operands. An error that ends the evaluation is the only
/// one. A mismatch of types comes last, because types are compared after all operands were evaluated.
//
// cel-go: interpreter/interpretable.go (evalUnary, evalBinary, evalVarArgs)
#[cold]
fn refused<'e>(errors: impl Iterator<Item = &'e EvalError>) -> EvalError {
    let mut first = None;
    for error in errors {
        if !error.can_be_dropped() {
            return error.clone();
        }
        if *error != EvalError::Mismatch {
            first = first.or(Some(error));
        }
    }
    first.cloned().unwrap_or(EvalError::NoSuchOverload)
}

/// The error of an operator or function that has no overload for its operands. The server's message names the
/// operator or function if values of the first operand's type do not have it at all, except for strings,
/// durations and timestamps, which dispatch calls themselves.
//
// cel-go: interpreter/interpretable.go (evalBinary), common/types (the traits of each type; Receive)
#[cold]
fn no_overload(function: &str, first: Value<'_>) -> EvalError {
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
        function => NoOverload::of(function) != NoOverload::Function,
    };
    if known || answers { EvalError::NoSuchOverload } else { EvalError::no_overload_of(function.into()) }
}

/// The error of a function that has no overload for its operands. For functions of libraries, the message
/// contains the types of the operands.
//
// cel-go: common/decls/decls.go (MaybeNoSuchOverload); ext/lists.go (flatten)
#[cold]
pub(crate) fn mismatched(function: &str, operands: &[Value<'_>]) -> EvalError {
    let types: Vec<_> = operands.iter().map(|operand| operand.type_name()).collect();
    match (NoOverload::of(function), types.as_slice()) {
        (NoOverload::Operands, types) => {
            EvalError::no_overload_of(format!("{function}({})", types.join(", ")))
        }
        (NoOverload::Member, [first, rest @ ..]) => {
            EvalError::no_overload_of(format!("{first}.{function}({})", rest.join(", ")))
        }
        _ => no_overload(function, operands.first().copied().unwrap_or(Value::Null)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Memory;
    use crate::context::meter::Meter;

    /// The result of a call of `f(a, b)` whose operands fail, and its cost.
    fn failing(a: &EvalError, b: &EvalError, stops: bool) -> (EvalError, u64) {
        let (memory, meter) = (Memory::default(), Meter::new(u64::MAX));
        let context = Context::new(&memory, &meter);
        let mut operands = [const { Ok(Value::Null) }; 2];
        let result = evaluate(&mut operands, stops, 2, |index| Err([a, b][index].clone()))
            .and_then(|()| applied(context, Cost::Unit, &operands, |_| Ok(Value::Null)));
        (result.expect_err("an operand fails"), meter.spent())
    }

    #[test]
    fn an_error_that_ends_the_evaluation_comes_first_and_a_type_last() {
        let (first, second) = (EvalError::no_such_key("a".into()), EvalError::no_such_key("b".into()));
        let ends = EvalError::CostLimit;
        let both = |a: &EvalError, b: &EvalError| failing(a, b, false).0;
        assert_eq!(both(&first, &second), first);
        assert_eq!(both(&first, &ends), ends);
        assert_eq!(both(&ends, &EvalError::Internal("x")), ends);
        let other = EvalError::Mismatch;
        assert_eq!(both(&other, &second), second);
        assert_eq!(both(&first, &other), first);
        assert_eq!(both(&other, &ends), ends);
        assert_eq!(both(&other, &other), EvalError::NoSuchOverload);
    }

    #[test]
    fn a_call_that_stops_costs_nothing_unless_its_last_operand_fails() {
        let (first, second) = (EvalError::no_such_key("a".into()), EvalError::no_such_key("b".into()));
        assert_eq!(failing(&first, &second, false), (first.clone(), 1));
        assert_eq!(failing(&first, &second, true), (first, 0));
        // Types are compared when all operands are evaluated.
        assert_eq!(failing(&EvalError::Mismatch, &second, true), (second, 1));
    }
}
