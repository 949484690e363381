//! Checks CEL rules: compiles each rule and message of a schema as the server does, and adds up their costs.
//! In: a schema that is structural, with valid defaults. Out: the server's errors, each at a character inside
//! of a rule.
//!
//! `version_rules` is the input, `walk` visits the schemas with rules, `defaults` runs rules on defaults.
//! `budget` has the limits of costs, `account` adds up costs, `advice` finds limits that bring rules under
//! their budgets, `costs` lists all costs. `place` finds characters of rules in the document. `refused`
//! reports rules that servers refuse, `names` suggests other names, `lints` warns about rules that compile,
//! `older` reports features that older servers lack, `uncompiled` reports rules that only servers can run.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/{validation,cel_validation}.go,
// pkg/apiserver/schema/cel/compilation.go

mod account;
mod advice;
mod budget;
mod costs;
mod defaults;
mod lints;
mod load;
mod names;
mod older;
mod place;
mod refused;
mod uncompiled;
mod version_rules;
mod walk;

pub use costs::{Factor, RuleCost, RuleCosts, costs, rule_costs, share_of_rule, share_of_version};
pub(super) use defaults::{Defaults, defaults};
pub use lints::rule_warnings;
pub use load::load;
pub(super) use older::formats;
#[doc(hidden)]
pub use place::{UNFOLD, folded_comment, place_in_scalar};
pub use uncompiled::uncompiled;
pub use version_rules::Rules;
pub use walk::{RuleSite, rule_sites};

use super::report::Report;
pub use crate::rule_compiler::{ExpressionError, RuleCompiler, RuleReport, SchemaValues};

/// Compiles all rules.
pub(super) fn rules<'r>(rules: &'r Rules<'r>, report: &mut Report) {
    let mut has = false;
    rules.schema.visit(&mut |schema| has |= schema.x_validations.is_some());
    if has {
        walk::check(rules, report);
    }
}
