//! The compiled forms of patterns. The corpus has patterns of all of these kinds.

use crate::pattern::{TABLE_LIMIT, compile};

fn check(pattern: &str, description: &str) {
    assert_eq!(compile(pattern).unwrap().describe(), description, "{pattern}");
}

#[test]
fn shortcuts() {
    check("", "always");
    check("^.*", "always");
    check("a$b", "never");
    check("^$", r#"exact """#);
    check("^(Managed|Force)$", r#"exact "Force" | "Managed""#);
    check("^a(b|c)?$", r#"exact "a" | "ab" | "ac""#);
    check("^(é|日)$", r#"exact "é" | "日""#);
    check("^https?://", r#"prefix "http://" | "https://""#);
    check(r"\.com$", r#"suffix ".com""#);
    check("[^./]", r"contains [^./]");
    check("(?s).", "contains any");
    check("^[a-z0-9-]{1,63}$", r"class [\-0-9a-z]{1,63}");
    check("^[a-z]+$", "class [a-z]+");
    check(r"\A([a-z])*[[:lower:]]\z", "class [a-z]+");
    check("^[^/]*$", "class [^/]*");
    check("^.{1,64}$", r"class [^\n]{1,64}");
    check("^[0-9]{12}$", "class [0-9]{12}");
    check("^[a-z]{3,}", "class [a-z]{3,} first");
    check("^$|^[a-z]", "dfa 3 states x 2 classes");
    check("^cr-[0-9a-z]+$", r#"prefix "cr-" class [0-9a-z]+"#);
    check(r"^https:\/\/\S+", r#"prefix "https://" class [^\t\n\x0c\r ]+ first"#);
}

#[test]
fn tables_have_as_few_states_as_can_be() {
    check(r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", "dfa 4 states x 4 classes");
    check("^([0-9]+(s|m|h))+$", "dfa 4 states x 3 classes");
    // Bytes within characters take states only if they decide the result.
    check("^.*@.*$", "dfa 3 states x 3 classes");
    check("^([0-9]+(us|µs))+$", "dfa 6 states x 7 classes");
    check("^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$", "dfa 126 states x 4 classes");
}

#[test]
fn what_is_too_large_stays_a_program() {
    check("[01]*1[01]{20}", "nfa 24 states");
    assert!(compile(r"(?:.{1,63}\.){1,10}$").unwrap().describe().starts_with("nfa"));
    assert!(compile("a{1000}").unwrap().describe().starts_with("dfa"));
    const { assert!(TABLE_LIMIT == 1 << 16) };
}
