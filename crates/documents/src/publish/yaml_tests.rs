//! Tests of the writer of YAML: what is written is read back.

use super::{json, tree};
use crdc_source::{Member, Node, Source, Span, Value, parse, to_yaml as document};

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
                        members.push(Member { key, key_span: Span::default(), value: self.node(depth - 1) });
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
            assert!(documents.len() == 1 && same(&documents[0], &node), "{round} {name}: {node:?}\n{text}");
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
