//! The table of all libraries.
//!
//! Easy to break: the order is that in which a server adds them.

use super::overload::{Function, Overload};
use super::{
    authorization, cidr, format, ip, lists, operators, optionals, pairs, quantity, regex, semver, sequences,
    sets, standard, strings, time, urls,
};

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
