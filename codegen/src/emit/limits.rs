//! Writes the limits on the number of items or properties.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// A minimum and a maximum.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// `Items` or `Properties`: the suffix of the rules' names.
    pub(super) of: &'static str,
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
}

impl Limits {
    /// Statements that compare `count`, an expression without side effects, with the limits. `raise` returns
    /// the statement that reports a rule.
    pub(super) fn checks(self, count: &TokenStream, raise: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let mut checks = TokenStream::new();
        let rows = [
            ("Min", self.min.filter(|min| *min > 0), quote!(<)), // no count is below zero
            ("Max", self.max, quote!(>)),
        ];
        for (which, limit, operator) in rows {
            let Some(limit) = limit else { continue };
            let limit = Literal::i64_unsuffixed(limit);
            let rule = format_ident!("{which}{}", self.of);
            let name = format_ident!("{}_{}", which.to_uppercase(), self.of.to_uppercase());
            let raise = raise(&name);
            checks.extend(quote! {
                static #name: Rule = Rule::#rule(#limit);
                if #count #operator #limit {
                    #raise
                }
            });
        }
        checks
    }

    /// Whether anything is checked.
    pub(super) fn is_empty(self) -> bool {
        self.min.is_none_or(|min| min <= 0) && self.max.is_none()
    }
}
