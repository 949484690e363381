//! Searches for many short texts in longer texts. In: the short texts, then the longer texts one by one. Out:
//! for each longer text whether it contains a short one, and at the end which short texts were found. The
//! time is linear in the length of all texts: a suite may expect thousands of errors for an object with
//! thousands of errors.
//
// The algorithm of Aho and Corasick, which looks for all texts at once. The crate `aho-corasick` reports
// every match, also of texts within other texts, so its time would be quadratic for texts that contain each
// other.

use std::collections::{HashMap, VecDeque};

/// The short texts, as an automaton that reads the longer ones.
pub(super) struct Within {
    /// The next state, by a state and the byte that is read. State 0 is the start.
    next: HashMap<(usize, u8), usize>,
    states: Vec<State>,
    /// For each short text, the state at its end.
    ends: Vec<usize>,
}

/// A prefix of a short text, which the automaton has read.
#[derive(Clone, Default)]
struct State {
    /// The state of the longest shorter prefix that is a suffix of this one.
    shorter: usize,
    /// The state of the longest shorter text that is a suffix of this prefix; 0 if there is none.
    text: usize,
    is_text: bool,
    is_found: bool,
}

impl Within {
    pub(super) fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> Within {
        let mut within = Within { next: HashMap::new(), states: vec![State::default()], ends: Vec::new() };
        // The next state of each state, in the order of its texts.
        let mut below: Vec<Vec<(u8, usize)>> = vec![Vec::new()];
        for text in texts {
            let mut at = 0;
            for byte in text.bytes() {
                let new = within.states.len();
                at = *within.next.entry((at, byte)).or_insert_with(|| {
                    below[at].push((byte, new));
                    new
                });
                if at == new {
                    within.states.push(State::default());
                    below.push(Vec::new());
                }
            }
            within.states[at].is_text = true;
            within.ends.push(at);
        }
        // Breadth first: the states of shorter prefixes must be complete.
        let mut queue = VecDeque::from([0]);
        while let Some(at) = queue.pop_front() {
            for &(byte, child) in &below[at] {
                let shorter = if at == 0 { 0 } else { within.step(within.states[at].shorter, byte) };
                let state = &within.states[shorter];
                let text = if state.is_text && shorter != 0 { shorter } else { state.text };
                (within.states[child].shorter, within.states[child].text) = (shorter, text);
                queue.push_back(child);
            }
        }
        within
    }

    /// The state after a byte.
    fn step(&self, mut at: usize, byte: u8) -> usize {
        loop {
            match self.next.get(&(at, byte)) {
                Some(next) => return *next,
                None if at == 0 => return 0,
                None => at = self.states[at].shorter,
            }
        }
    }

    /// Whether a longer text contains any of the short texts. Marks the short texts in it as found.
    pub(super) fn any_in(&mut self, longer: &str) -> bool {
        // Every text contains an empty text.
        let mut any = self.states[0].is_text;
        self.states[0].is_found |= any;
        let mut at = 0;
        for byte in longer.bytes() {
            at = self.step(at, byte);
            let state = &self.states[at];
            let mut found = if state.is_text { at } else { state.text };
            any |= found != 0;
            // If a text was found before, all shorter texts at its end were found too.
            while found != 0 && !self.states[found].is_found {
                self.states[found].is_found = true;
                found = self.states[found].text;
            }
        }
        any
    }

    /// For each short text, in order, whether it was found.
    pub(super) fn found(&self) -> impl Iterator<Item = bool> + '_ {
        self.ends.iter().map(|end| self.states[*end].is_found)
    }
}

#[cfg(test)]
mod tests {
    use super::Within;

    /// Each ends with all before it, and each ends everywhere.
    #[test]
    fn texts_in_texts_are_found_once() {
        let texts: Vec<String> = (1..=2000).map(|length| "a".repeat(length)).collect();
        let mut within = Within::new(texts.iter().map(String::as_str));
        for _ in 0..20_000 {
            assert!(within.any_in(&"a".repeat(100)));
        }
        assert_eq!(within.found().filter(|found| *found).count(), 100);
        assert!(within.any_in(&"a".repeat(100_000)) && !within.any_in("b"));
        assert!(within.found().all(|found| found));
    }

    #[test]
    fn each_text_is_found_as_one_by_one() {
        let mut seed = 7_u64;
        let mut random = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        for _ in 0..2000 {
            let mut texts = |count: u64, longest: u64| -> Vec<String> {
                let mut text =
                    || (0..random(longest)).map(|_| if random(2) == 0 { 'a' } else { 'ü' }).collect();
                (0..count).map(|_| text()).collect()
            };
            let (short, long) = (texts(6, 5), texts(4, 12));
            let mut within = Within::new(short.iter().map(String::as_str));
            for one in &long {
                assert_eq!(
                    within.any_in(one),
                    short.iter().any(|text| one.contains(text)),
                    "{short:?} {one}"
                );
            }
            let expected = short.iter().map(|text| long.iter().any(|one| one.contains(text)));
            assert!(within.found().eq(expected), "{short:?} {long:?}");
        }
    }
}
