//! The code of a call of a function or an operator. In generated programs it is a constant.

use core::fmt;

use crate::functions::Called;
use crate::program::repr::Repr;

/// The code of a call.
#[derive(Clone, Copy)]
pub enum Code<'p> {
    /// Calls an overload, whose result has this representation.
    Overload(Called, Repr),
    /// Calls a function whose cost the server counts even if its list operand is an error.
    Counted(Called, Repr),
    /// Calls the first overload whose operands have the types of the values. The name of the function is for
    /// errors.
    AnyOf(&'p str, &'p [Candidate<'p>]),
    /// Searches the text, the only operand, for a constant pattern.
    Matches(fn(&[u8]) -> bool),
    /// Searches for a pattern.
    Search(Search),
    /// Returns false without evaluating operands: an empty list contains no value.
    Nothing,
    /// Fails: no overload fits.
    NoSuchOverload,
}

/// A function that searches for a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// `matches`
    Matches,
    /// `find`
    Find,
    /// `findAll`
    FindAll,
}

/// For generated code, which does not compile without the feature.
#[cfg(feature = "regex")]
impl Search {
    /// [`Search::Matches`]
    pub const MATCHES: Search = Search::Matches;
    /// [`Search::Find`]
    pub const FIND: Search = Search::Find;
    /// [`Search::FindAll`]
    pub const FIND_ALL: Search = Search::FindAll;
}

impl Search {
    /// The search with this name of a function.
    #[must_use]
    pub fn of(function: &str) -> Option<Search> {
        [Search::Matches, Search::Find, Search::FindAll].into_iter().find(|search| search.name() == function)
    }

    /// The name of the function.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Search::Matches => "matches",
            Search::Find => "find",
            Search::FindAll => "findAll",
        }
    }
}

/// An overload that is possible at run time.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'p> {
    /// The code.
    pub called: Called,
    /// The types of its operands.
    pub operands: &'p [(Repr, Guard<'p>)],
    /// The representation of its result.
    pub result: Repr,
}

/// A condition for an operand, in addition to the representation of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard<'p> {
    /// There is no condition.
    Any,
    /// The type of the operand has this name.
    Named(&'p str),
    /// The operand is a list that is empty or begins with a value of this representation.
    BeginsWith(Repr),
}

// Functions over all lifetimes have no derived form.
impl fmt::Debug for Code<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Code::Overload(called, result) => write!(f, "Overload({called:?}, {result:?})"),
            Code::Counted(called, result) => write!(f, "Counted({called:?}, {result:?})"),
            Code::AnyOf(function, of) => write!(f, "AnyOf({function:?}, {of:?})"),
            Code::Matches(_) => f.write_str("Matches(..)"),
            Code::Search(search) => write!(f, "Search({search:?})"),
            Code::Nothing => f.write_str("Nothing"),
            Code::NoSuchOverload => f.write_str("NoSuchOverload"),
        }
    }
}
