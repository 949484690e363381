//! The code of all overloads, and which functions have code of another kind.

use super::{
    cidr, format, ip, lists, operators, optionals, quantity, semver, sequences, sets, standard, strings,
    time, urls,
};
use crate::cel::library::overload;
use crate::cel::program::{Expr, Op};

/// The code of all overloads.
pub(super) const CALLS: &[&[(&str, &str)]] = &[
    operators::CALLS,
    standard::CALLS,
    time::CALLS,
    strings::CALLS,
    lists::CALLS,
    sequences::CALLS,
    sets::CALLS,
    optionals::CALLS,
    urls::CALLS,
    quantity::CALLS,
    ip::CALLS,
    cidr::CALLS,
    format::CALLS,
    semver::CALLS,
];

/// The code of an overload.
pub(super) fn code_of(id: &str) -> Option<&'static str> {
    CALLS.iter().flat_map(|library| library.iter()).find(|(known, _)| *known == id).map(|(_, code)| *code)
}

/// Whether the result of a function has the type that the caller expects.
pub(super) fn is_asked(function: &str) -> bool {
    matches!(function, "min" | "max")
}

/// The first function in an expression that has no code.
pub(in crate::emit::rules) fn without_code(expr: &Expr) -> Option<&str> {
    let own = match &expr.op {
        Op::Call { function, .. } if is_regex(function) => None,
        Op::Call { function, overloads, meant, .. } => {
            let meant = meant.as_deref().unwrap_or(overloads);
            let has_code = |id: &&str| overload(id).is_some() && code_of(id).is_some();
            (meant.is_empty() || !meant.iter().all(has_code)).then_some(function.as_str())
        }
        _ => None,
    };
    own.or_else(|| expr.children().into_iter().find_map(without_code))
}

/// Whether a function searches for a pattern.
pub(super) fn is_regex(function: &str) -> bool {
    matches!(function, "matches" | "find" | "findAll")
}
