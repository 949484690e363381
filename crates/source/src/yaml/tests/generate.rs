//! Random values and their texts: every YAML style, and JSON. Seeds make runs reproducible.

use super::super::{Member, Node, Span, Value};

/// SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) >> 1).unwrap() % bound
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const TEXTS: &[&str] = &[
    "a",
    "b c",
    "é€😀",
    "",
    "yes",
    "null",
    "~",
    "12",
    "0x1F",
    "-.5",
    "1e3",
    "a: b",
    "a #b",
    "- x",
    "#",
    "'",
    "\"",
    "\\",
    "it's",
    "[x]",
    "{y}",
    "x, y",
    "?",
    "!t",
    "&a",
    "*a",
    "%",
    "@",
    "tab\tx",
    " lead",
    "trail ",
    "two\nlines",
    "end\n",
    "\n",
    "x\n\n\ny\n\n",
    "  deep\n more\n",
    "<<",
    "2001-01-01",
];

pub(super) fn value(random: &mut Random, depth: usize) -> Node {
    let kinds = if depth == 0 { 5 } else { 8 };
    let value = match random.below(kinds) {
        0 => Value::Null,
        1 => Value::Bool(random.below(2) == 0),
        2 => Value::Int(random.pick(&[0, 1, -1, 255, i64::MAX, i64::MIN, 1_000_000])),
        3 => Value::Float(random.pick(&[0.5, -1.25, 1e300, 1e-7, 1.5e21, 2e30])),
        4 => Value::String(random.pick(TEXTS).to_owned()),
        5 => Value::Array((0..random.below(4)).map(|_| value(random, depth - 1)).collect()),
        _ => {
            let mut members: Vec<Member> = Vec::new();
            for _ in 0..random.below(5) {
                let key = random.pick(TEXTS).to_owned();
                if members.iter().all(|member| member.key != key) {
                    let value = value(random, depth - 1);
                    members.push(Member { key, key_span: Span::default(), value });
                }
            }
            Value::Object(members)
        }
    };
    Node { span: Span::default(), value }
}

pub(super) fn json(random: &mut Random, node: &Node, out: &mut String) {
    let blank =
        |random: &mut Random, out: &mut String| out.push_str(random.pick(&["", "", " ", "\n", "\t\r\n"]));
    let list = |out: &mut String, index: usize| {
        if index > 0 {
            out.push(',')
        }
    };
    blank(random, out);
    match &node.value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                list(out, index);
                json(random, item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, member) in members.iter().enumerate() {
                list(out, index);
                blank(random, out);
                quoted(&member.key, out);
                blank(random, out);
                out.push(':');
                json(random, &member.value, out);
            }
            out.push('}');
        }
        Value::String(text) => quoted(text, out),
        other => out.push_str(&plain(other)),
    }
    blank(random, out);
}

/// Writes YAML at a position after `:` or `-`, or at the start of a line. Ends without a line break, except
/// for block scalars. `indent` is that of the parent.
pub(super) fn yaml(random: &mut Random, node: &Node, indent: usize, flow: bool, out: &mut String) {
    match &node.value {
        Value::Array(items) if flow || items.is_empty() || random.below(3) == 0 => {
            out.push_str(" [");
            for item in items {
                yaml(random, item, indent, true, out);
                out.push_str(random.pick(&[",", " ,", ", ", ",\n        "]));
            }
            out.push(']');
        }
        Value::Object(members) if flow || members.is_empty() || random.below(3) == 0 => {
            out.push_str(" {");
            for member in members {
                scalar(random, &member.key, true, true, indent, out);
                out.push_str(" :");
                yaml(random, &member.value, indent, true, out);
                out.push_str(random.pick(&[",", " , ", ",\n        "]));
            }
            out.push('}');
        }
        Value::Array(items) => {
            for item in items {
                line(random, indent, out);
                out.push('-');
                yaml(random, item, indent + 1, false, out);
            }
        }
        Value::Object(members) => {
            for member in members {
                line(random, indent, out);
                scalar(random, &member.key, true, false, indent, out);
                out.push(':');
                yaml(random, &member.value, indent + 2, false, out);
            }
        }
        Value::String(text) => {
            out.push(' ');
            scalar(random, text, false, flow, indent, out);
        }
        other => {
            out.push(' ');
            out.push_str(&plain(other));
        }
    }
}

fn line(random: &mut Random, indent: usize, out: &mut String) {
    // After a block scalar, all of these would be part of it.
    if !out.ends_with('\n') {
        out.push_str(random.pick(&["\n", "\n", "\n\n", " # c\n", "\n  # é - x: y\n"]));
    }
    out.push_str(&" ".repeat(indent));
}

fn scalar(random: &mut Random, text: &str, key: bool, flow: bool, indent: usize, out: &mut String) {
    let bare = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_lowercase() || b == b' ' || b >= 0x80)
        && text.trim() == text
        && !matches!(text, "yes" | "null");
    let block = text.lines().next().is_some_and(|first| !first.is_empty() && !first.starts_with(' '));
    match random.below(4) {
        0 if bare => out.push_str(text),
        1 if !text.contains('\n') => {
            out.push('\'');
            out.push_str(&text.replace('\'', "''"));
            out.push('\'');
        }
        2 | 3 if block && !key && !flow => {
            let end = text.len() - text.trim_end_matches('\n').len();
            out.push_str(["|-", "|", "|+"][end.min(2)]);
            out.push('\n');
            for part in text.lines() {
                out.push_str(&" ".repeat(indent + 3));
                out.push_str(part);
                out.push('\n');
            }
        }
        _ => quoted(text, out),
    }
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:e}"),
        other => panic!("{other:?} is not a plain scalar"),
    }
}
