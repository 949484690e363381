//! Searches many short texts in longer ones. In: short texts, and longer ones, one after the other. Out:
//! whether a longer one has any of the short ones, and at last which of these were never found. The time is
//! linear in all texts together: a suite may expect thousands of errors of an object with thousands.
//
// Aho and Corasick: all texts are looked for at once. The crate of that name tells each match in each other
// one, which grows with the square of texts in texts.

use std::collections::{HashMap, VecDeque};

/// Texts that are looked for.
pub(super) struct Within {
    /// The states that follow a state, by the next byte. The first state has read nothing.
    next: HashMap<(usize, u8), usize>,
    states: Vec<State>,
    /// The state that ends each text.
    ends: Vec<usize>,
}

/// The beginning of a text that was read.
#[derive(Clone, Default)]
struct State {
    /// The longest other beginning that ends here.
    shorter: usize,
    /// The longest whole text that ends here and is shorter; 0 if there is none.
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
        // Shorter ones first.
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

    /// The state that follows another one.
    fn step(&self, mut at: usize, byte: u8) -> usize {
        loop {
            match self.next.get(&(at, byte)) {
                Some(next) => return *next,
                None if at == 0 => return 0,
                None => at = self.states[at].shorter,
            }
        }
    }

    /// Whether any of the texts is in a longer one. Those that are count as found.
    pub(super) fn any_in(&mut self, longer: &str) -> bool {
        // An empty text is in each.
        let mut any = self.states[0].is_text;
        self.states[0].is_found |= any;
        let mut at = 0;
        for byte in longer.bytes() {
            at = self.step(at, byte);
            let state = &self.states[at];
            let mut found = if state.is_text { at } else { state.text };
            any |= found != 0;
            // If one is known, all shorter ones that end with it are.
            while found != 0 && !self.states[found].is_found {
                self.states[found].is_found = true;
                found = self.states[found].text;
            }
        }
        any
    }

    /// Whether each text was found, in their order.
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
