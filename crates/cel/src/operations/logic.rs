//! Evaluates `&&`, `||` and `c ? a : b`. An error is dropped if the other operand decides the result.
//
// cel-go: interpreter/interpretable.go (evalAnd, evalOr), interpreter/attributes.go (conditionalAttribute)

use crate::error::{EvalError, Evaluated};

/// `a && b`: false if one operand is false, whatever the other one is, also if it is an error.
///
/// # Errors
/// The error of the first operand that fails, unless the other is false. An error that ends the evaluation
/// takes precedence.
#[inline(always)]
pub(crate) fn and(a: Evaluated<bool>, b: impl FnOnce() -> Evaluated<bool>) -> Evaluated<bool> {
    match a {
        Ok(true) => b(),
        Ok(false) => Ok(false),
        Err(error) => decided(error, false, b),
    }
}

/// `a || b`: true if one operand is true, whatever the other one is, also if it is an error.
///
/// # Errors
/// The first one's, unless the other one is true.
#[inline(always)]
pub(crate) fn or(a: Evaluated<bool>, b: impl FnOnce() -> Evaluated<bool>) -> Evaluated<bool> {
    match a {
        Ok(false) => b(),
        Ok(true) => Ok(true),
        Err(error) => decided(error, true, b),
    }
}

#[cold]
fn decided(error: EvalError, by: bool, b: impl FnOnce() -> Evaluated<bool>) -> Evaluated<bool> {
    if !error.can_be_dropped() {
        return Err(error);
    }
    match b() {
        Ok(value) if value == by => Ok(value),
        Err(error) if !error.can_be_dropped() => Err(error),
        _ => Err(error),
    }
}

/// `c ? a : b`
///
/// # Errors
/// The condition's, or that of the value that it selects.
#[inline(always)]
pub(crate) fn conditional<T>(
    condition: Evaluated<bool>,
    then: impl FnOnce() -> Evaluated<T>,
    otherwise: impl FnOnce() -> Evaluated<T>,
) -> Evaluated<T> {
    if condition? { then() } else { otherwise() }
}
