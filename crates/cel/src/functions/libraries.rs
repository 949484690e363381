//! The table of all libraries.
//!
//! Easy to break: the order is that in which a server adds them.

use super::{
    authorization, cidr, format, ip, lists, operators, optionals, pairs, quantity, regex, semver, sequences,
    sets, standard, strings, time, urls,
};
use crate::functions::overload::{Function, Overload};

/// A library.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// The title on the page.
    pub title: &'static str,
    /// The functions.
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

/// All functions.
pub fn functions() -> impl Iterator<Item = &'static Function> + Clone {
    LIBRARIES.iter().flat_map(|library| library.functions)
}

/// The overload with this name, and its function.
#[must_use]
pub fn overload(id: &str) -> Option<(&'static Function, &'static Overload)> {
    functions().find_map(|function| {
        function.overloads.iter().find(|overload| overload.id == id).map(|overload| (function, overload))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The functions that programs evaluate by an operation of their own, without code in the table.
    const PARTS: &[&str] = &[
        "_&&_",
        "_||_",
        "_?_:_",
        "_==_",
        "_!=_",
        "_[_]",
        "_?._",
        "_[?_]",
        "or",
        "orValue",
        "@not_strictly_false",
        "cel.@mapInsert",
        // A pattern may be a constant.
        "matches",
        "find",
        "findAll",
    ];

    #[test]
    fn each_overload_has_code_or_is_a_part_of_a_program() {
        let authorization: Vec<_> = LIBRARIES
            .iter()
            .filter(|library| library.title == "Authorization")
            .flat_map(|library| library.functions)
            .map(|function| function.name)
            .collect();
        for function in functions() {
            let is_apart = PARTS.contains(&function.name) || authorization.contains(&function.name);
            for overload in function.overloads {
                assert_eq!(overload.code.is_none(), is_apart, "{}", overload.id);
            }
        }
    }

    #[test]
    fn overloads_that_share_code_have_like_operands() {
        let shared: Vec<_> = functions().filter(|function| function.shares_code).collect();
        assert_eq!(shared.len(), 5);
        for function in shared {
            let counts = function.overloads.iter().map(|overload| overload.args.len());
            assert!(counts.clone().all(|count| Some(count) == counts.clone().next()), "{}", function.name);
        }
    }
}
