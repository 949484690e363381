//! Compiles the rules of a plan. In: a plan, and the numbers of its fields. Out: the actions of the step of
//! rules.

use super::bound::Programs;
use super::builder::RuleBuilder;
use super::node::{Rule, RuleNode, Rules, UncompiledRule};
use super::simple::Simple;
use crate::actions::fields::Fields;
use crate::{NodeId, Plan};
use crdc_cel::compile::program::{Expr, Op};
use crdc_check::rule_compiler::{Kind, RuleTypes};

impl Rules {
    /// The rules of a plan, if there are any.
    pub(in crate::actions) fn of(plan: &Plan, fields: &[Fields<'_>]) -> Option<Rules> {
        if !plan.has_rules() {
            return None;
        }
        let mut builder = RuleBuilder::new(plan, fields);
        builder.find_holders();
        let reached = builder.reached();
        let candidates = builder.candidates(&reached);
        let decided: Vec<(NodeId, Vec<Rule>)> =
            reached.into_iter().map(|id| (id, builder.decided_rules(id))).collect();
        let programs: Programs<'_> = decided
            .iter()
            .map(|(id, rules)| (*id, rules.iter().map(|rule| &rule.program).collect()))
            .collect();
        let uncounted_up_to = builder.uncounted_up_to(&programs);
        let (mut nodes, mut types) = (vec![None; plan.nodes.len()], RuleTypes::default());
        for (id, rules) in decided {
            let held: Vec<_> =
                rules.iter().filter(|rule| !rule.transition).map(|rule| &rule.program.root).collect();
            let seen = builder.seen(id);
            let this = builder.compiler.see(&builder.schemas, seen).filter(|_| !held.is_empty());
            let this = this.map(|this| builder.compiler.repr(this));
            let precheck = this.and_then(|this| Simple::rules(&builder, this, &held));
            let (of, below) = (types.of(&builder.schemas, seen), builder.below(id));
            nodes[id] = of.map(|of| RuleNode { of, below, rules, precheck });
        }
        let RuleBuilder { uncompiled, patterns, .. } = builder;
        let patterns = patterns.into_compiled();
        Some(Rules { nodes, types, candidates, uncounted_up_to, uncompiled, patterns })
    }
}

/// The rules of a plan that have no program.
pub fn uncompiled_rules(plan: &Plan) -> Vec<UncompiledRule> {
    if !plan.has_rules() {
        return Vec::new();
    }
    let fields = Fields::of_all(plan);
    let mut builder = RuleBuilder::new(plan, &fields);
    (0..plan.nodes.len()).for_each(|id| drop(builder.decided_rules(id)));
    builder.uncompiled
}

impl RuleBuilder<'_> {
    /// The rules of a node. Rules without a program are added to `uncompiled`.
    pub(super) fn decided_rules(&mut self, id: NodeId) -> Vec<Rule> {
        let rules = self.plan.nodes[id].rules.iter().enumerate();
        let rules = rules.filter(|(_, rule)| !rule.rule.trim().is_empty());
        let mut decided = Vec::new();
        for (index, rule) in rules {
            match self.decided_rule(id, index, rule) {
                Ok(rule) => decided.push(rule),
                Err(reason) => self.leave_out(id, index, reason),
            }
        }
        decided
    }

    fn decided_rule(&mut self, id: NodeId, index: usize, rule: &crate::Rule) -> Result<Rule, String> {
        let (seen, optional) = (self.seen(id), rule.optional_old_self);
        let program = self.program((&rule.rule, Kind::Rule), seen, optional)?;
        let message = match message_of(rule) {
            Some(text) => Some((text.to_owned(), self.program((text, Kind::Message), seen, optional)?)),
            None => None,
        };
        let transition = uses_old(&program.root);
        Ok(Rule { words: self.words(id, index, rule), transition, program, message })
    }

    /// Records a rule that is left out.
    pub(super) fn leave_out(&mut self, id: NodeId, index: usize, reason: String) {
        let crate::Rule { rule, spans, .. } = &self.plan.nodes[id].rules[index];
        let (place, rule, spans) = (self.plan.places[id].clone(), rule.clone(), spans.clone());
        self.uncompiled.push(UncompiledRule { place, rule, index, spans, reason });
    }
}

/// The expression that computes the message of a rule.
fn message_of(rule: &crate::Rule) -> Option<&str> {
    rule.message_expression.as_deref().filter(|text| !text.trim().is_empty())
}

/// Whether an expression compares with the old value.
fn uses_old(expr: &Expr) -> bool {
    matches!(expr.op, Op::OldSelf) || expr.children().into_iter().any(uses_old)
}
