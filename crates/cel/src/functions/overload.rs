//! The data of a function and its overloads: types, estimated and actual costs, first versions, and code.

use core::fmt;

use super::signature::Signature;
use crate::context::Context;
use crate::error::Evaluated;
use crate::operations::call_cost::Cost as Counts;
use crate::values::Value;
use crdc_vocabulary::Minor;

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name of the function; of an operator, the name of its function.
    pub name: &'static str,
    /// The first minor version on which new rules may use it.
    pub since: Minor,
    /// The description of the result.
    pub doc: &'static str,
    /// The cost of a call at run time if several overloads are possible: the server then decides it by the
    /// name of the function. It is also the cost of overloads without a cost of their own.
    //
    // cel-go: interpreter/runtimecost.go (costCall), ext/lists.go, ext/sets.go (trackers); apiserver:
    // pkg/cel/library/cost.go (CallCost)
    pub counts: Counts,
    /// The size of its result.
    pub size: Size,
    /// Whether all overloads have the same code, which decides by the values at run time. This holds for
    /// functions on lists of any type with an order.
    pub shares_code: bool,
    /// The overloads in cel-go's order.
    pub overloads: &'static [Overload],
}

/// An overload of a function.
#[derive(Clone, Copy, Debug)]
pub struct Overload {
    /// The name of its constant in [`functions`](crate::functions).
    pub constant: &'static str,
    /// The identifier of the overload in cel-go.
    pub id: &'static str,
    /// Whether the function is called on a value, as `value.name()`.
    pub member: bool,
    /// The types of the value and the arguments.
    pub args: &'static [Signature],
    /// The type of the result.
    pub result: Signature,
    /// The cost of a call, without its arguments.
    pub cost: Cost,
    /// The cost of a call at run time, if it differs from that of the function.
    pub counts: Option<Counts>,
    /// The first minor version with the overload, if the overload is newer than the function.
    pub since: Option<Minor>,
    /// The code, called with values of the types of the operands.
    pub code: Option<Code>,
}

/// The code of an overload.
pub type Code = for<'a> fn(Context<'a>, &[Value<'a>]) -> Evaluated<Value<'a>>;

/// The defaults of a function's entry.
pub(super) const FUNCTION: Function = Function {
    name: "",
    since: Minor::FIRST,
    doc: "",
    counts: Counts::Unit,
    size: Size::Unknown,
    shares_code: false,
    overloads: &[],
};

/// The size of the result of a function, by those of its operands. A result that is a scalar needs none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The size is unknown.
    Unknown,
    /// The result is a scalar.
    Scalar,
    /// The result has the size and the parts of the first operand.
    Operand,
    /// The result has the size of both operands together.
    Joined,
    /// The result has the size of the first operand, which is a text or a list.
    Reversed,
    /// The result is a part of the first operand, if that is a list.
    PartOfList,
    /// The result is the first operand as a text.
    Written,
    /// The result is the bytes of the first operand.
    Bytes,
    /// The result has at most the size of the first operand, a text.
    Text,
    /// The result is one character.
    Character,
    /// The result is the first operand, with at most the third operand between its characters.
    Replaced,
    /// The result is a list of parts of the first operand.
    Parts,
    /// The result is the texts of the first operand, with the second operand between them.
    JoinedParts,
    /// The result is the first operand with escapes.
    Quoted,
    /// The result is the first operand in base64.
    Base64,
    /// The result is a list of any parts of the first operand.
    Anything,
    /// The result is a part of a URL, escaped.
    PartOfUrl,
    /// The result is the query of a URL.
    Query,
    /// The result is an address or a network.
    Address,
    /// The result is a value that was parsed from the first operand.
    Parsed,
}

/// The cost of a call in the worst case. A character costs 0.1 for each traversal.
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
    /// A search that finds at most as many matches as the string has characters.
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
        /// Whether the operand is a string.
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
        /// Whether the list is sorted by the argument.
        by: bool,
    },
    /// 350,000.
    Authorize,
    /// The selector is parsed.
    Selector,
}

/// Creates an overload that is called on a value, still without code.
pub(super) const fn on(
    id: &'static str,
    args: &'static [Signature],
    result: Signature,
    cost: Cost,
) -> Overload {
    Overload { constant: "", id, member: true, args, result, cost, counts: None, since: None, code: None }
}

/// Creates an overload that is not called on a value, still without code.
pub(super) const fn of(
    id: &'static str,
    args: &'static [Signature],
    result: Signature,
    cost: Cost,
) -> Overload {
    Overload { member: false, ..on(id, args, result, cost) }
}

/// Creates an overload that compares numbers of different types.
pub(super) const fn cross(
    id: &'static str,
    args: &'static [Signature],
    result: Signature,
    cost: Cost,
) -> Overload {
    Overload { since: Some(Minor(29)), ..of(id, args, result, cost) }
}

impl Overload {
    /// The code that programs call. `None` if programs evaluate the function by an operation of its own.
    #[must_use]
    pub const fn called(&self) -> Option<Called> {
        match self.code {
            Some(code) => Some(Called { constant: self.constant, code }),
            None => None,
        }
    }

    /// The code that generated programs call. They contain only overloads with code.
    ///
    /// # Panics
    /// The overload has no code: a build fails then.
    #[must_use]
    pub const fn code(&self) -> Called {
        match self.called() {
            Some(called) => called,
            None => panic!("the overload has no code"),
        }
    }
}

/// The code of an overload, which programs call.
#[derive(Clone, Copy)]
pub struct Called {
    /// The name of the overload's constant in [`functions`](crate::functions).
    pub constant: &'static str,
    /// The code.
    pub code: Code,
}

// Functions over all lifetimes have no derived form.
impl fmt::Debug for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.constant)
    }
}
