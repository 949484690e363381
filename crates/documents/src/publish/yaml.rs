//! Trees as block-style YAML, like `kubectl get -o yaml`: items are not indented below their key, multi-line
//! strings are blocks, and strings that could be read as something else are quoted. Easy to break: every
//! reader of YAML 1.1 and 1.2 must read back the same value, so only clearly harmless strings are left
//! unquoted.

use crdc_source::{Node, Value, is_plain_text};
use crdc_vocabulary::go;

/// A document, with a line break at the end.
pub(super) fn document(node: &Node) -> String {
    let mut out = String::new();
    match &node.value {
        Value::Object(members) if !members.is_empty() => object(node, 0, &mut out),
        Value::Array(items) if !items.is_empty() => array(node, 0, &mut out),
        _ => {
            scalar(node, 2, &mut out);
            out.push('\n');
        }
    }
    out
}

/// The members, one per line; the first one at the current position.
fn object(node: &Node, indent: usize, out: &mut String) {
    for (index, member) in super::tree::members(node).iter().enumerate() {
        if index > 0 {
            spaces(indent, out);
        }
        key(&member.key, indent, out);
        match &member.value.value {
            Value::Object(members) if !members.is_empty() => {
                out.push('\n');
                spaces(indent + 2, out);
                object(&member.value, indent + 2, out);
            }
            Value::Array(items) if !items.is_empty() => {
                out.push('\n');
                spaces(indent, out);
                array(&member.value, indent, out);
            }
            _ => {
                out.push(' ');
                scalar(&member.value, indent + 2, out);
                out.push('\n');
            }
        }
    }
}

/// The items, each after a dash.
fn array(node: &Node, indent: usize, out: &mut String) {
    for (index, item) in super::tree::items(node).iter().enumerate() {
        if index > 0 {
            spaces(indent, out);
        }
        out.push_str("- ");
        match &item.value {
            Value::Object(members) if !members.is_empty() => object(item, indent + 2, out),
            Value::Array(items) if !items.is_empty() => array(item, indent + 2, out),
            _ => {
                scalar(item, indent + 2, out);
                out.push('\n');
            }
        }
    }
}

/// A value on its line; a block string on the lines below, without the last line break.
fn scalar(node: &Node, indent: usize, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        // YAML readers for Kubernetes convert it to JSON, where this is an integer.
        Value::Float(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
            out.push_str(&format!("{value:.0}"))
        }
        Value::Float(value) => out.push_str(&format!("{value:?}")),
        Value::Array(_) => out.push_str("[]"),
        Value::Object(_) => out.push_str("{}"),
        Value::String(text) if is_block(text) => {
            out.push_str("|-");
            for line in text.split('\n') {
                out.push('\n');
                if !line.is_empty() {
                    spaces(indent, out);
                    out.push_str(line);
                }
            }
        }
        Value::String(text) => string(text, out),
    }
}

/// Writes a key. Readers search for the colon after a key within 1024 characters only. So a long key gets a
/// question mark, after which a key may have any length.
fn key(text: &str, indent: usize, out: &mut String) {
    const LONG: usize = 100;
    if text.len() > LONG {
        out.push_str("? ");
        string(text, out);
        out.push('\n');
        spaces(indent, out);
    } else {
        string(text, out);
    }
    out.push(':');
}

fn string(text: &str, out: &mut String) {
    if is_plain(text) {
        out.push_str(text);
    } else if text.chars().all(is_shown) {
        out.push('\'');
        out.push_str(&text.replace('\'', "''"));
        out.push('\'');
    } else {
        out.push('"');
        for unit in text.chars() {
            match unit {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                _ if is_shown(unit) => out.push(unit),
                _ if u32::from(unit) <= 0xffff => out.push_str(&format!("\\u{:04X}", u32::from(unit))),
                _ => out.push_str(&format!("\\U{:08X}", u32::from(unit))),
            }
        }
        out.push('"');
    }
}

/// Whether a character may be written without an escape.
fn is_shown(unit: char) -> bool {
    go::is_print(unit) && unit != '\u{feff}'
}

/// Whether a string may be written without quotes.
fn is_plain(text: &str) -> bool {
    let starts = text.starts_with(|first: char| {
        first.is_ascii_alphabetic() || matches!(first, '/' | '_' | '^' | '$' | '(')
    });
    let ends = !text.ends_with([' ', ':']);
    let inside = text.chars().all(|unit| {
        let mark = matches!(
            unit,
            ' ' | '.' | ',' | ';' | ':' | '-' | '_' | '/' | '(' | ')' | '+' | '*' | '=' | '^' | '$'
        );
        let more = matches!(
            unit,
            '\'' | '"' | '`' | '[' | ']' | '{' | '}' | '<' | '>' | '?' | '!' | '@' | '|' | '\\' | '~'
        );
        unit.is_alphanumeric() && is_shown(unit) || mark || more
    });
    starts && ends && inside && !text.contains(": ") && is_plain_text(text)
}

/// Whether a string has several lines that a block shows unchanged.
fn is_block(text: &str) -> bool {
    let shown =
        |line: &str| line.chars().all(|unit| is_shown(unit) || unit == '\t') && !line.ends_with([' ', '\t']);
    text.contains('\n')
        && !text.starts_with([' ', '\t', '\n'])
        && !text.ends_with('\n')
        && text.split('\n').all(shown)
}

fn spaces(count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', count));
}

#[cfg(test)]
mod tests {
    use super::super::{json, tree};
    use super::document;
    use crdc_source::{Member, Node, Source, Span, Value, parse};

    /// Pieces of strings that readers have misread.
    const PIECES: &[&str] = &[
        "a",
        "B",
        "é",
        "日本",
        "y",
        "no",
        "null",
        "~",
        "true",
        "0",
        "1",
        ".5",
        "1e3",
        "0x1f",
        "2020-01-02",
        "1_0",
        "=",
        "<<",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        "\r",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\u{1f600}",
        "'",
        "\"",
        "\\",
        "\\n",
        ":",
        ": ",
        " #",
        "#",
        "- ",
        "-",
        "---",
        "...",
        "?",
        "? ",
        "!",
        "&",
        "*",
        "|",
        ">",
        "%",
        "@",
        "`",
        "{",
        "}",
        "[",
        "]",
        ",",
        "$",
        "^",
        "word",
        "x-kubernetes-unions",
        ".inf",
        "+1",
        "/",
        "=a",
    ];

    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % 1_000_003).unwrap_or_default() % limit
        }

        fn text(&mut self) -> String {
            let long = if self.below(40) == 0 { 400 } else { 1 };
            let pieces = (0..self.below(6) * long).map(|_| PIECES[self.below(PIECES.len())]);
            pieces.collect()
        }

        fn node(&mut self, depth: usize) -> Node {
            let value = match self.below(if depth == 0 { 6 } else { 10 }) {
                0 => Value::Null,
                1 => Value::Bool(self.below(2) == 0),
                2 => Value::Int(i64::try_from(self.below(1 << 20)).unwrap_or(0) - 1000),
                3 => Value::Float([0.0, -0.0, 0.5, 1e300, -1e-9, 12.0, 1e21, 123_456_789.25][self.below(8)]),
                4 | 5 => Value::String(self.text()),
                6 | 7 => Value::Array((0..self.below(4)).map(|_| self.node(depth - 1)).collect()),
                _ => {
                    let mut members: Vec<Member> = Vec::new();
                    for _ in 0..self.below(4) {
                        let key = self.text();
                        if members.iter().all(|member| member.key != key) {
                            members.push(Member {
                                key,
                                key_span: Span::default(),
                                value: self.node(depth - 1),
                            });
                        }
                    }
                    Value::Object(members)
                }
            };
            tree::node(value)
        }
    }

    /// Equality as seen by Kubernetes' YAML readers, for which a whole float is an integer.
    fn same(a: &Node, b: &Node) -> bool {
        tree::same(a, b) && json::line(a).split(": ").count() == json::line(b).split(": ").count()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        for round in 0..2_000 {
            let mut node = tree::object();
            tree::set(&mut node, &random.text(), random.node(5));
            tree::set(&mut node, "rest", random.node(5));
            for (name, text) in
                [("a.yaml", document(&node)), ("a.json", json::pretty(&node)), ("b.json", json::line(&node))]
            {
                let (documents, problems) = parse(&Source::new(name, text.as_str()));
                assert!(problems.is_empty(), "{round} {name}: {problems:?}\n{text}");
                assert!(
                    documents.len() == 1 && same(&documents[0], &node),
                    "{round} {name}: {node:?}\n{text}"
                );
            }
        }
    }

    #[test]
    fn texts_stand_as_people_write_them() {
        let text = |text: &str| document(&tree::text(text));
        assert_eq!(text("Names of all: a, b."), "'Names of all: a, b.'\n");
        assert_eq!(text("io.k8s/v1"), "io.k8s/v1\n");
        assert_eq!(text("yes"), "'yes'\n");
        assert_eq!(text("2020-01-02"), "'2020-01-02'\n");
        assert_eq!(text("it's"), "it's\n");
        assert_eq!(text("a\n\nb"), "|-\n  a\n\n  b\n");
        assert_eq!(text("a\n"), "\"a\\n\"\n");
    }
}
