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

use super::code::{Code, rust_type};
use super::constants::code_for_constant;
use super::function::Function;
use crate::cel::ast::Constant;
use crate::cel::library::{Overload, overload};
use crate::cel::program::{CallCost, Expr, Op, Repr, call_cost, stops};
use code_of::{asked, code_of, is_regex, tokens_of};

/// A cost as the runtime's.
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

/// The operand of a function whose cost the server counts even if there is no list.
fn counted(function: &str, operand: TokenStream) -> TokenStream {
    match function {
        "sort" | "distinct" | "@sortByAssociatedKeys" => quote!(library::sequences::counted(#operand)),
        _ => operand,
    }
}

/// The call of a function that has this code.
fn invoked(
    stops: bool,
    asked: Option<TokenStream>,
    cost: &TokenStream,
    operands: &[TokenStream],
    code: &TokenStream,
) -> TokenStream {
    match (stops, operands) {
        (true, [a, b]) => quote!(cel::try_call2(c, #cost, #a, || #b, #code)),
        (_, [a, b, d]) => quote!(cel::try_call3(c, #cost, #a, || #b, || #d, #code)),
        (_, [a, b, d, e]) => quote!(cel::try_call4(c, #cost, #a, (|| #b, || #d, || #e), #code)),
        _ => {
            let call = format_ident!("call{}", operands.len());
            quote!(cel::#call #asked(c, #cost #(, #operands)*, #code))
        }
    }
}

impl Function<'_, '_> {
    pub(super) fn call(
        &mut self,
        function: &str,
        [overloads, meant]: [&[&'static str]; 2],
        args: &[Expr],
        repr: &Repr,
    ) -> Code {
        if overloads == ["in_list"]
            && let Some(code) = self.in_constants(args)
        {
            return code;
        }
        if is_regex(function) {
            return self.regex(function, overloads, args, repr);
        }
        let found: Vec<(&'static Overload, &'static str)> =
            meant.iter().filter_map(|id| Some((overload(id)?, code_of(id)?))).collect();
        if found.is_empty() {
            return Code::evaluated(quote!(Err(EvalError::NoSuchOverload)), repr.clone());
        }
        let cost = cost_tokens(call_cost(function, overloads, args));
        let stops = stops(function, overloads, args.len());
        let is_late = dispatch::is_error_decided_late(function, args, &found);
        if let [(overload, code)] = found.as_slice()
            && !is_late
        {
            let operands: Vec<_> = args
                .iter()
                .zip(overload.args)
                .map(|(arg, of)| counted(function, self.expr(arg).operand_as(&Repr::of_signature(of))))
                .collect();
            let result = Repr::of_signature(&overload.result);
            let code = code_for_constant(overload.id, args).unwrap_or_else(|| tokens_of(code));
            let tokens = invoked(stops, asked(function, &result), &cost, &operands, &code);
            return Code::evaluated(tokens, result).converted(repr);
        }
        if let Some((parameters, result, code)) = dispatch::shared(&found).filter(|_| !is_late) {
            let operands: Vec<_> = args
                .iter()
                .zip(&parameters)
                .map(|(arg, of)| counted(function, self.expr(arg).operand_as(of)))
                .collect();
            let tokens = invoked(stops, asked(function, &result), &cost, &operands, &tokens_of(code));
            return Code::evaluated(tokens, result).converted(repr);
        }
        // Which of them is meant is known when the types of the operands are.
        let operands: Vec<_> = args.iter().map(|arg| self.expr(arg).result_as(&Repr::Dynamic)).collect();
        let names: Vec<_> =
            ["a", "b", "d", "e"].iter().take(args.len()).map(|name| format_ident!("{name}")).collect();
        let apply = format_ident!("apply{}", names.len());
        let tries = found.iter().map(|(overload, code)| {
            let code = tokens_of(code);
            let types: Vec<_> = overload.args.iter().map(|of| rust_type(&Repr::of_signature(of))).collect();
            let result = Code::evaluated(quote!(found), Repr::of_signature(&overload.result)).result_as(repr);
            let conditions =
                names.iter().zip(&types).map(|(name, of)| quote!(<#of as CelType<'a>>::from_value(#name)));
            let arguments = quote!(#(#names),*);
            let guards: Vec<_> = names
                .iter()
                .zip(overload.args)
                .filter_map(|(name, of)| dispatch::condition(of, name))
                .collect();
            let attempt = quote! {
                if let (#(Ok(#names),)*) = (#(#conditions,)*) {
                    let found = cel::#apply(#arguments, #code);
                    return #result;
                }
            };
            if guards.is_empty() { attempt } else { quote!(if #(#guards)&&* { #attempt }) }
        });
        let of = rust_type(repr);
        let failure = if is_late {
            quote!(cel::mismatched(#function, &[#(#names),*]))
        } else {
            quote!(cel::no_overload(#function, a))
        };
        let code = quote!(|#(#names),*| -> Evaluated<#of> { #(#tries)* Err(#failure) });
        Code::evaluated(invoked(stops, None, &cost, &operands, &code), repr.clone())
    }

    /// `matches`, `find` and `findAll`: a constant pattern is compiled now, if only the answer counts.
    fn regex(&mut self, function: &str, overloads: &[&'static str], args: &[Expr], repr: &Repr) -> Code {
        let cost = cost_tokens(call_cost(function, overloads, args));
        let literal = match args.get(1).map(|arg| &arg.op) {
            Some(Op::Constant(Constant::String(pattern))) => Some(pattern),
            _ => None,
        };
        if let Some(pattern) = literal.filter(|_| function == "matches" && args.len() == 2)
            && let Some(matcher) = self.rules.matcher(pattern)
        {
            let text = self.expr(&args[0]).operand_as(&Repr::String);
            let size = pattern.chars().count() as u64;
            let new = format_ident!("{}_matches_{}", self.name, self.patterns.len());
            let (name, _) = self.patterns.entry(pattern.clone()).or_insert_with(|| {
                let matcher = matcher.emit(&new, &self.rules.emitter.runtime);
                (new, matcher)
            });
            let cost =
                if overloads == ["matches_string"] { quote!(cel::Cost::SearchFor(#size)) } else { cost };
            let tokens = quote!(cel::try_call1(c, #cost, #text, |a| Ok(#name(a.as_bytes()))));
            return Code::evaluated(tokens, Repr::Bool).converted(repr);
        }
        let (parameters, is_literal) = dispatch::search_operands(args);
        let operands: Vec<_> =
            args.iter().zip(&parameters).map(|(arg, of)| self.expr(arg).operand_as(of)).collect();
        let (result, search) = match (function, operands.len()) {
            ("matches", 2) => (Repr::Bool, quote!(library::regex::matches(&mut c.patterns(), a, b))),
            ("find", 2) => (Repr::String, quote!(library::regex::find(&mut c.patterns(), a, b))),
            (_, count @ 2..) => {
                let limit = if count == 2 { quote!(None) } else { quote!(Some(d)) };
                let found = quote!(library::regex::find_all(c.arena, &mut c.patterns(), a, b, #limit));
                (Repr::List(Box::new(Repr::String)), quote!(Ok(cel::texts(c.arena, #found?))))
            }
            _ => return Code::evaluated(quote!(Err(EvalError::NoSuchOverload)), repr.clone()),
        };
        let names: Vec<_> =
            ["a", "b", "d"].iter().take(operands.len()).map(|name| format_ident!("{name}")).collect();
        let code = if matches!(parameters, [Repr::Dynamic, ..]) {
            let values = names.iter().zip(&dispatch::SEARCH_PARAMETERS).map(|(name, of)| {
                let of = rust_type(of);
                quote!(cel::of::<#of>(#name))
            });
            quote!(|#(#names),*| {
                let (#(Ok(#names),)*) = (#(#values,)*) else {
                    return Err(cel::mismatched(#function, &[#(#names),*]));
                };
                #search
            })
        } else {
            quote!(|#(#names),*| #search)
        };
        Code::evaluated(invoked(is_literal, None, &cost, &operands, &code), result).converted(repr)
    }
}
