//! Builds a DFA from the program of a pattern, which is an NFA. Out: a DFA over classes of characters, or
//! `None` if it would be too large or take too long to build (`^[01]*1[01]{20}$` has two million states).
//!
//! Easy to break: a match is final. As soon as the program can match, the state is `MATCHED` and the rest of
//! the text is ignored, which keeps searches for an unanchored pattern small.

use super::alphabet::{Alphabet, CharKind};
use super::simulate::{Side, holds};
use crdc_vocabulary::regexp::Look;
use crdc_vocabulary::regexp::program::{Inst, Program};
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum number of states before minimization.
const MAX_STATES: usize = 16_384;
/// The maximum number of instructions visited while building them; about half a second in an unoptimized
/// build.
const MAX_WORK: usize = 3_000_000;
/// The cost of a character class in a state, in instructions visited.
const CLASS_WORK: usize = 8;

/// The state in which the program has matched, whatever follows.
pub(super) const MATCHED: usize = 0;

/// A DFA over the classes of an `Alphabet`.
#[derive(Debug)]
pub(super) struct CharDfa {
    pub(super) start: usize,
    /// The next state, by state and class.
    pub(super) next: Vec<Vec<usize>>,
    /// For each state whether a text that ends there matches.
    pub(super) accepts_end: Vec<bool>,
}

/// The identity of a state: the instructions that wait for a character or for a condition on the next one
/// and, if there is such a condition, the previous character.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    waiting: Rc<[usize]>,
    before: Option<Side>,
}

/// The subset construction.
struct Subsets<'a> {
    program: &'a Program,
    alphabet: &'a Alphabet,
    /// The number of each state that was found.
    numbers: HashMap<Key, usize>,
    /// The states by their numbers.
    keys: Vec<Key>,
    /// For each instruction whether the current closure has reached it.
    seen: Vec<bool>,
    /// For each set whether it contains the current class.
    member: Vec<bool>,
    /// The number of instructions visited so far.
    work: usize,
}

/// Builds the DFA of a program.
pub(super) fn determinize(program: &Program, alphabet: &Alphabet) -> Option<CharDfa> {
    let matched = Key { waiting: Rc::new([]), before: Some(None) };
    let mut subsets = Subsets {
        program,
        alphabet,
        numbers: HashMap::new(),
        keys: vec![matched],
        seen: vec![false; program.insts.len()],
        member: vec![false; program.sets.len()],
        work: 0,
    };
    let classes = alphabet.class_count();
    let mut dfa = CharDfa { start: 0, next: vec![vec![MATCHED; classes]], accepts_end: vec![true] };
    dfa.start = subsets.state([program.start].into_iter(), None);
    let mut state = 1;
    while let Some(key) = subsets.keys.get(state).cloned() {
        // Without a condition, the previous character does not matter.
        let before = key.before.unwrap_or(Some(CharKind::Other));
        dfa.accepts_end.push(subsets.resolve(&key, before, None).is_none());
        let row = subsets.row(&key, before);
        dfa.next.push(row);
        state += 1;
        if subsets.keys.len() > MAX_STATES || subsets.work > MAX_WORK {
            return None;
        }
    }
    Some(dfa)
}

impl Subsets<'_> {
    /// The next state for each class of characters.
    fn row(&mut self, key: &Key, before: Side) -> Vec<usize> {
        // Waiting conditions are evaluated once for each kind of next character.
        let mut decided: Vec<(CharKind, Option<Rc<[usize]>>)> = Vec::new();
        let mut row = Vec::with_capacity(self.alphabet.class_count());
        for class in 0..self.alphabet.class_count() {
            let kind = self.alphabet.kinds[class];
            let known = decided.iter().position(|(of, _)| *of == kind);
            let index = known.unwrap_or_else(|| {
                let waiting = match key.before {
                    None => Some(key.waiting.clone()),
                    Some(_) => self.resolve(key, before, Some(kind)),
                };
                decided.push((kind, waiting));
                decided.len() - 1
            });
            let Some(waiting) = decided[index].1.clone() else {
                row.push(MATCHED);
                continue;
            };
            self.work += waiting.len() + self.alphabet.sets[class].len() + CLASS_WORK;
            let alphabet = self.alphabet;
            alphabet.sets[class].iter().for_each(|&set| self.member[set] = true);
            let mut targets = vec![self.program.start];
            for &inst in waiting.iter() {
                if let Inst::Set { set, next } = self.program.insts[inst]
                    && self.member[set]
                {
                    targets.push(next);
                }
            }
            alphabet.sets[class].iter().for_each(|&set| self.member[set] = false);
            row.push(self.state(targets.into_iter(), Some(kind)));
        }
        row
    }

    /// The state that begins at `seeds` after a character of kind `before`.
    fn state(&mut self, seeds: impl Iterator<Item = usize>, before: Side) -> usize {
        let Some(waiting) = self.closure(seeds, before, None) else {
            return MATCHED;
        };
        let looks = |&inst: &usize| matches!(self.program.insts[inst], Inst::Look(..));
        let key = Key { before: waiting.iter().any(looks).then_some(before), waiting };
        let fresh = self.keys.len();
        let number = *self.numbers.entry(key.clone()).or_insert(fresh);
        if number == fresh {
            self.keys.push(key);
        }
        number
    }

    /// The instructions that wait for a character once the next one is known; `None` if the program has
    /// matched.
    fn resolve(&mut self, key: &Key, before: Side, after: Side) -> Option<Rc<[usize]>> {
        self.closure(key.waiting.iter().copied(), before, Some(after))
    }

    /// All waiting instructions reachable from `seeds`; `None` if one of the paths matches.
    fn closure(
        &mut self,
        seeds: impl Iterator<Item = usize>,
        before: Side,
        after: Option<Side>,
    ) -> Option<Rc<[usize]>> {
        let mut pending: Vec<usize> = seeds.collect();
        let mut visited: Vec<usize> = Vec::new();
        let mut waiting = Vec::new();
        let mut matched = false;
        while let Some(inst) = pending.pop() {
            if std::mem::replace(&mut self.seen[inst], true) {
                continue;
            }
            visited.push(inst);
            match self.program.insts[inst] {
                Inst::Match => matched = true,
                Inst::Set { .. } => waiting.push(inst),
                Inst::Split(a, b) => pending.extend([a, b]),
                Inst::Look(look, to) => match after {
                    Some(after) if holds(look, before, after) => pending.push(to),
                    Some(_) => {}
                    None => match look {
                        Look::BeginText | Look::BeginLine => {
                            if holds(look, before, None) {
                                pending.push(to);
                            }
                        }
                        _ => waiting.push(inst),
                    },
                },
            }
        }
        self.work += visited.len();
        for inst in visited {
            self.seen[inst] = false;
        }
        if matched {
            return None;
        }
        waiting.sort_unstable();
        Some(waiting.into())
    }
}
