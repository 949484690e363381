//! The tree of a program: an expression with resolved names and representations.

use super::messages::Scalar;
use super::repr::Repr;
use crate::compile::ast::Constant;
use crate::compile::types::DeclaredId;
pub use crate::program::LoopKind;

/// The program of a rule or of a message.
#[derive(Clone, Debug)]
pub struct Program {
    /// The whole expression.
    pub root: Expr,
    /// The number of variables: of loops, and declared ones.
    pub locals: usize,
}

/// An expression of a program.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The operation.
    pub op: Op,
    /// The representation of its value.
    pub repr: Repr,
    /// The offsets of the first code point in the text, and of one past the last. An expression that a macro
    /// made has the location of the macro's parenthesis.
    pub span: (u32, u32),
}

/// The number of a variable of a loop, or of a declared variable.
pub type Local = usize;

/// The operation of an expression.
#[derive(Clone, Debug)]
pub enum Op {
    /// A literal.
    Constant(Constant),
    /// A type, by its name.
    Type(String),
    /// `self`: the value that has the rule.
    SelfValue,
    /// `oldSelf`: the value that `self` replaces.
    OldSelf,
    /// A variable of a loop, or a declared variable.
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
    /// Several steps from a value to a part of it. Optional steps may find no part.
    Path {
        /// The value.
        of: Box<Expr>,
        /// The key or index of each step, and whether the step is optional.
        steps: Vec<(Expr, bool)>,
        /// Whether the expression only tests that the last part exists.
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
        /// The overloads that the checker chose, which decide the cost.
        overloads: Vec<&'static str>,
        /// The overloads that are possible at run time, if they differ from `overloads`, because an operand
        /// may have any type.
        meant: Option<Box<[&'static str]>>,
        /// The operands. The value before the dot comes first.
        args: Vec<Expr>,
    },
    /// `a.or(b)` and `a.orValue(b)`: the second operand is evaluated only if the first is an empty optional.
    OrElse {
        /// The values.
        values: Box<[Expr; 2]>,
        /// Whether the result is a value and not an optional.
        unwrap: bool,
    },
    /// A list: its values, and whether each is an optional that is left out if it is empty.
    List(Vec<(Expr, bool)>),
    /// A map: its keys, values, and whether each value is an optional whose entry is left out if it is empty.
    Map(Vec<(Expr, Expr, bool)>),
    /// A message that stands for a scalar.
    Message {
        /// The type of the message.
        scalar: Scalar,
        /// The name of the field in errors, its value, and whether the value is an optional that is left out
        /// if it is empty. Without a field the message is the zero of its type.
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
    /// The expressions that this one is made of. The children of a loop are its range, filter and body.
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
    /// The condition for elements to be visited, if there is one.
    pub filter: Option<Expr>,
    /// The condition or the value for each element.
    pub body: Expr,
}
