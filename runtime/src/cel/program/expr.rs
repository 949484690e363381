//! The parts of a program, as constants.

use super::{Call, Repr};
use crate::cel::Scalar;

/// An expression, and what `oldSelf` is in it.
#[derive(Clone, Copy, Debug)]
pub struct Program<'p> {
    /// What is evaluated.
    pub root: Expr<'p>,
    /// What `oldSelf` is.
    pub old: OldSelf,
}

/// What `oldSelf` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldSelf {
    /// A value: without one the rule does not run.
    Value,
    /// An optional: the rule has `optionalOldSelf`.
    Optional,
    /// In a message: a value, or an error.
    InMessage,
}

/// A part of a program, and the representation of its value.
#[derive(Clone, Copy, Debug)]
pub struct Expr<'p>(pub Op<'p>, pub Repr);

/// The number of a variable of a loop.
pub type Local = u32;

/// How a part is evaluated.
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
    Field(&'p Expr<'p>, &'p str),
    /// Whether such an object has the field.
    HasField(&'p Expr<'p>, &'p str),
    /// The entry of a map, or the item of a list: the value, and the key or index.
    Part(&'p [Expr<'p>; 2]),
    /// Whether a map has an entry.
    HasPart(&'p Expr<'p>, &'p str),
    /// Several steps from a value: keys or indices, and whether each may lead nowhere.
    Path(&'p Expr<'p>, &'p [(Expr<'p>, bool)]),
    /// Whether the last of several steps leads somewhere.
    HasPath(&'p Expr<'p>, &'p [(Expr<'p>, bool)]),
    /// `a && b`
    And(&'p [Expr<'p>; 2]),
    /// `a || b`
    Or(&'p [Expr<'p>; 2]),
    /// `c ? a : b`
    Conditional(&'p [Expr<'p>; 3]),
    /// `a == b`
    Equal(&'p [Expr<'p>; 2]),
    /// `a != b`
    Unequal(&'p [Expr<'p>; 2]),
    /// A function or an operator.
    Call(&'p Call<'p>),
    /// `a.or(b)`: the second is evaluated only if the first is none.
    OrElse(&'p [Expr<'p>; 2]),
    /// `a.orValue(b)`
    OrValue(&'p [Expr<'p>; 2]),
    /// A list: values, whether each is left out if it is none, and what it costs.
    List(&'p [(Expr<'p>, bool)], u64),
    /// A map: keys, values, whether each is left out if it is none, and what it costs.
    Map(&'p [(Expr<'p>, Expr<'p>, bool)], u64),
    /// A message of protocol buffers that stands for a scalar; without a field it is zero.
    Message(Scalar, Option<&'p Field<'p>>),
    /// A variable, its value, and an expression with it.
    Let(Local, &'p [Expr<'p>; 2]),
    /// A loop.
    Loop(&'p Loop<'p>),
}

/// The field of a message.
#[derive(Clone, Copy, Debug)]
pub struct Field<'p> {
    /// As errors name it.
    pub path: &'p str,
    /// Its value.
    pub value: Expr<'p>,
    /// Whether it is left out if the value is none.
    pub optional: bool,
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
pub struct Loop<'p> {
    /// What it does.
    pub kind: LoopKind,
    /// What it goes over.
    pub range: Expr<'p>,
    /// The variable for an item, key or index.
    pub first: (Local, Repr),
    /// The variable for the item or value, if there are two.
    pub second: Option<(Local, Repr)>,
    /// Which elements count, if not all of them.
    pub filter: Option<Expr<'p>>,
    /// What is asked or computed for each element.
    pub body: Expr<'p>,
    /// What it costs to append a value: a list is made of it and added to the accumulator.
    pub appended: u64,
}

/// What a loop does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    /// Whether the body holds for all elements.
    All,
    /// Whether it holds for one of them at least.
    Exists,
    /// Whether it holds for exactly one.
    ExistsOne,
    /// The list of what it is.
    Collect,
    /// The map of the first variable to what it is.
    TransformMap,
    /// The map of all entries of what it is.
    TransformMapEntry,
}

/// What a part costs as a chain of selections, beside the steps of the chain.
//
// cel-go: interpreter/runtimecost.go (Observe)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// Nothing: it is no chain, or it asks if its last part is there.
    Free,
    /// 1
    Unit,
    /// The server takes 1 back that it has not added: it asks for a part of `c ? a : b`.
    TakenBack,
}

impl Expr<'_> {
    /// What the part costs as a chain of selections.
    pub(super) fn attribute(&self) -> Attribute {
        match self.0 {
            Op::SelfValue | Op::OldSelf | Op::Local(_) => Attribute::Unit,
            Op::HasField(of, _) | Op::HasPart(of, _) | Op::HasPath(of, _) => {
                if of.chooses() {
                    Attribute::TakenBack
                } else {
                    Attribute::Free
                }
            }
            Op::Field(of, _) | Op::Part([of, _]) | Op::Path(of, _) if !of.chooses() => Attribute::Unit,
            _ => Attribute::Free,
        }
    }

    /// Whether the chain begins with `c ? a : b`.
    fn chooses(&self) -> bool {
        match self.0 {
            Op::Conditional(_) => true,
            Op::Field(of, _) | Op::Part([of, _]) | Op::Path(of, _) => of.chooses(),
            _ => false,
        }
    }
}
