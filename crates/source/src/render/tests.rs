//! Complete diagnostics in the formats for people, pipes and tools.
#![allow(clippy::unwrap_used)]

use super::{Format, render};
use crate::diag::{Code, Diagnostic, ErrorType, FieldError};
use crate::text::{Source, Span};

/// The span of the first `needle` in the text.
fn at(text: &str, needle: &str) -> Span {
    let start = text.find(needle).unwrap();
    Span { start: u32::try_from(start).unwrap(), end: u32::try_from(start + needle.len()).unwrap() }
}

fn check(text: &str, problem: Diagnostic, format: Format, expected: &str) {
    let shown = render(&Source::new("crd.yaml", text), &[problem], format);
    assert_eq!(shown, expected, "\n{shown}");
}

const TEXT: &str = "spec:\n  names:\n    kind: Foo\n    plural: foos\n  type: strng\n";

fn whole() -> Diagnostic {
    Diagnostic::new(Code::YamlSyntax, at(TEXT, "strng"), "unknown type \"strng\"")
        .label("no such type")
        .note(at(TEXT, "kind"), "for this kind")
        .help("write `string`")
        .server("spec.type: Unsupported value: \"strng\"")
}

#[test]
fn people_see_places_help_and_the_server() {
    check(
        TEXT,
        whole(),
        Format::Human,
        "\
error[yaml-syntax]: unknown type \"strng\"
 --> crd.yaml:5:9
  |
3 |     kind: Foo
  |     ---- for this kind
4 |     plural: foos
5 |   type: strng
  |         ^^^^^ no such type
  |
  = help: write `string`
  = server: spec.type: Unsupported value: \"strng\"

",
    );
}

#[test]
fn pipes_get_one_line() {
    check(TEXT, whole(), Format::Plain, "crd.yaml:5:9: error[yaml-syntax]: unknown type \"strng\"\n");
    let problem = Diagnostic::new(Code::YamlDuplicateKey, Span::default(), "two\nlines\u{1b}[31m");
    check("a", problem, Format::Plain, "crd.yaml:1:1: warning[yaml-duplicate-key]: two lines\\u{1b}[31m\n");
}

#[test]
fn tools_get_json() {
    check(
        TEXT,
        whole(),
        Format::Json,
        concat!(
            r#"{"code":"yaml-syntax","severity":"error","message":"unknown type \"strng\"","#,
            r#""file":"crd.yaml","line":5,"column":9,"end_line":5,"end_column":14,"#,
            r#""byte_start":54,"byte_end":59,"label":"no such type","notes":[{"#,
            r#""message":"for this kind","line":3,"column":5,"end_line":3,"end_column":9,"#,
            r#""byte_start":19,"byte_end":23}],"help":"write `string`","#,
            r#""server":"spec.type: Unsupported value: \"strng\"","server_errors":[]}"#,
            "\n",
        ),
    );
}

#[test]
fn far_places_get_excerpts_of_their_own() {
    let text = format!("first: 1\n{}last: 2\n", "x: y\n".repeat(100));
    let problem =
        Diagnostic::new(Code::YamlDuplicateKey, at(&text, "last"), "m").note(at(&text, "first"), "here");
    check(
        &text,
        problem,
        Format::Human,
        "\
warning[yaml-duplicate-key]: m
   --> crd.yaml:102:1
    |
102 | last: 2
    | ^^^^
    |
   ::: crd.yaml:1:1
    |
  1 | first: 1
    | ----- here

",
    );
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let text =
        format!("{{\"first\": 1, {}\"last\": é, {}}}", "\"x\": 1, ".repeat(40), "\"y\": 1, ".repeat(100_000));
    let problem = Diagnostic::new(Code::JsonSyntax, at(&text, "é"), "m")
        .note(at(&text, "\"last\""), "the key")
        .note(at(&text, "\"first\""), "the first");
    check(&text, problem, Format::Human, "\
error[json-syntax]: m
 --> crd.yaml:1:342
  |
1 | …, \"x\": 1, \"x\": 1, \"x\": 1, \"x\": 1, \"x\": 1, \"last\": é, \"y\": 1, \"y\": 1, \"y\": 1, \"y\": 1, \"y\": 1, \"y\": 1, \"y\": 1, \"y\": 1, \"y\": 1, \"y\":…
  |                                            ------  ^
  |                                            |
  |                                            the key
  |
  = note: the first at 1:2

");
}

#[test]
fn places_over_many_lines_are_marked_on_the_first() {
    check(
        TEXT,
        Diagnostic::new(Code::YamlSyntax, at(TEXT, "names:\n    kind: Foo\n"), "m"),
        Format::Human,
        "\
error[yaml-syntax]: m
 --> crd.yaml:2:3
  |
2 |   names:
  |   ^^^^^^

",
    );
}

#[test]
fn marks_and_carriage_returns_are_no_columns() {
    let text = "\u{feff}a: é\r\nb: x\r\n";
    check(
        text,
        Diagnostic::new(Code::YamlSyntax, at(text, "é"), "m").label("l"),
        Format::Human,
        "\
error[yaml-syntax]: m
 --> crd.yaml:1:4
  |
1 | a: é
  |    ^ l

",
    );
    check(
        text,
        Diagnostic::new(Code::YamlSyntax, at(text, "\nb"), "m"),
        Format::Human,
        "\
error[yaml-syntax]: m
 --> crd.yaml:1:5
  |
1 | a: é
  |     ^

",
    );
}

#[test]
fn a_place_past_the_end_or_without_text_is_shown_all_the_same() {
    let past = Span { start: 900, end: 1000 };
    check(
        "a: 1\n",
        Diagnostic::new(Code::YamlSyntax, past, "m"),
        Format::Human,
        "\
error[yaml-syntax]: m
 --> crd.yaml:2:1
  |
2 |
  | ^

",
    );
    check(
        "",
        Diagnostic::new(Code::SourceUnreadable, past, "m"),
        Format::Human,
        "\
error[source-unreadable]: m
--> crd.yaml

",
    );
    check(
        "",
        Diagnostic::new(Code::SourceUnreadable, past, "m"),
        Format::Plain,
        "crd.yaml:1:1: error[source-unreadable]: m\n",
    );
}

#[test]
fn terminals_are_safe_from_the_source() {
    let text = "a: \u{1b}[31mred\u{7}\n";
    let problem = Diagnostic::new(Code::YamlSyntax, at(text, "red"), "m\u{1b}[0m")
        .label("l\u{1b}")
        .note(at(text, "a"), "n\u{7}")
        .help("h\u{1b}")
        .server("s\u{1b}");
    for format in [Format::Human, Format::Plain, Format::Json, Format::Markdown] {
        let shown = render(&Source::new("c\u{1b}", text), std::slice::from_ref(&problem), format);
        assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown}");
    }
    // A line that a service takes for a command, and text in another order than it has.
    let text = "a: 1 ##[error]x ##vso[task.logissue]x\r::error::x\u{85}::error::x\u{2028}::error::x\u{9b}31m\u{202e}\u{200f}\n";
    let said = "m ##[error]x ##vso[task.logissue]x\n::error::x\r\n::error::x\u{2029}::error::x\u{9b}31m\u{2066}\u{61c}";
    let problem = Diagnostic::new(Code::YamlSyntax, at(text, "31m"), said)
        .label(said)
        .note(at(text, "a"), said)
        .help(said)
        .server(said)
        .server(FieldError {
            kind: ErrorType::Invalid,
            field: format!("metadata.annotations[{said}]"),
            bad: said.into(),
            detail: said.to_owned(),
            wording: None,
        });
    for name in [said, "::error::x", " ::error::x"] {
        for format in [Format::Human, Format::Plain, Format::Json, Format::Markdown] {
            let shown = render(&Source::new(name, text), std::slice::from_ref(&problem), format);
            let begins = |line: &str| line.trim_start().starts_with("::error");
            let breaks = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
            assert!(!shown.split(breaks).any(begins), "{shown}");
            assert!(shown.contains("##") && !shown.contains("##[") && !shown.contains("##vso["), "{shown}");
            let is_hidden =
                |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{200f}\u{2066}\u{61c}".contains(c);
            assert!(!shown.contains(is_hidden), "{shown:?}");
        }
    }
    let coloured = render(&Source::new("crd.yaml", TEXT), &[whole()], Format::Colour);
    assert!(coloured.contains("\u{1b}["), "{coloured}");
}
