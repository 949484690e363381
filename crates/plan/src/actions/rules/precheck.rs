//! The data of pre-checks. A pre-check is an expression without costs and errors which proves that the simple
//! rules of a value hold.
//!
//! The results of lookups are stored in slots: variables that contain the index of a value on the tape, or a
//! count.
//!
//! Easy to break: a pre-check must end without an answer wherever it reads a value of an unexpected kind, and
//! an answer must agree with the rules' programs.

use std::collections::HashMap;

use crate::actions::string::Pattern;
use crdc_cel::Form;

/// The pre-check of all rules of a value without `oldSelf`.
#[derive(Clone, Debug)]
pub struct Precheck {
    /// The fields of the value that are looked up first.
    pub scope: Scope,
    /// For each rule, the expression that computes whether the rule holds.
    pub rules: Vec<PrecheckExpr>,
    /// The number of slots. The first slot has the index of the value.
    pub slots: usize,
}

/// Fields of one value that are looked up together.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The fields by ascending number.
    pub fields: Vec<ScopeField>,
}

/// A field that is looked up.
#[derive(Clone, Debug)]
pub struct ScopeField {
    /// The number of the field.
    pub number: u16,
    /// The slot for the index of its value.
    pub slot: usize,
    /// The type of the scalar, if it is read at once because several expressions use it.
    pub read: Option<Read>,
}

/// The type as which a scalar is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// A boolean.
    Bool,
    /// An integer.
    Int,
    /// A string.
    Text,
}

/// The value that has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// The value that has the rules.
    This,
    /// The variable of a loop.
    Local(usize),
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// An expression of a pre-check.
#[derive(Clone, Debug)]
pub enum PrecheckExpr {
    /// A constant.
    Bool(bool),
    /// A constant.
    Int(i64),
    /// A constant.
    Text(String),
    /// A constant, in nanoseconds.
    Duration(i64),
    /// The value that has the rules: its index.
    This,
    /// The variable of a loop: its index, or its value if it is a scalar.
    Local {
        /// The variable.
        local: usize,
        /// The place of its index.
        slot: usize,
        /// The way in which its value was read.
        read: Option<Read>,
    },
    /// The value of a field that was read at once.
    Known {
        /// The value that has the field.
        base: Base,
        /// The number.
        number: u16,
        /// The place of its index.
        slot: usize,
        /// The way in which it was read.
        read: Read,
    },
    /// The index of a field that was looked up at once.
    Place {
        /// The value that has the field.
        base: Base,
        /// The number.
        number: u16,
        /// The place of the index.
        slot: usize,
    },
    /// The scalar at an index.
    Read(Read, Box<PrecheckExpr>),
    /// The index of a field of the object at an index.
    Field(Box<PrecheckExpr>, u16),
    /// Whether there is a field at an index. The form is that of the field in rules.
    Has(Box<PrecheckExpr>, Form),
    /// The index of an item.
    Item(Box<PrecheckExpr>, usize),
    /// `a && b`
    And(Box<[PrecheckExpr; 2]>),
    /// `a || b`
    Or(Box<[PrecheckExpr; 2]>),
    /// `!a`
    Not(Box<PrecheckExpr>),
    /// `a ? b : c`
    Choice(Box<[PrecheckExpr; 3]>),
    /// A comparison of booleans, integers, texts or durations.
    Compare(Sign, Box<[PrecheckExpr; 2]>),
    /// `a + b` of integers.
    Add(Box<[PrecheckExpr; 2]>),
    /// The number of items.
    Size(Box<PrecheckExpr>),
    /// The number of code points.
    SizeOfText(Box<PrecheckExpr>),
    /// The duration that a text is.
    DurationOf(Box<PrecheckExpr>),
    /// `a.startsWith(b)`
    StartsWith(Box<[PrecheckExpr; 2]>),
    /// `a.endsWith(b)`
    EndsWith(Box<[PrecheckExpr; 2]>),
    /// `a.contains(b)`
    Contains(Box<[PrecheckExpr; 2]>),
    /// Whether a list, the first operand, contains a text, the second.
    InList(Box<[PrecheckExpr; 2]>),
    /// Whether a text is one of several.
    OneOf(Box<PrecheckExpr>, Vec<String>),
    /// Whether a text matches a pattern.
    Matches(Box<PrecheckExpr>, Pattern),
    /// A loop over the items of a list.
    Loop(Box<PrecheckLoop>),
    /// Increments a count of the loop around it if an expression holds for the item. Always true.
    Tally {
        /// The slot of the count.
        slot: usize,
        /// The expression.
        of: Box<PrecheckExpr>,
    },
}

/// A condition on the number of items of a loop for which an expression holds.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The slot of the count.
    pub slot: usize,
    /// The comparison of the count after the loop.
    pub sign: Sign,
    /// The number with which the count is compared.
    pub number: i64,
}

/// The way in which a loop joins the results of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// Whether the body holds for all items.
    All,
    /// Whether the condition holds for at least one item.
    Exists,
    /// Whether the condition holds for exactly one item.
    ExistsOne,
    /// The number of items for which the condition holds.
    Count,
    /// The sum of the body over the first items, of which there are this many.
    Sum(usize),
}

/// A loop over the items of a list.
#[derive(Clone, Debug)]
pub struct PrecheckLoop {
    /// The way to join the results of the items.
    pub aggregate: Aggregate,
    /// The list.
    pub list: PrecheckExpr,
    /// The variable of the loop.
    pub local: usize,
    /// The slot for the index of an item.
    pub slot: usize,
    /// The type of the items, if they are scalars that are read at once.
    pub read: Option<Read>,
    /// The fields of an item that are looked up first.
    pub scope: Scope,
    /// The condition, or the summand, for each item.
    pub body: PrecheckExpr,
    /// The conditions on counts after the loop. Loops with these visit all items.
    pub tallies: Vec<Tally>,
}

impl Precheck {
    /// Numbers the slots anew, without gaps, since joined rules need fewer of them.
    pub(super) fn compact(&mut self) {
        let mut numbers = HashMap::from([(0, 0)]);
        let mut renumber = |slot: &mut usize| {
            let next = numbers.len();
            *slot = *numbers.entry(*slot).or_insert(next);
        };
        self.scope.fields.iter_mut().for_each(|field| renumber(&mut field.slot));
        self.each_part(&mut |part| match part {
            PrecheckExpr::Local { slot, .. }
            | PrecheckExpr::Known { slot, .. }
            | PrecheckExpr::Place { slot, .. }
            | PrecheckExpr::Tally { slot, .. } => renumber(slot),
            PrecheckExpr::Loop(found) => {
                renumber(&mut found.slot);
                found.scope.fields.iter_mut().for_each(|field| renumber(&mut field.slot));
                found.tallies.iter_mut().for_each(|tally| renumber(&mut tally.slot));
            }
            _ => {}
        });
        self.slots = numbers.len();
    }

    /// Visits all expressions.
    pub(super) fn each_part(&mut self, visit: &mut dyn FnMut(&mut PrecheckExpr)) {
        self.rules.iter_mut().for_each(|rule| rule.each_part(visit));
    }
}

impl PrecheckExpr {
    /// Visits the expression and all its operands, each before its own operands.
    pub(super) fn each_part(&mut self, visit: &mut dyn FnMut(&mut PrecheckExpr)) {
        visit(self);
        self.parts_mut().into_iter().for_each(|part| part.each_part(visit));
    }

    /// The operands of the expression, mutable.
    pub(super) fn parts_mut(&mut self) -> Vec<&mut PrecheckExpr> {
        match self {
            PrecheckExpr::Bool(_)
            | PrecheckExpr::Int(_)
            | PrecheckExpr::Text(_)
            | PrecheckExpr::Duration(_)
            | PrecheckExpr::This => Vec::new(),
            PrecheckExpr::Local { .. } | PrecheckExpr::Known { .. } | PrecheckExpr::Place { .. } => {
                Vec::new()
            }
            PrecheckExpr::Read(_, of)
            | PrecheckExpr::Field(of, _)
            | PrecheckExpr::Has(of, _)
            | PrecheckExpr::Item(of, _) => vec![of],
            PrecheckExpr::Not(of)
            | PrecheckExpr::Size(of)
            | PrecheckExpr::SizeOfText(of)
            | PrecheckExpr::DurationOf(of) => vec![of],
            PrecheckExpr::OneOf(of, _) | PrecheckExpr::Matches(of, _) | PrecheckExpr::Tally { of, .. } => {
                vec![of]
            }
            PrecheckExpr::And(parts)
            | PrecheckExpr::Or(parts)
            | PrecheckExpr::Compare(_, parts)
            | PrecheckExpr::Add(parts) => parts.iter_mut().collect(),
            PrecheckExpr::StartsWith(parts)
            | PrecheckExpr::EndsWith(parts)
            | PrecheckExpr::Contains(parts)
            | PrecheckExpr::InList(parts) => parts.iter_mut().collect(),
            PrecheckExpr::Choice(parts) => parts.iter_mut().collect(),
            PrecheckExpr::Loop(found) => {
                let PrecheckLoop { list, body, .. } = &mut **found;
                vec![list, body]
            }
        }
    }
}
