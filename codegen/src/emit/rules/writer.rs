//! The state of the code that writes rules: the types they refer to, the imports of their modules, and the
//! constants of their programs (`rule_program`).

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::coverage::{Coverage, Points};
use crate::emit::emitter::Emitter;
use crate::emit::module::Module;
use crdc_cel::compile::program::{Program, ValueTypeId};
use crdc_cel::program::OldSelf;
use crdc_check::rule_compiler::Seen;
use crdc_plan::actions::{Patterns, RuleTypes};
pub(super) use crdc_tokens::rule_program::{Matchers, constant_name};
use crdc_tokens::rule_program::{With, program_constant};

/// Writes the rules of a plan.
pub(super) struct RuleWriter<'e> {
    pub(super) emitter: &'e Emitter<'e>,
    pub(super) types: &'e RuleTypes,
    pub(super) patterns: Patterns,
    /// Types that were referred to, and still need a constant.
    pub(super) named: BTreeMap<Seen, ValueTypeId>,
    /// The coverage points, if tests record coverage.
    pub(super) coverage: Option<Coverage<'e>>,
    /// Whether the code that is being written is in the module of types.
    pub(super) within_types: bool,
}

impl<'e> RuleWriter<'e> {
    pub(super) fn new(emitter: &'e Emitter<'e>, types: &'e RuleTypes, patterns: Patterns) -> Self {
        RuleWriter { emitter, types, patterns, named: BTreeMap::new(), coverage: None, within_types: false }
    }

    /// The text of the module with its imports, and after it the module of the types that it refers to.
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

    /// The constant of a program. The functions of its patterns are added to `matchers`, and the conditions
    /// that tests record to `points`.
    pub(super) fn program_constant(
        &self,
        name: &Ident,
        program: &Program,
        old: OldSelf,
        matchers: &mut Matchers,
        mut points: Option<&mut Points>,
    ) -> TokenStream {
        let recorded = match &points {
            Some(points) => points.recorded(),
            None => quote!(None),
        };
        let mut condition = |expr: &_| points.as_mut().and_then(|points| points.condition(expr));
        let matcher = |text: &str| self.patterns.get(text);
        let with = With { runtime: &self.emitter.runtime, matcher: &matcher, matchers, recorded };
        program_constant(name, program, old, &mut condition, with)
    }
}
