//! What the parts of an expression compile to, apart from loops and logic.
//
// cel-go: interpreter/interpretable.go

use alloc::format;

use super::cost::Meter;
use super::select::Qualifier;
use super::typed::CelType;
use super::{Arena, Context, EvalError, Evaluated, List, Map, Node, Value, equal, library, path};

/// What a call costs, by the sizes of its operands and of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// 1
    Unit,
}

impl Cost {
    #[inline(always)]
    fn add<M: Meter>(self, context: Context<'_, M>) {
        match self {
            Cost::Unit => context.add(1),
        }
    }
}

/// An object as a value.
///
/// # Errors
/// It is no object.
pub fn object_value(node: Node<'_>) -> Evaluated<Value<'_>> {
    node.object().map(CelType::into_value)
}

/// A variable.
#[inline(always)]
pub fn variable<M: Meter, T>(context: Context<'_, M>, value: T) -> T {
    context.add(1);
    value
}

/// Calls a function without operands.
///
/// # Errors
/// Those of the function.
#[inline(always)]
pub fn call0<R, M: Meter>(
    context: Context<'_, M>,
    cost: Cost,
    function: impl FnOnce() -> Evaluated<R>,
) -> Evaluated<R> {
    cost.add(context);
    function()
}

/// Calls a function.
///
/// # Errors
/// Those of the operand and the function.
#[inline(always)]
pub fn call1<'a, A: CelType<'a>, R, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    function: impl FnOnce(A) -> Evaluated<R>,
) -> Evaluated<R> {
    cost.add(context);
    function(a?)
}

/// Calls a function.
///
/// # Errors
/// Those of the operands and the function.
#[inline(always)]
pub fn call2<'a, A: CelType<'a>, B: CelType<'a>, R, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    b: Evaluated<B>,
    function: impl FnOnce(A, B) -> Evaluated<R>,
) -> Evaluated<R> {
    cost.add(context);
    let (a, b) = both(a, b)?;
    function(a, b)
}

/// Calls a function.
///
/// # Errors
/// Those of the operands and the function.
#[inline(always)]
pub fn call3<'a, A: CelType<'a>, B: CelType<'a>, C: CelType<'a>, R, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    b: Evaluated<B>,
    c: Evaluated<C>,
    function: impl FnOnce(A, B, C) -> Evaluated<R>,
) -> Evaluated<R> {
    cost.add(context);
    let ((a, b), c) = both(both(a, b), c)?;
    function(a, b, c)
}

/// Calls a function.
///
/// # Errors
/// Those of the operands and the function.
#[inline(always)]
pub fn call4<'a, A: CelType<'a>, B: CelType<'a>, C: CelType<'a>, D: CelType<'a>, R, M: Meter>(
    context: Context<'a, M>,
    cost: Cost,
    a: Evaluated<A>,
    b: Evaluated<B>,
    c: Evaluated<C>,
    d: Evaluated<D>,
    function: impl FnOnce(A, B, C, D) -> Evaluated<R>,
) -> Evaluated<R> {
    cost.add(context);
    let ((a, b), (c, d)) = both(both(a, b), both(c, d))?;
    function(a, b, c, d)
}

/// Two operands. Both are evaluated, so that an error that ends the evaluation comes first.
#[inline(always)]
fn both<A, B>(a: Evaluated<A>, b: Evaluated<B>) -> Evaluated<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(a), Err(b)) if a.can_be_dropped() && !b.can_be_dropped() => Err(b),
        (Err(error), _) | (Ok(_), Err(error)) => Err(error),
    }
}

/// Applies a function to operands whose types were found at run time.
#[inline(always)]
pub fn apply<T, R>(operands: T, function: impl FnOnce(T) -> Evaluated<R>) -> Evaluated<R> {
    function(operands)
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
    call2(context, Cost::Unit, a, b, |a, b| Ok(a == b))
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
    call2(context, Cost::Unit, a, b, |a, b| Ok(a != b))
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
    call2(context, Cost::Unit, a, b, |a, b| equal(context.arena, a, b))
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
    call2(context, Cost::Unit, a, b, |a, b| Ok(equal(context.arena, a, b) != Ok(true)))
}

/// `a in ["b", "c"]`
///
/// # Errors
/// Those of the operand.
#[inline(always)]
pub fn in_texts<'a, M: Meter>(
    context: Context<'a, M>,
    value: Evaluated<&'a str>,
    count: u64,
    is_one: impl FnOnce(&str) -> bool,
) -> Evaluated<bool> {
    context.add(count);
    value.map(is_one)
}

/// `a.or(b)`
///
/// # Errors
/// Those of the operands; the first one is no optional.
pub fn or_else<'a, M: Meter>(
    context: Context<'a, M>,
    first: Evaluated<Value<'a>>,
    second: impl FnOnce() -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    let _ = context;
    match first? {
        Value::Optional(None) => second(),
        found @ Value::Optional(Some(_)) => Ok(found),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// `a.orValue(b)`
///
/// # Errors
/// Those of the operands; the first one is no optional.
pub fn or_value<'a, M: Meter>(
    context: Context<'a, M>,
    first: Evaluated<Value<'a>>,
    second: impl FnOnce() -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    let _ = context;
    match first? {
        Value::Optional(None) => second(),
        Value::Optional(Some(content)) => Ok(*content),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// `a.?b[c]`
///
/// # Errors
/// Those of the value and the keys; a step that is not optional leads nowhere.
pub fn follow<'a, M: Meter, const N: usize>(
    context: Context<'a, M>,
    of: Evaluated<Value<'a>>,
    steps: [(Evaluated<Value<'a>>, bool); N],
) -> Evaluated<Value<'a>> {
    let of = of?;
    let mut qualifiers = [Qualifier { key: Value::Null, optional: false }; N];
    for (qualifier, (key, optional)) in qualifiers.iter_mut().zip(steps) {
        context.add(1);
        *qualifier = Qualifier { key: key?, optional };
    }
    path(context.arena, of, &qualifiers)
}

/// `has(a.?b.c)`
///
/// # Errors
/// As [`follow`].
pub fn has_path<'a, M: Meter, const N: usize>(
    context: Context<'a, M>,
    of: Evaluated<Value<'a>>,
    steps: [(Evaluated<Value<'a>>, bool); N],
) -> Evaluated<bool> {
    Ok(!matches!(follow(context, of, steps)?, Value::Optional(None)))
}

/// A list of literals.
#[inline(always)]
pub fn constant_list<'a, M: Meter, const N: usize>(
    context: Context<'a, M>,
    items: [Value<'a>; N],
) -> List<'a> {
    List::made(context.arena.alloc(items))
}

/// `[a, ?b]`
///
/// # Errors
/// Those of the items; what may be left out is no optional.
pub fn make_list<'a, M: Meter, const N: usize>(
    context: Context<'a, M>,
    items: [(Evaluated<Value<'a>>, bool); N],
) -> Evaluated<List<'a>> {
    context.add(10);
    let mut made = bumpalo::collections::Vec::with_capacity_in(N, context.arena);
    for (item, optional) in items {
        match (item?, optional) {
            (item, false) => made.push(item),
            (Value::Optional(content), true) => made.extend(content.copied()),
            (item, true) => return Err(no_optional("element", item)),
        }
    }
    Ok(List::made(made.into_bump_slice()))
}

/// `{a: b, ?c: d}`
///
/// # Errors
/// Those of the entries; what may be left out is no optional; a key that is there already, or that cannot be one.
pub fn make_map<'a, M: Meter, const N: usize>(
    context: Context<'a, M>,
    entries: [(Evaluated<Value<'a>>, Evaluated<Value<'a>>, bool); N],
) -> Evaluated<Map<'a>> {
    context.add(30);
    let mut made: bumpalo::collections::Vec<'a, (Value<'a>, Value<'a>)> =
        bumpalo::collections::Vec::with_capacity_in(N, context.arena);
    for (key, value, optional) in entries {
        let key = key?;
        let value = match (value?, optional) {
            (value, false) => value,
            (Value::Optional(Some(content)), true) => *content,
            (Value::Optional(None), true) => continue,
            (value, true) => return Err(no_optional("key", value)),
        };
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

/// A list of texts.
#[must_use]
pub fn texts<'a>(arena: &'a Arena, texts: &'a [&'a str]) -> List<'a> {
    List::made(arena.alloc_slice_fill_iter(texts.iter().map(|text| Value::String(text))))
}

/// `list.join(separator)`
///
/// # Errors
/// An item is no string.
pub fn join<'a>(arena: &'a Arena, list: List<'a>, separator: &str) -> Evaluated<&'a str> {
    let mut texts = bumpalo::collections::Vec::new_in(arena);
    for item in list.values(arena)? {
        match item {
            Value::String(text) => texts.push(*text),
            _ => return Err(EvalError::NoSuchOverload),
        }
    }
    Ok(library::strings::join(arena, texts, separator))
}

/// A length as an integer.
#[must_use]
pub fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_ends_the_evaluation_comes_first() {
        let (first, second) = (EvalError::NoSuchKey("a"), EvalError::NoSuchKey("b"));
        let ends = EvalError::CostLimit;
        let both = |a: &EvalError, b: &EvalError| both::<(), ()>(Err(a.clone()), Err(b.clone()));
        assert_eq!(both(&first, &second), Err(first.clone()));
        assert_eq!(both(&first, &ends), Err(ends.clone()));
        assert_eq!(both(&ends, &EvalError::Internal("x")), Err(ends));
    }
}
