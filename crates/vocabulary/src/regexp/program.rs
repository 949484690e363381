//! Compiles a tree to a program. In: the tree of a pattern. Out: a program with few kinds of instructions
//! over characters. The DFA is built from it, and it is emitted itself if the DFA would be too large.
//!
//! Easy to break: instructions have no priority. The result is only whether there is a match, not where, so
//! greedy, lazy and the order of branches are lost here.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

pub use super::error::MAX_STATES;
use super::error::{ErrorCode, PatternError};
use super::{CharSet, Kind, Look, Node, parse, rune_set};

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inst {
    /// Consumes one character of a set.
    Set {
        /// The number of the set.
        set: usize,
        /// The instruction after it.
        next: usize,
    },
    /// Continues at both.
    Split(usize, usize),
    /// Continues if the condition holds.
    Look(Look, usize),
    /// The pattern matches.
    Match,
}

/// Instructions by number; `sets` are the distinct sets they use.
#[derive(Clone, Debug)]
pub struct Program {
    /// The instructions.
    pub insts: Vec<Inst>,
    /// The sets.
    pub sets: Vec<CharSet>,
    /// The first instruction.
    pub start: usize,
}

/// More than `MAX_STATES` instructions.
#[derive(Debug)]
pub struct TooLarge;

/// The program of a tree.
///
/// # Errors
/// The program needs more than [`MAX_STATES`] instructions.
pub fn compile(tree: &Node) -> Result<Program, TooLarge> {
    let mut compiler = Compiler { insts: vec![Inst::Match], sets: BTreeMap::new() };
    let start = compiler.node(tree, 0)?;
    let mut sets: Vec<(CharSet, usize)> = compiler.sets.into_iter().collect();
    sets.sort_unstable_by_key(|&(_, index)| index);
    let sets = sets.into_iter().map(|(set, _)| set).collect();
    Ok(Program { insts: compiler.insts, sets, start }.renumbered())
}

struct Compiler {
    insts: Vec<Inst>,
    sets: BTreeMap<CharSet, usize>,
}

impl Compiler {
    fn push(&mut self, inst: Inst) -> Result<usize, TooLarge> {
        if self.insts.len() >= MAX_STATES {
            return Err(TooLarge);
        }
        self.insts.push(inst);
        Ok(self.insts.len() - 1)
    }

    fn set(&mut self, set: CharSet, next: usize) -> Result<usize, TooLarge> {
        let fresh = self.sets.len();
        let set = *self.sets.entry(set).or_insert(fresh);
        self.push(Inst::Set { set, next })
    }

    /// Compiles backwards: returns the start for matching `node` and then `next`.
    fn node(&mut self, node: &Node, next: usize) -> Result<usize, TooLarge> {
        match &node.kind {
            Kind::Empty => Ok(next),
            Kind::Literal { runes, fold } => {
                let mut next = next;
                for &rune in runes.iter().rev() {
                    next = self.set(rune_set(rune, *fold), next)?;
                }
                Ok(next)
            }
            Kind::Class(set) => self.set(set.clone(), next),
            Kind::Look(look) => self.push(Inst::Look(*look, next)),
            Kind::Capture(sub) => self.node(sub, next),
            Kind::Concat(subs) => {
                let mut next = next;
                for sub in subs.iter().rev() {
                    next = self.node(sub, next)?;
                }
                Ok(next)
            }
            Kind::Alternate(subs) => {
                let mut start = None;
                for sub in subs.iter().rev() {
                    let branch = self.node(sub, next)?;
                    start = Some(match start {
                        None => branch,
                        Some(others) => self.push(Inst::Split(branch, others))?,
                    });
                }
                Ok(start.unwrap_or(next))
            }
            Kind::Repeat { min, max, sub, .. } => self.repeat(sub, *min, *max, next),
        }
    }

    fn repeat(&mut self, sub: &Node, min: u32, max: Option<u32>, next: usize) -> Result<usize, TooLarge> {
        let mut start = next;
        let mut copies = min;
        match max {
            // x{2,5} is xx(x(x(x)?)?)?
            Some(max) => {
                for _ in min..max {
                    let body = self.node(sub, start)?;
                    start = self.push(Inst::Split(body, next))?;
                }
            }
            None => {
                let again = self.push(Inst::Match)?;
                let body = self.node(sub, again)?;
                self.insts[again] = Inst::Split(body, next);
                // x{2,} is xx+, which has one copy of x less than xxx*.
                start = if min > 0 { body } else { again };
                copies = min.saturating_sub(1);
            }
        }
        for _ in 0..copies {
            start = self.node(sub, start)?;
        }
        Ok(start)
    }
}

impl Program {
    /// The program with only reachable instructions, in order of discovery, so that equal patterns are
    /// emitted equally and numbers are consecutive.
    fn renumbered(self) -> Self {
        let mut number = vec![usize::MAX; self.insts.len()];
        let mut order = Vec::with_capacity(self.insts.len());
        let mut pending = vec![self.start];
        while let Some(at) = pending.pop() {
            if number[at] != usize::MAX {
                continue;
            }
            number[at] = order.len();
            order.push(at);
            match self.insts[at] {
                Inst::Set { next, .. } | Inst::Look(_, next) => pending.push(next),
                Inst::Split(a, b) => pending.extend([b, a]),
                Inst::Match => {}
            }
        }
        let insts = order
            .iter()
            .map(|&at| match self.insts[at] {
                Inst::Set { set, next } => Inst::Set { set, next: number[next] },
                Inst::Split(a, b) => Inst::Split(number[a], number[b]),
                Inst::Look(look, next) => Inst::Look(look, number[next]),
                Inst::Match => Inst::Match,
            })
            .collect();
        Program { insts, sets: self.sets, start: 0 }
    }

    /// Whether an instruction has a condition that distinguishes newlines or words from other characters.
    pub fn looks_at_chars(&self) -> bool {
        self.insts.iter().any(|inst| match inst {
            Inst::Look(look, _) => !matches!(look, Look::BeginText | Look::EndText),
            _ => false,
        })
    }
}

/// The program of a pattern.
///
/// # Errors
/// The pattern needs more than [`MAX_STATES`] states. This is the only error that is not Go's, which would
/// accept the pattern, with a program of up to 128 MB.
pub fn program_of(pattern: &str, tree: &Node) -> Result<Program, PatternError> {
    compile(tree).map_err(|_| PatternError {
        offset: 0,
        len: pattern.len(),
        code: ErrorCode::States,
        argument: String::new(),
    })
}

/// Whether `pattern` would compile: parses it and counts its states.
///
/// # Errors
/// Go's, and that of [`program_of`].
pub fn verify(pattern: &str) -> Result<(), PatternError> {
    program_of(pattern, &parse(pattern)?).map(|_| ())
}
