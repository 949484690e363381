//! Converts a DFA over characters to one over bytes. In: a DFA over classes of characters. Out: one over
//! bytes of UTF-8.
//!
//! Easy to break: the text is known to be valid. If the first byte of a character determines its class, the
//! state changes there and continuation bytes change nothing. Only characters whose class the first byte does
//! not determine have intermediate states.

use super::alphabet::Alphabet;
use super::determinize::CharDfa;
use crdc_vocabulary::regexp::MAX;
use std::collections::HashMap;

/// The maximum number of transitions before minimization, of characters and of bytes within them.
const MAX_CELLS: usize = 1_000_000;

/// A DFA over symbols, which are sets of bytes; not yet minimal.
#[derive(Debug)]
pub(super) struct ByteDfa {
    pub(super) start: usize,
    /// The symbol of each byte.
    pub(super) symbols: [usize; 256],
    /// The next state, by state and symbol.
    pub(super) next: Vec<Vec<usize>>,
    /// For each state whether a text that ends there matches.
    pub(super) accepts_end: Vec<bool>,
}

/// The state of reading a character after some of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Prefix {
    /// All characters with this prefix are in one class.
    Class(usize),
    /// The next byte decides: an index of `Prefixes::nodes`.
    Open(usize),
}

struct Prefixes<'a> {
    alphabet: &'a Alphabet,
    /// The next nodes, by the low six bits of the next byte.
    nodes: Vec<Vec<Prefix>>,
    /// The classes that are still possible at a node.
    classes: Vec<Vec<usize>>,
    numbers: HashMap<Vec<Prefix>, usize>,
}

impl<'a> Prefixes<'a> {
    /// The characters from `lo` to `hi`, of which those in `valid` exist, with `left` bytes remaining.
    fn prefix(&mut self, lo: u32, hi: u32, valid: (u32, u32), left: u32) -> Prefix {
        let (from, to) = (lo.max(valid.0), hi.min(valid.1));
        if from > to {
            // Not in valid text; any result will do.
            return Prefix::Class(self.alphabet.class_of(lo.clamp(valid.0, valid.1)));
        }
        if let Some(class) = self.alphabet.uniform(from, to) {
            return Prefix::Class(class);
        }
        let span = 1 << (6 * left.saturating_sub(1));
        let children: Vec<Prefix> = (0..64)
            .map(|i| {
                let lo = lo + i * span;
                self.prefix(lo, lo + span - 1, valid, left.saturating_sub(1))
            })
            .collect();
        if let Some(&number) = self.numbers.get(&children) {
            return Prefix::Open(number);
        }
        let number = self.nodes.len();
        let mut classes: Vec<usize> = Vec::new();
        for child in &children {
            match *child {
                Prefix::Class(class) => classes.push(class),
                Prefix::Open(node) => classes.extend_from_slice(&self.classes[node]),
            }
        }
        classes.sort_unstable();
        classes.dedup();
        self.numbers.insert(children.clone(), number);
        self.nodes.push(children);
        self.classes.push(classes);
        Prefix::Open(number)
    }

    /// The state after the first byte of a character.
    fn lead(&mut self, byte: u8) -> Prefix {
        // Bytes that cannot start a character are treated like the nearest that can.
        let byte = u32::from(byte.clamp(0xC2, 0xF4));
        let (bits, left, valid) = match byte {
            0xC0..=0xDF => (byte & 0x1F, 1, (0x80, 0x7FF)),
            0xE0..=0xEF => (byte & 0x0F, 2, (0x800, 0xFFFF)),
            _ => (byte & 0x07, 3, (0x1_0000, MAX)),
        };
        let lo = bits << (6 * left);
        self.prefix(lo, lo + (1 << (6 * left)) - 1, valid, left)
    }
}

pub(super) fn to_bytes(dfa: &CharDfa, alphabet: &Alphabet) -> Option<ByteDfa> {
    let mut prefixes = Prefixes { alphabet, nodes: Vec::new(), classes: Vec::new(), numbers: HashMap::new() };
    let leads: Vec<Prefix> = (0xC0..=0xFF).map(|byte| prefixes.lead(byte)).collect();
    let (symbols, examples) = symbols(&prefixes, &leads);
    if dfa.next.len() * examples.len() > MAX_CELLS {
        return None;
    }

    let mut bytes = ByteDfa {
        start: dfa.start,
        symbols,
        next: Vec::with_capacity(dfa.next.len()),
        accepts_end: dfa.accepts_end.clone(),
    };
    let mut inside = Inside { dfa, prefixes: &prefixes, numbers: HashMap::new(), states: vec![] };
    for state in 0..dfa.next.len() {
        let row = examples.iter().map(|&byte| match byte {
            0..=0x7F => dfa.next[state][alphabet.class_of(u32::from(byte))],
            0x80..=0xBF => state,
            _ => inside.after(leads[usize::from(byte & 0x3F)], state),
        });
        let row = row.collect();
        bytes.next.push(row);
    }
    bytes.next.push(vec![inside.dead(); examples.len()]);
    bytes.accepts_end.push(false);
    let mut at = 0;
    while let Some(&(node, state)) = inside.states.get(at) {
        at += 1;
        // Within a character, only continuation bytes can follow.
        let row = examples.iter().map(|&byte| match byte {
            0x80..=0xBF => inside.after(prefixes.nodes[node][usize::from(byte & 0x3F)], state),
            _ => inside.dead(),
        });
        let row = row.collect();
        bytes.next.push(row);
        bytes.accepts_end.push(false);
        if bytes.next.len() * examples.len() > MAX_CELLS {
            return None;
        }
    }
    Some(bytes)
}

/// The states within characters: a node, and the state at the start of the character.
struct Inside<'a> {
    dfa: &'a CharDfa,
    prefixes: &'a Prefixes<'a>,
    numbers: HashMap<(usize, usize), usize>,
    states: Vec<(usize, usize)>,
}

impl Inside<'_> {
    /// The state that no text leaves, numbered after those of characters.
    fn dead(&self) -> usize {
        self.dfa.next.len()
    }

    fn after(&mut self, known: Prefix, state: usize) -> usize {
        let row = &self.dfa.next[state];
        let node = match known {
            Prefix::Class(class) => return row[class],
            Prefix::Open(node) => node,
        };
        let mut targets = self.prefixes.classes[node].iter().map(|&class| row[class]);
        if let Some(first) = targets.next()
            && targets.all(|target| target == first)
        {
            return first;
        }
        let fresh = self.numbers.len();
        let number = *self.numbers.entry((node, state)).or_insert(fresh);
        if number == fresh {
            self.states.push((node, state));
        }
        self.dead() + 1 + number
    }
}

/// Bytes that no state distinguishes share a symbol. Also returns one byte of each.
fn symbols(prefixes: &Prefixes<'_>, leads: &[Prefix]) -> ([usize; 256], Vec<u8>) {
    let mut numbers: HashMap<(u8, Vec<Prefix>), usize> = HashMap::new();
    let mut symbols = [0; 256];
    let mut examples = Vec::new();
    for byte in 0..=255u8 {
        let low = usize::from(byte & 0x3F);
        let key = match byte {
            0..=0x7F => (0, vec![Prefix::Class(prefixes.alphabet.class_of(u32::from(byte)))]),
            0x80..=0xBF => (1, prefixes.nodes.iter().map(|node| node[low]).collect()),
            _ => (2, vec![leads[low]]),
        };
        let fresh = numbers.len();
        let symbol = *numbers.entry(key).or_insert(fresh);
        if symbol == fresh {
            examples.push(byte);
        }
        symbols[usize::from(byte)] = symbol;
    }
    (symbols, examples)
}
