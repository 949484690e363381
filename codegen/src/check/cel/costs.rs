//! The costs of all rules of a document: what `crdc explain --cost` prints.

use std::fmt::Write as _;

use super::budget::{OF_RULE, OF_VERSION};
use super::compile::RuleCompiler;
use super::declare::Declare;
use super::walk::most_elements;
use crate::cel::server::Minor;
use crate::schema::{Crd, Schema};

/// The cost of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCost {
    /// The path of the values.
    pub path: String,
    /// The rule.
    pub rule: String,
    /// The most that one evaluation costs.
    pub each: u64,
    /// How often the rule may be evaluated for an object.
    pub times: u64,
    /// Whether the limits of the lists and maps around the value are all set.
    pub bounded: bool,
    /// The first server version on which the rule can be installed.
    pub since: Minor,
}

impl RuleCost {
    /// What the server compares with the budget of a rule.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.each.saturating_mul(self.times)
    }
}

/// The costs of the rules of a schema that compile, the most expensive first.
#[must_use]
pub fn rule_costs(schema: &Schema) -> Vec<RuleCost> {
    let mut declare = Declare::of(schema);
    let compiler = RuleCompiler::new(std::mem::take(&mut declare.declarations));
    let mut listing = Listing { declare, compiler, costs: Vec::new() };
    listing.schema(schema, String::new(), Some(1));
    listing.costs.sort_by_key(|cost| std::cmp::Reverse(cost.total()));
    listing.costs
}

struct Listing {
    declare: Declare,
    compiler: RuleCompiler,
    costs: Vec<RuleCost>,
}

impl Listing {
    fn schema(&mut self, schema: &Schema, path: String, times: Option<u64>) {
        if let (Some(rules), Some(of)) = (&schema.x_validations, self.declare.own(schema)) {
            for rule in &rules.value {
                let text = rule.rule.as_ref().map_or("", |at| at.value.as_str());
                let optional = rule.optional_old_self.as_ref().is_some_and(|at| at.value);
                let Some(checked) = self.compiler.checked(text, of, optional) else { continue };
                self.costs.push(RuleCost {
                    path: path.clone(),
                    rule: text.to_owned(),
                    each: self.compiler.max_cost(&checked),
                    times: times.unwrap_or_else(|| self.compiler.cardinality(of)),
                    bounded: times.is_some(),
                    since: self.compiler.since(&checked),
                });
            }
        }
        let inner = times.zip(most_elements(schema)).map(|(times, elements)| times.saturating_mul(elements));
        for property in schema.property_list() {
            self.schema(&property.schema, format!("{path}.{}", property.name), inner);
        }
        if let Some((items, _)) = schema.one_item() {
            self.schema(items, format!("{path}[*]"), inner);
        }
        if let Some((values, _)) = schema.additional_schema() {
            self.schema(values, format!("{path}.*"), inner);
        }
    }
}

/// A table of the costs of all rules of a document, for each version.
#[must_use]
pub fn costs(crd: &Crd) -> String {
    let mut text = String::new();
    for version in &crd.versions {
        let schema = version.parts.schema.as_ref().or(crd.common.schema.as_ref());
        let Some(schema) = schema else { continue };
        let name =
            |at: &Option<crate::schema::At<String>>| at.as_ref().map_or(String::new(), |at| at.value.clone());
        let costs = rule_costs(&schema.value);
        if costs.is_empty() {
            continue;
        }
        let sum = costs.iter().fold(0_u64, |sum, cost| sum.saturating_add(cost.total()));
        let since = costs.iter().map(|cost| cost.since).max().unwrap_or(Minor::FIRST);
        let _ = writeln!(
            text,
            "{} {}: {} rules, {} of the budget of a version, {}",
            name(&crd.name),
            name(&version.name),
            costs.len(),
            percent(sum, OF_VERSION),
            installs(since)
        );
        for cost in &costs {
            let times = if cost.bounded { "" } else { " (no limit)" };
            let path = if cost.path.is_empty() { "." } else { &cost.path };
            let rule = cost.rule.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(
                text,
                "  {:>9} = {} x {}{times}, {}  {path}: {rule}",
                percent(cost.total(), OF_RULE),
                cost.each,
                cost.times,
                installs(cost.since)
            );
        }
    }
    text
}

fn installs(since: Minor) -> String {
    format!("installs from {since} on")
}

fn percent(cost: u64, budget: u64) -> String {
    let percent = cost as f64 * 100.0 / budget as f64;
    if percent >= 10_000.0 { ">10000 %".to_owned() } else { format!("{percent:.2} %") }
}
