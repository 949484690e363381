//! A function and its overloads: types, costs, and the first version with them.

use crate::compile::types::Signature;
use crdc_vocabulary::Minor;

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name; for an operator, that of its function.
    pub name: &'static str,
    /// The first minor version on which new rules may use it.
    pub since: Minor,
    /// What it returns.
    pub doc: &'static str,
    /// Its overloads in cel-go's order.
    pub overloads: &'static [Overload],
}

/// An overload of a function.
#[derive(Clone, Copy, Debug)]
pub struct Overload {
    /// Identifies it.
    pub id: &'static str,
    /// Whether it is called on a value, as `value.name()`.
    pub member: bool,
    /// The types of the value and the arguments.
    pub args: &'static [Signature],
    /// The type of the result.
    pub result: Signature,
    /// What a call costs, without its arguments.
    pub cost: Cost,
    /// The first minor version with it, if it is newer than the function.
    pub since: Option<Minor>,
}

/// What a call costs in the worst case. A character costs 0.1 for each traversal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// 1.
    Unit,
    /// The first operand, and at most the second.
    Logic,
    /// The condition and the more expensive of the values.
    Conditional,
    /// The shorter of the operands is traversed, except for types that are compared in one step.
    Equality,
    /// The shorter of the operands is traversed.
    Comparison,
    /// Both operands are traversed.
    Concatenate,
    /// 1; the list is as long as both operands.
    ConcatenateLists,
    /// 1; the size of the result is that of the items.
    Index,
    /// 1 for each item of the list.
    InList,
    /// The string is traversed; each character is at most four bytes.
    StringToBytes,
    /// The bytes are traversed.
    BytesToString,
    /// The argument is traversed.
    Affix,
    /// Both are traversed, and the results multiplied.
    Contains,
    /// The string is traversed, times 0.25 for each character of the pattern.
    Matches,
    /// The same; the result has at most as many matches as the string has characters.
    Find,
    /// Each item is compared: 1, and a traversal if it is a string or bytes. A string is traversed.
    Scan,
    /// The argument is traversed.
    Parse,
    /// The argument is traversed; the result has its size.
    ParseSized,
    /// The argument is traversed twice.
    ParseTwice,
    /// The string is traversed; the result is at most as long.
    Transform,
    /// The string is traversed twice; the result may be longer.
    Replace,
    /// The string is traversed twice; the result has at most one item for each character.
    Split,
    /// The result is traversed.
    Join,
    /// The format is traversed.
    Format,
    /// The string is traversed; the result is at most twice as long.
    Quote,
    /// The longest pattern of any format is matched.
    Validate,
    /// Addresses are compared; a string is parsed first.
    ContainsAddress {
        /// Whether the argument is a network.
        network: bool,
        /// Whether it is a string.
        parse: bool,
    },
    /// The product of the sizes of the lists, times this factor.
    Sets(f64),
    /// 11, and 1 for each item of the result.
    Slice,
    /// 11, and 1 for each item of the result.
    Range,
    /// 11, and 1 for each item.
    Reverse,
    /// 11, and 1 for each item and level.
    Flatten,
    /// 11, and 2 for each pair of items.
    Distinct,
    /// 11, and 2 for each pair of items or keys, 2.1 if they are strings or bytes.
    Sort {
        /// Whether what is compared are strings or bytes.
        text: bool,
        /// Whether it is sorted by the argument.
        by: bool,
    },
    /// 350,000.
    Authorize,
    /// The selector is parsed.
    Selector,
}

pub(super) const fn on(
    id: &'static str,
    args: &'static [Signature],
    result: Signature,
    cost: Cost,
) -> Overload {
    Overload { id, member: true, args, result, cost, since: None }
}

pub(super) const fn of(
    id: &'static str,
    args: &'static [Signature],
    result: Signature,
    cost: Cost,
) -> Overload {
    Overload { id, member: false, args, result, cost, since: None }
}

/// A comparison of numbers of different types.
pub(super) const fn cross(
    id: &'static str,
    args: &'static [Signature],
    result: Signature,
    cost: Cost,
) -> Overload {
    Overload { id, member: false, args, result, cost, since: Some(Minor(29)) }
}
