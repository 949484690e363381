//! Letters beyond ASCII: names of sets, and case.

use super::check;

#[test]
fn sets_by_name() {
    check(r"^\pL$", &["a", "é", "日"], &["1", "-"]);
    check(r"^\p{L}\P{L}\p{^L}\P{^L}$", &["a11a"], &["aa1a"]);
    check(r"^\p{Greek}$", &["λ"], &["l"]);
    check(r"^[\p{Lu}\d]+$", &["É1"], &["é"]);
    check(r"^\p{Any}\p{ASCII}$", &["éa", "\n\n"], &["aé"]);
    // Names are matched loosely, as since Go 1.25.
    for name in ["Uppercase_Letter", "uppercase letter", "UPPERCASE-LETTER", "lu", "Lu"] {
        check(&format!(r"^\p{{{name}}}$"), &["A"], &["a"]);
    }
    check(r"^\p{Old_Italic}$", &["\u{10300}"], &["a"]);
    check(r"^\p{digit}$", &["1", "٣"], &["a"]);
    check(r"^\p{LC}$", &["a", "ǅ"], &["日"]);
    // Private, control, format and unassigned.
    check(r"^\pC$", &["\u{E000}", "\0", "\u{AD}", "\u{378}"], &["a"]);
    check(r"^\p{Cn}$", &["\u{378}", "\u{FFFF}"], &["a", "\u{E000}"]);
    check(r"^\p{Assigned}$", &["a", "\u{E000}"], &["\u{378}"]);
}

#[test]
fn characters_newer_than_the_servers_tables_are_unassigned() {
    // Garay, added in Unicode 16.
    check(r"^\pL$", &[], &["\u{10D50}"]);
    check(r"^\p{Cn}$", &["\u{10D50}"], &[]);
}

#[test]
fn case() {
    check("^(?i)k$", &["k", "K", "\u{212A}"], &["x"]);
    check("^(?i)ſ$", &["s", "S", "ſ"], &["f"]);
    check("(?i)^[^k]$", &["x"], &["k", "K", "\u{212A}"]);
    check(r"(?i)^\w$", &["ſ", "\u{212A}"], &["é"]);
    check(r"(?i)^\W$", &["é"], &["ſ", "\u{212A}"]);
    check("(?i)^[[:upper:]]$", &["a", "A", "ſ"], &["1"]);
    check("(?i)^é[à-ã]$", &["ÉÂ"], &["eA"]);
    check(r"(?i)^\p{Lu}$", &["a", "A", "é"], &["1", "日"]);
    check(r"(?i)^\p{ascii}$", &["a", "ſ", "\u{212A}"], &["é"]);
    // Simple folding: one character to one.
    check("(?i)^straße$", &["STRAßE", "Straẞe"], &["STRASSE"]);
    // These fold to each other only in later tables.
    check("(?i)^\u{390}$", &["\u{390}"], &["\u{1FD3}"]);
}
