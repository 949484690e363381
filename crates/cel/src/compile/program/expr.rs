//! A program: an expression in the form in which it is evaluated.

use super::messages::Scalar;
use super::repr::Repr;
use crate::compile::ast::Constant;
use crate::compile::types::DeclaredId;
pub use crate::program::LoopKind;

/// A rule, or the message of one.
#[derive(Clone, Debug)]
pub struct Program {
    /// The evaluated part.
    pub root: Expr,
    /// The number of variables, of loops and declared.
    pub locals: usize,
}

/// A part of a program.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The way in which it is evaluated.
    pub op: Op,
    /// The representation of its value.
    pub repr: Repr,
    /// The offsets of the first code point in the text, and of one past the last. What a macro made has the
    /// place of its parenthesis.
    pub span: (u32, u32),
}

/// A variable of a loop, or one that was declared.
pub type Local = usize;

/// The operation of a part of a program.
#[derive(Clone, Debug)]
pub enum Op {
    /// A literal.
    Constant(Constant),
    /// A type, by its name.
    Type(String),
    /// The value that has the rule.
    SelfValue,
    /// The value that it replaces.
    OldSelf,
    /// A variable of a loop, or one that was declared.
    Local(Local),
    /// The field of an object whose fields are known.
    Field {
        /// The object.
        of: Box<Expr>,
        /// The type.
        object: DeclaredId,
        /// The name in rules.
        name: String,
    },
    /// Whether an object whose fields are known has the field.
    HasField {
        /// The object.
        of: Box<Expr>,
        /// The type.
        object: DeclaredId,
        /// The name in rules.
        name: String,
    },
    /// The entry of a map, or the item of a list.
    Part {
        /// The map or list.
        of: Box<Expr>,
        /// The key or index.
        key: Box<Expr>,
    },
    /// Whether a map has an entry.
    HasPart {
        /// The map.
        of: Box<Expr>,
        /// The key.
        name: String,
    },
    /// Several steps of which some may lead nowhere.
    Path {
        /// The value.
        of: Box<Expr>,
        /// Keys or indices, and whether each may lead nowhere.
        steps: Vec<(Expr, bool)>,
        /// Whether the expression only tests that the last part is there.
        test: bool,
    },
    /// `a && b`
    And(Box<Expr>, Box<Expr>),
    /// `a || b`
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Conditional(Box<[Expr; 3]>),
    /// `a == b`, or `a != b`.
    Equal {
        /// The values.
        values: Box<[Expr; 2]>,
        /// Whether the operator is `!=`.
        negated: bool,
    },
    /// A function or an operator.
    Call {
        /// The name.
        function: String,
        /// The overloads that the types of the checker allow, which decide the cost.
        overloads: Vec<&'static str>,
        /// The overloads that may be meant, if those are others: an operand may have any type.
        meant: Option<Box<[&'static str]>>,
        /// The operands, that before the dot first.
        args: Vec<Expr>,
    },
    /// `a.or(b)` and `a.orValue(b)`: the second is evaluated only if the first is none.
    OrElse {
        /// The values.
        values: Box<[Expr; 2]>,
        /// Whether the result is a value and not an optional.
        unwrap: bool,
    },
    /// A list: values, and whether each is left out if it is none.
    List(Vec<(Expr, bool)>),
    /// A map: keys, values, and whether each is left out if it is none.
    Map(Vec<(Expr, Expr, bool)>),
    /// A message that stands for a scalar.
    Message {
        /// The type of the message.
        scalar: Scalar,
        /// The field, as errors name it, its value, and whether the value is left out if it is none. Without
        /// it, it is zero.
        field: Option<(String, Box<Expr>, bool)>,
    },
    /// An expression in which a variable has a value.
    Let {
        /// The variable.
        local: Local,
        /// The value.
        value: Box<Expr>,
        /// The expression.
        body: Box<Expr>,
    },
    /// A loop.
    Loop(Box<Loop>),
}

impl Expr {
    /// The parts that it is made of; those of a loop are its range, filter and body.
    #[must_use]
    pub fn children(&self) -> Vec<&Expr> {
        match &self.op {
            Op::Constant(_) | Op::Type(_) | Op::SelfValue | Op::OldSelf | Op::Local(_) => Vec::new(),
            Op::Field { of, .. } | Op::HasField { of, .. } | Op::HasPart { of, .. } => vec![of],
            Op::Part { of, key } => vec![of, key],
            Op::Path { of, steps, .. } => {
                std::iter::once(&**of).chain(steps.iter().map(|(key, _)| key)).collect()
            }
            Op::And(a, b) | Op::Or(a, b) => vec![a, b],
            Op::Conditional(parts) => parts.iter().collect(),
            Op::Equal { values, .. } | Op::OrElse { values, .. } => values.iter().collect(),
            Op::Call { args, .. } => args.iter().collect(),
            Op::List(items) => items.iter().map(|(item, _)| item).collect(),
            Op::Map(entries) => entries.iter().flat_map(|(key, value, _)| [key, value]).collect(),
            Op::Message { field, .. } => field.iter().map(|(_, value, _)| &**value).collect(),
            Op::Let { value, body, .. } => vec![value, body],
            Op::Loop(found) => {
                let Loop { range, filter, body, .. } = &**found;
                std::iter::once(range).chain(filter).chain([body]).collect()
            }
        }
    }
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The kind.
    pub kind: LoopKind,
    /// The range.
    pub range: Expr,
    /// The variable for an item, key or index.
    pub first: (Local, Repr),
    /// The variable for the item or value, if there are two.
    pub second: Option<(Local, Repr)>,
    /// The elements that count, if not all of them.
    pub filter: Option<Expr>,
    /// The condition or the value for each element.
    pub body: Expr,
}
