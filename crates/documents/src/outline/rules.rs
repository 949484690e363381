//! The CEL rules of a schema with their costs and server versions. In: the rules of a schema, and the costs
//! of all rules of its version. Out: one [`OutlinedRule`] for each rule, in document order.

use std::collections::HashMap;

use crdc_check::cel::{RuleCost, rule_costs, share_of_rule, share_of_version};
use crdc_schema::{Rule, Schema};
use crdc_vocabulary::Minor;

/// A rule with its cost.
#[derive(Clone, Debug)]
pub struct OutlinedRule<'s> {
    /// The rule as written.
    pub rule: &'s Rule,
    /// The cost; `None` if the rule does not compile.
    pub cost: Option<Cost>,
    /// The cost of the message expression.
    pub message_cost: Option<Cost>,
    /// The first server version on which it can be installed.
    pub since: Minor,
    /// The keys of the rule that older servers drop, each with the first version that reads it.
    pub dropped: Vec<(&'static str, Minor)>,
}

/// The cost of an expression.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The share of the budget of one rule: `0.02 %`.
    pub share: String,
    /// The largest cost of one evaluation.
    pub each: u64,
    /// The number of times that it may be evaluated for an object.
    pub times: u64,
}

/// The rules of a version together.
#[derive(Clone, Debug)]
pub struct RuleSummary {
    /// The number of rules.
    pub rules: usize,
    /// The share of the budget of a version.
    pub share: String,
    /// The first server version on which all of them can be installed.
    pub since: Minor,
}

/// The costs of the rules of a version.
pub(super) struct Costs {
    /// The costs by the path and the index of a rule, and whether the cost is that of its message.
    of: HashMap<(String, usize, bool), RuleCost>,
}

impl Costs {
    pub(super) fn of(schema: &Schema) -> Costs {
        let mut of = HashMap::new();
        for cost in rule_costs(schema).costs {
            of.entry((cost.path.clone(), cost.index, cost.message)).or_insert(cost);
        }
        Costs { of }
    }

    pub(super) fn summary(&self) -> Option<RuleSummary> {
        let sum = self.of.values().fold(0_u64, |sum, cost| sum.saturating_add(cost.total()));
        Some(RuleSummary {
            rules: self.of.keys().filter(|(_, _, message)| !message).count(),
            share: share_of_version(sum),
            since: self.of.values().map(|cost| cost.since).max()?,
        })
    }
}

pub(super) fn rules<'s>(schema: &'s Schema, path: &str, costs: &Costs) -> Vec<OutlinedRule<'s>> {
    let rules = schema.x_validations.iter().flat_map(|rules| &rules.value).enumerate();
    let outlined = rules.map(|(index, rule)| {
        let find = |message| costs.of.get(&(path.to_owned(), index, message));
        let found = [find(false), find(true)];
        let cost =
            |cost: &RuleCost| Cost { share: share_of_rule(cost.total()), each: cost.each, times: cost.times };
        let since = found.iter().flatten().map(|cost| cost.since).max().unwrap_or(Minor::FIRST);
        OutlinedRule {
            rule,
            cost: found[0].map(cost),
            message_cost: found[1].map(cost),
            since,
            dropped: dropped(rule).into_iter().filter(|(_, known)| *known > since).collect(),
        }
    });
    outlined.collect()
}

/// The keys of a rule that not all servers with rules read.
fn dropped(rule: &Rule) -> Vec<(&'static str, Minor)> {
    let keys = [
        ("messageExpression", rule.message_expression.is_some(), Minor::MESSAGE_EXPRESSION),
        ("reason", rule.reason.is_some(), Minor::FIELD_PATH),
        ("fieldPath", rule.field_path.is_some(), Minor::FIELD_PATH),
        ("optionalOldSelf", rule.optional_old_self.is_some(), Minor::OPTIONAL_OLD_SELF),
    ];
    keys.into_iter().filter(|(_, has, _)| *has).map(|(key, _, known)| (key, known)).collect()
}
