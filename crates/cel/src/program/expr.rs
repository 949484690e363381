//! The parts of a program. In generated code they are constants.

use crate::coverage::CoveredRules;
use crate::operations::call_cost::Cost;
use crate::operations::message::Scalar;
use crate::program::call::Code;
use crate::program::repr::Repr;

/// The program of an expression, with the form of `oldSelf`.
#[derive(Clone, Copy, Debug)]
pub struct Program<'p> {
    /// The parts. The operands of a part come before it, and the last part is the whole expression. Rustc
    /// compiles one array much faster than a tree of references.
    pub parts: &'p [Expr<'p>],
    /// The form of `oldSelf`.
    pub old: OldSelf,
    /// The coverage record, if tests record one: the points of the resource, and the point of this rule.
    pub recorded: Option<(&'static CoveredRules, usize)>,
}

/// The form of `oldSelf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldSelf {
    /// A plain value. Without an old value the rule does not run.
    Plain,
    /// An optional: the rule has `optionalOldSelf`.
    Optional,
    /// In a message: the plain value, or an error if there is none.
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
    /// `self`: the value that has the rule.
    SelfValue,
    /// `oldSelf`: the value that `self` replaces.
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
    /// Several steps from a value: the key or index of each, and whether the step is optional.
    Path(At, &'p [(At, bool)]),
    /// Whether the last of several steps finds a part.
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
    /// A call of a function or an operator: its code, its cost, whether no more operands are evaluated when
    /// one fails, and the operands with the representations in which the code takes them. The value before
    /// the dot is the first operand.
    Call(Code<'p>, Cost, bool, &'p [(At, Repr)]),
    /// `a.or(b)`: the second operand is evaluated only if the first is an empty optional.
    OrElse(At, At),
    /// `a.orValue(b)`
    OrValue(At, At),
    /// A list: its values, whether each is an optional that is left out if it is empty, and the cost of the
    /// list.
    List(&'p [(At, bool)], u64),
    /// A map: its keys, values, whether each value is an optional whose entry is left out if it is empty, and
    /// the cost of the map.
    Map(&'p [(At, At, bool)], u64),
    /// A message of protocol buffers that stands for a scalar: the name of its field in errors, the value,
    /// and whether the value is an optional that is left out if it is empty. Without a field the scalar is
    /// zero.
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
    /// The condition for elements to be visited, if there is one.
    pub filter: Option<At>,
    /// The condition or the value for each element.
    pub body: At,
    /// The cost of appending a value: the server makes a list of the value and adds it to the accumulator.
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

/// The cost of a part as a chain of selections, without the steps of the chain.
//
// cel-go: interpreter/runtimecost.go (Observe)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// No cost: the expression is no chain, or it tests whether its last part is there.
    Free,
    /// 1
    Unit,
    /// The server subtracts 1 that it has not added, because the chain tests a part of `c ? a : b`.
    TakenBack,
}

impl<'p> Program<'p> {
    /// The part at an index.
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
                // Operands come before the parts that use them.
                Op::Field(of, _) | Op::Part(of, _) | Op::Path(of, _) if of < at => at = of,
                _ => return false,
            }
        }
        false
    }
}

/// The fields of an [`Op::Call`].
#[derive(Clone, Copy)]
pub(super) struct Call<'p> {
    pub(super) code: Code<'p>,
    pub(super) cost: Cost,
    pub(super) stops: bool,
    pub(super) operands: &'p [(At, Repr)],
}
