//! What a call of a function or an operator does, as a constant.

use core::fmt;

use super::Repr;
use crate::{Context, Evaluated, Value};

/// The code of an overload, called with values of the types of its operands.
pub type Overload = for<'a> fn(Context<'a>, &[Value<'a>]) -> Evaluated<Value<'a>>;

/// What a call does with its operands.
#[derive(Clone, Copy)]
pub enum Code<'p> {
    /// Calls an overload, whose result has this representation.
    Overload(Overload, Repr),
    /// The same for a function whose cost the server counts even if there is no list.
    Counted(Overload, Repr),
    /// Calls the first overload whose operands have the types of the values. The name of the function is for errors.
    AnyOf(&'p str, &'p [Candidate<'p>]),
    /// Searches the text, the only operand, for a constant pattern.
    Matches(fn(&[u8]) -> bool),
    /// Searches for a pattern. Without the feature generated code that does does not compile.
    #[cfg(feature = "regex")]
    Search(Search),
    /// Says that an empty list does not contain a value, which is not evaluated.
    Nothing,
    /// Fails: no overload fits.
    NoSuchOverload,
}

/// A function that searches for a pattern.
#[cfg(feature = "regex")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// `matches`
    Matches,
    /// `find`
    Find,
    /// `findAll`
    FindAll,
}

#[cfg(feature = "regex")]
impl Search {
    /// The name of the function.
    pub(super) fn name(self) -> &'static str {
        match self {
            Search::Matches => "matches",
            Search::Find => "find",
            Search::FindAll => "findAll",
        }
    }
}

/// An overload that may be meant.
#[derive(Clone, Copy)]
pub struct Candidate<'p> {
    /// Its code.
    pub code: Overload,
    /// What its operands must be.
    pub operands: &'p [(Repr, Guard<'p>)],
    /// The representation of its result.
    pub result: Repr,
}

/// A condition for an operand, beside the one that it has the representation of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard<'p> {
    /// There is none.
    Any,
    /// Its type has this name.
    Named(&'p str),
    /// It is a list that is empty or begins with a value of this representation.
    BeginsWith(Repr),
}

// Functions over all lifetimes have no derived form.
impl fmt::Debug for Code<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Code::Overload(_, result) => write!(f, "Overload(.., {result:?})"),
            Code::Counted(_, result) => write!(f, "Counted(.., {result:?})"),
            Code::AnyOf(function, of) => write!(f, "AnyOf({function:?}, {of:?})"),
            Code::Matches(_) => f.write_str("Matches(..)"),
            #[cfg(feature = "regex")]
            Code::Search(search) => write!(f, "Search({search:?})"),
            Code::Nothing => f.write_str("Nothing"),
            Code::NoSuchOverload => f.write_str("NoSuchOverload"),
        }
    }
}

impl fmt::Debug for Candidate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Candidate({:?}, {:?})", self.operands, self.result)
    }
}
