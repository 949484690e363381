//! Counts the costs of calls at run time. The server counts in floating point, so this code rounds as the
//! server does.
//
// cel-go: interpreter/runtimecost.go (costCall, actualSize), ext/lists.go, ext/sets.go (trackers); apiserver:
// pkg/cel/library/cost.go (CallCost, traversalCost)

use crate::arena::Arena;
use crate::context::Context;
use crate::error::Evaluated;
use crate::values::{List, Value};

/// The cost of traversing a character or byte.
const TRAVERSAL: f64 = 0.1;
/// The cost of a character of a pattern.
const PATTERN: f64 = 0.25;
/// The cost of a call that makes a list.
const NEW_LIST: u64 = 11;

/// The cost of a call, by the sizes of its operands and of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// No cost: the server computes the call when it compiles the rule.
    Free,
    /// 1
    Unit,
    /// The shorter operand is traversed, unless a type is compared in one step.
    Equality,
    /// The shorter operand is traversed.
    Comparison,
    /// Both operands are traversed.
    Concatenate,
    /// The size of the list, the second operand.
    InList,
    /// The first operand is traversed.
    Traverse,
    /// The first operand is traversed twice.
    TraverseTwice,
    /// The result is traversed twice.
    TraverseResult,
    /// All texts in the first operand are traversed.
    Scan,
    /// The operands are traversed, and the results multiplied.
    Contains,
    /// The text is traversed, times the size of the pattern.
    Search,
    /// A search for a constant pattern with this number of characters.
    SearchFor(u64),
    /// The text, the second operand, is searched for the pattern of the named format.
    Validate,
    /// An address is compared with a network.
    ContainsIp {
        /// Whether the operand is a text that is parsed.
        parse: bool,
    },
    /// A network is compared with a network.
    ContainsCidr {
        /// Whether the operand is a text that is parsed.
        parse: bool,
    },
    /// 1, and this factor for each pair of items of the two lists.
    Sets(u64),
    /// The size of the list that is made.
    NewList,
    /// The size of the list for each level.
    Flatten,
    /// All items of the operand with this index are compared with each other.
    CompareAll(u8),
}

/// An operand or a result. `None` stands for an error.
type Operand<'a> = Option<Value<'a>>;

impl Cost {
    /// Adds the cost of a call.
    pub(crate) fn add<'a>(
        self,
        context: Context<'a>,
        operands: &[Evaluated<Value<'a>>],
        result: &Evaluated<Value<'a>>,
    ) {
        match self {
            Cost::Free => {}
            // The server has ended the evaluation.
            _ if result.as_ref().is_err_and(|error| !error.can_be_dropped()) => {
                context.meter.fail();
            }
            Cost::Unit => context.add(1),
            cost => context.add(cost.of(context.arena, operands, result)),
        }
    }

    fn of<'a>(
        self,
        arena: &'a Arena,
        operands: &[Evaluated<Value<'a>>],
        result: &Evaluated<Value<'a>>,
    ) -> u64 {
        let value = |index: usize| operands.get(index).and_then(seen);
        let sized = |index: usize| size(value(index));
        let result = || size(seen(result));
        match self {
            Cost::Free => 0,
            Cost::Unit => 1,
            Cost::Equality if value(0).is_some_and(is_compared_at_once) => 1,
            Cost::Equality | Cost::Comparison => traversed(sized(0).min(sized(1))),
            Cost::Concatenate => traversed(sized(0).saturating_add(sized(1))),
            Cost::InList => sized(1),
            Cost::Traverse => traversed(sized(0)),
            Cost::TraverseTwice => ceil(float(sized(0)) * 2.0 * TRAVERSAL),
            Cost::TraverseResult => ceil(float(result()) * 2.0 * TRAVERSAL),
            Cost::Scan => scan(arena, value(0), 0),
            Cost::Contains => traversed(sized(0)).saturating_mul(traversed(sized(1))),
            Cost::Search => search(sized(0), sized(1)),
            Cost::SearchFor(pattern) => search(sized(0), pattern),
            Cost::Validate => match value(0) {
                Some(Value::NamedFormat(format)) => search(sized(1), format.pattern_size()),
                _ => 1,
            },
            Cost::ContainsIp { parse } => {
                traversed(sized(0).saturating_mul(2)) + if parse { traversed(sized(1)) } else { 0 }
            }
            Cost::ContainsCidr { parse } => {
                let compared = traversed(sized(0).saturating_mul(2)) + traversed(sized(0)) + 1;
                compared + if parse { traversed(sized(1)) } else { 0 }
            }
            Cost::Sets(factor) => sized(0).saturating_mul(sized(1)).saturating_mul(factor).saturating_add(1),
            Cost::NewList => result().saturating_add(NEW_LIST),
            Cost::Flatten => flatten(sized(0), value(1)),
            Cost::CompareAll(index) => compare_all(arena, value(usize::from(index))),
        }
    }
}

fn seen<'a>(value: &Evaluated<Value<'a>>) -> Operand<'a> {
    value.as_ref().ok().copied()
}

/// The size of a value. An error has the size 1.
fn size(value: Operand<'_>) -> u64 {
    let mut value = value;
    while let Some(Value::Optional(Some(content))) = value {
        value = Some(*content);
    }
    match value {
        Some(Value::String(text)) => text.chars().count() as u64,
        Some(Value::Bytes(bytes)) => bytes.len() as u64,
        Some(Value::List(list)) => list.size().unsigned_abs(),
        Some(Value::Map(map)) => map.size().unsigned_abs(),
        Some(Value::Ip(ip)) => ip.size(),
        Some(Value::Cidr(cidr)) => cidr.size(),
        _ => 1,
    }
}

fn is_compared_at_once(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Quantity(_)
            | Value::Ip(_)
            | Value::Cidr(_)
            | Value::NamedFormat(_)
            | Value::Url(_)
            | Value::Semver(_)
    )
}

/// The cost of traversing a text of a size.
fn traversed(size: u64) -> u64 {
    ceil(float(size) * TRAVERSAL)
}

/// The cost of searching a text for a pattern. The text counts as one character longer, because an empty one
/// is searched too.
fn search(text: u64, pattern: u64) -> u64 {
    ceil((1.0 + float(text)) * TRAVERSAL).saturating_mul(ceil(float(pattern) * PATTERN))
}

/// The cost of traversing all texts in a value.
fn scan<'a>(arena: &'a Arena, value: Operand<'a>, levels: u16) -> u64 {
    /// Only values without a schema nest deeper, up to ten thousand levels, and a thread may have little
    /// stack. They count as too expensive.
    const MOST_LEVELS: u16 = 500;
    if levels > MOST_LEVELS {
        return u64::MAX;
    }
    let scan = |value| scan(arena, value, levels + 1);
    match value {
        Some(Value::String(text)) => truncate(float(text.len() as u64) * TRAVERSAL),
        Some(Value::Bytes(bytes)) => truncate(float(bytes.len() as u64) * TRAVERSAL),
        Some(Value::List(list)) => {
            list.items().map(|item| scan(item.value(arena).ok())).fold(0, u64::saturating_add)
        }
        Some(Value::Map(map)) => map
            .entries(arena)
            .map(|(key, value)| scan(Some(key)).saturating_add(scan(value.ok())))
            .fold(0, u64::saturating_add),
        _ => 1,
    }
}

fn flatten(items: u64, depth: Operand<'_>) -> u64 {
    let depth = match depth {
        Some(Value::Int(depth)) => depth,
        _ => 1,
    };
    // A negative depth fails, but the server has counted: with a sum that wraps around.
    items.wrapping_mul(depth.cast_unsigned()).wrapping_add(NEW_LIST)
}

fn compare_all<'a>(arena: &'a Arena, list: Operand<'a>) -> u64 {
    let first = match list {
        Some(Value::List(list)) => first(arena, list),
        _ => None,
    };
    let each = match first {
        Some(Value::String(_) | Value::Bytes(_)) => 2.0 + TRAVERSAL,
        _ => 2.0,
    };
    let items = size(list);
    truncate(float(items.saturating_mul(items)) * each).saturating_add(NEW_LIST)
}

fn first<'a>(arena: &'a Arena, list: List<'a>) -> Operand<'a> {
    list.items().next()?.value(arena).ok()
}

#[expect(clippy::cast_precision_loss, reason = "the server rounds the same")]
fn float(size: u64) -> f64 {
    size as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "costs are not negative")]
fn truncate(cost: f64) -> u64 {
    cost as u64
}

fn ceil(cost: f64) -> u64 {
    let whole = truncate(cost);
    if float(whole) < cost { whole.saturating_add(1) } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::EvalError;

    fn of<'a>(arena: &'a Arena, cost: Cost, operands: &[Value<'a>], result: Value<'a>) -> u64 {
        let operands: alloc::vec::Vec<_> = operands.iter().copied().map(Ok).collect();
        cost.of(arena, &operands, &Ok(result))
    }

    /// The cost of a call that fails.
    fn of_error<'a>(arena: &'a Arena, cost: Cost, operands: &[Operand<'a>]) -> u64 {
        let failed = EvalError::NoSuchOverload;
        let operands: alloc::vec::Vec<_> =
            operands.iter().map(|operand| operand.ok_or(failed.clone())).collect();
        cost.of(arena, &operands, &Err(failed))
    }

    fn text<'a>() -> Value<'a> {
        Value::String("äöü 56789 123456789 1")
    }

    #[test]
    fn texts_are_traversed_by_characters() {
        let arena = Arena::new();
        assert_eq!(of(&arena, Cost::Traverse, &[text()], Value::Null), 3);
        assert_eq!(of(&arena, Cost::TraverseTwice, &[text()], Value::Null), 5);
        assert_eq!(of(&arena, Cost::TraverseResult, &[], text()), 5);
        assert_eq!(of(&arena, Cost::Concatenate, &[text(), Value::Bytes(b"123456789")], Value::Null), 3);
        assert_eq!(of(&arena, Cost::Contains, &[text(), Value::String("12345678901")], Value::Null), 6);
        assert_eq!(of(&arena, Cost::Search, &[text(), Value::String("a.b.c")], Value::Null), 6);
        assert_eq!(of(&arena, Cost::SearchFor(5), &[Value::String("")], Value::Null), 2);
    }

    #[test]
    fn the_shorter_operand_is_compared() {
        let arena = Arena::new();
        assert_eq!(of(&arena, Cost::Equality, &[text(), Value::String("12345678901")], Value::Null), 2);
        assert_eq!(of(&arena, Cost::Equality, &[text(), Value::String("")], Value::Null), 0);
        assert_eq!(of(&arena, Cost::Equality, &[Value::Int(1), Value::Null], Value::Null), 1);
        let address = Value::Ip(crate::scalars::ip::Ip::parse("::1").expect("an address"));
        assert_eq!(of(&arena, Cost::Equality, &[address, address], Value::Null), 1);
        assert_eq!(of(&arena, Cost::Comparison, &[address, address], Value::Null), 2);
    }

    #[test]
    fn errors_have_the_size_of_a_number() {
        let arena = Arena::new();
        assert_eq!(of_error(&arena, Cost::Traverse, &[None]), 1);
        assert_eq!(of_error(&arena, Cost::NewList, &[None]), 12);
        assert_eq!(of_error(&arena, Cost::Sets(2), &[None, Some(text())]), 43);
        assert_eq!(of_error(&arena, Cost::CompareAll(0), &[None]), 13);
    }

    #[test]
    fn lists_of_texts_cost_more_to_sort() {
        let arena = Arena::new();
        let texts = [text(), text(), text()];
        let numbers = [Value::Int(1), Value::Int(2), Value::Int(3)];
        let (texts, numbers) = (Value::List(List::made(&texts)), Value::List(List::made(&numbers)));
        assert_eq!(of(&arena, Cost::CompareAll(0), &[texts], Value::Null), 29);
        assert_eq!(of(&arena, Cost::CompareAll(1), &[texts, numbers], Value::Null), 29);
        assert_eq!(of(&arena, Cost::Scan, &[numbers], Value::Null), 3);
        // By bytes, each rounded down.
        assert_eq!(of(&arena, Cost::Scan, &[texts], Value::Null), 6);
    }

    #[test]
    fn levels_are_flattened_one_by_one() {
        let arena = Arena::new();
        let list = [Value::Null; 4];
        let list = Value::List(List::made(&list));
        assert_eq!(of(&arena, Cost::Flatten, &[list], Value::Null), 15);
        assert_eq!(of(&arena, Cost::Flatten, &[list, Value::Int(3)], Value::Null), 23);
        assert_eq!(of(&arena, Cost::Flatten, &[list, Value::Int(-1)], Value::Null), 7);
    }
}
