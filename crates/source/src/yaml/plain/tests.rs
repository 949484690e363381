//! Compares the reader of plain texts with the reader of all texts.

use super::super::read::{parse, parse_any};
use super::{PlainText, nodes};

/// Whether the text is plain. Both readers agree about its plain documents.
fn agrees(text: &str) -> bool {
    let mut plain = PlainText::default();
    let is_plain = plain.read(text);
    if !is_plain && !text.contains("---") {
        return false;
    }
    let mut problems = Vec::new();
    let documents = parse_any(text, &mut problems);
    let mut found = Vec::new();
    assert_eq!(parse(text, &mut found), documents, "{text:?}");
    assert_eq!(found, problems, "{text:?}");
    if !is_plain {
        return false;
    }
    assert!(problems.is_empty(), "{text:?}: {problems:?}");
    let mut all = Vec::new();
    assert_eq!((nodes(text, 0, &mut all), &all), (None, &documents), "{text:?}");
    let expected: Vec<String> = documents.iter().map(super::super::Node::to_json).collect();
    let found: Vec<&str> = plain.documents().iter().map(|document| plain.json(document)).collect();
    assert_eq!(found, expected, "{text:?}");
    for (document, node) in plain.documents().iter().zip(&documents) {
        let range = |range: &Option<std::ops::Range<usize>>| range.clone().map(|range| &text[range]);
        assert_eq!(range(&document.kind), node.get("kind").and_then(|kind| kind.as_str()), "{text:?}");
        let name = node.get("metadata").and_then(|metadata| metadata.get("name"));
        assert_eq!(range(&document.name), name.and_then(|name| name.as_str()), "{text:?}");
    }
    true
}

#[test]
fn streams_with_documents_of_other_forms() {
    let plain = ["", "a: 1\n", "# no\n", "a:\n- |\n  x\n", "a: 'x\n\n  y'\n"];
    let others = [
        "a: &x 1\nb: *x\n",
        "a: *x\n",
        "a: !!str 1\n",
        "? a\n: b\n",
        "- - a\n",
        "a: {b: c,\n  d: e}\n",
        "a: 1\n...\n",
        "a: 1\n...\n%TAG ! x\n",
        "%YAML 1.1\n",
        "a: |+\n  x\n\n",
        "a: 1\na: 2\n",
        "a: [1\n",
        "a: 'x\n",
        "just text\n",
        "a\n---- b\n",
        "{a: b}\n",
    ];
    for one in plain {
        for two in others {
            for three in plain.iter().chain(&others) {
                for marker in ["---\n", "--- # x\n", "--- \n"] {
                    agrees(&[one, two, three, one].join(marker));
                    agrees(&[two, one, two, three].join(marker));
                }
            }
        }
    }
}

#[test]
fn plain_texts() {
    for text in [
        "",
        "# only\n",
        "a: 1\n",
        "a: 1",
        "---\na: 1\n---\n---\n# no\n---\nb: 2\n",
        "a:\n  b: x\n  c:\n  - 1\n  - d: e\n    f: g\n  -\n    h: i\n  -\nz:\n- y\n- 'n'\n",
        "a:\nb:\n",
        "- a\n- b\n",
        "- a: 1\n  b:\n  - c\n- d: 2\n",
        "kind: A\nmetadata:\n  name: x-1.y\n  namespace: \"n\"\n",
        "a: yes\nb: 0x10\nc: 1e3\nd: 1_000\ne: ~\nf: 2001-01-01\ng: .5\nh: 1.0\n",
        "a: x # y\nb: x#y\nc: 'x' # y\n",
        "a: {}\nb: [] # none\n",
        "a: |\n  x\n    y\n\n  z\n\nb: |-\n  x\nc: d\n",
        "a:\n- |\n  x\n- b: |-\n    y\n",
        "\"a b\": 1\n'c': 2\n",
        "a: x [y], {z} 'q' \"r\" & * !\n",
        "a: -x\nb: --\n",
        "  a: 1\n  b: 2\n",
        "a: http://x:80/y?z\n",
        "a: [1, b, \"c\", {d: e, f: []}]\nb: {}\n",
        "- {a: yes, b: 'c'}\n- [ 1 ]\n",
        "a: 'x''y'\nb: \"q\\\"\\\\\\n\"\nc: ''\n",
        "metadata:\n  generateName: x-\n",
        "a: x\n  y\n",
        "a: x\n\n  y z\n   w\n\n\n  v\nb: c\n",
        "a:\n- x\n  y\n- z\n",
        "a:\n  - x\n    y\n",
        "a: 'x\n  y''z\n\n  w'\nb: 'x\n  y' # z\n",
        "a: \"x \n  y\\n\\\n  \\ z\\t\n\n  w\"\nb: c\n",
        "a: é “x” … \u{1f600}\n",
        "a: |\n  é\n",
        "$ref: a\n.b: c\n",
        "a: 'x\ny'\n",
        "- a: \"x\n\n y\\\nz\"\n  b: 'c\nd: e'\n",
        "- # x\n- # y\n- a\n",
    ] {
        assert!(agrees(text), "{text:?}");
    }
}

#[test]
fn other_texts() {
    for text in [
        "{a: 1}\n",
        "metadata: {name: x}\n",
        "a: [1,]\n",
        "a: [1, ]\n",
        "a: [x: 1]\n",
        "a: {b}\n",
        "a: {b: 1, b: 2}\n",
        "a: [1,2]\n",
        "a: [1\n",
        "a: \"\\x41\"\n",
        "a: &x 1\nb: *x\n",
        "a: !!str 1\n",
        "a: 1\na: 2\n",
        "<<: 1\n",
        "a: x\n  y: z\n",
        "a: x\n  y # z\n",
        "a: x # z\n  y\n",
        "a: 'x\n--- y'\n",
        "a: \"x\n...\"\n",
        "a: 1\n  2:\n",
        "a: \u{85}\n",
        "a: \u{2028}\n",
        "a: >\n  x\n",
        "a: b: c\n",
        "a: b:\n",
        "yes: 1\n",
        "1: 2\n",
        "? a\n: b\n",
        "a:\tb\n",
        "- - a\n",
        "%YAML 1.1\n---\na: 1\n",
        "--- a\n",
        "a: 1\n...\n",
        "a\n",
        "a:\n    b: 1\n  c: 2\n",
        "a: 1\n  b: 2\n",
        "a: |\n  x\n y\n",
        "a: |2\n  x\n",
        "a: |\n  x",
        "a: .inf\n",
        "a:\n  - b\n - c\n",
    ] {
        assert!(!PlainText::default().read(text), "{text:?}");
    }
}

#[test]
fn long_keys_are_left_to_the_other_reader() {
    for length in [1000, 1001, 1022, 1023, 1024, 1025, 2000] {
        let key = "k".repeat(length);
        for text in [format!("{key}: 1\n"), format!("'{key}': 1\n"), format!("a: {{{key}: 1}}\n")] {
            let mut problems = Vec::new();
            let is_read = !parse_any(&text, &mut problems).is_empty() && problems.is_empty();
            let key = text.find(['k', '\'']).zip(text.find(": 1"));
            assert_eq!(is_read, key.is_some_and(|(start, colon)| colon - start <= 1024), "{length}");
            assert!(is_read || !PlainText::default().read(&text), "{length}");
        }
    }
}

/// Texts of pieces that meet in ways that nobody writes.
#[test]
fn random_texts() {
    const PIECES: [&str; 41] = [
        "a",
        "b",
        ":",
        ": ",
        " ",
        "  ",
        "\n",
        "\n  ",
        "\n- ",
        "- ",
        "-",
        "'",
        "\"",
        "#",
        " #",
        "|",
        "|-",
        "---",
        "\n---\n",
        "{}",
        "[]",
        "1",
        "yes",
        "~",
        "kind: ",
        "\nmetadata:\n  name: ",
        "x",
        "\n\n",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "a: ",
        "''",
        "\\n",
        "\\",
        ",",
        "\\\n",
        "é",
        "\n\n  ",
    ];
    let mut state = 7_u64;
    let mut next = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let mut plain = 0;
    for _ in 0..200_000 {
        let length = 1 + next(14);
        let text: String = (0..length).map(|_| PIECES[next(PIECES.len())]).collect();
        plain += usize::from(agrees(&text));
    }
    assert!(plain > 2_000, "{plain}");
}
