//! Evaluates alternatives: which branches must be valid, and whose errors are reported if they are not.
// kube-openapi: pkg/validation/validate/schema_props.go

use super::Validate;
use super::validator::{Validator, bit, kind_bit};
use crate::decode::Decoder;
use crate::error::{Rule, Violation, kinds};
use crdc_object::tape::Tape;

/// The alternatives of one schema, as constants of generated code.
#[derive(Clone, Copy, Debug)]
pub struct Alternatives<'p> {
    settled: u8,
    any_of: &'p [Validate<'p>],
    one_of: &'p [Validate<'p>],
    all_of: &'p [Validate<'p>],
    /// Whether errors of `allOf` are ratcheted as if they were outside of it.
    merged: bool,
    not: Option<Validate<'p>>,
}

static ANY_OF: Rule<'static> = Rule::AnyOf;
static ONE_OF: Rule<'static> = Rule::OneOf;
static ALL_OF: Rule<'static> = Rule::AllOf { none: false };
static NONE_OF_ALL: Rule<'static> = Rule::AllOf { none: true };
static NOT: Rule<'static> = Rule::Not;

/// Constructors for constants of generated code.
impl<'p> Alternatives<'p> {
    /// No alternatives.
    pub const NONE: Alternatives<'p> =
        Alternatives { settled: 0, any_of: &[], one_of: &[], all_of: &[], merged: false, not: None };

    /// Skips values of these kinds, for which no branch can fail.
    pub const fn settled_for(self, kinds: u8) -> Alternatives<'p> {
        Alternatives { settled: kinds, ..self }
    }

    /// Adds `anyOf`.
    pub const fn any_of(self, branches: &'p [Validate<'p>]) -> Alternatives<'p> {
        Alternatives { any_of: branches, ..self }
    }

    /// Adds `oneOf`.
    pub const fn one_of(self, branches: &'p [Validate<'p>]) -> Alternatives<'p> {
        Alternatives { one_of: branches, ..self }
    }

    /// Adds `allOf`.
    pub const fn all_of(self, branches: &'p [Validate<'p>]) -> Alternatives<'p> {
        Alternatives { all_of: branches, ..self }
    }

    /// Adds `allOf` whose branches are ratcheted as if they were outside of it.
    pub const fn all_of_merged(self, branches: &'p [Validate<'p>]) -> Alternatives<'p> {
        Alternatives { all_of: branches, merged: true, ..self }
    }

    /// Adds `not`.
    pub const fn not(self, branch: Validate<'p>) -> Alternatives<'p> {
        Alternatives { not: Some(branch), ..self }
    }

    /// Whether values of this kind can be skipped. Alternatives do not apply to null.
    pub(super) fn settled(&self, kind: u8) -> bool {
        (self.settled | kinds::NULL) & kind != 0
    }
}

/// The failed branch whose errors are reported unless another branch matches more.
struct Best {
    /// The end of its violations, which begin where those of the alternatives do.
    end: usize,
    matched: u32,
}

impl<'p> Validator<'_, 'p> {
    /// Validates the value against alternatives.
    pub fn alternatives(&mut self, alternatives: &'p Alternatives<'p>) {
        if !alternatives.any_of.is_empty() {
            self.any_of(alternatives.any_of);
        }
        if !alternatives.one_of.is_empty() {
            self.one_of(alternatives.one_of);
        }
        if !alternatives.all_of.is_empty() {
            self.all_of(alternatives.all_of, alternatives.merged);
        }
        if let Some(branch) = alternatives.not {
            self.not(branch);
        }
    }

    fn any_of(&mut self, branches: &'p [Validate<'p>]) {
        let (start, before) = (self.violations.len(), self.matched);
        let mut best = None;
        for branch in branches {
            match self.attempt(*branch) {
                Some(failed) => self.keep_better(start, &mut best, failed),
                None => {
                    self.violations.truncate(start);
                    self.matched += before;
                    return;
                }
            }
        }
        self.matched = before + best.map_or(0, |best| best.matched);
        self.raise(&ANY_OF);
        self.first(start);
        self.own(start);
    }

    fn one_of(&mut self, branches: &'p [Validate<'p>]) {
        let (start, before) = (self.violations.len(), self.matched);
        let mut best = None;
        let mut valid = 0;
        let mut first = 0;
        for branch in branches {
            match self.attempt(*branch) {
                Some(failed) if valid == 0 => self.keep_better(start, &mut best, failed),
                Some(failed) => self.violations.truncate(failed.start),
                None => {
                    if valid == 0 {
                        first = self.matched;
                        self.violations.truncate(start);
                        best = None;
                    }
                    valid += 1;
                }
            }
        }
        self.matched = before;
        match valid {
            1 => self.matched += first,
            _ => {
                self.matched += best.map_or(0, |best| best.matched);
                self.violations.push(Violation::schema(self.at, &ONE_OF).with_valid(valid));
                self.first(start);
                self.own(start);
            }
        }
    }

    fn all_of(&mut self, branches: &'p [Validate<'p>], merged: bool) {
        let (start, before) = (self.violations.len(), self.matched);
        let mut sum = 0;
        let mut valid = 0;
        for branch in branches {
            valid += usize::from(self.attempt(*branch).is_none());
            sum += self.matched;
        }
        self.matched = before + sum;
        if valid != branches.len() {
            let end = self.violations.len();
            self.raise(if valid == 0 { &NONE_OF_ALL } else { &ALL_OF });
            if merged {
                self.link_branches(start, end);
            } else {
                self.own(start);
            }
        }
    }

    fn not(&mut self, branch: Validate<'p>) {
        let before = self.matched;
        match self.attempt(branch) {
            Some(failed) => self.violations.truncate(failed.start),
            None => self.raise(&NOT),
        }
        self.matched = before;
    }

    /// Puts the last violation before the others since `start`: servers report `anyOf` and `oneOf` before the
    /// errors of their branches, and `allOf` after them.
    fn first(&mut self, start: usize) {
        if let Some(violations) = self.violations.get_mut(start..) {
            violations.rotate_right(1);
        }
    }

    /// Makes this value the owner of the violations since `start`: errors of branches are not ratcheted
    /// separately.
    fn own(&mut self, start: usize) {
        for violation in self.violations.iter_mut().skip(start) {
            *violation = violation.owned_by(self.at);
        }
    }

    /// Links the errors of branches, those from `start` on, with that of their `allOf`, which is the one at
    /// `end`: it is set aside once all of them are.
    fn link_branches(&mut self, start: usize, end: usize) {
        let number = end as u32 + 1;
        for violation in self.violations.iter_mut().take(end).skip(start) {
            *violation = violation.in_branch_of(number);
        }
        if let Some(violation) = self.violations.get_mut(end) {
            *violation = violation.numbered(number);
        }
    }

    /// Runs a branch and sets `matched` to its count. If it fails, its violations are kept.
    fn attempt(&mut self, branch: Validate<'p>) -> Option<Failed> {
        let start = self.violations.len();
        self.matched = 0;
        branch.run(self);
        (self.violations.len() > start).then_some(Failed { start, matched: self.matched })
    }

    /// Keeps the failed branch that matched more; the first one if equal.
    fn keep_better(&mut self, start: usize, best: &mut Option<Best>, failed: Failed) {
        if best.as_ref().is_some_and(|best| failed.matched <= best.matched) {
            self.violations.truncate(failed.start);
            return;
        }
        if let Some(best) = best.take() {
            self.violations.drain(start..best.end);
        }
        *best = Some(Best { end: self.violations.len(), matched: failed.matched });
    }
}

/// A failed branch: the start of its violations, and how much matched.
struct Failed {
    start: usize,
    matched: u32,
}

impl<'p> Decoder<'_, 'p> {
    /// Validates the value that was decoded to the entry `at` against alternatives.
    #[inline]
    pub fn alternatives(&mut self, at: u32, alternatives: &'p Alternatives<'p>) {
        // No branch can fail for most values: then their kind is enough.
        let kind = self.tape.get(at as usize).map(|entry| entry.kind);
        if !kind.and_then(bit).is_some_and(|bit| alternatives.settled(bit)) {
            self.unsettled_alternatives(at, alternatives);
        }
    }

    #[inline(never)]
    fn unsettled_alternatives(&mut self, at: u32, alternatives: &'p Alternatives<'p>) {
        let texts = crate::decode::texts(self.text, self.defaults, &self.side.fragments);
        let tape = Tape { entries: &self.tape, texts, strings: &self.side.strings };
        // A null may have been dropped: its entry is dead.
        if !tape.entry(at).is_dead() && !alternatives.settled(kind_bit(tape, at)) {
            Validator::new(tape, at, &mut self.records.violations).alternatives(alternatives);
        }
    }

    /// Index of the entry that is decoded next.
    #[inline(always)]
    pub fn here(&self) -> u32 {
        self.mark()
    }
}
