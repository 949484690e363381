//! Makes the tree of values with rules, and evaluates the programs of the rules.
//!
//! Easy to break: costs are always counted, since the result of a program is the same with and without.

use super::constants::Maker;
use super::layers::layered;
use super::runtime::{ErrorType, UncompiledRule};
use crate::program::cel::{Context, Counted, Evaluated, Pair, Sure, is_true, of};
use crate::program::{Calls, Run, holds};
use crate::types::Types;
use crdc::__private::plan::{CelRule, Programs, RuleNode, Rules, Say, SurelyHold, Test};
use crdc_codegen::actions::{self, Reason, SureRules};
use crdc_codegen::cel::program::{Program, Repr};
use crdc_codegen::check::cel::Purpose;

/// The programs of the rules of a plan, by their numbers.
#[derive(Debug)]
struct PlanPrograms<'p> {
    /// Each with whether `oldSelf` is an optional.
    list: &'p [(&'p Program, bool)],
    /// What knows that rules of values hold.
    sure: &'p [&'p SureRules],
    calls: Calls<'p>,
}

impl PlanPrograms<'_> {
    fn run<'a, T>(
        &'a self,
        program: u32,
        (context, pair): (Context<'a, Counted>, Pair<'a>),
        purpose: fn(bool) -> Purpose,
        read: impl FnOnce(&Run<'a>, &'a Program) -> Evaluated<T>,
    ) -> Evaluated<T> {
        // Numbers are those of the list.
        let Some((program, optional)) = self.list.get(program as usize) else {
            return Err(crate::program::cel::EvalError::NoSuchOverload);
        };
        read(&Run { context, pair, purpose: purpose(*optional), calls: &self.calls }, program)
    }
}

impl Programs for PlanPrograms<'_> {
    fn counted<'a>(&'a self, program: u32, context: Context<'a, Counted>, pair: Pair<'a>) -> Evaluated<bool> {
        let purpose = |optional_old_self| Purpose::Rule { optional_old_self };
        self.run(program, (context, pair), purpose, |run, program| {
            run.root(program, &Repr::Dynamic).map(is_true)
        })
    }

    fn surely(&self, number: u32, sure: Sure<'_>, at: u32) -> Option<bool> {
        holds(self.sure.get(number as usize)?, sure, at)
    }

    fn say<'a>(&'a self, program: u32, context: Context<'a, Counted>, pair: Pair<'a>) -> Evaluated<&'a str> {
        let purpose = |_| Purpose::Message;
        self.run(program, (context, pair), purpose, |run, program| {
            run.root(program, &Repr::String).and_then(of)
        })
    }
}

impl<'p> Maker<'p> {
    /// The rules of a plan.
    pub(super) fn rules(self, of: &'p actions::Rules, root: usize) -> Option<Rules<'p>> {
        let mut list = Vec::new();
        for rule in of.nodes.iter().flatten().flat_map(|node| &node.rules) {
            let optional = rule.words.optional_old_self;
            list.push((&rule.program, optional));
            list.extend(rule.message.as_ref().map(|(_, program)| (program, optional)));
        }
        let sure = of.nodes.iter().flatten().filter_map(|node| node.sure.as_ref());
        let programs: &'p PlanPrograms<'p> = self.arena.alloc(PlanPrograms {
            list: self.slice(list),
            sure: self.slice(sure),
            calls: Calls::new(self.arena),
        });
        let types = Types::new(self.arena, &of.types);
        let named = |id: usize| of.nodes[id].iter().flat_map(named_by).collect();
        let (mut number, mut surely) = (0, 0);
        let own: Vec<_> = of
            .nodes
            .iter()
            .map(|node| {
                let rules = node.iter().flat_map(|node| &node.rules);
                let rules = self.slice(rules.map(|rule| rule_of(rule, programs, &mut number)));
                let sure = node.as_ref().and_then(|node| node.sure.as_ref()).map(|_| {
                    surely += 1;
                    SurelyHold::Program(programs, surely - 1)
                });
                (rules, sure)
            })
            .collect();
        let made = layered(of.nodes.len(), named, |id, known| {
            let (node, (rules, sure)) = (of.nodes.get(id)?.as_ref()?, *own.get(id)?);
            let below = &node.below;
            let fields = below.fields.iter();
            Some(&*self.arena.alloc(RuleNode {
                of: types.get(node.of),
                kind: below.kind,
                rules,
                sure,
                all: None,
                transitions: rules.iter().any(|rule| rule.transition),
                fields: self.slice(fields.filter_map(|(number, id)| Some((*number, known(*id)?)))),
                each: below.each.and_then(known),
                items: below.items.and_then(known),
                keys: self.slice(below.keys.iter().map(String::as_str)),
            }))
        });
        let root = made.get(root).copied().flatten()?;
        Some(Rules { root, uncounted_up_to: of.uncounted_up_to })
    }

    /// Rules that have no program.
    pub(super) fn uncompiled(self, of: &'p actions::Rules) -> &'p [UncompiledRule<'p>] {
        let rules = of.uncompiled.iter();
        self.slice(
            rules.map(|found| UncompiledRule::new(&found.place, found.rule.trim(), found.index as u32)),
        )
    }
}

/// The nodes with rules below a node.
fn named_by(of: &actions::RuleNode) -> impl Iterator<Item = usize> {
    let below = &of.below;
    below.fields.iter().map(|(_, id)| *id).chain(below.each).chain(below.items)
}

/// A rule with the numbers of its programs, of which `number` is the next.
fn rule_of<'p>(of: &'p actions::Rule, programs: &'p PlanPrograms<'p>, number: &mut u32) -> CelRule<'p> {
    let mut next = || std::mem::replace(number, *number + 1);
    let words = &of.words;
    CelRule {
        text: &words.text,
        index: words.index as u32,
        holds: Test::Program(programs, next()),
        message: &words.message,
        expression: of.message.as_ref().map(|(text, _)| (text.as_str(), Say::Program(programs, next()))),
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
