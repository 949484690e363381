//! The syntax tree of an expression: nodes in one vector, children before parents, each with its location.
//! Macros are already expanded; operators are calls of functions such as `_&&_`.
//
// cel-go: common/ast/expr.go, common/operators/operators.go

use std::borrow::Cow;

/// The name of a function, field or variable.
pub type Name = Cow<'static, str>;

/// The most nodes of an expression. `optMap` and `optFlatMap` copy their target, so each link of a chain of
/// them doubles the number of nodes; a server would not finish.
pub(super) const MOST_NODES: usize = 1 << 20;

/// The index of a node in an [`Ast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

/// The syntax tree of an expression.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    nodes: Vec<Node>,
    root: Option<ExprId>,
    full: bool,
}

/// A node of a syntax tree, and its location in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The offset of the token that cel-go reports: the operator, the opening parenthesis, the first token.
    pub at: u32,
    /// The offsets of the first code point and of one past the last. Nodes that a macro creates have the
    /// location of its parenthesis.
    pub span: (u32, u32),
    /// The kind.
    pub kind: Kind,
}

/// The kind of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A literal.
    Constant(Constant),
    /// A variable or type.
    Ident(Name),
    /// `operand.field`
    Select {
        /// The operand before the dot.
        operand: ExprId,
        /// The field.
        field: Name,
        /// Whether the selection is the argument of `has`.
        test: bool,
    },
    /// A call of a function or an operator.
    Call {
        /// The name of the function.
        function: Name,
        /// The operand before the dot.
        target: Option<ExprId>,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// `[a, ?b]`
    List(Vec<Item>),
    /// `{a: b, ?c: d}`
    Map(Vec<Entry>),
    /// `Name{field: value}`
    Struct {
        /// The name of the type.
        name: Name,
        /// The fields.
        fields: Vec<Field>,
    },
    /// A loop.
    Comprehension(Box<Comprehension>),
    /// A part that could not be parsed; the issues contain an error for it.
    Invalid,
}

/// A literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// `1`
    Int(i64),
    /// `1u`
    Uint(u64),
    /// `1.0`
    Double(f64),
    /// `"a"`
    String(String),
    /// `b"a"`
    Bytes(Vec<u8>),
}

/// An item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The value.
    pub value: ExprId,
    /// Whether the item is written `?value`.
    pub optional: bool,
}

/// An entry of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: ExprId,
    /// The value.
    pub value: ExprId,
    /// Whether the entry is written `?key: value`.
    pub optional: bool,
}

/// A field of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The offset of its colon.
    pub at: u32,
    /// The name.
    pub name: Name,
    /// The value.
    pub value: ExprId,
    /// Whether the field is written `?name: value`.
    pub optional: bool,
}

/// A loop: the accumulator starts with `init`; for each element of `range`, while `condition` is true, it
/// becomes `step`; the value is `result`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comprehension {
    /// The list or map.
    pub range: ExprId,
    /// The variable for an item, key or index.
    pub variable: Name,
    /// The variable for the item or value, if there are two.
    pub second: Option<Name>,
    /// The name of the accumulator.
    pub accumulator: Name,
    /// The first value.
    pub init: ExprId,
    /// The condition under which the loop continues.
    pub condition: ExprId,
    /// The expression that computes the next value of the accumulator.
    pub step: ExprId,
    /// The value of the loop.
    pub result: ExprId,
}

impl ExprId {
    /// The index of the node.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Ast {
    /// Adds a node. Beyond the limit no node is added, and [`Ast::is_full`] returns true.
    pub(super) fn add(&mut self, at: u32, span: (u32, u32), kind: Kind) -> ExprId {
        if self.nodes.len() >= MOST_NODES {
            self.full = true;
            return ExprId(0);
        }
        self.nodes.push(Node { at, span, kind });
        // The limit fits in 32 bits.
        ExprId(u32::try_from(self.nodes.len() - 1).unwrap_or_default())
    }

    /// Whether nodes were dropped.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    pub(super) fn set_root(&mut self, root: ExprId) {
        self.root = Some(root);
    }

    /// The node of the whole expression.
    #[must_use]
    pub fn root(&self) -> Option<ExprId> {
        self.root
    }

    /// The number of nodes, some of which are not part of the expression.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: ExprId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The kind of a node.
    #[must_use]
    pub fn kind(&self, id: ExprId) -> &Kind {
        &self.node(id).kind
    }

    /// The place of a node.
    #[must_use]
    pub fn at(&self, id: ExprId) -> u32 {
        self.node(id).at
    }

    pub(super) fn replace(&mut self, id: ExprId, kind: Kind) {
        self.nodes[id.index()].kind = kind;
    }

    /// The name of an identifier.
    #[must_use]
    pub fn ident(&self, id: ExprId) -> Option<&Name> {
        match self.kind(id) {
            Kind::Ident(name) => Some(name),
            _ => None,
        }
    }

    /// The value of a literal.
    #[must_use]
    pub fn constant(&self, id: ExprId) -> Option<&Constant> {
        match self.kind(id) {
            Kind::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// The children of a node, in the order in which cel-go visits them.
    #[must_use]
    pub fn children(&self, id: ExprId) -> Vec<ExprId> {
        match self.kind(id) {
            Kind::Constant(_) | Kind::Ident(_) | Kind::Invalid => Vec::new(),
            Kind::Select { operand, .. } => vec![*operand],
            Kind::Call { target, args, .. } => target.iter().chain(args).copied().collect(),
            Kind::List(items) => items.iter().map(|item| item.value).collect(),
            Kind::Map(entries) => entries.iter().flat_map(|entry| [entry.key, entry.value]).collect(),
            Kind::Struct { fields, .. } => fields.iter().map(|field| field.value).collect(),
            Kind::Comprehension(found) => {
                vec![found.range, found.init, found.condition, found.step, found.result]
            }
        }
    }

    /// All nodes of the expression, children before parents.
    #[must_use]
    pub fn post_order(&self) -> Vec<ExprId> {
        let mut order = Vec::new();
        let mut open: Vec<(ExprId, bool)> = self.root.iter().map(|root| (*root, false)).collect();
        while let Some((id, entered)) = open.pop() {
            if entered {
                order.push(id);
                continue;
            }
            open.push((id, true));
            open.extend(self.children(id).into_iter().rev().map(|child| (child, false)));
        }
        order
    }
}
