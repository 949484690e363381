//! CEL rules: each rule and message of a schema is compiled as the server does it, and its cost is added up. In:
//! a schema that is structural, with valid defaults. Out: what the server refuses, at the character inside of the
//! rule.
//!
//! `declare` says what rules see of the schema, `walk` visits the schemas with rules, `defaults` the defaults that rules
//! apply to, `budget` adds up costs, `advice` finds bounds that bring a rule under its budget, `costs` lists all of them,
//! `place` finds characters of rules in the document, `help` and `names` say what to write instead, `lints` warns
//! about rules that compile.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/{validation,cel_validation}.go,
// pkg/apiserver/schema/cel/compilation.go

mod advice;
mod budget;
mod compile;
mod costs;
mod declare;
mod defaults;
mod help;
mod lints;
mod names;
mod place;
mod walk;

pub use advice::{Advice, Bound, advise};
pub use compile::{ExpressionError, RuleCompiler, RuleReport};
pub use costs::{RuleCost, costs, rule_costs};
pub(super) use defaults::defaults;
pub use lints::rule_warnings;
pub use walk::{RuleSite, rule_sites};

use super::path::Path;
use super::report::Report;
use crate::schema::Schema;
use crate::source::Span;

/// What the family needs to know about a schema.
pub(super) struct Rules<'a> {
    /// The schema of a version.
    pub(super) schema: &'a Schema,
    /// Its key.
    pub(super) key: Span,
    /// Its path for the server.
    pub(super) path: &'a Path<'a>,
    /// The paths of the schemas that are wrong themselves. Rules at and above them are not compiled.
    pub(super) wrong: Vec<String>,
    /// Whether the costs of single rules are ignored, because an update does not change the schema.
    pub(super) unchanged: bool,
    /// The text of the document, if it is known.
    pub(super) text: Option<&'a str>,
}

/// Compiles all rules.
pub(super) fn rules(rules: &Rules<'_>, report: &mut Report) {
    let mut has = false;
    rules.schema.visit(&mut |schema| has |= schema.x_validations.is_some());
    if has {
        walk::check(rules, report);
    }
}
