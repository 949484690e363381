//! Coverage of rules: code in programs that records which rules and conditions were true and false, and a
//! table with the texts of these rules and conditions. Both are generated only if the options request it.
//! Results are recorded only by tests of the crate that includes the generated file.
//!
//! A point is a rule, or a condition in a rule, whose results are recorded. Conditions are the operands of
//! `&&` and `||`, and the condition of `c ? a : b`. Once each condition has been true and false, each operand
//! has decided a result, and both branches of `?:` were selected.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::emitter::Places;
use crdc_cel::compile::program::{Expr, Op};
use crdc_source::Span;

/// The points of a resource.
pub(super) struct Coverage<'p> {
    places: Places<'p>,
    /// The number of points so far.
    points: usize,
    /// The rows of the table, one for each rule.
    rules: Vec<TokenStream>,
}

/// The points of a rule.
pub(super) struct Points {
    text: Vec<char>,
    /// The number of the rule's point. The points of its conditions have the numbers after it.
    first: usize,
    /// The texts of the conditions.
    conditions: Vec<String>,
}

impl<'p> Coverage<'p> {
    pub(super) fn new(places: Places<'p>) -> Coverage<'p> {
        Coverage { places, points: 0, rules: Vec::new() }
    }

    /// The points of the next rule, without conditions so far.
    pub(super) fn points(&self, text: &str) -> Points {
        Points { text: text.chars().collect(), first: self.points, conditions: Vec::new() }
    }

    /// Adds a rule to the table.
    pub(super) fn add(&mut self, path: &str, at: Span, points: Points) {
        let Points { text, first, conditions } = points;
        self.points = first + 1 + conditions.len();
        let (rule, place) = (one_line(&text), (self.places)(at));
        self.rules.push(quote! {
            cel::coverage::CoveredRule {
                rule: #rule, path: #path, place: #place, point: #first, conditions: &[#(#conditions),*],
            }
        });
    }

    /// The table, and the constants by which programs refer to it in tests and elsewhere.
    pub(super) fn items(&self) -> [TokenStream; 3] {
        let (points, rules) = (self.points, &self.rules);
        let of = quote!(Option<&'static cel::coverage::CoveredRules>);
        [
            quote! {
                /// The record of tests.
                #[cfg(test)]
                pub(super) static COVERED: cel::coverage::CoveredRules =
                    cel::coverage::CoveredRules { points: #points, rules: &[#(#rules),*] };
            },
            quote! {
                #[cfg(test)]
                const RECORDED: #of = Some(&COVERED);
            },
            quote! {
                /// Only tests record results.
                #[cfg(not(test))]
                const RECORDED: #of = None;
            },
        ]
    }
}

impl Points {
    /// The expression by which the rule's program records results.
    pub(super) fn recorded(&self) -> TokenStream {
        let first = Literal::usize_unsuffixed(self.first);
        quote!(cel::coverage::recorded(RECORDED, #first))
    }

    /// The number of a condition within its rule; none if the condition is not recorded.
    pub(super) fn condition(&mut self, expr: &Expr) -> Option<u32> {
        // Not recorded: the operands of `&&` and `||` are conditions themselves.
        if matches!(expr.op, Op::And(..) | Op::Or(..)) {
            return None;
        }
        let (start, end) = (expr.span.0 as usize, expr.span.1 as usize);
        let text = one_line(self.text.get(start..end).unwrap_or_default());
        // Not recorded: the expansion of a macro made this condition, so the rule does not show it.
        if text == "(" {
            return None;
        }
        self.conditions.push(text);
        u32::try_from(self.conditions.len()).ok()
    }
}

/// A text without line breaks and indentation.
fn one_line(text: &[char]) -> String {
    let text: String = text.iter().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
