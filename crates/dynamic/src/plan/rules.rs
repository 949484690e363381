//! Builds the tree of values with rules, with the programs of the rules.

use super::constants::Maker;
use super::layers::layered;
use super::runtime::{ErrorType, UncompiledRule};
use crate::precheck::holds;
use bumpalo::Bump;
use crdc::__private::cel::PrecheckReader;
use crdc::__private::plan::program::{OldSelf, Program as Flat};
use crdc::__private::plan::{CelRule, PrecheckPlan, RuleNode, Rules, RunPrecheck};
use crdc_cel::compile::TypeTable;
use crdc_cel::compile::program::{Program, flatten};
use crdc_plan::actions::{self, Precheck};
use crdc_schema::Reason;

/// The pre-checks of the rules of values, by their numbers.
#[derive(Debug)]
struct Prechecks<'p> {
    prechecks: &'p [&'p Precheck],
}

impl PrecheckPlan for Prechecks<'_> {
    fn precheck(&self, number: u32, reader: PrecheckReader<'_>, at: u32) -> Option<bool> {
        holds(self.prechecks.get(number as usize)?, reader, at)
    }
}

impl<'p> Maker<'p> {
    /// The rules of a plan.
    pub(super) fn rules(self, of: &'p actions::Rules, root: usize) -> Option<Rules<'p>> {
        let prechecks = of.nodes.iter().flatten().filter_map(|node| node.precheck.as_ref());
        let prechecks: &'p Prechecks<'p> = self.arena.alloc(Prechecks { prechecks: self.slice(prechecks) });
        let types = TypeTable::new(self.arena, &of.types.all);
        let named = |id: usize| of.nodes[id].iter().flat_map(named_by).collect();
        let mut count = 0;
        let own: Vec<_> = of
            .nodes
            .iter()
            .map(|node| {
                let rules = node.iter().flat_map(|node| &node.rules);
                let rules = self.slice(rules.map(|rule| self.rule(rule)));
                let precheck = node.as_ref().and_then(|node| node.precheck.as_ref()).map(|_| {
                    count += 1;
                    RunPrecheck::Plan(prechecks, count - 1)
                });
                (rules, precheck)
            })
            .collect();
        let made = layered(of.nodes.len(), named, |id, known| {
            let (node, (rules, precheck)) = (of.nodes.get(id)?.as_ref()?, *own.get(id)?);
            let below = &node.below;
            let fields = below.fields.iter();
            Some(&*self.arena.alloc(RuleNode {
                of: types.get(node.of),
                kind: below.kind,
                rules,
                precheck,
                transitions: node.has_transitions(),
                fields: self.slice(fields.filter_map(|(number, id)| Some((*number, known(*id)?)))),
                each: below.each.and_then(known),
                items: below.items.and_then(known),
                keys: self.slice(below.keys.iter().map(String::as_str)),
            }))
        });
        let root = made.get(root).copied().flatten()?;
        Some(Rules { root, candidates: &[], all_prechecked: false, uncounted_up_to: of.uncounted_up_to })
    }

    fn rule(self, of: &'p actions::Rule) -> CelRule<'p> {
        let words = &of.words;
        let old = if words.optional_old_self { OldSelf::Optional } else { OldSelf::Plain };
        CelRule {
            text: &words.text,
            index: words.index as u32,
            holds: program(self.arena, &of.program, old),
            message: &words.message,
            expression: of
                .message
                .as_ref()
                .map(|(text, message)| (text.as_str(), program(self.arena, message, OldSelf::InMessage))),
            reason: match words.reason {
                Reason::Invalid => ErrorType::Invalid,
                Reason::Required => ErrorType::Required,
                Reason::Forbidden => ErrorType::Forbidden,
                Reason::Duplicate => ErrorType::Duplicate,
            },
            field_path: &words.field_path,
            transition: of.transition,
            optional_old_self: words.optional_old_self,
        }
    }

    /// The rules without a program.
    pub(super) fn uncompiled(self, of: &'p actions::Rules) -> &'p [UncompiledRule<'p>] {
        let rules = of.uncompiled.iter();
        self.slice(
            rules.map(|found| UncompiledRule::new(&found.place, found.rule.trim(), found.index as u32)),
        )
    }
}

/// A program as it is evaluated.
fn program<'p>(arena: &'p Bump, of: &Program, old: OldSelf) -> &'p Flat<'p> {
    arena.alloc(flatten(arena, of, old, &mut |_| None))
}

/// The nodes with rules below a node.
fn named_by(of: &actions::RuleNode) -> impl Iterator<Item = usize> {
    let below = &of.below;
    below.fields.iter().map(|(_, id)| *id).chain(below.each).chain(below.items)
}
