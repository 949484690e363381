//! What each function costs at run time.
//
// cel-go: interpreter/runtimecost.go (costCall), ext/lists.go, ext/sets.go (trackers); apiserver:
// pkg/cel/library/cost.go (CallCost)

use proc_macro2::TokenStream;
use quote::quote;

/// What a call costs. If several overloads may be meant, the server knows the function only by its name.
pub(super) fn cost(function: &str, overloads: &[&str]) -> TokenStream {
    let overload = match overloads {
        [overload] => *overload,
        _ => "",
    };
    tracked(overload).or_else(|| named(function, overload)).unwrap_or_else(|| by_overload(overload))
}

/// Overloads of extensions that count themselves.
fn tracked(overload: &str) -> Option<TokenStream> {
    Some(match overload {
        "list_sets_contains_list" | "list_sets_intersects_list" => quote!(cel::Cost::Sets(1)),
        "list_sets_equivalent_list" => quote!(cel::Cost::Sets(2)),
        "list_slice" | "lists_range" | "list_reverse" => quote!(cel::Cost::NewList),
        "list_flatten" | "list_flatten_int" => quote!(cel::Cost::Flatten),
        "list_distinct" => quote!(cel::Cost::CompareAll(0)),
        overload if overload.ends_with("_sortByAssociatedKeys") => quote!(cel::Cost::CompareAll(1)),
        overload if overload.starts_with("list_") && overload.ends_with("_sort") => {
            quote!(cel::Cost::CompareAll(0))
        }
        _ => return None,
    })
}

/// Functions that the server knows by their names.
fn named(function: &str, overload: &str) -> Option<TokenStream> {
    Some(match function {
        "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" => quote!(cel::Cost::Scan),
        "ip" if overload == "cidr_ip" => quote!(cel::Cost::Unit),
        "lowerAscii" | "upperAscii" | "substring" | "trim" | "url" | "quantity" | "isQuantity" | "semver"
        | "isSemver" | "cidr" | "isIP" | "isCIDR" | "ip" => quote!(cel::Cost::Traverse),
        "replace" | "split" | "ip.isCanonical" => quote!(cel::Cost::TraverseTwice),
        "join" => quote!(cel::Cost::TraverseResult),
        "find" | "findAll" => quote!(cel::Cost::Search),
        "validate" => quote!(cel::Cost::Validate),
        "containsIP" => {
            let parse = overload == "cidr_contains_ip_string";
            quote!(cel::Cost::ContainsIp { parse: #parse })
        }
        "containsCIDR" => {
            let parse = overload == "cidr_contains_cidr_string";
            quote!(cel::Cost::ContainsCidr { parse: #parse })
        }
        _ => return None,
    })
}

fn by_overload(overload: &str) -> TokenStream {
    match overload {
        "starts_with_string" | "ends_with_string" => quote!(cel::Cost::Traverse),
        "string_to_bytes" | "bytes_to_string" | "strings_quote" | "string_format" => {
            quote!(cel::Cost::Traverse)
        }
        "in_list" => quote!(cel::Cost::InList),
        "less_string"
        | "less_equals_string"
        | "greater_string"
        | "greater_equals_string"
        | "less_bytes"
        | "less_equals_bytes"
        | "greater_bytes"
        | "greater_equals_bytes" => quote!(cel::Cost::Comparison),
        "add_string" | "add_bytes" => quote!(cel::Cost::Concatenate),
        "matches_string" => quote!(cel::Cost::Search),
        "contains_string" => quote!(cel::Cost::Contains),
        _ => quote!(cel::Cost::Unit),
    }
}

/// Whether a call evaluates no more operands when one fails: the server has a list of operands for these functions.
pub(super) fn stops(function: &str, overloads: &[&str], operands: usize) -> bool {
    operands > 2 || (overloads.len() > 1 && !is_one_function(function))
}

/// Functions whose overloads have one implementation.
fn is_one_function(function: &str) -> bool {
    let operator = !function.starts_with(|first: char| first.is_ascii_alphabetic()) && function.contains('_');
    operator || matches!(function, "@in" | "in" | "size" | "type" | "dyn" | "matches")
}
