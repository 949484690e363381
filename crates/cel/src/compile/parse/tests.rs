//! Syntax errors: the messages of cel-go for texts of its own tests and of users.

use crate::compile::macros::Expander;
use crate::compile::text::Text;
use crdc_vocabulary::Minor;

const EXPR: &str = "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/// The messages, each with its line and column.
fn errors(text: &str) -> Vec<String> {
    let text = Text::new(text);
    let (_, issues) = super::parse(&text, &Expander::new(Minor::NEWEST));
    let shown = |issue: &crate::compile::issues::Issue| match issue.at {
        Some(at) => {
            let (line, column) = text.line_column(at);
            format!("{line}:{}: {}", column + 1, issue.message().replace(EXPR, "EXPR"))
        }
        None => issue.message(),
    };
    issues.sorted().into_iter().map(shown).collect()
}

#[test]
fn one_wrong_token_is_skipped() {
    assert_eq!(
        errors("*@a | b"),
        [
            "1:1: Syntax error: extraneous input '*' expecting EXPR",
            "1:2: Syntax error: token recognition error at: '@'",
            "1:5: Syntax error: token recognition error at: '| '",
            "1:7: Syntax error: extraneous input 'b' expecting <EOF>"
        ]
    );
    assert_eq!(
        errors("msg{:a}"),
        [
            "1:5: Syntax error: extraneous input ':' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}",
            "1:7: Syntax error: mismatched input '}' expecting ':'"
        ]
    );
}

#[test]
fn rules_end_at_what_does_not_fit() {
    assert_eq!(
        errors("{"),
        [
            "1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '}', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
        ]
    );
    assert_eq!(errors("TestAllTypes(){}"), ["1:15: Syntax error: mismatched input '{' expecting <EOF>"]);
    assert_eq!(
        errors("1 + $"),
        [
            "1:5: Syntax error: token recognition error at: '$'",
            "1:6: Syntax error: mismatched input '<EOF>' expecting EXPR"
        ]
    );
    assert_eq!(errors("1 + 2\n3 +"), ["2:1: Syntax error: mismatched input '3' expecting <EOF>"]);
    assert_eq!(
        errors("1 + +"),
        [
            "1:5: Syntax error: mismatched input '+' expecting EXPR",
            "1:6: Syntax error: mismatched input '<EOF>' expecting EXPR"
        ]
    );
    assert_eq!(
        errors("in"),
        [
            "1:1: Syntax error: mismatched input 'in' expecting EXPR",
            "1:3: Syntax error: mismatched input '<EOF>' expecting EXPR"
        ]
    );
    assert_eq!(
        errors("func{{a}}"),
        [
            "1:6: Syntax error: extraneous input '{' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}",
            "1:8: Syntax error: mismatched input '}' expecting ':'",
            "1:9: Syntax error: extraneous input '}' expecting <EOF>"
        ]
    );
    assert_eq!(errors("{a}"), ["1:3: Syntax error: mismatched input '}' expecting ':'"]);
    assert_eq!(errors("ind[a{b}]"), ["1:8: Syntax error: mismatched input '}' expecting ':'"]);
    assert_eq!(
        errors("?"),
        [
            "1:1: Syntax error: mismatched input '?' expecting EXPR",
            "1:2: Syntax error: mismatched input '<EOF>' expecting EXPR"
        ]
    );
}

#[test]
fn names_after_dots() {
    assert_eq!(errors("self."), ["1:6: Syntax error: no viable alternative at input '.'"]);
    assert_eq!(errors("{\"a\": 1}.\"a\""), ["1:10: Syntax error: no viable alternative at input '.\"a\"'"]);
    assert_eq!(errors("self.true == 1"), ["1:6: Syntax error: mismatched input 'true' expecting IDENTIFIER"]);
    assert_eq!(
        errors("a.`b.c`()"),
        ["1:2: unsupported syntax: '`'", "1:8: Syntax error: mismatched input '(' expecting <EOF>"]
            .map(|line| if line.starts_with("1:2") { "1:3: unsupported syntax: '`'" } else { line })
    );
    assert_eq!(
        errors("x{?."),
        ["1:4: Syntax error: mismatched input '.' expecting {IDENTIFIER, ESC_IDENTIFIER}"]
    );
    assert_eq!(
        errors("x{."),
        ["1:3: Syntax error: mismatched input '.' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"]
    );
}

#[test]
fn signs() {
    assert_eq!(
        errors("--"),
        [
            "1:3: Syntax error: no viable alternative at input '-'",
            "1:3: Syntax error: mismatched input '<EOF>' expecting EXPR"
        ]
    );
}

#[test]
fn lines_and_wide_characters() {
    assert_eq!(
        errors("      '😁' in ['😁', '😑', '😦']\n      && in.😁"),
        [
            "2:10: Syntax error: extraneous input 'in' expecting EXPR",
            "2:13: Syntax error: token recognition error at: '😁'",
            "2:14: Syntax error: no viable alternative at input '.'"
        ]
    );
}

#[test]
fn reserved_names_and_macros() {
    assert_eq!(errors("[1, 2, 3].map(var, var * var)")[0], "1:15: reserved identifier: var");
    assert_eq!(errors("1.all(2, 3)"), ["1:7: argument must be a simple name"]);
    assert_eq!(errors("has(m)"), ["1:5: invalid argument to has() macro"]);
    assert_eq!(errors("[1].map(__result__, 1)"), ["1:9: iteration variable overwrites accumulator variable"]);
}

#[test]
fn limits() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert!(errors(&nested(249)).is_empty());
    assert_eq!(errors(&nested(250)), ["expression recursion limit exceeded: 250"]);
    let chain = |length: usize| format!("a{}", ".b".repeat(length));
    assert!(errors(&chain(250)).is_empty());
    assert_eq!(errors(&chain(251)), ["max recursion depth exceeded"]);
    assert_eq!(
        errors(&"a".repeat(100_001)),
        ["expression code point size exceeds limit: size: 100001, limit 100000"]
    );
    assert_eq!(errors(&"$".repeat(300)).len(), 100);
}

#[test]
fn hostile_texts_end() {
    for text in ["(", "[", "-", "!", "a.", "a?", "{", "a(", "1+", "a.b(x,", "has(", "||", "a in "] {
        let long = text.repeat(100_000 / text.len());
        assert!(!errors(&long).is_empty(), "{text}");
    }
    let doubling = format!("a{}", ".optMap(x, x)".repeat(100));
    assert_eq!(errors(&doubling), ["the expression is too large after its macros are expanded"]);
}
