//! Recognizes simple forms of a minimal DFA. In: a minimal DFA. Out: its simple form, if it has one: a few
//! strings, or a run of one class.
//!
//! Forms are recognized in the DFA and not in the tree, so that `^[a-z]+$`, `^([a-z])*[a-z]$` and
//! `\A[[:lower:]]{1,}\z` are the same run.

use super::dfa::Dfa;
use std::ops::RangeInclusive;

/// The maximum number of strings compared one by one.
const MAX_TEXTS: usize = 16;
/// The maximum total of their bytes; shared prefixes count once.
const MAX_BYTES: usize = 256;

/// The bytes that may start a character.
const FIRST: &[RangeInclusive<u8>] = &[0..=0x7F, 0xC2..=0xF4];
/// The bytes that may continue one.
const CONTINUED: &[RangeInclusive<u8>] = &[0x80..=0xBF];

/// A limit on the length of a run, and what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The string before the run.
    pub prefix: Vec<u8>,
    /// For each byte whether the run may contain it.
    pub set: Vec<bool>,
    /// The fewest that follow the prefix.
    pub min: usize,
    /// The most, if there is a limit.
    pub max: Option<usize>,
    /// Whether characters are counted instead of bytes.
    pub chars: bool,
    /// Whether anything may follow the first `min`.
    pub open: bool,
}

/// The simple forms of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Everything matches, or nothing does.
    Always(bool),
    /// The whole text is one of these.
    Exact(Vec<Vec<u8>>),
    /// The text begins with one of these.
    Prefix(Vec<Vec<u8>>),
    /// Some byte is in the set.
    Contains(Vec<bool>),
    /// A prefix and a run of bytes of one set.
    Run(Run),
}

pub(super) fn shape(dfa: &Dfa) -> Option<Shape> {
    if dfa.states() == 1 {
        return Some(Shape::Always(dfa.accepting == 0));
    }
    contains(dfa).or_else(|| texts(dfa)).or_else(|| run(dfa).map(Shape::Run))
}

/// A search for one byte: the start state loops until it is found.
fn contains(dfa: &Dfa) -> Option<Shape> {
    let alone = dfa.states() == 2 && dfa.live == 0 && dfa.settled == 1 && dfa.start == 0;
    alone.then(|| {
        let set = (0..=255).map(|byte| dfa.step(0, byte) == 1).collect();
        Shape::Contains(set)
    })
}

/// All strings that lead to an accepting state, if they are few, and either all end or all continue.
fn texts(dfa: &Dfa) -> Option<Shape> {
    let (mut exact, mut prefix) = (Vec::new(), Vec::new());
    let mut budget = MAX_BYTES;
    let mut pending = vec![(dfa.start, Vec::new())];
    while let Some((state, text)) = pending.pop() {
        if state >= dfa.settled {
            prefix.push(text);
            continue;
        }
        let whole = std::str::from_utf8(&text).is_ok();
        if state >= dfa.accepting && whole {
            exact.push(text.clone());
        }
        for byte in if whole { FIRST } else { CONTINUED }.iter().cloned().flatten() {
            let to = dfa.step(state, byte);
            if to < dfa.live {
                continue;
            }
            // Also ends the walk if the states have a cycle.
            budget = budget.checked_sub(1)?;
            let mut longer = text.clone();
            longer.push(byte);
            pending.push((to, longer));
        }
        if exact.len() + prefix.len() + pending.len() > MAX_TEXTS {
            return None;
        }
    }
    exact.sort();
    prefix.sort();
    match (exact.is_empty(), prefix.is_empty()) {
        (false, true) => Some(Shape::Exact(exact)),
        (true, false) => Some(Shape::Prefix(prefix)),
        _ => None,
    }
}

/// The transitions of one state of a run.
struct Link {
    to: usize,
    set: Vec<bool>,
    /// Whether all characters beyond ASCII are in the set.
    wide: bool,
}

/// The next state, if there is exactly one besides the dead state.
fn link(dfa: &Dfa, state: usize) -> Option<Link> {
    let mut to = None;
    let mut set = vec![false; 256];
    for byte in FIRST.iter().cloned().flatten() {
        let next = dfa.step(state, byte);
        if next < dfa.live {
            continue;
        }
        if *to.get_or_insert(next) != next {
            return None;
        }
        set[usize::from(byte)] = true;
    }
    let to = to?;
    let wide = set[0xC2];
    if set[0xC2..=0xF4].iter().any(|&member| member != wide) {
        return None;
    }
    if wide {
        // The rest of a character must not change the state.
        if CONTINUED.iter().cloned().flatten().any(|byte| dfa.step(to, byte) != to) {
            return None;
        }
        set[0x80..].fill(true);
    }
    Some(Link { to, set, wide })
}

fn run(dfa: &Dfa) -> Option<Run> {
    let mut prefix = Vec::new();
    let mut state = dfa.start;
    // Single bytes first, as long as the text cannot end.
    let first = loop {
        let link = link(dfa, state)?;
        let members: Vec<u8> = (0..=0x7F).filter(|&b| link.set[usize::from(b)]).collect();
        match members.as_slice() {
            &[byte] if !link.wide && state < dfa.accepting && link.to != state => {
                prefix.push(byte);
                state = link.to;
                if prefix.len() > dfa.states() || state >= dfa.settled {
                    return None;
                }
            }
            _ => break link,
        }
    };
    let mut run = Run { prefix, min: 0, max: Some(0), chars: false, open: false, set: first.set.clone() };
    let mut length = 0;
    let mut accepted = false;
    loop {
        if state >= dfa.accepting && !accepted {
            run.min = length;
            accepted = true;
        }
        if state < dfa.accepting && accepted {
            return None;
        }
        if state >= dfa.settled {
            // A shorter text that matches is not a run: `^$|^[a-z]`.
            if run.min != length {
                return None;
            }
            (run.open, run.max) = (true, None);
            break;
        }
        // At the upper limit there is no next state.
        let mut ways = FIRST.iter().cloned().flatten();
        if ways.all(|byte| dfa.step(state, byte) < dfa.live) {
            run.max = Some(length);
            break;
        }
        let link = link(dfa, state)?;
        if link.set != first.set {
            return None;
        }
        if link.to == state {
            run.max = None;
            break;
        }
        length += 1;
        state = link.to;
    }
    let counted = run.min > 1 || run.max.is_some();
    run.chars = first.wide && counted;
    // Without an end, only the first bytes are read, which does not count characters.
    let simple = accepted && !(run.open && run.chars && run.min > 1);
    if run.open {
        run.chars = false;
    }
    simple.then_some(run)
}
