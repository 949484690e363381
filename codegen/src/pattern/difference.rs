//! In: two patterns. Out: a shortest text that only the one matches, and one that only the other
//! does: a walk over the pairs of states that a text can lead to.

use super::alphabet::Alphabet;
use super::determinize::{CharDfa, determinize};
use super::{parse, program};
use std::collections::{HashMap, HashSet, VecDeque};

/// More pairs of states than this are not visited.
const MOST_PAIRS: usize = 1 << 16;

/// How two patterns differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// A text that matches the old one only; none if there is no such text.
    pub only_old: Option<String>,
    /// A text that matches the new one only; none if there is no such text.
    pub only_new: Option<String>,
}

/// Compares two patterns by what they match. None where one of them does not compile, or is too
/// large to be compared.
///
/// ```
/// use crdc_codegen::pattern::difference;
/// let found = difference("^[a-z]*$", "^[a-z]+$").unwrap();
/// assert_eq!((found.only_old.as_deref(), found.only_new), (Some(""), None));
/// ```
#[must_use]
pub fn difference(old: &str, new: &str) -> Option<Difference> {
    let (old, new) = (Table::new(old)?, Table::new(new)?);
    let start = (old.states.start, new.states.start);
    // How each pair was first reached: by which character, from which pair.
    let mut from: Reached = HashMap::from([(start, None)]);
    let mut waiting = VecDeque::from([start]);
    let mut found = Difference { only_old: None, only_new: None };
    let characters = representatives(&old.alphabet, &new.alphabet);
    while let Some(pair) = waiting.pop_front() {
        match (old.matches(pair.0), new.matches(pair.1)) {
            (true, false) if found.only_old.is_none() => found.only_old = Some(text(&from, pair)),
            (false, true) if found.only_new.is_none() => found.only_new = Some(text(&from, pair)),
            _ => {}
        }
        if found.only_old.is_some() && found.only_new.is_some() {
            return Some(found);
        }
        for &(character, classes) in &characters {
            let next = (old.step(pair.0, classes.0), new.step(pair.1, classes.1));
            if let std::collections::hash_map::Entry::Vacant(place) = from.entry(next) {
                place.insert(Some((character, pair)));
                waiting.push_back(next);
            }
        }
        if from.len() > MOST_PAIRS {
            return None;
        }
    }
    Some(found)
}

type Reached = HashMap<(usize, usize), Option<(char, (usize, usize))>>;

/// What a pattern does with each class of characters.
struct Table {
    alphabet: Alphabet,
    states: CharDfa,
}

impl Table {
    fn new(pattern: &str) -> Option<Table> {
        let program = program::compile(&parse::parse(pattern).ok()?).ok()?;
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

/// A character of each pair of classes, with the pair; those that are easy to read first.
fn representatives(old: &Alphabet, new: &Alphabet) -> Vec<(char, (usize, usize))> {
    let readable = ('a'..='z').chain('0'..='9').chain('A'..='Z').chain('!'..='~');
    let starts = old.starts.iter().chain(&new.starts).filter_map(|(start, _)| char::from_u32(*start));
    let mut starts: Vec<char> = starts.collect();
    starts.sort_unstable();
    let mut seen = HashSet::new();
    let pair = |c: char| (old.class_of(u32::from(c)), new.class_of(u32::from(c)));
    readable.chain(starts).map(|c| (c, pair(c))).filter(|(_, pair)| seen.insert(*pair)).collect()
}

/// The text that leads to a pair.
fn text(from: &Reached, mut pair: (usize, usize)) -> String {
    let mut characters = Vec::new();
    while let Some(Some((character, before))) = from.get(&pair) {
        characters.push(*character);
        pair = *before;
    }
    characters.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::difference;

    fn both(old: &str, new: &str) -> (Option<String>, Option<String>) {
        let found = difference(old, new).unwrap();
        (found.only_old, found.only_new)
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
    fn what_has_no_tables_is_not_compared() {
        assert_eq!(difference("(", "a"), None);
        assert_eq!(difference("[01]*1[01]{20}", "a"), None);
    }

    /// Whatever is found is matched by the one and not by the other.
    #[test]
    fn examples_are_examples() {
        let patterns =
            ["", "a", "^a", "a$", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "^\\d+(Mi|Gi)?$", "^.{1,4}$", "é|x"];
        for old in patterns {
            for new in patterns {
                let is_match = |pattern: &str, text: &str| {
                    crate::pattern::compile(pattern).unwrap().is_match(text.as_bytes())
                };
                let (only_old, only_new) = both(old, new);
                assert!(only_old.is_none_or(|text| is_match(old, &text) && !is_match(new, &text)));
                assert!(only_new.is_none_or(|text| is_match(new, &text) && !is_match(old, &text)));
            }
        }
    }
}
