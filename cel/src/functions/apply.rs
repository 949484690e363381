//! Calls the code of an overload with values that have the types of its operands.

use crate::{CelType, EvalError, Evaluated, Value};

pub(super) fn apply0<'a, R: CelType<'a>>(
    _: &[Value<'a>],
    code: impl FnOnce() -> Evaluated<R>,
) -> Evaluated<Value<'a>> {
    code().map(CelType::into_value)
}

pub(super) fn apply1<'a, A: CelType<'a>, R: CelType<'a>>(
    operands: &[Value<'a>],
    code: impl FnOnce(A) -> Evaluated<R>,
) -> Evaluated<Value<'a>> {
    let [a] = operands else { return Err(EvalError::NoSuchOverload) };
    code(A::from_value(*a)?).map(CelType::into_value)
}

pub(super) fn apply2<'a, A: CelType<'a>, B: CelType<'a>, R: CelType<'a>>(
    operands: &[Value<'a>],
    code: impl FnOnce(A, B) -> Evaluated<R>,
) -> Evaluated<Value<'a>> {
    let [a, b] = operands else { return Err(EvalError::NoSuchOverload) };
    code(A::from_value(*a)?, B::from_value(*b)?).map(CelType::into_value)
}

pub(super) fn apply3<'a, A: CelType<'a>, B: CelType<'a>, C: CelType<'a>, R: CelType<'a>>(
    operands: &[Value<'a>],
    code: impl FnOnce(A, B, C) -> Evaluated<R>,
) -> Evaluated<Value<'a>> {
    let [a, b, c] = operands else { return Err(EvalError::NoSuchOverload) };
    code(A::from_value(*a)?, B::from_value(*b)?, C::from_value(*c)?).map(CelType::into_value)
}

pub(super) fn apply4<'a, A, B, C, D, R>(
    operands: &[Value<'a>],
    code: impl FnOnce(A, B, C, D) -> Evaluated<R>,
) -> Evaluated<Value<'a>>
where
    A: CelType<'a>,
    B: CelType<'a>,
    C: CelType<'a>,
    D: CelType<'a>,
    R: CelType<'a>,
{
    let [a, b, c, d] = operands else { return Err(EvalError::NoSuchOverload) };
    code(A::from_value(*a)?, B::from_value(*b)?, C::from_value(*c)?, D::from_value(*d)?)
        .map(CelType::into_value)
}
