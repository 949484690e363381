//! Tests that compare the matches of the engine with Go's.

use super::pattern::Pattern;
use super::*;
use alloc::string::String;
use alloc::vec::Vec;

fn pattern(text: &str) -> Pattern {
    match Pattern::new(text) {
        Ok(pattern) => pattern,
        Err(reason) => panic!("{text}: {reason}"),
    }
}

/// Rows of the record.
#[test]
fn patterns_match_anywhere() {
    let mut patterns = Patterns::new();
    for (text, pattern, expected) in [
        ("hubba", "ubb", true),
        ("", "foo|bar", false),
        ("cows", "", true),
        ("", "", true),
        ("grey", "gr(a|e)y", true),
        ("banana", "ba(na)*", true),
        ("mañana", "a+ñ+a+", true),
        ("🐱😀😀", "(a|😀){2}", true),
    ] {
        assert_eq!(matches(&mut patterns, text, pattern), Ok(expected), "{text} {pattern}");
    }
}

#[test]
fn the_syntax_is_gos() {
    for (text, matching, other) in [
        (r"^\d$", "7", "٧"),
        (r"^\w$", "_", "é"),
        (r"^\s$", "\n", "\u{b}"),
        (r"^[[:space:]]$", "\u{b}", "a"),
        (r"\bé", "aé", "é"),
        (r"^a\B", "ab", "aé"),
        (r"^\Q.*\E$", ".*", "ab"),
        (r"^a\z", "a", "a\n"),
        (r"^a$", "a", "a\n"),
        (r"(?m)^a$", "b\na", "ba"),
        (r"(?s)^.$", "\n", "ab"),
        (r"^.$", "é", "\n"),
        (r"(?i)^k$", "\u{212a}", "l"),
        (r"(?i)^[^k]$", "a", "\u{212a}"),
        (r"^\x{1F600}\x41\101$", "😀AA", "😀A"),
        (r"^(?P<n>a)(?<n>b)$", "ab", "a"),
        (r"^\pL\p{^Greek}$", "éé", "éα"),
        (r"^{a}{,2}$", "{a}{,2}", "a"),
        // In Unicode 16, after Go's tables.
        (r"^\P{L}$", "\u{1C89}", "a"),
        (r"^[^\x{D800}]$", "a", ""),
        // What comes before the flags is repeated.
        (r"^a(?i)*$", "aaa", "aA"),
    ] {
        let mut pattern = pattern(text);
        assert!(pattern.is_match(matching) && !pattern.is_match(other), "{text}");
    }
    assert!(!pattern(r"\x{D800}").is_match("\u{fffd}"));
}

/// The first branch that matches decides, not the longest.
#[test]
fn the_first_match_is_found() {
    let mut patterns = Patterns::new();
    for (text, pattern, expected) in [
        ("abc 123 def 123", "123", "123"),
        ("abc 123", "[0-9]*", ""),
        ("abc 123", "[0-9]+", "123"),
        ("abc", "xyz", ""),
        ("abc", "a|ab", "a"),
        ("abc", "ab|a", "ab"),
        ("aaa", "a+?", "a"),
        ("aaa", "(?U)a+", "a"),
        ("aaa", "(?U)a+?", "aaa"),
        ("aaa", "a{2,3}?", "aa"),
        ("aaab", "(|a)*b", "aaab"),
        ("aa", "(|a)*", ""),
        ("aa", "(|a)+", ""),
        ("xé日", "[^x]+", "é日"),
        ("foo.bar", r"\.", "."),
    ] {
        assert_eq!(find(&mut patterns, text, pattern), Ok(expected), "{text} {pattern}");
    }
}

/// Rows of Go's `find_test.go`, the record and the server's documentation.
#[test]
fn all_matches_are_found() {
    let arena = Arena::new();
    let mut patterns = Patterns::new();
    for (text, pattern, limit, expected) in [
        ("abc 123 def 123", "123", None, &["123", "123"][..]),
        ("abc 123 def 123", "123", Some(1), &["123"]),
        ("abc 123 def 123", "123", Some(0), &[]),
        ("abc 123 def 123", "123", Some(-5), &["123", "123"]),
        ("abc", "xyz", None, &[]),
        ("", "", None, &[""]),
        ("abc", "", None, &["", "", "", ""]),
        ("é日", "", None, &["", "", ""]),
        ("aaa", "a*", None, &["aaa"]),
        ("baab", "a*", None, &["", "aa", ""]),
        ("baaab", "a*?", None, &["", "", "", "", "", ""]),
        ("abab", "^a", None, &["a"]),
        ("ab\nab", "(?m)^a", None, &["a", "a"]),
        ("ab ab", r"\b", None, &["", "", "", ""]),
        ("aab", r"\Ba", None, &["a"]),
        ("aaba", "a|b|", Some(3), &["a", "a", "b"]),
        ("日本語日本語", ".", None, &["日", "本", "語", "日", "本", "語"]),
        ("ab", "$", None, &[""]),
        ("x", "a?|x", None, &["", ""]),
    ] {
        assert_eq!(find_all(&arena, &mut patterns, text, pattern, limit), Ok(expected), "{text} {pattern}");
    }
}

#[test]
fn wrong_patterns_are_reported_as_by_go() {
    let arena = Arena::new();
    let mut patterns = Patterns::new();
    for (pattern, expected) in [
        ("(abc", "error parsing regexp: missing closing ): `(abc`"),
        ("a)b", "error parsing regexp: unexpected ): `a)b`"),
        ("*a", "error parsing regexp: missing argument to repetition operator: `*`"),
        ("a**", "error parsing regexp: invalid nested repetition operator: `**`"),
        ("a{1001}", "error parsing regexp: invalid repeat count: `{1001}`"),
        ("(?=a)", "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"),
        (r"\1", r"error parsing regexp: invalid escape sequence: `\1`"),
        ("[b-a]", "error parsing regexp: invalid character class range: `b-a`"),
        (r"\pX", r"error parsing regexp: invalid character class range: `\pX`"),
    ] {
        for _ in 0..2 {
            assert_eq!(matches(&mut patterns, "", pattern), Err(EvalError::text(expected.into())));
            let illegal = EvalError::text(format!("Illegal regex: {expected}"));
            assert_eq!(find(&mut patterns, "", pattern), Err(illegal.clone()));
            assert_eq!(find_all(&arena, &mut patterns, "", pattern, None), Err(illegal));
        }
    }
}

/// Nesting and size are limited by the parser first, as in Go, then by the engine.
#[test]
fn large_patterns_end() {
    let nested = |open: &str, close: &str, times: usize| open.repeat(times) + "a" + &close.repeat(times);
    for text in [nested("(", ")", 99), nested("(?:", ")*", 99), nested("(?:b|", ")", 49)] {
        assert!(pattern(&text).is_match("ba"), "{}", text.len());
    }
    for text in [nested("(", ")", 100), nested("(?:", ")*", 100), nested("(", ")", 999)] {
        let reason = Pattern::new(&text).err().unwrap_or_default();
        assert_eq!(reason, "the pattern needs more than 100 levels, which is more than crdc compiles");
    }
    assert!(pattern("(x{10}){100}").is_match(&"x".repeat(1000)));
    let reason = Pattern::new(r"\pL{1000}").err().unwrap_or_default();
    assert!(reason.contains("more than crdc compiles"), "{reason}");
}

#[test]
fn patterns_are_kept_and_forgotten() {
    let mut patterns = Patterns::new();
    let texts: Vec<String> = (0..100).map(|number| format!("^{number}$")).collect();
    for _ in 0..2 {
        for (number, text) in texts.iter().enumerate() {
            assert_eq!(matches(&mut patterns, &format!("{number}"), text), Ok(true));
            assert_eq!(matches(&mut patterns, "x", text), Ok(false));
        }
    }
}
