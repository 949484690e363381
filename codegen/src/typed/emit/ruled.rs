//! CEL rules as constants of the runtime.
//!
//! In: rules with their programs. Out: a list of the runtime's `Rule`s, in a block with the programs and the functions of their
//! patterns.

use std::sync::Arc;

use crdc_cel::program::OldSelf;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::emitter::Emitter;
use crate::rule_program::{Matchers, With, constant_name, program_constant};
use crate::schema::field_path::as_fields;
use crate::typed::model::{CelRule, RuleWords};

impl Emitter<'_> {
    /// The call that adds rules to a part or a node; nothing if there are none.
    pub(super) fn ruled(&self, rules: &[&CelRule]) -> TokenStream {
        if rules.is_empty() {
            return TokenStream::new();
        }
        let runtime = &self.item.runtime;
        let runtime = quote!(#runtime::__private);
        let (mut items, mut constants, mut matchers) = (Vec::new(), Vec::new(), Matchers::new());
        for (index, rule) in rules.iter().enumerate() {
            // One without programs was reported.
            let Some(compiled) = &rule.compiled else { continue };
            let RuleWords { rule: text, message, expression, reason, field_path, optional_old_self } =
                &rule.words;
            let old = if *optional_old_self { OldSelf::Optional } else { OldSelf::Plain };
            let name = format_ident!("rule_{index}");
            let matcher = |text: &str| crate::pattern::compile(text).ok().map(Arc::new);
            let mut with = |name: &_, program, old| {
                let with = With {
                    runtime: &runtime,
                    matcher: &matcher,
                    matchers: &mut matchers,
                    recorded: quote!(None),
                };
                program_constant(name, program, old, &mut |_| None, with)
            };
            items.push(with(&name, &compiled.rule, old));
            let said = compiled.message.as_ref().map(|program| {
                let name = format_ident!("message_{index}");
                items.push(with(&name, program, OldSelf::InMessage));
                let (text, name) = (expression.as_deref().unwrap_or_default(), constant_name(&name));
                quote!(Some((#text, &#name)))
            });
            let said = said.unwrap_or_else(|| quote!(None));
            let reason = match reason.as_deref() {
                Some("FieldValueRequired") => quote!(Required),
                Some("FieldValueForbidden") => quote!(Forbidden),
                Some("FieldValueDuplicate") => quote!(Duplicate),
                _ => quote!(Invalid),
            };
            let (text, message) = (text.trim(), message.as_deref().unwrap_or_default().trim());
            let (holds, index) = (constant_name(&name), Literal::usize_unsuffixed(index));
            let (field_path, transition) =
                (as_fields(field_path.as_deref().unwrap_or_default()).canonical, compiled.transition);
            constants.push(quote! {
                Rule {
                    holds: &#holds,
                    text: #text,
                    index: #index,
                    message: #message,
                    expression: #said,
                    reason: ErrorType::#reason,
                    field_path: #field_path,
                    transition: #transition,
                    optional_old_self: #optional_old_self,
                }
            });
        }
        let matchers = matchers.into_values().map(|(_, matcher)| matcher);
        quote! {
            .ruled(const {
                use #runtime::{ErrorType, cel};
                use #runtime::cel::{Rule, functions};
                use #runtime::cel::program::{Candidate, Code, Constant, Expr, Guard, Loop, LoopKind, OldSelf, Op, Program, Repr};
                use #runtime::typed::{None, Some};
                #(#matchers)*
                #(#items)*
                &[#(#constants),*]
            })
        }
    }
}
