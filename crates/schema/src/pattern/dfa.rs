//! Minimizes and orders the DFA over bytes. In: a DFA over bytes. Out: the smallest one, in the order that
//! the runtime expects: first states that can never match, then those that do not accept the end of the text,
//! then those that do, and last the one that matches whatever follows. Four numbers then define what a state
//! means.

use super::minimize;
use super::utf8::ByteDfa;
use std::collections::HashMap;

/// A minimal DFA over classes of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    /// The class of each byte.
    pub classes: [u8; 256],
    /// The next state, by state and class.
    pub next: Vec<Vec<usize>>,
    /// The transitions in one piece, with the place of the row of each state.
    table: Vec<u32>,
    /// The state in which every text begins.
    pub start: usize,
    /// States below are dead: there are 0 or 1.
    pub live: usize,
    /// States from here on accept a text that ends in them.
    pub accepting: usize,
    /// States from here on accept whatever follows: there are 0 or 1.
    pub settled: usize,
}

impl Dfa {
    pub(super) fn new(bytes: &ByteDfa) -> Self {
        let class_of = minimize::classes(&bytes.next, &bytes.accepts_end);
        let (order, accepts) = reachable(bytes, &class_of);

        // Rows by the old symbols, states in order of discovery.
        let number: HashMap<usize, usize> =
            order.iter().enumerate().map(|(new, &state)| (class_of[state], new)).collect();
        let mut rows: Vec<Vec<usize>> = order
            .iter()
            .map(|&state| bytes.next[state].iter().map(|&to| number[&class_of[to]]).collect())
            .collect();
        let continuation = free_continuation(bytes, &rows);
        if let Some((symbol, lead)) = continuation {
            for row in &mut rows {
                row[symbol] = row[lead];
            }
        }

        let rank = |state: usize| {
            let stays = rows[state].iter().all(|&to| to == state);
            match (accepts[state], stays) {
                (false, true) => 0,
                (false, false) => 1,
                (true, false) => 2,
                (true, true) => 3,
            }
        };
        let mut layout: Vec<usize> = (0..rows.len()).collect();
        layout.sort_by_key(|&state| rank(state));
        let below = |limit: u8| layout.iter().filter(|&&state| rank(state) < limit).count();
        let (live, accepting, settled) = (below(1), below(2), below(3));

        let mut place = vec![0; layout.len()];
        for (new, &old) in layout.iter().enumerate() {
            place[old] = new;
        }
        let (classes, columns) = largest_first(merge_columns(&bytes.symbols, &rows));
        let next: Vec<Vec<usize>> = layout
            .iter()
            .map(|&old| columns.iter().map(|&symbol| place[rows[old][symbol]]).collect())
            .collect();
        let table = next.iter().flatten().map(|&to| (to * columns.len()) as u32).collect();
        Dfa { classes, next, table, start: place[0], live, accepting, settled }
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The number of classes of bytes.
    #[must_use]
    pub fn class_count(&self) -> usize {
        self.next.first().map_or(0, Vec::len)
    }

    pub(super) fn step(&self, state: usize, byte: u8) -> usize {
        self.next[state][usize::from(self.classes[usize::from(byte)])]
    }

    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        let row = self.class_count();
        let mut at = self.start * row;
        for &byte in text {
            at = self.table[at + usize::from(self.classes[usize::from(byte)])] as usize;
        }
        at >= self.accepting * row
    }
}

/// One representative of each reachable class of states, the start first, and whether each accepts.
fn reachable(bytes: &ByteDfa, class_of: &[usize]) -> (Vec<usize>, Vec<bool>) {
    let mut met = vec![false; bytes.next.len()];
    let mut order = vec![bytes.start];
    met[class_of[bytes.start]] = true;
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        at += 1;
        for &to in &bytes.next[state] {
            if !std::mem::replace(&mut met[class_of[to]], true) {
                order.push(to);
            }
        }
    }
    let accepts = order.iter().map(|&state| bytes.accepts_end[state]).collect();
    (order, accepts)
}

/// The symbol of continuation bytes and that of lead bytes, if the former may be treated as the latter.
/// Continuation bytes come only after lead bytes, so it is enough that such a byte does not change the state
/// when it follows itself.
fn free_continuation(bytes: &ByteDfa, rows: &[Vec<usize>]) -> Option<(usize, usize)> {
    let symbol = bytes.symbols[0x80];
    let lead = bytes.symbols[0xC0];
    let same = bytes.symbols[0x80..0xC0].iter().all(|&s| s == symbol)
        && bytes.symbols[0xC0..].iter().all(|&s| s == lead);
    let settled = rows.iter().all(|row| {
        let to = row[lead];
        rows[to][lead] == to && rows[to][symbol] == to
    });
    (same && settled).then_some((symbol, lead))
}

/// Merges symbols with equal columns into one class, numbered by the first byte that has it. Also returns one
/// symbol of each class.
fn merge_columns(symbols: &[usize; 256], rows: &[Vec<usize>]) -> ([u8; 256], Vec<usize>) {
    let mut numbers: HashMap<Vec<usize>, u8> = HashMap::new();
    let mut by_symbol: HashMap<usize, u8> = HashMap::new();
    let mut columns = Vec::new();
    let mut classes = [0; 256];
    for (byte, &symbol) in symbols.iter().enumerate() {
        classes[byte] = *by_symbol.entry(symbol).or_insert_with(|| {
            let column: Vec<usize> = rows.iter().map(|row| row[symbol]).collect();
            // At most 256 bytes, so at most 256 classes.
            let fresh = u8::try_from(numbers.len()).unwrap_or(u8::MAX);
            *numbers.entry(column).or_insert_with(|| {
                columns.push(symbol);
                fresh
            })
        });
    }
    (classes, columns)
}

/// Renumbers the class with the most bytes to 0, so that only the others have to be written.
fn largest_first((classes, columns): ([u8; 256], Vec<usize>)) -> ([u8; 256], Vec<usize>) {
    let mut sizes = vec![0usize; columns.len()];
    for &class in &classes {
        sizes[usize::from(class)] += 1;
    }
    let mut largest = 0;
    for (class, &size) in sizes.iter().enumerate() {
        if size > sizes[largest] {
            largest = class;
        }
    }
    let renumber = |class: u8| match usize::from(class) {
        class if class == largest => 0,
        class if class < largest => class + 1,
        class => class,
    };
    let mut moved = columns.clone();
    for (class, &column) in (0..).zip(&columns) {
        moved[renumber(class)] = column;
    }
    // A class number fits in a byte before and after.
    (classes.map(|class| u8::try_from(renumber(class)).unwrap_or(u8::MAX)), moved)
}
