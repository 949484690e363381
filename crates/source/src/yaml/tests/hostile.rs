//! Hostile texts. Each is so large that anything but linear work would not finish.

use super::super::{Source, parse};
use crate::MAX_DEPTH;
use crate::diag::Code;
use crate::render::{Format, render};

/// Reads a text, renders its diagnostics in all formats, returns the codes.
fn codes(text: &str) -> Vec<Code> {
    let source = Source::new("a.yaml", text);
    let (_, problems) = parse(&source);
    let few = &problems[..problems.len().min(3)];
    for format in [Format::Human, Format::Colour, Format::Plain, Format::Json, Format::Markdown] {
        let shown = render(&source, few, format);
        assert!(shown.len() < 20_000, "{} bytes", shown.len());
    }
    problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn nesting_is_bounded() {
    for open in ["[", "{a: ", "{\"a\":", "- ", "? ", "a: [", "[{"] {
        assert_eq!(codes(&open.repeat(100_000)), [Code::SourceTooDeep], "{open}");
    }
    let closed = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(codes(&closed), [Code::SourceTooDeep]);
    let edge = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(codes(&edge(MAX_DEPTH)), []);
    assert_eq!(codes(&edge(MAX_DEPTH + 1)), [Code::SourceTooDeep]);
    assert_eq!(codes(&format!("# yaml\n{}", edge(MAX_DEPTH))), []);
    assert_eq!(codes(&format!("# yaml\n{}", edge(MAX_DEPTH + 1))), [Code::SourceTooDeep]);
}

#[test]
fn aliases_cannot_nest_deeper_than_text() {
    let mut text = "a0: &a0 {k: v}\n".to_owned();
    for i in 1..=2 * MAX_DEPTH {
        text += &format!("a{i}: &a{i} {{n: *a{}}}\n", i - 1);
    }
    assert_eq!(codes(&text), [Code::SourceTooDeep]);
}

#[test]
fn bombs_are_given_up() {
    let mut laughs = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    for i in 1..40 {
        let ten = vec![format!("*a{}", i - 1); 10].join(",");
        laughs += &format!("a{i}: &a{i} [{ten}]\n");
    }
    assert_eq!(codes(&laughs), [Code::YamlAliasBomb]);
    let string = format!("a: &a \"{}\"\nb: [{}]\n", "x".repeat(1 << 20), "*a,".repeat(100_000));
    assert_eq!(codes(&string), [Code::YamlAliasBomb]);
    let key = format!("? &a {}\n: x\nb:\n{}", "x".repeat(1000), "- {*a : 1}\n".repeat(50_000));
    assert_eq!(codes(&key), [Code::YamlAliasBomb]);
    // A document that repeats itself moderately is fine.
    let honest = format!("a: &a {{k: v, l: [1, 2, 3]}}\nb:\n{}", "- *a\n".repeat(100));
    assert_eq!(codes(&honest), []);
}

#[test]
fn many_of_anything_is_linear() {
    let keys: String = (0..100_000).map(|i| format!("k{i}: v\n")).collect();
    assert_eq!(codes(&keys), []);
    assert_eq!(codes(&"a: b\n".repeat(50_000)).len(), 49_999);
    assert_eq!(codes(&"[\n---\n".repeat(20_000)).len(), 20_000);
    assert_eq!(codes(&"---\n".repeat(100_000)), []);
    assert_eq!(codes(&format!("a: [{}]", ".inf,".repeat(20_000))).len(), 20_000);
    assert_eq!(codes(&format!("a: \"{}\"", "\\/".repeat(20_000))).len(), 20_000);
    assert_eq!(codes(&format!("[{}1]", "1,".repeat(200_000))), []);
    assert_eq!(codes(&format!("{{{}\"b\":1}}", "\"a\":1,".repeat(50_000))).len(), 49_999);
    let handles: String = (0..100_000).map(|i| format!("%TAG !a{i}! b\n")).collect();
    assert_eq!(codes(&format!("{handles}---\n!a49999!c d\n")), []);
    // Many tag handles of one document cost the others nothing.
    assert_eq!(codes(&format!("{handles}---\n{}", "!!str a\n---\n".repeat(100_000))), []);
    let anchors: String = (0..100_000).map(|i| format!("- &a{i} x\n")).collect();
    assert_eq!(codes(&format!("{anchors}{}", "---\n&a x\n".repeat(100_000))), []);
    assert_eq!(codes(&format!("[{}a]", "é: é, ".repeat(50_000))), []);
    assert_eq!(codes(&format!("- |\n  a\n{}", "\n".repeat(200_000))), []);
    assert_eq!(codes(&format!("a: x{}y\n", "\n".repeat(200_000) + " ")), []);
    assert_eq!(codes(&"'\n---\n".repeat(20_000)).len(), 20_000);
    for c in [
        " ", "\t", "\n", "#", "!", "! ", "&a ", "%", "%a\n", "\0", "\"", "'", "\u{feff}", ": ", "...\n",
        "? \n", "|\n",
    ] {
        codes(&c.repeat(100_000));
    }
}

#[test]
fn every_prefix_of_a_text_is_read_without_harm() {
    let text = "%YAML 1.1\n---\na: &x {k: \"é\\n\", <<: [{l: 1}]}\nb:\n- *x\n- |+2\n    t\n\n- >-\n  f\n? c\n: !!int '1'\n...\n---\nd: 'it''s'\n";
    let json = r#"{"a": [1.5e3, "\ud83d\ude00é", true, null], "b": {"c": -0}}"#;
    for text in [text, json] {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            codes(&text[..end]);
        }
    }
}
