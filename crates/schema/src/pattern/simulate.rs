//! Simulates the program of a pattern. In: a program and a text. Out: whether it matches, at build time. The
//! emitted form does the same in the runtime (`pattern/nfa.rs`), and the property tests compare all forms
//! with this one.

use super::alphabet::CharKind;
use crdc_vocabulary::regexp::Look;
use crdc_vocabulary::regexp::program::{Inst, Program};

/// The character on one side of a position in the text; `None` at the end.
pub(super) type Side = Option<CharKind>;

/// Whether a condition holds between two characters.
pub(super) fn holds(look: Look, before: Side, after: Side) -> bool {
    let boundary = (before == Some(CharKind::Word)) != (after == Some(CharKind::Word));
    match look {
        Look::BeginText => before.is_none(),
        Look::EndText => after.is_none(),
        Look::BeginLine => matches!(before, None | Some(CharKind::Newline)),
        Look::EndLine => matches!(after, None | Some(CharKind::Newline)),
        Look::WordBoundary => boundary,
        Look::NoWordBoundary => !boundary,
    }
}

pub(super) fn is_match(program: &Program, text: &str) -> bool {
    let mut before: Side = None;
    let mut seeds = Vec::new();
    let mut seen = vec![false; program.insts.len()];
    let mut queue: Vec<usize> = Vec::new();
    let mut chars = text.chars().map(u32::from);
    loop {
        let next = chars.next();
        let after = next.map(CharKind::of);
        seen.fill(false);
        queue.clear();
        // A match may begin anywhere.
        seeds.push(program.start);
        for seed in seeds.drain(..) {
            visit(seed, &mut seen, &mut queue);
        }
        let mut at = 0;
        while let Some(&inst) = queue.get(at) {
            at += 1;
            match program.insts[inst] {
                Inst::Match => return true,
                Inst::Split(a, b) => {
                    visit(a, &mut seen, &mut queue);
                    visit(b, &mut seen, &mut queue);
                }
                Inst::Look(look, to) if holds(look, before, after) => {
                    visit(to, &mut seen, &mut queue);
                }
                Inst::Look(..) => {}
                Inst::Set { set, next: to } => {
                    if next.is_some_and(|c| program.sets[set].contains(c)) {
                        seeds.push(to);
                    }
                }
            }
        }
        if next.is_none() {
            return false;
        }
        before = after;
    }
}

fn visit(inst: usize, seen: &mut [bool], queue: &mut Vec<usize>) {
    if !std::mem::replace(&mut seen[inst], true) {
        queue.push(inst);
    }
}
