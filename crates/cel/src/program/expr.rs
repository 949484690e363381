//! The parts of a program, as constants.

use crate::coverage::CoveredRules;
use crate::operations::call_cost::Cost;
use crate::operations::message::Scalar;
use crate::program::call::Code;
use crate::program::repr::Repr;

/// An expression, and what `oldSelf` is in it.
#[derive(Clone, Copy, Debug)]
pub struct Program<'p> {
    /// The parts: those that a part is made of come before it, and the last is the whole expression. One
    /// array is far less for a compiler than a tree of references.
    pub parts: &'p [Expr<'p>],
    /// The form of `oldSelf`.
    pub old: OldSelf,
    /// The record of tests, if they do: the points of the resource, and that of this rule.
    pub recorded: Option<(&'static CoveredRules, usize)>,
}

/// The form of `oldSelf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldSelf {
    /// A value: without one the rule does not run.
    Plain,
    /// An optional: the rule has `optionalOldSelf`.
    Optional,
    /// In a message: a value, or an error.
    InMessage,
}

/// A part of a program, and the representation of its value.
#[derive(Clone, Copy, Debug)]
pub struct Expr<'p>(pub Op<'p>, pub Repr);

/// The index of a part in its program.
pub type At = u32;

/// The number of a variable of a loop.
pub type Local = u32;

/// The operation of a part.
#[derive(Clone, Copy, Debug)]
pub enum Op<'p> {
    /// A literal.
    Constant(Constant<'p>),
    /// A type, by its name.
    Type(&'p str),
    /// The value that has the rule.
    SelfValue,
    /// The value that it replaces.
    OldSelf,
    /// A variable.
    Local(Local),
    /// The field of an object whose fields are known, by its name in rules.
    Field(At, &'p str),
    /// Whether such an object has the field.
    HasField(At, &'p str),
    /// The entry of a map, or the item of a list: the value, and the key or index.
    Part(At, At),
    /// Whether a map has an entry.
    HasPart(At, &'p str),
    /// Several steps from a value: keys or indices, and whether each may lead nowhere.
    Path(At, &'p [(At, bool)]),
    /// Whether the last of several steps leads somewhere.
    HasPath(At, &'p [(At, bool)]),
    /// `a && b`
    And(At, At),
    /// `a || b`
    Or(At, At),
    /// `c ? a : b`
    Conditional(At, At, At),
    /// A condition that tests record: the number of its point after that of the rule, and the condition.
    Point(u32, At),
    /// `a == b`
    Equal(At, At),
    /// `a != b`
    Unequal(At, At),
    /// A function or an operator: what it does, what it costs, whether no more operands are evaluated when
    /// one fails, and the operands, that before the dot first, with the representations in which the code
    /// takes them.
    Call(Code<'p>, Cost, bool, &'p [(At, Repr)]),
    /// `a.or(b)`: the second is evaluated only if the first is none.
    OrElse(At, At),
    /// `a.orValue(b)`
    OrValue(At, At),
    /// A list: values, whether each is left out if it is none, and what it costs.
    List(&'p [(At, bool)], u64),
    /// A map: keys, values, whether each is left out if it is none, and what it costs.
    Map(&'p [(At, At, bool)], u64),
    /// A message of protocol buffers that stands for a scalar: its field as errors name it, the value, and
    /// whether it is left out if that is none. Without a field it is zero.
    Message(Scalar, Option<(&'p str, At, bool)>),
    /// A variable, its value, and an expression with it.
    Let(Local, At, At),
    /// A loop.
    Loop(&'p Loop),
}

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant<'p> {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An `int`.
    Int(i64),
    /// A `uint`.
    Uint(u64),
    /// A `double`.
    Double(f64),
    /// A string.
    String(&'p str),
    /// Bytes.
    Bytes(&'p [u8]),
}

/// A loop.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// The kind.
    pub kind: LoopKind,
    /// The range.
    pub range: At,
    /// The variable for an item, key or index.
    pub first: (Local, Repr),
    /// The variable for the item or value, if there are two.
    pub second: Option<(Local, Repr)>,
    /// The elements that count, if not all of them.
    pub filter: Option<At>,
    /// The condition or the value for each element.
    pub body: At,
    /// The cost of appending a value: a list is made of it and added to the accumulator.
    pub appended: u64,
}

/// The kind of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    /// Whether the body holds for all elements.
    All,
    /// Whether the condition holds for at least one element.
    Exists,
    /// Whether the condition holds for exactly one element.
    ExistsOne,
    /// The list of the results.
    Collect,
    /// The map of the first variable to the result.
    TransformMap,
    /// The map of all entries of the results.
    TransformMapEntry,
}

/// The cost of a part as a chain of selections, beside the steps of the chain.
//
// cel-go: interpreter/runtimecost.go (Observe)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// No cost: the expression is no chain, or it tests whether its last part is there.
    Free,
    /// 1
    Unit,
    /// The server takes 1 back that it has not added: it asks for a part of `c ? a : b`.
    TakenBack,
}

impl<'p> Program<'p> {
    /// A part.
    pub(super) fn part(&self, at: At) -> Option<&'p Expr<'p>> {
        self.parts.get(at as usize)
    }

    /// The cost of a part as a chain of selections.
    pub(super) fn attribute(&self, part: &Expr<'_>) -> Attribute {
        match part.0 {
            Op::SelfValue | Op::OldSelf | Op::Local(_) => Attribute::Unit,
            Op::HasField(of, _) | Op::HasPart(of, _) | Op::HasPath(of, _) => {
                if self.chooses(of) {
                    Attribute::TakenBack
                } else {
                    Attribute::Free
                }
            }
            Op::Field(of, _) | Op::Part(of, _) | Op::Path(of, _) if !self.chooses(of) => Attribute::Unit,
            _ => Attribute::Free,
        }
    }

    /// Whether a chain begins with `c ? a : b`.
    fn chooses(&self, mut at: At) -> bool {
        while let Some(Expr(op, _)) = self.part(at) {
            match *op {
                Op::Conditional(..) => return true,
                // Parts come before those that are made of them.
                Op::Field(of, _) | Op::Part(of, _) | Op::Path(of, _) if of < at => at = of,
                _ => return false,
            }
        }
        false
    }
}

/// A call: what [`Op::Call`] has.
#[derive(Clone, Copy)]
pub(super) struct Call<'p> {
    pub(super) code: Code<'p>,
    pub(super) cost: Cost,
    pub(super) stops: bool,
    pub(super) operands: &'p [(At, Repr)],
}
