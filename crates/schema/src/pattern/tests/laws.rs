//! All forms of a pattern give the same results: the program, the DFA, what `compile` chose, and an
//! independent engine. Patterns and texts are random, from a fixed seed.

use crate::pattern::{compile, parse, simulate, to_dfa};
use crdc_vocabulary::regexp::program;
use regex_automata::Input;
use regex_automata::dfa::{Automaton, dense};

/// A small random number generator (splitmix64), so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }
}

/// Atoms in Go's syntax and in that of `regex-syntax`.
const ATOMS: &[(&str, &str)] = &[
    ("a", "a"),
    ("b", "b"),
    ("0", "0"),
    ("_", "_"),
    ("é", "é"),
    ("日", "日"),
    ("-", "-"),
    (r"\n", r"\n"),
    (".", "."),
    ("(?s:.)", "(?s:.)"),
    ("[ab]", "[ab]"),
    ("[^a]", "[^a]"),
    ("[^é]", "[^é]"),
    ("[a-cé-日]", "[a-cé-日]"),
    (r"\d", "[0-9]"),
    (r"\w", "[0-9A-Za-z_]"),
    (r"\W", "[^0-9A-Za-z_]"),
    (r"\s", r"[\t\n\x0C\r ]"),
    ("(?i:k)", "(?i:k)"),
    ("(?i:[^k])", "(?i:[^k])"),
    ("^", "^"),
    ("$", "$"),
    ("(?m:^)", "(?m:^)"),
    ("(?m:$)", "(?m:$)"),
    (r"\b", r"(?-u:\b)"),
    (r"\B", r"(?-u:\B)"),
    ("", ""),
];

const REPEATS: &[&str] = &["*", "+", "?", "*?", "{2}", "{1,3}", "{0,2}?", "{2,}", "{0}"];

/// A pattern in both dialects.
fn pattern(random: &mut Random, depth: u32) -> (String, String) {
    let kind = if depth == 0 { 0 } else { random.below(6) };
    let mut parts = |count: u64, separator: &str| {
        let parts: Vec<_> = (0..count).map(|_| pattern(random, depth - 1)).collect();
        let join = |part: fn(&(String, String)) -> &str| {
            let texts: Vec<&str> = parts.iter().map(part).collect();
            format!("(?:{})", texts.join(separator))
        };
        (join(|(go, _)| go), join(|(_, rust)| rust))
    };
    match kind {
        1 | 2 => parts(2, ""),
        3 => parts(3, ""),
        4 => parts(2, "|"),
        5 => {
            let (go, rust) = parts(1, "");
            let repeat = random.pick(REPEATS);
            (format!("{go}{repeat}"), format!("{rust}{repeat}"))
        }
        _ => {
            let (go, rust) = random.pick(ATOMS);
            (go.to_owned(), rust.to_owned())
        }
    }
}

fn text(random: &mut Random) -> String {
    let chars = ['a', 'b', 'c', '0', '_', 'é', 'è', '日', '-', '\n', ' ', 'k', '\u{212A}', '😀'];
    let length = random.below(9);
    (0..length).map(|_| random.pick(&chars)).collect()
}

/// The result of an independent engine.
fn other_engine(pattern: &str) -> Option<dense::DFA<Vec<u32>>> {
    let limits = dense::Config::new().dfa_size_limit(Some(1 << 20));
    dense::Builder::new().configure(limits).build(pattern).ok()
}

#[test]
fn all_forms_agree() {
    let mut random = Random(20_261_121);
    let mut compared = 0;
    for round in 0..500 {
        let (mut go, mut rust) = pattern(&mut random, 1 + round % 4);
        if random.below(3) == 0 {
            (go, rust) = (format!("^{go}$"), format!("^{rust}$"));
        }
        let tree = parse(&go).unwrap();
        let program = program::compile(&tree).unwrap();
        let dfa = to_dfa(&program);
        let chosen = compile(&go).unwrap();
        let other = other_engine(&rust);
        for _ in 0..40 {
            let text = text(&mut random);
            let answer = simulate::is_match(&program, &text);
            assert_eq!(chosen.is_match(text.as_bytes()), answer, "{go} on {text:?}");
            if let Some(dfa) = &dfa {
                assert_eq!(dfa.is_match(text.as_bytes()), answer, "dfa of {go} on {text:?}");
            }
            if let Some(other) = &other {
                let found = other.try_search_fwd(&Input::new(&text)).unwrap().is_some();
                assert_eq!(found, answer, "{go} as {rust} on {text:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 15_000, "{compared}");
}

#[test]
fn nothing_panics() {
    let pieces = [
        "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\", "-", ",", ":", "1", "12",
        "1000", "a", "é", "(?", "(?i", "(?P<", ">", "[[:", ":]", r"\p{", "L", r"\x", r"\Q", r"\E", r"\d",
        "=", "<",
    ];
    let mut random = Random(7);
    for _ in 0..4000 {
        let count = random.below(9);
        let pattern: String = (0..count).map(|_| random.pick(&pieces)).collect();
        match compile(&pattern) {
            Ok(matcher) => {
                let _ = matcher.is_match("a1é".as_bytes());
                let _ = matcher.is_match(b"\xFF\x80");
            }
            Err(error) => {
                assert!(pattern.get(error.offset..error.offset + error.len).is_some(), "{pattern}");
            }
        }
    }
}
