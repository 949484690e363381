//! CEL rules: programs of rules and messages, what rules see of the values, and the tree of values with
//! rules.
//!
//! `plan_rules` is the state, `compiled` makes programs. `declare` gives the nodes of the plan the types of rules, `tree` decides which values have rules and what is said of
//! them, `decided` has all of it as data. `types` and `nodes` are the constants, `program` turns a program into
//! one; `sure` makes a function that knows simple rules to hold, with `field_numbers`; `noted` says which values decoding notes; `bound` says which objects are so small that their costs need not be counted;
//! `coverage` records results in tests.
//!
//! Equal rules on equal nodes are one program, because equal nodes are one.

mod bound;
mod compiled;
mod coverage;
mod decided;
mod declare;
mod expressions;
mod field_numbers;
mod nodes;
mod noted;
mod plan_rules;
mod program;
mod programs;
mod sure;
mod tree;
mod types;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::actions::UncompiledRule;
use super::emitter::Emitter;
use super::module::Module;
use coverage::Coverage;
use plan_rules::Rules;

pub(crate) use expressions::Emitted;

impl UncompiledRule {
    /// What generated code says about it.
    pub(super) fn constant(&self, runtime: &TokenStream) -> TokenStream {
        let (path, rule, index) = (&self.place, self.rule.trim(), Literal::usize_unsuffixed(self.index));
        quote!(#runtime::UncompiledRule::new(#path, #rule, #index))
    }
}

/// The code of the rules of a plan.
pub(super) struct RuleCode {
    /// The module, unless there are no rules.
    pub(super) module: Option<String>,
    /// The rules that it does not have.
    pub(super) uncompiled: Vec<UncompiledRule>,
}

impl<'p> Emitter<'p> {
    /// The module of rules, unless there are none.
    pub(super) fn rules(&'p self) -> Result<RuleCode, syn::Error> {
        if !self.plan.has_rules() {
            return Ok(RuleCode { module: None, uncompiled: Vec::new() });
        }
        let mut rules = Rules::new(self);
        rules.coverage = self.coverage.map(Coverage::new);
        rules.find_holders();
        let mut module = Module::new(
            "object_rules",
            " CEL rules: their programs, and functions that know simple ones to hold.",
        );
        rules.emit(&mut module)?;
        if let Some(coverage) = &rules.coverage {
            coverage.items().into_iter().try_for_each(|item| module.push(item))?;
        }
        let uncompiled = std::mem::take(&mut rules.uncompiled);
        Ok(RuleCode { module: Some(self.finished(module, &mut rules)?), uncompiled })
    }

    /// The rules that have no form in Rust.
    pub(super) fn uncompiled_rules(&'p self) -> Vec<UncompiledRule> {
        let mut rules = Rules::new(self);
        (0..self.plan.nodes.len()).for_each(|id| drop(rules.decided_rules(id)));
        rules.uncompiled
    }

    /// The text of the module, with what it imports, and that of the types that it names.
    fn finished(&self, module: Module, rules: &mut Rules<'_>) -> Result<String, syn::Error> {
        let mut types = Module::new("rule_types", " What rules see of values.");
        for constant in rules.type_constants() {
            types.push(constant)?;
        }
        let runtime = &self.runtime;
        let types = types.text(&[
            (quote!(#runtime::cel), &["Form", "RuleField", "RuleType"]),
            (quote!(#runtime), &["cel"]),
        ])?;
        let rules = module.text(&[
            (quote!(#runtime::cel), &["Rule", "RuleNode", "Rules", "Sure", "SurelyHold"]),
            (
                quote!(#runtime::cel::program),
                &[
                    "Candidate",
                    "Code",
                    "Constant",
                    "Expr",
                    "Guard",
                    "Loop",
                    "LoopKind",
                    "OldSelf",
                    "Op",
                    "Program",
                    "Repr",
                ],
            ),
            (quote!(#runtime::cel), &["functions"]),
            (quote!(#runtime), &["cel", "ErrorType", "Validation"]),
        ])?;
        Ok(rules + &types)
    }
}
