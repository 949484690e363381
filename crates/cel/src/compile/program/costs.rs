//! Determines the cost of a call at run time.
//
// cel-go: interpreter/runtimecost.go (costCall), ext/lists.go, ext/sets.go (trackers); apiserver:
// pkg/cel/library/cost.go (Cost)

use super::constants::{converts_constant, is_set};
use super::expr::Expr;
use crate::functions::{functions, overload};
use crate::operations::call_cost::Cost;
use crdc_vocabulary::rules::NoOverload;

/// The cost of a call with its operands.
#[must_use]
pub fn call_cost(function: &str, overloads: &[&str], args: &[Expr]) -> Cost {
    let free = match (overloads, args) {
        (["in_list"], [_, list]) => is_set(list),
        _ => converts_constant(function, args),
    };
    if free { Cost::Free } else { cost(function, overloads) }
}

/// The cost of a call. If several overloads are possible, the server decides it by the name of the function
/// alone.
fn cost(function: &str, overloads: &[&str]) -> Cost {
    if let [id] = overloads
        && let Some((function, overload)) = overload(id)
    {
        return overload.counts.unwrap_or(function.counts);
    }
    functions().find(|known| known.name == function).map_or(Cost::Unit, |known| known.counts)
}

/// Whether a call stops evaluating operands when one fails: the server does so for functions that take a list
/// of operands.
pub(super) fn stops(function: &str, overloads: &[&str], operands: usize) -> bool {
    operands > 2 || (overloads.len() > 1 && !is_one_function(function))
}

/// Whether all overloads of a function share one implementation, which itself reports that no overload fits.
fn is_one_function(function: &str) -> bool {
    let operator = !function.starts_with(|first: char| first.is_ascii_alphabetic()) && function.contains('_');
    operator
        || matches!(function, "@in" | "in" | "type" | "dyn")
        || NoOverload::of(function) == NoOverload::Function
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_depend_on_the_overload_or_the_name() {
        assert_eq!(cost("ip", &["string_to_ip"]), Cost::Traverse);
        assert_eq!(cost("ip", &["cidr_ip"]), Cost::Unit);
        assert_eq!(cost("contains", &["contains_string"]), Cost::Contains);
        assert_eq!(cost("sort", &["list_int_sort"]), Cost::CompareAll(0));
        // With several overloads only the name is known.
        assert_eq!(cost("sort", &["list_int_sort", "list_string_sort"]), Cost::Unit);
        assert_eq!(cost("indexOf", &["string_index_of_string", "list_a_index_of_int"]), Cost::Scan);
    }

    #[test]
    fn lists_of_operands_end_with_the_first_error() {
        assert!(stops("substring", &["string_substring_int_int"], 3));
        assert!(stops("int", &["double_to_int64", "string_to_int64"], 1));
        assert!(!stops("startsWith", &["starts_with_string"], 2));
        for one in ["_+_", "!_", "-_", "@in", "size", "dyn"] {
            assert!(!stops(one, &["a", "b"], 2), "{one}");
        }
    }
}
