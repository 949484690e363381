//! What each function costs at run time.
//
// cel-go: interpreter/runtimecost.go (costCall), ext/lists.go, ext/sets.go (trackers); apiserver:
// pkg/cel/library/cost.go (CallCost)

use super::constants::{converts_constant, is_set};
use super::expr::Expr;

/// What a call costs, by the sizes of its operands and of its result. The runtime computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallCost {
    /// Nothing: the server computes it when it compiles the rule.
    Free,
    /// 1
    Unit,
    /// The shorter operand is traversed.
    Comparison,
    /// Both operands are traversed.
    Concatenate,
    /// The size of the list, the second operand.
    InList,
    /// The first operand is traversed.
    Traverse,
    /// The first operand is traversed twice.
    TraverseTwice,
    /// The result is traversed twice.
    TraverseResult,
    /// All texts in the first operand are traversed.
    Scan,
    /// The operands are traversed, and the results multiplied.
    Contains,
    /// The text is traversed, times the size of the pattern.
    Search,
    /// The text, the second operand, is searched for the pattern of the named format.
    Validate,
    /// An address is compared with a network, after it is parsed or not.
    ContainsIp(bool),
    /// A network is compared with a network, after it is parsed or not.
    ContainsCidr(bool),
    /// 1, and so much for each pair of items of the two lists.
    Sets(u64),
    /// The size of the list that is made.
    NewList,
    /// The size of the list for each level.
    Flatten,
    /// All items of this operand are compared with each other.
    CompareAll(u8),
}

/// What a call costs with its operands.
#[must_use]
pub fn call_cost(function: &str, overloads: &[&str], args: &[Expr]) -> CallCost {
    let free = match (overloads, args) {
        (["in_list"], [_, list]) => is_set(list),
        _ => converts_constant(function, args),
    };
    if free { CallCost::Free } else { cost(function, overloads) }
}

/// What a call costs. If several overloads may be meant, the server knows the function only by its name.
fn cost(function: &str, overloads: &[&str]) -> CallCost {
    let overload = match overloads {
        [overload] => *overload,
        _ => "",
    };
    tracked(overload).or_else(|| named(function, overload)).unwrap_or_else(|| by_overload(overload))
}

/// Overloads of extensions that count themselves.
fn tracked(overload: &str) -> Option<CallCost> {
    Some(match overload {
        "list_sets_contains_list" | "list_sets_intersects_list" => CallCost::Sets(1),
        "list_sets_equivalent_list" => CallCost::Sets(2),
        "list_slice" | "lists_range" | "list_reverse" => CallCost::NewList,
        "list_flatten" | "list_flatten_int" => CallCost::Flatten,
        "list_distinct" => CallCost::CompareAll(0),
        overload if overload.ends_with("_sortByAssociatedKeys") => CallCost::CompareAll(1),
        overload if overload.starts_with("list_") && overload.ends_with("_sort") => CallCost::CompareAll(0),
        _ => return None,
    })
}

/// Functions that the server knows by their names.
fn named(function: &str, overload: &str) -> Option<CallCost> {
    Some(match function {
        "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" => CallCost::Scan,
        "ip" if overload == "cidr_ip" => CallCost::Unit,
        "lowerAscii" | "upperAscii" | "substring" | "trim" | "url" | "quantity" | "isQuantity" | "semver"
        | "isSemver" | "cidr" | "isIP" | "isCIDR" | "ip" => CallCost::Traverse,
        "replace" | "split" | "ip.isCanonical" => CallCost::TraverseTwice,
        "join" => CallCost::TraverseResult,
        "find" | "findAll" => CallCost::Search,
        "validate" => CallCost::Validate,
        "containsIP" => {
            let parse = overload == "cidr_contains_ip_string";
            CallCost::ContainsIp(parse)
        }
        "containsCIDR" => {
            let parse = overload == "cidr_contains_cidr_string";
            CallCost::ContainsCidr(parse)
        }
        _ => return None,
    })
}

fn by_overload(overload: &str) -> CallCost {
    match overload {
        "starts_with_string" | "ends_with_string" => CallCost::Traverse,
        "string_to_bytes" | "bytes_to_string" | "strings_quote" | "string_format" => CallCost::Traverse,
        "in_list" => CallCost::InList,
        "less_string"
        | "less_equals_string"
        | "greater_string"
        | "greater_equals_string"
        | "less_bytes"
        | "less_equals_bytes"
        | "greater_bytes"
        | "greater_equals_bytes" => CallCost::Comparison,
        "add_string" | "add_bytes" => CallCost::Concatenate,
        "matches_string" => CallCost::Search,
        "contains_string" => CallCost::Contains,
        _ => CallCost::Unit,
    }
}

/// Whether a call evaluates no more operands when one fails: the server has a list of operands for these functions.
#[must_use]
pub fn stops(function: &str, overloads: &[&str], operands: usize) -> bool {
    operands > 2 || (overloads.len() > 1 && !is_one_function(function))
}

/// Functions whose overloads have one implementation.
fn is_one_function(function: &str) -> bool {
    let operator = !function.starts_with(|first: char| first.is_ascii_alphabetic()) && function.contains('_');
    operator || matches!(function, "@in" | "in" | "size" | "type" | "dyn" | "matches")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_depend_on_the_overload_or_the_name() {
        assert_eq!(cost("ip", &["string_to_ip"]), CallCost::Traverse);
        assert_eq!(cost("ip", &["cidr_ip"]), CallCost::Unit);
        assert_eq!(cost("contains", &["contains_string"]), CallCost::Contains);
        assert_eq!(cost("sort", &["list_int_sort"]), CallCost::CompareAll(0));
        // With several overloads only the name is known.
        assert_eq!(cost("sort", &["list_int_sort", "list_string_sort"]), CallCost::Unit);
        assert_eq!(cost("indexOf", &["string_index_of_string", "list_a_index_of_int"]), CallCost::Scan);
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
