//! What knows that the rules of a value certainly hold: plain reads without costs and errors, for rules that are simple.
//!
//! Easy to break: an evaluation ends without an answer wherever a read finds another kind of value, and an answer must be
//! that of the rules' programs.

use std::collections::HashMap;

use crate::actions::text::Pattern;
use crdc_cel::Form;

/// All rules of a value without `oldSelf`.
#[derive(Clone, Debug)]
pub struct SureRules {
    /// What is looked up of the value.
    pub scope: Scope,
    /// Whether each rule holds.
    pub rules: Vec<Sure>,
    /// The number of slots. The first one has the index of the value.
    pub slots: usize,
}

/// Fields that are looked up at once.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// By ascending number.
    pub fields: Vec<ScopeField>,
}

/// A field that is looked up.
#[derive(Clone, Debug)]
pub struct ScopeField {
    /// Its number.
    pub number: u16,
    /// Where its index is kept.
    pub slot: usize,
    /// How its value is read, if it is read several times.
    pub read: Option<Read>,
}

/// How a scalar is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// A boolean.
    Bool,
    /// An integer.
    Int,
    /// A string.
    Text,
}

/// Who holds fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
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

/// A part of a rule.
#[derive(Clone, Debug)]
pub enum Sure {
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
        /// Where its index is kept.
        slot: usize,
        /// How its value was read.
        read: Option<Read>,
    },
    /// The value of a field that was read at once.
    Known {
        /// Who holds it.
        holder: Holder,
        /// Its number.
        number: u16,
        /// Where its index is kept.
        slot: usize,
        /// How it was read.
        read: Read,
    },
    /// The index of a field that was looked up at once.
    Place {
        /// Who holds it.
        holder: Holder,
        /// Its number.
        number: u16,
        /// Where the index is kept.
        slot: usize,
    },
    /// The scalar at an index.
    Read(Read, Box<Sure>),
    /// The index of a field of the object at an index.
    Field(Box<Sure>, u16),
    /// Whether there is a field at an index, and how rules see it.
    Has(Box<Sure>, Form),
    /// The index of an item.
    Item(Box<Sure>, usize),
    /// `a && b`
    And(Box<[Sure; 2]>),
    /// `a || b`
    Or(Box<[Sure; 2]>),
    /// `!a`
    Not(Box<Sure>),
    /// `a ? b : c`
    Choice(Box<[Sure; 3]>),
    /// A comparison of booleans, integers, texts or durations.
    Compare(Sign, Box<[Sure; 2]>),
    /// `a + b` of integers.
    Add(Box<[Sure; 2]>),
    /// The number of items.
    Size(Box<Sure>),
    /// The number of code points.
    SizeOfText(Box<Sure>),
    /// The duration that a text is.
    DurationOf(Box<Sure>),
    /// `a.startsWith(b)`
    StartsWith(Box<[Sure; 2]>),
    /// `a.endsWith(b)`
    EndsWith(Box<[Sure; 2]>),
    /// `a.contains(b)`
    Contains(Box<[Sure; 2]>),
    /// Whether a text, the second, is in a list.
    InList(Box<[Sure; 2]>),
    /// Whether a text is one of several.
    OneOf(Box<Sure>, Vec<String>),
    /// Whether a text matches a pattern.
    Matches(Box<Sure>, Pattern),
    /// A loop over the items of a list.
    Loop(Box<SureLoop>),
    /// Counts that a part holds for an item of the loop, which has the tally. True in any case.
    Tally {
        /// Where the count is kept.
        slot: usize,
        /// The part.
        of: Box<Sure>,
    },
}

/// For how many items of a loop a part must hold.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Where the count is kept.
    pub slot: usize,
    /// How it is compared at the end.
    pub sign: Sign,
    /// With what.
    pub number: i64,
}

/// What a loop asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Whether the body holds for all items.
    All,
    /// Whether it holds for an item.
    Exists,
    /// Whether it holds for exactly one.
    ExistsOne,
    /// For how many it holds.
    Count,
    /// The sum of the body over so many of the first items.
    Sum(usize),
}

/// A loop over the items of a list.
#[derive(Clone, Debug)]
pub struct SureLoop {
    /// What it asks.
    pub asks: Asks,
    /// The list.
    pub list: Sure,
    /// The variable.
    pub local: usize,
    /// Where the index of an item is kept.
    pub slot: usize,
    /// How an item is read, if it is a scalar.
    pub read: Option<Read>,
    /// What is looked up of an item.
    pub scope: Scope,
    /// What is asked of each.
    pub body: Sure,
    /// What must have been counted at the end, if all are asked.
    pub tallies: Vec<Tally>,
}

impl SureRules {
    /// Numbers the slots anew, without gaps: joined rules need fewer.
    pub(super) fn compact(&mut self) {
        let mut numbers = HashMap::from([(0, 0)]);
        let mut renumber = |slot: &mut usize| {
            let next = numbers.len();
            *slot = *numbers.entry(*slot).or_insert(next);
        };
        self.scope.fields.iter_mut().for_each(|field| renumber(&mut field.slot));
        self.each_part(&mut |part| match part {
            Sure::Local { slot, .. }
            | Sure::Known { slot, .. }
            | Sure::Place { slot, .. }
            | Sure::Tally { slot, .. } => renumber(slot),
            Sure::Loop(found) => {
                renumber(&mut found.slot);
                found.scope.fields.iter_mut().for_each(|field| renumber(&mut field.slot));
                found.tallies.iter_mut().for_each(|tally| renumber(&mut tally.slot));
            }
            _ => {}
        });
        self.slots = numbers.len();
    }

    /// Visits all parts.
    pub(super) fn each_part(&mut self, visit: &mut dyn FnMut(&mut Sure)) {
        self.rules.iter_mut().for_each(|rule| rule.each_part(visit));
    }
}

impl Sure {
    /// Visits the part and all parts of it, each before its own parts.
    pub(super) fn each_part(&mut self, visit: &mut dyn FnMut(&mut Sure)) {
        visit(self);
        self.parts_mut().into_iter().for_each(|part| part.each_part(visit));
    }

    /// The parts of it, to change.
    pub(super) fn parts_mut(&mut self) -> Vec<&mut Sure> {
        match self {
            Sure::Bool(_) | Sure::Int(_) | Sure::Text(_) | Sure::Duration(_) | Sure::This => Vec::new(),
            Sure::Local { .. } | Sure::Known { .. } | Sure::Place { .. } => Vec::new(),
            Sure::Read(_, of) | Sure::Field(of, _) | Sure::Has(of, _) | Sure::Item(of, _) => vec![of],
            Sure::Not(of) | Sure::Size(of) | Sure::SizeOfText(of) | Sure::DurationOf(of) => vec![of],
            Sure::OneOf(of, _) | Sure::Matches(of, _) | Sure::Tally { of, .. } => vec![of],
            Sure::And(parts) | Sure::Or(parts) | Sure::Compare(_, parts) | Sure::Add(parts) => {
                parts.iter_mut().collect()
            }
            Sure::StartsWith(parts) | Sure::EndsWith(parts) | Sure::Contains(parts) | Sure::InList(parts) => {
                parts.iter_mut().collect()
            }
            Sure::Choice(parts) => parts.iter_mut().collect(),
            Sure::Loop(found) => {
                let SureLoop { list, body, .. } = &mut **found;
                vec![list, body]
            }
        }
    }
}
