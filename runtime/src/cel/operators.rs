//! What the parts of an expression compile to, apart from loops and logic.
//
// cel-go: interpreter/interpretable.go

use alloc::format;
use alloc::vec::Vec;

use crdc_vocabulary::rules::NoOverload;

use super::call_cost::{Cost, operands, seen};
use super::cost::Meter;
use super::typed::CelType;
use super::{Arena, Context, EvalError, Evaluated, List, Map, Node, Value, equal, library};

/// An object as a value.
///
/// # Errors
/// It is no object.
pub fn object_value(node: Node<'_>) -> Evaluated<Value<'_>> {
    node.object().map(CelType::into_value)
}

/// The value of a variable or of a chain of fields and entries.
#[inline(always)]
pub fn attribute<M: Meter, T>(context: Context<'_, M>, value: T) -> T {
    context.add(1);
    value
}

/// Whether a part of `c ? a : b` is there: the server takes the cost of a chain back that it has not added.
#[inline(always)]
pub fn tested<M: Meter, T>(context: Context<'_, M>, value: T) -> T {
    context.take_back(1);
    value
}

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

/// `a == b` for values of one simple type.
///
/// # Errors
/// Those of the operands.
#[inline(always)]
pub fn equal_simple<'a, T: CelType<'a> + PartialEq, M: Meter>(
    context: Context<'a, M>,
    a: Evaluated<T>,
    b: Evaluated<T>,
) -> Evaluated<bool> {
    call2(context, Cost::Comparison, a, b, |a, b| Ok(a == b))
}

/// `a != b` for values of one simple type.
///
/// # Errors
/// Those of the operands.
#[inline(always)]
pub fn differ_simple<'a, T: CelType<'a> + PartialEq, M: Meter>(
    context: Context<'a, M>,
    a: Evaluated<T>,
    b: Evaluated<T>,
) -> Evaluated<bool> {
    call2(context, Cost::Comparison, a, b, |a, b| Ok(a != b))
}

/// `a == b`
///
/// # Errors
/// Those of the operands; a value of the object that does not fit its schema.
pub fn equal_values<'a, M: Meter>(
    context: Context<'a, M>,
    a: Evaluated<Value<'a>>,
    b: Evaluated<Value<'a>>,
) -> Evaluated<bool> {
    call2(context, Cost::Equality, a, b, |a, b| equal(context.arena, a, b))
}

/// `a != b`. Values that cannot be compared differ.
///
/// # Errors
/// Those of the operands.
pub fn differ_values<'a, M: Meter>(
    context: Context<'a, M>,
    a: Evaluated<Value<'a>>,
    b: Evaluated<Value<'a>>,
) -> Evaluated<bool> {
    call2(context, Cost::Comparison, a, b, |a, b| match equal(context.arena, a, b) {
        Err(error) if !error.can_be_dropped() => Err(error),
        found => Ok(found != Ok(true)),
    })
}

/// `a.or(b)`, which is `a` if that is no optional.
///
/// # Errors
/// Those of the operands.
pub fn or_else<'a>(
    first: Evaluated<Value<'a>>,
    second: impl FnOnce() -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    match first? {
        Value::Optional(None) => second(),
        found => Ok(found),
    }
}

/// `a.orValue(b)`, which is `a` if that is no optional.
///
/// # Errors
/// Those of the operands; the content does not fit its schema.
//
// cel-go: cel/library.go (evalOptionalOrValue)
pub fn or_value<'a>(
    first: Evaluated<Value<'a>>,
    second: impl FnOnce() -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    match first? {
        Value::Optional(None) => second(),
        Value::Optional(Some(content)) => content.content(),
        found => Ok(found),
    }
}

/// A list of literals.
#[inline(always)]
pub fn constant_list<'a, M: Meter, const N: usize>(
    context: Context<'a, M>,
    items: [Value<'a>; N],
) -> List<'a> {
    List::made(context.arena.alloc(items))
}

/// `?b` in a list: the content.
///
/// # Errors
/// Those of the item; it is no optional.
pub fn item(item: Evaluated<Value<'_>>) -> Evaluated<Option<Value<'_>>> {
    content("element", item?)
}

/// `?c: d` in a map: the content.
///
/// # Errors
/// Those of the value; it is no optional.
pub fn entry(value: Evaluated<Value<'_>>) -> Evaluated<Option<Value<'_>>> {
    content("key", value?)
}

fn content<'a>(what: &str, value: Value<'a>) -> Evaluated<Option<Value<'a>>> {
    match value {
        Value::Optional(content) => content.map(|content| content.content()).transpose(),
        value => Err(no_optional(what, value)),
    }
}

/// `[a, ?b]`, of which some items may be left out.
///
/// # Errors
/// Those of the items.
pub fn make_list<'a, M: Meter>(
    context: Context<'a, M>,
    cost: u64,
    items: Evaluated<impl IntoIterator<Item = Option<Value<'a>>>>,
) -> Evaluated<List<'a>> {
    context.add(cost);
    let items = items?.into_iter();
    let mut made = bumpalo::collections::Vec::with_capacity_in(items.size_hint().0, context.arena);
    made.extend(items.flatten());
    Ok(List::made(made.into_bump_slice()))
}

/// `{a: b, ?c: d}`, of which some entries may be left out.
///
/// # Errors
/// Those of the entries.
pub fn make_map<'a, M: Meter>(
    context: Context<'a, M>,
    cost: u64,
    entries: Evaluated<impl IntoIterator<Item = (Value<'a>, Option<Value<'a>>)>>,
) -> Evaluated<Map<'a>> {
    context.add(cost);
    let entries = entries?.into_iter();
    let mut made: bumpalo::collections::Vec<'a, (Value<'a>, Value<'a>)> =
        bumpalo::collections::Vec::with_capacity_in(entries.size_hint().0, context.arena);
    for (key, value) in entries {
        let Some(value) = value else { continue };
        match made.iter_mut().find(|(known, _)| super::same(*known, key)) {
            Some(entry) => entry.1 = value,
            None => made.push((key, value)),
        }
    }
    Ok(Map::Made(made.into_bump_slice()))
}

#[cold]
fn no_optional(what: &str, value: Value<'_>) -> EvalError {
    let _ = what;
    EvalError::text(format!(
        "cannot initialize optional list element from non-optional value {}",
        value.type_name()
    ))
}

/// A list of texts. Empty if it is more than an evaluation may make, which ends it.
#[must_use]
pub fn texts<'a>(arena: &'a Arena, texts: &'a [&'a str]) -> List<'a> {
    if arena.take_values::<Value<'_>>(texts.len()).is_err() {
        return List::made(&[]);
    }
    List::made(arena.alloc_slice_fill_iter(texts.iter().map(|text| Value::String(text))))
}

/// `list.join(separator)`
///
/// # Errors
/// An item is no string; the text is longer than one that a rule can pay for.
pub fn join<'a>(arena: &'a Arena, list: List<'a>, separator: &str) -> Evaluated<&'a str> {
    library::lists::join(arena, list, separator)
}

/// A text that is converted: CEL charges 1, however long it is.
///
/// # Errors
/// An evaluation has read too much so.
#[inline]
pub fn scanned<'a>(arena: &Arena, text: &'a str) -> Evaluated<&'a str> {
    arena.read(text.len())?;
    Ok(text)
}

/// A length as an integer.
#[must_use]
pub fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::cost::{Memory, Uncounted};
    use super::*;

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
