//! The state of writing rules, and what their modules import.

use std::collections::BTreeMap;

use quote::quote;

use super::coverage::Coverage;
use crate::actions::{Patterns, RuleTypes};
use crate::emit::emitter::Emitter;
use crate::emit::module::Module;
use crate::rules::Seen;
use crdc_cel::compile::program::ValueTypeId;

/// Writes the rules of a plan.
pub(super) struct RuleWriter<'e> {
    pub(super) emitter: &'e Emitter<'e>,
    pub(super) types: &'e RuleTypes,
    pub(super) patterns: Patterns,
    /// Types that were named, and that constants must be made for.
    pub(super) named: BTreeMap<Seen, ValueTypeId>,
    /// What tests record, if they do.
    pub(super) coverage: Option<Coverage<'e>>,
    /// Whether the code is in the module of types.
    pub(super) within_types: bool,
}

impl<'e> RuleWriter<'e> {
    pub(super) fn new(emitter: &'e Emitter<'e>, types: &'e RuleTypes, patterns: Patterns) -> Self {
        RuleWriter { emitter, types, patterns, named: BTreeMap::new(), coverage: None, within_types: false }
    }

    /// The text of the module, with what it imports, and that of the types that it names.
    pub(super) fn finished(mut self, module: Module) -> Result<String, syn::Error> {
        let mut types = Module::new("rule_types", " What rules see of values.");
        for constant in self.type_constants() {
            types.push(constant)?;
        }
        let runtime = &self.emitter.runtime;
        let types = types.text(&[
            (quote!(#runtime::cel), &["Form", "RuleField", "RuleType"]),
            (quote!(#runtime), &["cel"]),
        ])?;
        let rules = module.text(&[
            (quote!(#runtime::cel), &["PrecheckReader", "Rule", "RuleNode", "Rules", "RunPrecheck"]),
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
