//! The costs of all rules of a document: what `crdc explain --cost` prints.

use std::fmt::{self, Write as _};

use super::budget::{OF_RULE, OF_VERSION};
use super::walk::most_elements;
use crate::rule_compiler::{RuleCompiler, Written};
use crdc_schema::{At, Crd, Schema};
use crdc_vocabulary::Minor;

/// The cost of a rule or of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCost {
    /// The path of the values.
    pub path: String,
    /// The index of the rule in the `x-kubernetes-validations` of their schema.
    pub index: usize,
    /// The rule, or the expression of its message.
    pub rule: String,
    /// Whether this is the message of the rule.
    pub message: bool,
    /// The most that one evaluation costs.
    pub each: u64,
    /// The number of times that it may be evaluated for an object. Servers count messages once.
    pub times: u64,
    /// The lists and maps around the value, which multiply the cost of a rule.
    pub factors: Vec<Factor>,
    /// The first server version on which the rule can be installed.
    pub since: Minor,
}

/// A list or map around the value of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The path.
    pub path: String,
    /// `maxItems` or `maxProperties`.
    pub keyword: &'static str,
    /// The limit. If one is missing, servers multiply by as many values as fit in a request.
    pub limit: Option<u64>,
}

impl RuleCost {
    /// The cost that the server compares with the budget of a rule.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.each.saturating_mul(self.times)
    }
}

/// The costs of the rules of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleCosts {
    /// The rules and messages that compile, the most expensive first.
    pub costs: Vec<RuleCost>,
    /// The number of rules and messages that do not compile.
    pub wrong: usize,
}

/// The costs of the rules of a schema.
#[must_use]
pub fn rule_costs(schema: &Schema) -> RuleCosts {
    let (written, mut compiler) = (Written::of(schema, true), RuleCompiler::of(schema, true, None));
    let mut found = RuleCosts::default();
    for (id, schema) in written.schemas() {
        for (index, rule) in schema.x_validations.iter().flat_map(|rules| &rules.value).enumerate() {
            let Some(of) = compiler.own(schema) else {
                found.wrong += 1;
                continue;
            };
            for (text, message) in [(&rule.rule, false), (&rule.message_expression, true)] {
                let Some(text) = text.as_ref().filter(|at| !message || !at.value.is_empty()) else {
                    continue;
                };
                let Some(checked) = compiler.checked(&text.value, of, rule.has_optional_old_self()) else {
                    found.wrong += 1;
                    continue;
                };
                let factors = if message { Vec::new() } else { factors(&written, id) };
                let times =
                    factors.iter().try_fold(1_u64, |times, factor| Some(times.saturating_mul(factor.limit?)));
                found.costs.push(RuleCost {
                    path: written.path(id),
                    index,
                    rule: text.value.clone(),
                    message,
                    each: compiler.max_cost(&checked),
                    times: times.unwrap_or_else(|| compiler.cardinality(of)),
                    factors,
                    since: compiler.since(&checked),
                });
            }
        }
    }
    // As many as the document has rules.
    found.costs.sort_by_key(|cost| std::cmp::Reverse(cost.total()));
    found
}

/// The lists and maps around a schema, the outermost first.
fn factors(written: &Written<'_>, id: usize) -> Vec<Factor> {
    let factor = |id: usize| {
        let schema = written.schema(id);
        let keyword = match schema.type_name() {
            "array" => "maxItems",
            "object" if schema.additional_properties.is_some() => "maxProperties",
            _ => return None,
        };
        Some(Factor { path: written.path(id), keyword, limit: most_elements(schema) })
    };
    let mut factors: Vec<Factor> = written.around(id).filter_map(factor).collect();
    factors.reverse();
    factors
}

/// A table of the costs of all rules of a document, for each version.
#[must_use]
pub fn costs(crd: &Crd) -> String {
    let mut text = String::new();
    for version in &crd.versions {
        let schema = version.parts.schema.as_ref().or(crd.common.schema.as_ref());
        let Some(schema) = schema else { continue };
        let name = |at: &Option<At<String>>| at.as_ref().map_or(String::new(), |at| at.value.clone());
        let RuleCosts { costs, wrong } = rule_costs(&schema.value);
        if costs.is_empty() && wrong == 0 {
            continue;
        }
        let sum = costs.iter().fold(0_u64, |sum, cost| sum.saturating_add(cost.total()));
        let since = costs.iter().map(|cost| cost.since).max().unwrap_or(Minor::FIRST);
        let messages = costs.iter().filter(|cost| cost.message).count();
        let _ = write!(text, "{} {}: {} rules", name(&crd.name), name(&version.name), costs.len() - messages);
        if messages > 0 {
            let _ = write!(text, " and {messages} messages");
        }
        let _ =
            write!(text, ", {} of the budget of a version, {}", percent(sum, OF_VERSION), installs(since));
        if wrong > 0 {
            let _ = write!(text, ", {wrong} that do not compile");
        }
        text.push('\n');
        for cost in &costs {
            let _ = writeln!(text, "  {cost}");
        }
    }
    text
}

impl fmt::Display for RuleCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9} = {} x {}", percent(self.total(), OF_RULE), self.each, self.times)?;
        // If one limit is missing, the other limits do not count.
        let missing = self.factors.iter().any(|factor| factor.limit.is_none());
        let named = self.factors.iter().filter(|factor| factor.limit.is_none() == missing);
        for (index, Factor { path, keyword, limit }) in named.enumerate() {
            f.write_str(if index == 0 { " (" } else { ", " })?;
            match limit {
                Some(limit) => write!(f, "{limit} in {path}")?,
                None => write!(f, "no {keyword} on {path}")?,
            }
        }
        f.write_str(if self.factors.is_empty() { "" } else { ")" })?;
        let path = if self.path.is_empty() { "." } else { &self.path };
        let what = if self.message { "message of " } else { "" };
        let rule = self.rule.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(f, ", {}  {what}{path}: {rule}", installs(self.since))
    }
}

fn installs(since: Minor) -> String {
    format!("installs from {since} on")
}

/// The share of the budget of a rule, such as `0.02 %`.
#[must_use]
pub fn share_of_rule(cost: u64) -> String {
    percent(cost, OF_RULE)
}

/// The share of the budget of a version.
#[must_use]
pub fn share_of_version(cost: u64) -> String {
    percent(cost, OF_VERSION)
}

fn percent(cost: u64, budget: u64) -> String {
    let percent = cost as f64 * 100.0 / budget as f64;
    if percent > 10_000.0 { ">10000 %".to_owned() } else { format!("{percent:.2} %") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crdc_source::Source;

    fn listed(spec: &str) -> String {
        let document = format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: things, kind: Thing}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {spec}
"
        );
        let checked = crate::check_source(&Source::new("crd.yaml", document), None);
        checked.crds.iter().map(|outcome| costs(outcome.crd())).collect()
    }

    #[test]
    fn factors_and_versions_are_listed() {
        let text = listed(
            "{type: array, maxItems: 20, items: {type: object, maxProperties: 5, additionalProperties:
            {type: string, maxLength: 40, x-kubernetes-validations: [
            {rule: \"isIP(self)\", messageExpression: \"'no address: ' + self\"}, {rule: self.none()}]}}}",
        );
        assert_eq!(
            text,
            "things.example.com v1: 1 rules and 1 messages, 0.00 % of the budget of a version, installs from 1.31 on, \
             1 that do not compile\n     \
             0.02 % = 17 x 100 (20 in .spec, 5 in .spec[*]), installs from 1.31 on  .spec[*].*: isIP(self)\n     \
             0.00 % = 19 x 1, installs from 1.25 on  message of .spec[*].*: 'no address: ' + self\n"
        );
    }

    #[test]
    fn limits_that_are_missing_are_named() {
        let text = listed(
            "{type: array, maxItems: 20, items: {type: array, items: {type: integer, x-kubernetes-validations:
            [{rule: self > 1}]}}}",
        );
        let expected = "\n    31.46 % = 2 x 1572864 (no maxItems on .spec[*]), installs from 1.25 on  .spec[*][*]: self > 1\n";
        assert!(text.ends_with(expected), "{text}");
    }
}
