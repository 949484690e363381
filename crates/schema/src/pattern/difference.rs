//! Finds a text that distinguishes two patterns. In: two patterns. Out: a shortest text that the first
//! matches and the second does not: a search over the pairs of states that a text can reach.

use super::alphabet::Alphabet;
use super::determinize::{CharDfa, determinize};
use crdc_vocabulary::regexp::parse;
use crdc_vocabulary::regexp::program;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

/// The maximum number of states visited: pairs, once for each length below the minimum.
const MOST_STATES: usize = 1 << 16;

/// A shortest text of a length within the limits, in characters, that matches `first` and not
/// `second`; `Ok(None)` if there is none.
///
/// ```
/// use crdc_schema::pattern::only_first;
/// assert_eq!(only_first("^[a-z]*$", "^[a-z]+$", 0..=9).unwrap().as_deref(), Some(""));
/// assert_eq!(only_first("^[a-z]*$", "^[a-z]+$", 1..=9), Ok(None));
/// ```
///
/// # Errors
/// One of them does not compile, or is too large to be compared.
pub fn only_first(
    first: &str,
    second: &str,
    lengths: std::ops::RangeInclusive<usize>,
) -> Result<Option<String>, Incomparable> {
    let table = |pattern| Table::new(pattern).ok_or(Incomparable);
    let (first, second) = (table(first)?, table(second)?);
    let least = *lengths.start();
    // A state counts its characters up to the minimum.
    let start = State { first: first.states.start, second: second.states.start, counted: 0 };
    // How each state was first reached: by which character, from which state, at which position.
    let mut from: Reached = HashMap::from([(start, None)]);
    let mut waiting = VecDeque::from([(start, 0)]);
    let characters = representatives(&first.alphabet, &second.alphabet);
    while let Some((state, length)) = waiting.pop_front() {
        if state.counted == least && first.matches(state.first) && !second.matches(state.second) {
            return Ok(Some(text(&from, state)));
        }
        if length == *lengths.end() {
            continue;
        }
        for &(character, classes) in &characters {
            let next = State {
                first: first.step(state.first, classes.0),
                second: second.step(state.second, classes.1),
                counted: least.min(state.counted + 1),
            };
            if let Entry::Vacant(place) = from.entry(next) {
                place.insert(Some((character, state)));
                waiting.push_back((next, length + 1));
            }
        }
        if from.len() > MOST_STATES {
            return Err(Incomparable);
        }
    }
    Ok(None)
}

/// One of the two patterns does not compile, or they are too large to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incomparable;

/// The states of both patterns after a text, and its length up to the minimum.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    first: usize,
    second: usize,
    counted: usize,
}

type Reached = HashMap<State, Option<(char, State)>>;

/// The transitions of a pattern for each class of characters.
struct Table {
    alphabet: Alphabet,
    states: CharDfa,
}

impl Table {
    fn new(pattern: &str) -> Option<Table> {
        let program = program::compile(&parse(pattern).ok()?).ok()?;
        let alphabet = Alphabet::new(&program);
        let states = determinize(&program, &alphabet)?;
        Some(Table { alphabet, states })
    }

    fn matches(&self, state: usize) -> bool {
        self.states.accepts_end.get(state).copied().unwrap_or_default()
    }

    fn step(&self, state: usize, class: usize) -> usize {
        self.states.next.get(state).and_then(|row| row.get(class)).copied().unwrap_or_default()
    }
}

/// A character of each pair of classes, with the pair; easily readable ones first.
fn representatives(old: &Alphabet, new: &Alphabet) -> Vec<(char, (usize, usize))> {
    let readable = ('a'..='z').chain('0'..='9').chain('A'..='Z').chain('!'..='~');
    let starts = old.starts.iter().chain(&new.starts).filter_map(|(start, _)| char::from_u32(*start));
    let mut starts: Vec<char> = starts.collect();
    starts.sort_unstable();
    let mut seen = HashSet::new();
    let pair = |c: char| (old.class_of(u32::from(c)), new.class_of(u32::from(c)));
    readable.chain(starts).map(|c| (c, pair(c))).filter(|(_, pair)| seen.insert(*pair)).collect()
}

/// The text that leads to a state.
fn text(from: &Reached, mut state: State) -> String {
    let mut characters = Vec::new();
    while let Some(Some((character, before))) = from.get(&state) {
        characters.push(*character);
        state = *before;
    }
    characters.into_iter().rev().collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Incomparable, only_first};

    fn both(old: &str, new: &str) -> (Option<String>, Option<String>) {
        (only_first(old, new, 0..=100).unwrap(), only_first(new, old, 0..=100).unwrap())
    }

    #[test]
    fn texts_show_which_way_it_went() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(both("^[a-z]+$", "^[a-z]+$"), (None, None));
        assert_eq!(both("^(a|b)$", "^[ab]$"), (None, None));
        assert_eq!(both("", "^a"), (text(""), None));
        assert_eq!(both("^a{3}$", "^a{2,4}$"), (None, text("aa")));
        assert_eq!(both("^a*$", "^b*$"), (text("a"), text("b")));
        assert_eq!(both("^.$", "^[^é]$"), (text("é"), text("\n")));
        assert_eq!(both(r"\bé", "é"), (None, text("é")));
    }

    #[test]
    fn lengths_are_kept_to() {
        let only = |first, second, lengths| only_first(first, second, lengths).unwrap();
        assert_eq!(only("", "^.+$", 1..=100).as_deref(), Some("\n"));
        assert_eq!(only("^[^\n]*$", "^.+$", 1..=100), None);
        assert_eq!(only("^a*$", "^a{0,3}$", 0..=3), None);
        assert_eq!(only("^a*$", "^a{0,3}$", 2..=9).as_deref(), Some("aaaa"));
        assert_eq!(only("^a*$", "^(aa)*$", 4..=9).as_deref(), Some("aaaaa"));
        assert_eq!(only("", "^a*$", 3..=3).as_deref().map(str::len), Some(3));
    }

    #[test]
    fn what_has_no_tables_is_not_compared() {
        assert_eq!(only_first("(", "a", 0..=9), Err(Incomparable));
        assert_eq!(only_first("[01]*1[01]{20}", "a", 0..=9), Err(Incomparable));
        assert_eq!(only_first("^a*$", "^a*$", usize::MAX..=usize::MAX), Err(Incomparable));
    }

    /// Every result is matched by the first pattern and not by the second.
    #[test]
    fn examples_are_examples() {
        let patterns =
            ["", "a", "^a", "a$", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "^\\d+(Mi|Gi)?$", "^.{1,4}$", "é|x"];
        let is_match =
            |pattern: &str, text: &str| crate::pattern::compile(pattern).unwrap().is_match(text.as_bytes());
        for first in patterns {
            for second in patterns {
                let found = only_first(first, second, 2..=100).unwrap();
                assert!(found.is_none_or(|text| {
                    text.chars().count() >= 2 && is_match(first, &text) && !is_match(second, &text)
                }));
            }
        }
    }
}
