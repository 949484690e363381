//! Calls of functions and operators: the code of each overload, a file for each library (`code_of` knows all). `a`, `b`, `d` and `e` are
//! the operands in the representations of the overload's signature, `c` is the context.

mod cidr;
mod code_of;
mod dispatch;
mod format;
mod ip;
mod lists;
mod operators;
mod optionals;
mod quantity;
mod resolve;
mod semver;
mod sequences;
mod sets;
mod standard;
mod strings;
mod table;
#[cfg(test)]
mod tests;
mod time;
mod urls;

pub(super) use code_of::without_code;
pub use resolve::{CallCandidate, CallCode, ResolvedCall, resolve_call};
pub(crate) use table::{program_table, rust_name};

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::cel::program::CallCost;

/// A cost as a constant of the runtime.
pub(super) fn cost_tokens(cost: CallCost) -> TokenStream {
    match cost {
        CallCost::Sets(factor) => {
            let factor = Literal::u64_unsuffixed(factor);
            quote!(cel::Cost::Sets(#factor))
        }
        CallCost::CompareAll(operand) => {
            let operand = Literal::u8_unsuffixed(operand);
            quote!(cel::Cost::CompareAll(#operand))
        }
        CallCost::ContainsIp(parse) => quote!(cel::Cost::ContainsIp { parse: #parse }),
        CallCost::ContainsCidr(parse) => quote!(cel::Cost::ContainsCidr { parse: #parse }),
        plain => {
            let plain = format_ident!("{plain:?}");
            quote!(cel::Cost::#plain)
        }
    }
}
