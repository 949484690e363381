//! Runs the rules of one value.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go validateExpressions, evalMessageExpression

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::ControlFlow;

use super::budget::{Budget, Exceeded, OF_CALL};
use super::counterparts::{Index, Search};
use super::frame::Frame;
use super::message::{self, RuleMessage};
use super::old::OldObject;
use super::rule::Rule;
use super::tree::RuleTree;
use crate::error::{Broken, FieldError, Texts, WhichRule};
use crate::field_path::FieldPath;
use crate::path::{Keys, Path};
use crdc_cel::{Context, Document, EvalError, Evaluated, Indexes, Memory, Meter, Node, Pair, PrecheckReader};
use crdc_object::tape::Kind;

/// Runs rules over one object.
pub(super) struct Runner<'r, 't, 'p, 'o> {
    pub(super) tape: &'r Document<'t>,
    /// The document with its text checked as a whole, once many values with rules were visited.
    pub(super) checked: &'r OnceCell<Document<'t>>,
    pub(super) visits_unchecked: usize,
    pub(super) old: &'r mut dyn OldObject<'o>,
    pub(super) old_indexes: &'r Indexes,
    pub(super) memory: &'r mut Memory,
    pub(super) budget: Budget,
    pub(super) index: &'r mut Index,
    /// Whether no list of the object has two items with the same keys.
    pub(super) distinct: bool,
    /// The walk that computes paths, created at the first error.
    pub(super) path: Option<Path<'t>>,
    pub(super) broken: &'r mut Vec<Broken>,
    /// Texts of rules in errors.
    pub(super) texts: Texts<'p>,
}

/// Whether the step continues with more rules.
type Flow = ControlFlow<()>;

impl<'r, 'p: 'r> Runner<'r, '_, 'p, '_> {
    /// Whether all rules of a value that do not compare it with an old one are known to hold.
    #[inline]
    pub(super) fn passes_precheck<N: RuleTree<'p>>(&self, at: u32, node: N) -> bool {
        let precheck = node.precheck().filter(|_| !self.budget.counts());
        node.has_none()
            || precheck.is_some_and(|precheck| precheck.passes(PrecheckReader::new(self.tape), at))
    }

    /// Runs the rules of the innermost value. `passed` is whether all rules that do not use the old value are
    /// known to hold.
    pub(super) fn own_rules<N: RuleTree<'p>>(&mut self, frames: &mut [Frame<N>], passed: bool) -> Flow {
        let Some(frame) = frames.last() else { return Flow::Break(()) };
        let (at, node) = (frame.at, frame.node);
        if node.has_none() {
            return Flow::Continue(());
        }
        let kind = node.kind(&self.tape.entry(at));
        if self.budget.is_spent() {
            return self.end(at, kind, None);
        }
        if passed && !node.has_transitions() {
            return Flow::Continue(());
        }
        match self.visits_unchecked.checked_sub(1) {
            Some(visits) => self.visits_unchecked = visits,
            None => self.tape = self.checked.get_or_init(|| self.tape.checked()),
        }
        for rule in node.rules() {
            if passed && !rule.transition {
                continue;
            }
            let old = if rule.transition { self.old_value(frames) } else { None };
            if rule.transition && old.is_none() && !rule.optional_old_self {
                continue;
            }
            let held = self.test(rule, at, frames, old);
            let flow = match held {
                Ok(Ok(true)) => continue,
                _ if self.budget.need() => return Flow::Break(()),
                Ok(Ok(false)) => self.failed(rule, at, frames),
                Ok(Err(error)) => self.unevaluated(rule, at, kind, &error),
                Err(Exceeded) => self.end(at, kind, Some(rule)),
            };
            if flow == Flow::Break(()) {
                return flow;
            }
        }
        Flow::Continue(())
    }

    /// The old value of the innermost value. `None` if it is null.
    fn old_value<N: RuleTree<'p>>(&mut self, frames: &mut [Frame<N>]) -> Option<u32> {
        let old = self.old.tape()?;
        let known = frames.iter().rposition(|frame| frame.old.is_some());
        if known.is_none() {
            // The objects themselves.
            frames.first_mut()?.old = Some(Some(0));
        }
        for index in known.unwrap_or(0) + 1..frames.len() {
            let (above, below) = frames.split_at_mut(index);
            let (parent, frame) = (above.last_mut()?, below.first_mut()?);
            let found = parent.old.flatten().and_then(|at| {
                let search =
                    Search { new: self.tape, old: &old, at, node: parent.node, distinct: self.distinct };
                parent.lookup.find(search, frame.at, self.index)
            });
            frame.old = Some(found.filter(|at| old.entry(*at).kind != Kind::Null));
        }
        frames.last()?.old.flatten()
    }

    /// Evaluates a rule.
    fn test<N: RuleTree<'p>>(
        &mut self,
        rule: &'p Rule<'p>,
        at: u32,
        frames: &[Frame<N>],
        old: Option<u32>,
    ) -> Result<Evaluated<bool>, Exceeded> {
        let of = frames.last().map_or(crdc_cel::RuleType::RAW, |frame| frame.node.of());
        let before = old.and_then(|_| self.old.tape()).map(|tape| Document::new(tape, self.old_indexes));
        let old = before.as_ref().zip(old).map(|(tape, old)| Node::new(tape, old, of));
        let pair = Pair { new: Node::new(self.tape, at, of), old };
        let meter = Meter::new(if self.budget.counts() { OF_CALL } else { u64::MAX });
        let held = meter.limited(rule.holds.holds(Context::new(self.memory, &meter), pair));
        let held = self.memory.limited(held);
        self.memory.reset();
        self.budget.pay(if self.budget.counts() { meter.spent() } else { 0 })?;
        Ok(held)
    }

    /// Evaluates the message of a rule that failed.
    fn message<N: RuleTree<'p>>(
        &mut self,
        rule: &'p Rule<'p>,
        at: u32,
        frames: &mut [Frame<N>],
    ) -> Result<RuleMessage, Exceeded> {
        let Some((_, say)) = &rule.expression else { return Ok(RuleMessage::Unusable) };
        let (of, compares) = match frames.last() {
            // The server knows `oldSelf` if any rule of the value uses it.
            Some(frame) => (frame.node.of(), frame.node.has_transitions()),
            None => return Ok(RuleMessage::Unusable),
        };
        let old = if compares { self.old_value(frames) } else { None };
        let before = old.and_then(|_| self.old.tape()).map(|tape| Document::new(tape, self.old_indexes));
        let old = before.as_ref().zip(old).map(|(tape, old)| Node::new(tape, old, of));
        let pair = Pair { new: Node::new(self.tape, at, of), old };
        let meter = Meter::new(OF_CALL);
        let text = meter.limited(say.text(Context::new(self.memory, &meter), pair));
        let (text, cost) = (self.memory.limited(text).map(ToOwned::to_owned), meter.spent());
        self.memory.reset();
        self.budget.pay(cost)?;
        Ok(message::usable(text))
    }

    /// Records that a rule is false.
    #[cold]
    fn failed<N: RuleTree<'p>>(&mut self, rule: &'p Rule<'p>, at: u32, frames: &mut [Frame<N>]) -> Flow {
        let entry = self.tape.entry(at);
        let kind = frames.last().map_or("", |frame| frame.node.kind(&entry));
        let message = self.message(rule, at, frames);
        let path = self.path(at);
        let (error, flow) = match message {
            Err(Exceeded) => (message::message_too_expensive(&path, kind, rule, None), Flow::Break(())),
            Ok(RuleMessage::TooExpensive) => {
                let text = rule.expression.as_ref().map_or("", |(text, _)| *text);
                (message::message_too_expensive(&path, kind, rule, Some(text)), Flow::Break(()))
            }
            Ok(RuleMessage::Unusable) => {
                (message::failed(self.tape, at, &path, kind, rule, None, &mut self.texts), Flow::Continue(()))
            }
            Ok(RuleMessage::Text(text)) => (
                message::failed(self.tape, at, &path, kind, rule, Some(text), &mut self.texts),
                Flow::Continue(()),
            ),
        };
        self.add(at, rule.transition, error, Some((path, rule, kind)));
        flow
    }

    /// Records that a rule cannot be evaluated.
    #[cold]
    fn unevaluated(&mut self, rule: &'p Rule<'p>, at: u32, kind: &str, error: &EvalError) -> Flow {
        let path = self.path(at);
        let flow = if *error == EvalError::CostLimit { Flow::Break(()) } else { Flow::Continue(()) };
        let error = message::unevaluated(&path, kind, rule, error, &mut self.texts);
        self.add(at, true, error, Some((path, rule, kind)));
        flow
    }

    /// Ends the step because the budget of the object is spent. `rule` is the rule that exceeded it.
    #[cold]
    fn end(&mut self, at: u32, kind: &str, rule: Option<&'p Rule<'p>>) -> Flow {
        let path = self.path(at);
        let error = message::out_of_budget(&path, kind);
        self.add(at, true, error, rule.map(|rule| (path, rule, kind)));
        Flow::Break(())
    }

    fn add(
        &mut self,
        at: u32,
        transition: bool,
        error: FieldError,
        rule: Option<(FieldPath, &'p Rule<'p>, &str)>,
    ) {
        let rule = rule.map(|(path, rule, kind)| WhichRule {
            path,
            text: self.texts.shared(rule.text),
            index: rule.index,
            kind: kind.into(),
        });
        self.broken.push(Broken { at, transition, error, rule });
    }

    /// The path of a value. Values are visited in the order of the tape.
    fn path(&mut self, at: u32) -> FieldPath {
        let tape = **self.tape;
        let path = self.path.get_or_insert_with(|| Path::new(tape, 0, Keys::Bracketed));
        path.path(at, false).unwrap_or_default()
    }
}
