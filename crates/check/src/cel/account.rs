//! Adds up the costs of the rules of a version, and reports rules and versions over their budgets.

use super::advice::{Advice, Adviser, Counted, Set, unbounded};
use super::budget::{OF_RULE, OF_VERSION, Total, exceeded};
use super::version_rules::Rules;
use crate::path::Path;
use crate::report::Report;
use crate::rule_compiler::RuleCompiler;
use crdc_source::Span;
use crdc_source::diag::{Code, FieldError};

/// The costs of the rules so far.
pub(super) struct Account<'r> {
    rules: &'r Rules<'r>,
    total: Total<(FieldError, Span)>,
    counted: Vec<Counted<'r>>,
    adviser: Adviser<'r>,
}

impl<'r> Account<'r> {
    pub(super) fn new(rules: &'r Rules<'r>) -> Account<'r> {
        Account { rules, total: Total::default(), counted: Vec::new(), adviser: Adviser::default() }
    }

    /// Adds the cost of a rule or message, and reports it if it is over its budget.
    pub(super) fn add(
        &mut self,
        counted: Counted<'r>,
        cost: u64,
        span: Span,
        path: &Path<'_>,
        compiler: &mut RuleCompiler,
        report: &mut Report,
    ) {
        if cost > 0 {
            self.counted.push(counted);
        }
        // The server does not look at single costs if an update does not change the schema.
        if cost > OF_RULE && !self.rules.unchanged {
            let what =
                if counted.message { "estimated messageExpression cost" } else { "estimated rule cost" };
            let help = match self.adviser.rule(counted, self.rules.schema, compiler) {
                Advice::Set(bounds) if !bounds.is_empty() => Set(&bounds).to_string(),
                Advice::Impossible => {
                    let why = unbounded(counted, compiler).map_or(String::new(), |why| format!(": {why}"));
                    format!(
                        "simplify the rule; no limit of a list, map or string brings it under the budget{why}"
                    )
                }
                Advice::Set(_) | Advice::Unknown => GENERAL.to_owned(),
            };
            report
                .add(Code::RuleCost, span, "the rule may cost more than the server allows")
                .label(format!("{} times the limit", share(cost, OF_RULE)))
                .help(help)
                .server(path.forbidden(&exceeded(what, cost, OF_RULE)));
        }
        let contributed =
            "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
        self.total.add(cost, || (path.forbidden(contributed), span));
    }

    /// Reports a version whose rules cost too much together.
    pub(super) fn finish(mut self, compiler: &mut RuleCompiler, report: &mut Report) {
        if self.total.sum <= OF_VERSION {
            return;
        }
        let advice = self.adviser.version(&self.counted, self.rules.schema, compiler);
        let besides = self.adviser.has_advised();
        let help = match advice {
            Advice::Set(bounds) if bounds.is_empty() => {
                "set the limits that are advised for its rules; they suffice".to_owned()
            }
            Advice::Set(bounds) if besides => {
                format!("besides what is advised for its rules, {}", Set(&bounds))
            }
            Advice::Set(bounds) => Set(&bounds).to_string(),
            Advice::Impossible => {
                "simplify the rules; no limits of lists, maps and strings bring them under the budget"
                    .to_owned()
            }
            Advice::Unknown => GENERAL.to_owned(),
        };
        let what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
        let detail = exceeded(what, self.total.sum, OF_VERSION);
        let mut finding = report
            .add(
                Code::RuleCost,
                self.rules.key,
                "the rules of this version may cost more than the server allows",
            )
            .label(format!("{} times the limit", share(self.total.sum, OF_VERSION)))
            .help(help);
        for (cost, (error, span)) in self.total.most {
            finding =
                finding.note(span, format!("{} times the limit", share(cost, OF_VERSION))).server(error);
        }
        finding.server(self.rules.path.forbidden(&detail));
    }
}

/// The help if a search takes too long.
const GENERAL: &str =
    "set `maxItems`, `maxProperties` and `maxLength` on what the rules read and on the lists around them";

/// The ratio of a cost to the limit.
fn share(cost: u64, budget: u64) -> String {
    let factor = cost as f64 / budget as f64;
    if factor >= 100.0 { "more than 100".to_owned() } else { format!("{factor:.2}") }
}
