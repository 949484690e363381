use super::super::{Source, Value, parse};

fn check(text: &str, expected: &[&str]) {
    super::check("a.yaml", text, expected);
}

#[test]
fn every_node_has_its_place() {
    check("a: 1", &[r#"{"a"<a>: 1<1>}<a: 1>"#]);
    check(
        "é:\n  - x # c\n  - 'y'\n",
        &[r#"{"é"<é>: ["x"<x>, "y"<'y'>]<- x # c⏎  - 'y'>}<é:⏎  - x # c⏎  - 'y'>"#],
    );
    check(
        "a: {b: [1, x]}\n",
        &[r#"{"a"<a>: {"b"<b>: [1<1>, "x"<x>]<[1, x]>}<{b: [1, x]}>}<a: {b: [1, x]}>"#],
    );
    check("a: b\n  c\n", &[r#"{"a"<a>: "b c"<b⏎  c>}<a: b⏎  c>"#]);
}

#[test]
fn a_sequence_under_a_key_starts_at_its_dash() {
    check("a:\n- 1\n-\n", &[r#"{"a"<a>: [1<1>, null<>]<- 1⏎->}<a:⏎- 1⏎->"#]);
    check("a: # - no\n\n- 1\n", &[r#"{"a"<a>: [1<1>]<- 1>}<a: # - no⏎⏎- 1>"#]);
    check("a: &s !!seq\n-\n  - 1\n", &[r#"{"a"<a>: [[1<1>]<- 1>]<-⏎  - 1>}<a: &s !!seq⏎-⏎  - 1>"#]);
}

#[test]
fn block_scalars_are_placed_without_the_blank_behind_them() {
    check(
        "a: |\n  x\n\n  y\n\n# c\nb: 1\n",
        &[r#"{"a"<a>: "x\n\ny\n"<x⏎⏎  y>, "b"<b>: 1<1>}<a: |⏎  x⏎⏎  y⏎⏎# c⏎b: 1>"#],
    );
    // go-yaml adds no line break at the end of the text.
    check("a: |\n  x", &[r#"{"a"<a>: "x"<x>}<a: |⏎  x>"#]);
    check("a: >-\n  x\n  y", &[r#"{"a"<a>: "x y"<x⏎  y>}<a: >-⏎  x⏎  y>"#]);
}

#[test]
fn what_is_not_written_is_null_and_takes_no_place() {
    check("a:\nb: ~\n", &[r#"{"a"<a>: null<>, "b"<b>: null<~>}<a:⏎b: ~>"#]);
    check("a: !!str\n", &[r#"{"a"<a>: ""<>}<a: !!str>"#]);
}

#[test]
fn documents_are_split_and_empty_ones_skipped() {
    check(
        "# c\n---\na: 1\n---\n# c\n---\n...\n---\nb: 2\n",
        &[r#"{"a"<a>: 1<1>}<a: 1>"#, r#"{"b"<b>: 2<2>}<b: 2>"#],
    );
    check("", &[]);
    check("a: 1\n...\nb: 2\n", &[r#"{"a"<a>: 1<1>}<a: 1>"#, r#"{"b"<b>: 2<2>}<b: 2>"#]);
    check(
        "[a] b\n---\nc: 1\n",
        &[
            r#"["a"<a>]<[a]>"#,
            r#"{"c"<c>: 1<1>}<c: 1>"#,
            "a.yaml:1:5: error[yaml-syntax]: did not find expected <document start>",
        ],
    );
    check("---\n~\n", &["null<~>"]);
}

#[test]
fn marks_and_line_ends_change_no_value() {
    let unix = "a: 1\nb:\n  - \"x\n    y\"\n  - |\n    l\n    m\n";
    let read = |text: &str| parse(&Source::new("a.yaml", text));
    let (expected, _) = read(unix);
    for text in [unix.replace('\n', "\r\n"), format!("\u{feff}{unix}")] {
        let (got, problems) = read(&text);
        assert_eq!(problems, []);
        assert!(super::same(&got[0], &expected[0]), "{text:?}");
    }
    check("\u{feff}a: 1", &[r#"{"a"<a>: 1<1>}<a: 1>"#]);
}

#[test]
fn a_repeated_key_is_reported_and_the_last_stands() {
    check(
        "a: 1\nb: 2\na: 3\n",
        &[
            r#"{"b"<b>: 2<2>, "a"<a>: 3<3>}<a: 1⏎b: 2⏎a: 3>"#,
            r#"a.yaml:3:1: warning[yaml-duplicate-key]: key "a" already set in map"#,
        ],
    );
    // Keys are compared as the strings they become.
    check(
        "{1: a, '1': b}",
        &[
            r#"{"1"<'1'>: "b"<b>}<{1: a, '1': b}>"#,
            r#"a.yaml:1:8: warning[yaml-duplicate-key]: key "1" already set in map"#,
        ],
    );
    let (_, problems) = parse(&Source::new("a.yaml", "a: 1\na: 2\n"));
    assert_eq!(problems[0].notes[0].0.start, 0);
}

#[test]
fn aliases_stand_for_their_anchors() {
    check(
        "a: &x [1, 2]\nb: *x\n",
        &[r#"{"a"<a>: [1<1>, 2<2>]<[1, 2]>, "b"<b>: [1<1>, 2<2>]<*x>}<a: &x [1, 2]⏎b: *x>"#],
    );
    check(
        "&k a: 1\nb: {*k : 2}\n",
        &[r#"{"a"<a>: 1<1>, "b"<b>: {"a"<*k>: 2<2>}<{*k : 2}>}<&k a: 1⏎b: {*k : 2}>"#],
    );
    check(
        "a: &x [*x]\nb: *y\nc: &x.y 1\n",
        &[
            r#"{"a"<a>: [null<*x>]<[*x]>, "b"<b>: null<*y>, "c"<c>: 1<1>}<a: &x [*x]⏎b: *y⏎c: &x.y 1>"#,
            "a.yaml:1:8: error[yaml-alias-loop]: anchor value contains itself",
            "a.yaml:2:4: error[yaml-unknown-alias]: unknown anchor 'y' referenced",
            "a.yaml:3:4: error[yaml-syntax]: did not find expected alphabetic or numeric character",
        ],
    );
}

#[test]
fn merges_apply_where_they_stand() {
    let value = |text: &str| {
        let (documents, problems) = parse(&Source::new("a.yaml", text));
        let b = documents[0].get("b").unwrap().clone();
        (b, problems)
    };
    let int = |node: &super::super::Node, key: &str| node.get(key).unwrap().value.clone();
    // First: later keys override it, without a warning.
    let (b, problems) = value("a: &x {k: 1}\nb: {<<: *x, k: 2}\n");
    assert_eq!((int(&b, "k"), problems.len()), (Value::Int(2), 0));
    // Last: the merged key overrides, as in go-yaml v2, which is surprising.
    let (b, problems) = value("a: &x {k: 1}\nb: {k: 2, <<: *x}\n");
    assert_eq!((int(&b, "k"), problems.len()), (Value::Int(1), 1));
    // With an equal value nothing changes, wherever it is written.
    for (merged, own) in [
        ("{k: 1}", "k: 1"),
        ("{k: string}", "k: 'string'"),
        ("{k: {p: 1, q: [~]}}", "k: {q: [null], p: 0x1}"),
        ("{k: []}", "k: []"),
    ] {
        let (_, problems) = value(&format!("a: &x {merged}\nb: {{{own}, <<: *x}}\n"));
        assert!(problems.is_empty(), "{merged} {own}: {problems:?}");
    }
    for (merged, own) in [
        ("{k: 1}", "k: '1'"),
        ("{k: {p: 1}}", "k: {p: 1, q: 2}"),
        ("{k: [1, 2]}", "k: [2, 1]"),
        ("{k: ~}", "k: ''"),
    ] {
        let (_, problems) = value(&format!("a: &x {merged}\nb: {{{own}, <<: *x}}\n"));
        assert_eq!(problems.len(), 1, "{merged} {own}");
    }
    // Earlier parts of a list take precedence.
    let (b, problems) = value("a: &x {k: 1}\nb: {<<: [*x, {k: 2, m: 3}]}\n");
    assert_eq!((int(&b, "k"), int(&b, "m"), problems.len()), (Value::Int(1), Value::Int(3), 0));
    // A quoted `<<` is an ordinary key.
    let (b, problems) = value("b: {'<<': 1}\n");
    assert_eq!((int(&b, "<<"), problems.len()), (Value::Int(1), 0));
    for text in ["b: {<<: 1}", "b: {<<: [[]]}", "a: &x [{}]\nb: {<<: *x}"] {
        let (_, problems) = value(text);
        assert_eq!(problems[0].code.name(), "yaml-bad-merge", "{text}");
    }
}

#[test]
fn keys_that_json_lacks_are_refused() {
    check(
        "~: 1\n[a]: 2\n{b: 1}: 3\n18446744073709551615: 4\n",
        &[
            "{}<~: 1⏎[a]: 2⏎{b: 1}: 3⏎18446744073709551615: 4>",
            "a.yaml:1:1: error[yaml-bad-key]: null cannot be a key",
            "a.yaml:2:1: error[yaml-bad-key]: a list cannot be a key",
            "a.yaml:3:1: error[yaml-bad-key]: a mapping cannot be a key",
            "a.yaml:4:1: error[yaml-bad-key]: an integer above int64 cannot be a key",
        ],
    );
}

#[test]
fn explicit_tags_decide() {
    check(
        "[!!str 1, !!int '0x10', !!float 1, ! 'yes', !local yes, !!null ~]",
        &[
            r#"["1"<1>, 16<'0x10'>, 1<1>, "yes"<'yes'>, "yes"<yes>, null<~>]<[!!str 1, !!int '0x10', !!float 1, ! 'yes', !local yes, !!null ~]>"#,
        ],
    );
    check(
        "[!!timestamp 2001-2-3, !!timestamp 2001-02-30, !!bool 1, !!binary '*']",
        &[
            r#"["2001-2-3"<2001-2-3>, "2001-02-30"<2001-02-30>, "1"<1>, "*"<'*'>]<[!!timestamp 2001-2-3, !!timestamp 2001-02-30, !!bool 1, !!binary '*']>"#,
            "a.yaml:1:36: error[yaml-bad-tag]: cannot decode !!str `2001-02-30` as a !!timestamp",
            "a.yaml:1:55: error[yaml-bad-tag]: cannot decode !!int `1` as a !!bool",
            "a.yaml:1:67: error[yaml-bad-tag]: !!binary value contains invalid base64 data",
        ],
    );
}

#[test]
fn a_broken_document_costs_only_itself() {
    check(
        "a: [1\n---\nb: 2\n---\nc: 'x\n---\nd: 4\n",
        &[
            r#"{"b"<b>: 2<2>}<b: 2>"#,
            r#"{"d"<d>: 4<4>}<d: 4>"#,
            "a.yaml:1:4: error[yaml-syntax]: unclosed bracket '['",
            "a.yaml:6:1: error[yaml-syntax]: found unexpected document indicator",
        ],
    );
}

#[test]
fn what_only_a_newer_yaml_allows_is_refused() {
    for (text, place) in [
        ("a: \"x\\/\"\n", "1:6"),
        ("a: \"é\\n\\d\"\n", "1:8"),
        ("a: \"\\ud83d\\ude00\"\n", "1:5"),
        ("a: [x?y]\n", "1:5"),
        ("a:\n \t\n \tb: 1\n", "2:2"),
        ("-\ta\n", "1:2"),
        ("d: |\n  \tx\n", "2:3"),
        ("%YAML 1.2\n---\na: 1\n", "1:1"),
        ("%FOO\n---\na: 1\n", "1:1"),
        ("a: \u{7}\n", "1:4"),
    ] {
        let source = Source::new("a.yaml", text);
        let (_, problems) = parse(&source);
        let first = problems.first().unwrap_or_else(|| panic!("{text:?} is taken"));
        let (line, column) = source.line_column(first.span.start);
        assert_eq!(
            (first.code.name(), format!("{line}:{column}").as_str()),
            ("yaml-syntax", place),
            "{text:?}"
        );
    }
    // Tabs between tokens and after scalars are fine.
    let fine = "a:\t1\nb: x\t# c\nc: [\t1,\n\t2]\nd: |\n  x\n  \ty\n";
    assert_eq!(parse(&Source::new("a.yaml", fine)).1, []);
}

#[test]
fn lines_of_quotes_begin_anywhere() {
    for (text, expected) in [
        ("a: \"one\ntwo\"\n", "\"one two\""),
        ("b:\n  a: 'one\n two'\n", "\"one two\""),
        ("- - \"one\n\n  two\"\n", "\"one\\ntwo\""),
        ("a: \"one\\\ntwo\\\n  three\"\n", "\"onetwothree\""),
        ("a: [\"one\ntwo\"]\n", "\"one two\""),
        ("a: 'one\n# two'\n", "\"one # two\""),
        ("a: 'one\n- two: ''three'''\n", "\"one - two: 'three'\""),
        ("a: \"one\n---two\"\n", "\"one ---two\""),
        ("a: 'one\n\ttwo'\n", "\"one two\""),
        ("a: \"one\n\"\n", "\"one \""),
    ] {
        let (documents, problems) = parse(&Source::new("a.yaml", text));
        assert_eq!(problems, [], "{text:?}");
        let found = documents[0].to_json();
        assert!(found.contains(expected), "{text:?}: {found}");
    }
    for (text, expected) in [
        ("a: \"one\n--- two\"\n", "found unexpected document indicator"),
        ("a: 'one\n...\ntwo'\n", "found unexpected document indicator"),
        ("a: 'one\n", "unclosed quote"),
        // A key is on one line.
        ("\"a\nb\": 1\n", "mapping values are not allowed in this context"),
        ("- 'a': 1\n  'b\n  c': 2\n", "could not find expected ':'"),
    ] {
        let (_, problems) = parse(&Source::new("a.yaml", text));
        assert_eq!(problems.first().map(|problem| problem.message.as_str()), Some(expected), "{text:?}");
    }
}

#[test]
fn a_colon_in_brackets_is_text_before_anything_but_a_blank() {
    for (text, expected) in [
        ("[1.2.3.4, 2001:db8::]", r#"["1.2.3.4","2001:db8::"]"#),
        ("[a:, b]", r#"["a:","b"]"#),
        ("{a:}", r#"{"a:":null}"#),
        ("{a:, b: c:}", r#"{"a:":null,"b":"c:"}"#),
        ("{a:b, c: d}", r#"{"a:b":null,"c":"d"}"#),
        ("[a:[b]]", ""),
        ("{\"a\":b}", r#"{"a":"b"}"#),
        ("['a':b]", r#"[{"a":"b"}]"#),
        ("[a: b]", r#"[{"a":"b"}]"#),
        ("[http://a:80/, \"b\"]", r#"["http://a:80/","b"]"#),
        ("[b::c, ::d]", ""),
        ("{a: ::1}", ""),
        ("[a?b]", ""),
    ] {
        // A text that begins with a bracket may be read as JSON.
        let (documents, problems) = parse(&Source::new("a.yaml", format!("- {text}\n")));
        if expected.is_empty() {
            assert!(!problems.is_empty(), "{text}");
            continue;
        }
        assert_eq!(problems, [], "{text}");
        assert_eq!(documents[0].to_json(), format!("[{expected}]"), "{text}");
    }
}
