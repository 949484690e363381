//! The rules of a plan as data: with the programs that `nodes` writes as functions.

use super::bound::Programs;
use super::plan_rules::Rules;
use super::sure::Simple;
use super::types::SeenTypes;
use crate::emit::actions::{self, RuleNode, UncompiledRule};
use crate::emit::emitter::Emitter;
use crate::plan::{NodeId, Rule};
use crdc_cel::compile::program::{Expr, Op, Repr};

impl<'p> Emitter<'p> {
    /// The rules, if there are any.
    pub(in crate::emit) fn decided_rules(&'p self) -> Option<actions::Rules> {
        if !self.plan.has_rules() {
            return None;
        }
        let mut rules = Rules::new(self);
        rules.find_holders();
        let (mut nodes, mut types) = (vec![None; self.plan.nodes.len()], SeenTypes::default());
        for id in rules.reached() {
            let (own, this) = rules.decided_rules(id);
            let of = types.of(&rules, rules.seen(id));
            let below = rules.below(id);
            let held: Vec<_> =
                own.iter().filter(|rule| !rule.transition).map(|rule| &rule.program.root).collect();
            let this = this.filter(|_| !held.is_empty());
            let sure = this.and_then(|this| Simple::rules(&rules, this, &held));
            nodes[id] = of.map(|of| RuleNode { of, below, rules: own, sure });
        }
        let programs: Programs<'_> = nodes
            .iter()
            .enumerate()
            .filter_map(|(id, node)| {
                let rules = &node.as_ref()?.rules;
                Some((id, rules.iter().map(|rule| &rule.program).collect()))
            })
            .collect();
        let uncounted_up_to = rules.uncounted_up_to(&programs);
        Some(actions::Rules { nodes, types: types.finish(), uncounted_up_to, uncompiled: rules.uncompiled })
    }
}

impl Rules<'_> {
    /// The rules of a node, and the representation of `self`. Rules that have no program are noted.
    pub(super) fn decided_rules(&mut self, id: NodeId) -> (Vec<actions::Rule>, Option<Repr>) {
        let plan = self.emitter.plan;
        let rules = plan.nodes[id].rules.iter().enumerate();
        let rules = rules.filter(|(_, rule)| !rule.rule.trim().is_empty());
        let (mut decided, mut this) = (Vec::new(), None);
        for (index, rule) in rules {
            match self.decided_rule(id, index, rule) {
                Ok((rule, repr)) => {
                    decided.push(rule);
                    this = Some(repr);
                }
                Err(reason) => self.leave_out(id, index, reason),
            }
        }
        (decided, this)
    }

    fn decided_rule(
        &mut self,
        id: NodeId,
        index: usize,
        rule: &Rule,
    ) -> Result<(actions::Rule, Repr), String> {
        let (seen, optional) = (self.seen(id), rule.optional_old_self);
        let (program, this) = self.program(&rule.rule, seen, optional)?;
        let this = Repr::of(this, &self.scope.types);
        let message = match message_of(rule) {
            Some(text) => Some((text.to_owned(), self.program(text, seen, optional)?.0)),
            None => None,
        };
        let transition = uses_old(&program.root);
        Ok((actions::Rule { words: self.words(id, index, rule), transition, program, message }, this))
    }

    /// Notes a rule that is left out.
    pub(super) fn leave_out(&mut self, id: NodeId, index: usize, reason: String) {
        let plan = self.emitter.plan;
        let Rule { rule, span, text, .. } = &plan.nodes[id].rules[index];
        let (place, rule, span, text) = (plan.places[id].clone(), rule.clone(), *span, *text);
        self.uncompiled.push(UncompiledRule { place, rule, index, span, text, reason });
    }
}

/// The expression that makes the message of a rule.
pub(super) fn message_of(rule: &Rule) -> Option<&str> {
    rule.message_expression.as_deref().filter(|text| !text.trim().is_empty())
}

/// Whether an expression compares with the old value.
pub(super) fn uses_old(expr: &Expr) -> bool {
    matches!(expr.op, Op::OldSelf) || expr.children().into_iter().any(uses_old)
}
