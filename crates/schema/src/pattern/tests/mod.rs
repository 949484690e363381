//! Tests of patterns: matches, errors, compiled forms, and that all forms agree.
#![allow(clippy::unwrap_used)]

mod forms;
mod laws;
mod refused;
mod unicode;

use super::compile;

/// Asserts which texts `pattern` matches.
fn check(pattern: &str, matching: &[&str], others: &[&str]) {
    let matcher = compile(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    for (texts, answer) in [(matching, true), (others, false)] {
        for text in texts {
            let got = matcher.is_match(text.as_bytes());
            assert_eq!(got, answer, "{pattern} ({}) on {text:?}", matcher.describe());
        }
    }
}

#[test]
fn anchors_are_of_the_text_unless_the_flag_m_is_set() {
    check("^a$", &["a"], &["a\n", "\na", "ba"]);
    check("(?m)^a$", &["a", "a\n", "\na", "b\na\nb"], &["ba", "ab"]);
    check(r"(?m)\Aa\z", &["a"], &["a\n", "\na"]);
    check("(?m:^)a$", &["b\na"], &["a\nb"]);
    check("$a|a^", &[], &["a", "", "aa"]);
    check("^*", &["", "a"], &[]);
    check("^Hostname|IPAddress", &["Hostnames", "my IPAddress"], &["a Hostname"]);
}

#[test]
fn words_are_of_ascii_letters() {
    check(r"\bé", &["aé"], &["é", " é"]);
    check(r"\Bé", &["é", " é"], &["aé"]);
    check(r"a\b", &["a", "aé", "ba "], &["ab", "a_"]);
    // A position within a character does not count.
    check(r"^a\B", &["ab"], &["aé", "a"]);
    check(r"^\S\B", &["é", "éé"], &["éa", "a"]);
    check(r"\B", &["", "é", "ab"], &["a", "aéa"]);
    check(r"(?:^|\B)$", &["", "é"], &["a"]);
}

#[test]
fn characters_are_counted_not_bytes() {
    check("^.{3}$", &["abc", "日本語", "aéb"], &["ab", "日本", "a\nb", "éé"]);
    check("^[^/]{1,2}$", &["é", "éé", "a"], &["", "ééé", "/", "é/"]);
    check("^-[^/]{2}$", &["-éa"], &["éa", "-é", "-ééé"]);
    check("^.{2}", &["ab", "aéb", "日本語"], &["a", "é", "\nab"]);
    check(".", &["é", "a\n"], &["", "\n"]);
    check("(?s)^.$", &["\n", "é"], &["", "éé"]);
    check("^[é日]+x?$", &["é", "日é日x"], &["è", "x", "日è"]);
    check("^([0-9]+(us|µs|μs))+$", &["1us", "1µs2μs"], &["1s", "µs", "1µ"]);
    check("^[^é]$", &["è", "a", "日"], &["é", ""]);
    check(r"^[\x{80}-\x{BF}]$", &["\u{80}", "\u{BF}"], &["\u{C0}", "a"]);
    check(r"[^\x00-\x{FFFF}]{2}$", &["😀😀"], &["😀", "日日"]);
}

#[test]
fn repetitions() {
    check("^(ab){2,3}$", &["abab", "ababab"], &["ab", "abababab"]);
    check("^(a?){3}$", &["", "aaa"], &["aaaa"]);
    check("^(a{0})$", &[""], &["a"]);
    check("^(a*)*$", &["", "aaa"], &["b"]);
    check("^(|a)+$", &["", "aa"], &["ab"]);
    check("^a{,3}$", &["a{,3}"], &["aa"]);
    check("^a{$", &["a{"], &["a"]);
    check("^a{02}$", &["a{02}"], &["aa"]);
    check("^a+?b*?c??$", &["a", "aabbc"], &["b"]);
    check("(?U)^a+?$", &["aa"], &[""]);
    check(r"^a*(?i)*$", &["aaa", ""], &["A"]);
    check(r"^x\Qab\E+$", &["xab", "xabb"], &["xabab"]);
    check(r"^\Qa.b$", &["a.b$"], &["axb"]);
}

#[test]
fn classes() {
    check("^[]a]$", &["]", "a"], &["b"]);
    check("^[^]a]$", &["b"], &["]", "a"]);
    check("^[a-]$", &["a", "-"], &["b"]);
    check(r"^[\w-.]+$", &["a-.b"], &["a/"]);
    check("^[[:alpha:][:^alnum:]]$", &["a", "-"], &["1"]);
    check("^[[:x]$", &["[", ":", "x"], &["a"]);
    check(r"^\s$", &["\t", "\n", "\x0C", "\r", " "], &["\x0B", "\u{A0}"]);
    check("^[[:space:]]$", &["\x0B"], &["\u{A0}"]);
}

#[test]
fn escapes() {
    check(r"^\x41\x{1F600}\101\a\f\t\n\r\v\0\/$", &["A😀A\x07\x0C\t\n\r\x0B\0/"], &[]);
    check(r"^\12$", &["\n"], &[]);
    check(r"^[\n-\r]$", &["\x0B"], &["\x0E"]);
    check(r"^\x{D800}$|b", &["b"], &["\u{D7FF}", "\u{E000}"]);
}

#[test]
fn flags_end_with_their_group() {
    check("^(?i:a)b$", &["Ab"], &["AB"]);
    check("^((?i)a)b$", &["Ab"], &["AB"]);
    check("^(?i)a(?-i)b$", &["Ab"], &["AB"]);
    check("^(?i)a|b$", &["A", "B", "Ax"], &["x"]);
    check("^(?is)A.b$", &["a\nB"], &["aB"]);
    check("^(?i-s:A.)$", &["ab"], &["a\n"]);
    check("^(?)a$", &["a"], &["A"]);
}
