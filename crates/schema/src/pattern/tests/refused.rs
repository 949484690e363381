//! Patterns that Go rejects, with its messages and the part that the error points at.

use crate::pattern::compile;

/// Asserts the message, without its prefix, and the part of the pattern it points at.
fn check(pattern: &str, message: &str, part: &str) {
    let error = compile(pattern).expect_err(pattern);
    assert_eq!(error.to_string(), format!("error parsing regexp: {message}"), "{pattern}");
    assert_eq!(pattern.get(error.offset..error.offset + error.len), Some(part), "{pattern}");
}

#[test]
fn groups() {
    check("(abc", "missing closing ): `(abc`", "(");
    check("a(b(c)", "missing closing ): `a(b(c)`", "(");
    check("a)b", "unexpected ): `a)b`", ")");
    check("(a|b))", "unexpected ): `(a|b))`", ")");
    check("(?i)(?s", "invalid or unsupported Perl syntax: `(?s`", "(?s");
    check("(?=a)", "invalid or unsupported Perl syntax: `(?=`", "(?=");
    check("(?i-)a", "invalid or unsupported Perl syntax: `(?i-)`", "(?i-)");
    check("(?i--s)", "invalid or unsupported Perl syntax: `(?i--`", "(?i--");
    check("(?", "invalid or unsupported Perl syntax: `(?`", "(?");
    check("(?P<", "invalid or unsupported Perl syntax: `(?P`", "(?P");
    check("(?P=n)", "invalid or unsupported Perl syntax: `(?P`", "(?P");
    check("(?<", "invalid or unsupported Perl syntax: `(?<`", "(?<");
    check("(?P<n", "invalid named capture: `(?P<n`", "(?P<n");
    check("x(?P<a b>c)", "invalid named capture: `(?P<a b>`", "(?P<a b>");
    check("(?<>a)", "invalid named capture: `(?<>`", "(?<>");
    check("(?<=a)b", "invalid named capture: `(?<=a)b`", "(?<=a)b");
    check("(?P<é>a)", "invalid named capture: `(?P<é>`", "(?P<é>");
}

#[test]
fn repetitions() {
    check("*a", "missing argument to repetition operator: `*`", "*");
    check("a|*?", "missing argument to repetition operator: `*?`", "*?");
    check("({1,2}?)", "missing argument to repetition operator: `{1,2}?`", "{1,2}?");
    check(r"\Q\E*", "missing argument to repetition operator: `*`", "*");
    check("(?i)*", "missing argument to repetition operator: `*`", "*");
    check("a**", "invalid nested repetition operator: `**`", "**");
    check("a{2}?{3}?x", "invalid nested repetition operator: `{2}?{3}?`", "{2}?{3}?");
    check("a*+", "invalid nested repetition operator: `*+`", "*+");
    check("a{1001}", "invalid repeat count: `{1001}`", "{1001}");
    check("a{1,99999999999999}", "invalid repeat count: `{1,99999999999999}`", "{1,99999999999999}");
    check("a{3,2}b", "invalid repeat count: `{3,2}`", "{3,2}");
    check("(a{100}){11}?b", "invalid repeat count: `{11}?`", "{11}?");
    check("((a{10}){10}){11}", "invalid repeat count: `{11}`", "{11}");
    check("(?:[a-z]{4}){0,251}", "invalid repeat count: `{0,251}`", "{0,251}");
    for taken in ["(a{0}){1000}", "((a{1000})*)+", "(?:[a-z]{4}){0,250}", "(a{0,1}){1000}"] {
        assert!(compile(taken).is_ok(), "{taken}");
    }
}

#[test]
fn classes_and_escapes() {
    check("[a", "missing closing ]: `[a`", "[a");
    check("x[]b", "missing closing ]: `[]b`", "[]b");
    check("[a-", "missing closing ]: `[a-`", "[a-");
    check("[b-a]", "invalid character class range: `b-a`", "b-a");
    check(r"[\x62-\x61]", r"invalid character class range: `\x62-\x61`", r"\x62-\x61");
    check(r"[a-\d]", r"invalid escape sequence: `\d`", r"\d");
    check("[[:foo:]]", "invalid character class range: `[:foo:]`", "[:foo:]");
    check("[[:Alpha:]]", "invalid character class range: `[:Alpha:]`", "[:Alpha:]");
    check(r"\pX", r"invalid character class range: `\pX`", r"\pX");
    check(r"\p", r"invalid character class range: `\p`", r"\p");
    check(r"a\P{^Foo}", r"invalid character class range: `\P{^Foo}`", r"\P{^Foo}");
    check(r"\p{L", r"invalid character class range: `\p{L`", r"\p{L");
    check(r"\pé", r"invalid character class range: `\pé`", r"\pé");
    check(r"a\", "trailing backslash at end of expression: ``", "\\");
    check(r"[\", "trailing backslash at end of expression: ``", "\\");
    for escape in [r"\C", r"\Z", r"\G", r"\1", r"\8", r"\E", r"\é", r"\x", r"\x4", r"\xg1"] {
        check(escape, &format!("invalid escape sequence: `{escape}`"), escape);
    }
    for escape in [r"\x{}", r"\x{110000", r"\x{4g", r"\x{41", r"\xéé"] {
        check(escape, &format!("invalid escape sequence: `{escape}`"), escape);
    }
    check(r"\18", r"invalid escape sequence: `\1`", r"\1");
    check(r"[\b]", r"invalid escape sequence: `\b`", r"\b");
}

#[test]
fn limits() {
    let deep =
        |open: &str, close: &str, times: usize| format!("{}{}", open.repeat(times), close.repeat(times));
    for taken in [deep("(", ")", 999), deep("(?:", ")*", 999), format!("({})", "|".repeat(9999))] {
        assert!(compile(&taken).is_ok());
    }
    for refused in [deep("(", ")", 1000), deep("(?:", ")*", 1000)] {
        check(&refused, &format!("expression nests too deeply: `{refused}`"), &refused);
    }
    let large =
        [format!("({}){{1000}}", "(xx?)".repeat(1000)), "(xx?){1000}".repeat(1000), r"\pL".repeat(27000)];
    for refused in large {
        check(&refused, &format!("expression too large: `{refused}`"), &refused);
    }
    // Go accepts this one; the message is crdc's.
    let error = compile(&"a".repeat(40_000)).expect_err("too many states");
    assert!(error.to_string().contains("more than 32768 states"), "{error}");
}
