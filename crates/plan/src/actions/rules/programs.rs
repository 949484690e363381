//! Prints the programs of a plan's rules, for `crdc explain`.

use std::fmt::Write;

use super::builder::RuleBuilder;
use crate::Plan;
use crate::actions::fields::Fields;
use crdc_check::rule_compiler::Kind;
use crdc_source::json::Json;

/// Each rule and message of a plan with its program, in the order of the plan; empty without rules.
pub fn programs(plan: &Plan) -> String {
    if !plan.has_rules() {
        return String::new();
    }
    let fields = Fields::of_all(plan);
    let mut rules = RuleBuilder::new(plan, &fields);
    let mut out = String::new();
    for id in (0..plan.nodes.len()).rev() {
        let place = plan.places.get(id).map_or("", String::as_str);
        let place = if place.is_empty() { "(root)" } else { place };
        for (index, rule) in plan.nodes[id].rules.iter().enumerate() {
            let message = rule.message_expression.as_deref().map(|text| (text, Kind::Message));
            for (text, kind) in std::iter::once((rule.rule.as_str(), Kind::Rule)).chain(message) {
                if text.trim().is_empty() {
                    continue;
                }
                let quoted = Json::String(text.trim().to_owned()).text();
                let what = if kind == Kind::Message { " message" } else { "" };
                let _ = writeln!(out, "\n#{id} {place} rule {index}{what} {quoted}");
                let seen = rules.seen(id);
                let program = rules.program((text, kind), seen, rule.optional_old_self);
                let _ = match program {
                    Ok(program) => write!(out, "{}", Indented(&program.to_string())),
                    Err(reason) => writeln!(out, "  not compiled: it {reason}"),
                };
            }
        }
    }
    out
}

/// A text whose lines are indented by two columns.
struct Indented<'t>(&'t str);

impl std::fmt::Display for Indented<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.lines().try_for_each(|line| writeln!(f, "  {line}"))
    }
}
