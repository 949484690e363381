//! Writes CEL rules: the programs of rules and messages, and the types by which rules read values, as
//! constants.
//!
//! `writer` is the state, `nodes` writes the tree of values with rules, `types` writes the types of these
//! values. `precheck` writes functions that check simple rules without evaluating them, `coverage` records in
//! tests which rules were true and false, `expressions` writes single expressions for tools.

mod coverage;
mod expressions;
mod nodes;
mod precheck;
mod types;
mod writer;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use super::module::Module;
use coverage::Coverage;
use crdc_plan::actions::{Patterns, UncompiledRule};
use writer::RuleWriter;

pub(super) use expressions::{Emitted, expressions};

/// The constant that names a rule without generated code.
pub(super) fn uncompiled_rule(rule: &UncompiledRule, runtime: &TokenStream) -> TokenStream {
    let (path, text, index) = (&rule.place, rule.rule.trim(), Literal::usize_unsuffixed(rule.index));
    quote!(#runtime::UncompiledRule::new(#path, #text, #index))
}

impl Emitter<'_> {
    /// The module of rules, unless there are none.
    pub(super) fn rules(&self) -> Result<Option<String>, syn::Error> {
        let Some(rules) = &self.actions.rules else { return Ok(None) };
        let mut writer = RuleWriter::new(self, &rules.types, Patterns::new(rules.patterns.clone()));
        writer.coverage = self.coverage.map(Coverage::new);
        let mut module = Module::new(
            "object_rules",
            " CEL rules: their programs, and functions that know simple ones to hold.",
        );
        writer.write(rules, &mut module)?;
        if let Some(coverage) = &writer.coverage {
            coverage.items().into_iter().try_for_each(|item| module.push(item))?;
        }
        writer.finished(module).map(Some)
    }
}
