//! A pattern, a line break, a text: whatever form the pattern was compiled to answers as its
//! program does when it is simulated, and as the `regex` crate where both mean the same by it.
#![no_main]

use crdc_codegen::pattern::{compile, simulate};
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

/// Whether the pattern is of the part of the syntax that both read alike: no escapes but those
/// of signs, no flags, no class within a class and none of the operators within classes.
fn in_common(pattern: &str) -> bool {
    let letters = pattern.as_bytes().windows(2).any(|two| two[0] == b'\\' && !two[1].is_ascii_punctuation());
    // `\<` and `\>` are the ends of a word for `regex`.
    let signs = [r"\\", r"\<", r"\>", "(?", "[[", "[^[", "&&", "~~", "--"];
    // Go takes `{,2}`, `{02}` and `{ 2 }` for what they look like, `regex` for repetitions.
    let counts = pattern.contains('{')
        && (["{,", "{0", ",0"].iter().any(|sign| pattern.contains(sign)) || pattern.contains(char::is_whitespace));
    let opened = pattern.bytes().filter(|byte| *byte == b'[').count();
    !letters && !counts && opened < 2 && !signs.iter().any(|sign| pattern.contains(sign))
}
