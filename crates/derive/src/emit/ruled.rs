//! Writes CEL rules as constants of the runtime.
//!
//! In: rules with their programs. Out: a list of the runtime's `Rule`s, in a block with the programs and the
//! functions of their patterns.

use std::sync::Arc;

use crdc_cel::program::OldSelf;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emitter::Emitter;
use crate::model::CelRule;
use crdc_schema::{Reason, RuleWords};
use crdc_tokens::rule_program::{Matchers, With, constant_name, program_constant, rule_constant};

impl Emitter<'_> {
    /// The call that adds rules to a part or a node. Empty if there are no rules.
    pub(super) fn ruled<'r>(&self, rules: impl IntoIterator<Item = &'r CelRule>) -> TokenStream {
        let runtime = &self.item.runtime;
        let runtime = quote!(#runtime::__private);
        let (mut items, mut constants, mut matchers) = (Vec::new(), Vec::new(), Matchers::new());
        for (index, CelRule { words, compiled, .. }) in rules.into_iter().enumerate() {
            // A rule without a program was reported.
            let Some(compiled) = compiled else { continue };
            let old = if words.optional_old_self { OldSelf::Optional } else { OldSelf::Plain };
            let name = format_ident!("rule_{index}");
            let matcher = |text: &str| crdc_schema::pattern::compile(text).ok().map(Arc::new);
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
            let expression = compiled.message.as_ref().map(|program| {
                let name = format_ident!("message_{index}");
                items.push(with(&name, program, OldSelf::InMessage));
                (words.expression.as_deref().unwrap_or_default(), constant_name(&name))
            });
            let said = RuleWords {
                text: words.rule.trim().to_owned(),
                index,
                message: words.message.as_deref().unwrap_or_default().trim().to_owned(),
                reason: Reason::of(words.reason.as_deref()),
                field_path: compiled.field_path.clone(),
                optional_old_self: words.optional_old_self,
            };
            constants.push(rule_constant(&said, &constant_name(&name), expression, compiled.transition));
        }
        if constants.is_empty() {
            return TokenStream::new();
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
