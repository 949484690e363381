//! The functions that rules can call: one file for each library, one entry for each function, with its
//! overloads, their types and costs, and the server version from which new rules may use it. The documentation
//! (`docs/cel.md`) is generated from these tables.
//!
//! Easy to break: the order of overloads. It decides which type an expression has if several overloads fit.
//
// apiserver: pkg/cel/environment/base.go. A function is usable one minor version after it is introduced,
// because new rules are compiled for the previous version.

mod authorization;
mod cidr;
mod format;
mod ip;
mod lists;
mod operators;
mod optionals;
mod page;
mod pairs;
mod quantity;
mod regex;
mod semver;
mod sequences;
mod sets;
mod standard;
mod strings;
mod time;
mod urls;

use std::collections::HashMap;

pub use page::page;

use super::server::Minor;
use super::types::Signature;

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name; for an operator, that of its function.
    pub name: &'static str,
    /// The first minor version on which new rules may use it.
    pub since: Minor,
    /// What it returns.
    pub doc: &'static str,
    /// Its overloads in cel-go's order.
    pub overloads: &'static [Overload],
}

/// An overload of a function.
#[derive(Clone, Copy, Debug)]
pub struct Overload {
    /// Identifies it.
    pub id: &'static str,
    /// Whether it is called on a value, as `value.name()`.
    pub member: bool,
    /// The types of the value and the arguments.
    pub args: &'static [Signature],
    /// The type of the result.
    pub result: Signature,
    /// What a call costs, without its arguments.
    pub cost: Cost,
    /// The first minor version with it, if it is newer than the function.
    pub since: Option<Minor>,
}

/// What a call costs in the worst case. A character costs 0.1 for each traversal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// 1.
    Unit,
    /// The first operand, and at most the second.
    Logic,
    /// The condition and the more expensive of the values.
    Conditional,
    /// The shorter of the operands is traversed, except for types that are compared in one step.
    Equality,
    /// The shorter of the operands is traversed.
    Comparison,
    /// Both operands are traversed.
    Concatenate,
    /// 1; the list is as long as both operands.
    ConcatenateLists,
    /// 1; the size of the result is that of the items.
    Index,
    /// 1 for each item of the list.
    InList,
    /// The string is traversed; each character is at most four bytes.
    StringToBytes,
    /// The bytes are traversed.
    BytesToString,
    /// The argument is traversed.
    Affix,
    /// Both are traversed, and the results multiplied.
    Contains,
    /// The string is traversed, times 0.25 for each character of the pattern.
    Matches,
    /// The same; the result has at most as many matches as the string has characters.
    Find,
    /// Each item is compared: 1, and a traversal if it is a string or bytes. A string is traversed.
    Scan,
    /// The argument is traversed.
    Parse,
    /// The argument is traversed; the result has its size.
    ParseSized,
    /// The argument is traversed twice.
    ParseTwice,
    /// The string is traversed; the result is at most as long.
    Transform,
    /// The string is traversed twice; the result may be longer.
    Replace,
    /// The string is traversed twice; the result has at most one item for each character.
    Split,
    /// The result is traversed.
    Join,
    /// The format is traversed.
    Format,
    /// The string is traversed; the result is at most twice as long.
    Quote,
    /// The longest pattern of any format is matched.
    Validate,
    /// Addresses are compared; a string is parsed first.
    ContainsAddress {
        /// Whether the argument is a network.
        network: bool,
        /// Whether it is a string.
        parse: bool,
    },
    /// The product of the sizes of the lists, times this factor.
    Sets(f64),
    /// 11, and 1 for each item of the result.
    Slice,
    /// 11, and 1 for each item of the result.
    Range,
    /// 11, and 1 for each item.
    Reverse,
    /// 11, and 1 for each item and level.
    Flatten,
    /// 11, and 2 for each pair of items.
    Distinct,
    /// 11, and 2 for each pair of items or keys, 2.1 if they are strings or bytes.
    Sort {
        /// Whether what is compared are strings or bytes.
        text: bool,
        /// Whether it is sorted by the argument.
        by: bool,
    },
    /// 350,000.
    Authorize,
    /// The selector is parsed.
    Selector,
}

const fn on(id: &'static str, args: &'static [Signature], result: Signature, cost: Cost) -> Overload {
    Overload { id, member: true, args, result, cost, since: None }
}

const fn of(id: &'static str, args: &'static [Signature], result: Signature, cost: Cost) -> Overload {
    Overload { id, member: false, args, result, cost, since: None }
}

/// A comparison of numbers of different types.
const fn cross(id: &'static str, args: &'static [Signature], result: Signature, cost: Cost) -> Overload {
    Overload { id, member: false, args, result, cost, since: Some(Minor(29)) }
}

/// A library.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// What it is for.
    pub title: &'static str,
    /// Its functions.
    pub functions: &'static [Function],
}

/// All libraries, in the order in which a server adds them.
pub const LIBRARIES: &[Library] = &[
    Library { title: "Operators", functions: operators::FUNCTIONS },
    Library { title: "Sizes, conversions, strings", functions: standard::FUNCTIONS },
    Library { title: "Timestamps and durations", functions: time::FUNCTIONS },
    Library { title: "URLs", functions: urls::FUNCTIONS },
    Library { title: "Searching with regular expressions", functions: regex::FUNCTIONS },
    Library { title: "Lists", functions: lists::FUNCTIONS },
    Library { title: "Authorization", functions: authorization::FUNCTIONS },
    Library { title: "Optionals", functions: optionals::FUNCTIONS },
    Library { title: "Quantities", functions: quantity::FUNCTIONS },
    Library { title: "Strings", functions: strings::FUNCTIONS },
    Library { title: "Lists as sets", functions: sets::FUNCTIONS },
    Library { title: "IP addresses", functions: ip::FUNCTIONS },
    Library { title: "Networks", functions: cidr::FUNCTIONS },
    Library { title: "Named formats", functions: format::FUNCTIONS },
    Library { title: "Macros with two variables", functions: pairs::FUNCTIONS },
    Library { title: "Semantic versions", functions: semver::FUNCTIONS },
    Library { title: "More on lists", functions: sequences::FUNCTIONS },
];

/// The overload with this name.
#[must_use]
pub fn overload(id: &str) -> Option<&'static Overload> {
    let overloads =
        LIBRARIES.iter().flat_map(|library| library.functions).flat_map(|function| function.overloads);
    overloads.into_iter().find(|overload| overload.id == id)
}

/// The functions of one server, by name.
#[derive(Clone, Debug)]
pub(super) struct Registry {
    minor: Minor,
    functions: HashMap<&'static str, Vec<&'static Overload>>,
    overloads: HashMap<&'static str, (&'static Overload, Minor)>,
}

impl Registry {
    pub(super) fn new(minor: Minor) -> Registry {
        let mut registry = Registry { minor, functions: HashMap::new(), overloads: HashMap::new() };
        for function in LIBRARIES.iter().flat_map(|library| library.functions) {
            for overload in function.overloads {
                let since = overload.since.unwrap_or(function.since);
                if since <= minor {
                    registry.functions.entry(function.name).or_default().push(overload);
                    registry.overloads.insert(overload.id, (overload, since));
                }
            }
        }
        registry
    }

    /// The version of the server.
    pub(super) fn minor(&self) -> Minor {
        self.minor
    }

    /// The overloads of a function.
    pub(super) fn function(&self, name: &str) -> Option<&[&'static Overload]> {
        self.functions.get(name.strip_prefix('.').unwrap_or(name)).map(Vec::as_slice)
    }

    /// An overload, and the first version on which new rules may use it.
    pub(super) fn overload(&self, id: &str) -> Option<(&'static Overload, Minor)> {
        self.overloads.get(id).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overloads_have_unique_names() {
        let registry = Registry::new(Minor::NEWEST);
        let count: usize = registry.functions.values().map(Vec::len).sum();
        assert_eq!(registry.overloads.len(), count);
    }

    #[test]
    fn older_servers_have_fewer_functions() {
        let old = Registry::new(Minor(25));
        assert!(old.function("quantity").is_none());
        assert!(old.function("size").is_some());
        assert_eq!(old.function("_<_").map(<[_]>::len), Some(8));
        assert_eq!(Registry::new(Minor(29)).function("_<_").map(<[_]>::len), Some(14));
    }

    #[test]
    fn functions_that_name_operands_are_functions() {
        let known: Vec<_> =
            LIBRARIES.iter().flat_map(|library| library.functions).map(|function| function.name).collect();
        let naming = crdc_vocabulary::rules::NAMING_OPERANDS;
        let unknown: Vec<_> = naming.iter().filter(|name| !known.contains(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(naming.is_sorted());
    }
}
