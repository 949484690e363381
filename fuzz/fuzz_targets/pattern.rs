//! Input: a pattern, a line break, a string. The compiled form matches like the simulated program, and like
//! the `regex` crate if both give the pattern the same meaning.
#![no_main]

use crdc_schema::pattern::{compile, simulate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let (pattern, text) = input.split_once('\n').unwrap_or((input, ""));
    let matcher = match compile(pattern) {
        Ok(matcher) => matcher,
        Err(error) => {
            assert!(pattern.get(error.offset..error.offset + error.len).is_some(), "{error:?}");
            return;
        }
    };
    let answer = matcher.is_match(text.as_bytes());
    assert_eq!(Ok(answer), simulate(pattern, text), "{} on {text:?}", matcher.describe());
    if in_common(pattern)
        && let Ok(other) = regex::Regex::new(pattern)
    {
        assert_eq!(answer, other.is_match(text), "regex on {text:?}");
    }
});

/// Whether the pattern uses only syntax with the same meaning in both: no escapes except of punctuation, no
/// flags, no nested classes and no operators inside of classes.
fn in_common(pattern: &str) -> bool {
    let letters = pattern.as_bytes().windows(2).any(|two| two[0] == b'\\' && !two[1].is_ascii_punctuation());
    // `\<` and `\>` are word boundaries in `regex`.
    // `[]-z]` is a range in Go; in `regex` the dash is itself.
    let signs = [r"\\", r"\<", r"\>", "(?", "[[", "[^[", "[]", "[^]", "&&", "~~", "--"];
    // Go reads `{,2}`, `{02}` and `{ 2 }` as literals, `regex` as repetitions.
    let counts = pattern.contains('{')
        && (["{,", "{0", ",0"].iter().any(|sign| pattern.contains(sign))
            || pattern.contains(char::is_whitespace));
    let opened = pattern.bytes().filter(|byte| *byte == b'[').count();
    !letters && !counts && opened < 2 && !signs.iter().any(|sign| pattern.contains(sign))
}
