use super::super::{Source, Value, parse};

fn check(text: &str, expected: &[&str]) {
    super::check("a.json", text, expected);
}

#[test]
fn every_node_has_its_place() {
    check(
        "{\"a\": [1, \"é\"],\n \"b\": {} }",
        &[r#"{"a"<"a">: [1<1>, "é"<"é">]<[1, "é"]>, "b"<"b">: {}<{}>}<{"a": [1, "é"],⏎ "b": {} }>"#],
    );
}

#[test]
fn numbers_are_int64_or_float64() {
    check(
        "[0, -0, 1.0, 1e2, -9223372036854775808, 9223372036854775808]",
        &["[0<0>, 0<-0>, 1<1.0>, 100<1e2>, -9223372036854775808<-9223372036854775808>, \
         9.223372036854776e18<9223372036854775808>]\
         <[0, -0, 1.0, 1e2, -9223372036854775808, 9223372036854775808]>"],
    );
    check(
        "[1e999]",
        &[
            "[null<1e999>]<[1e999]>",
            "a.json:1:2: error[number-out-of-range]: cannot unmarshal number 1e999 into Go value of type float64",
        ],
    );
}

#[test]
fn escapes_are_read_as_go_reads_them() {
    let text = r#"["\u0041\/\n", "\ud83d\ude00", "\ud83d", "\ude00x", "\ud83d\u0041", "\ud83d\ud83d\ude00"]"#;
    let (documents, problems) = parse(&Source::new("a.json", text));
    assert_eq!(problems, []);
    let Value::Array(items) = &documents[0].value else { panic!() };
    let texts: Vec<_> = items.iter().map(|item| item.as_str().unwrap()).collect();
    assert_eq!(texts, ["A/\n", "😀", "\u{fffd}", "\u{fffd}x", "\u{fffd}A", "\u{fffd}😀"]);
}

#[test]
fn a_repeated_key_is_reported_and_the_last_stands() {
    check(
        r#"{"a":1,"a":2}"#,
        &[
            r#"{"a"<"a">: 2<2>}<{"a":1,"a":2}>"#,
            r#"a.json:1:8: warning[json-duplicate-key]: duplicate field "a""#,
        ],
    );
}

#[test]
fn mistakes_are_told_in_the_words_of_go() {
    for (text, place, words) in [
        (r#"{"a":1 "b":2"#, "1:8", "invalid character '\"' after object key:value pair"),
        (r#"{"a""#, "1:5", "unexpected end of JSON input"),
        (r#"{"a":01"#, "1:7", "invalid character '1' after object key:value pair"),
        (r#"{"a":tru"#, "1:9", "unexpected end of JSON input"),
        (r#"{"a":trux"#, "1:9", "invalid character 'x' in literal true (expecting 'e')"),
        (r#"{"a":"\x""#, "1:8", "invalid character 'x' in string escape code"),
        (r#"{"a":-"#, "1:7", "unexpected end of JSON input"),
        (r#"{"a":1."#, "1:8", "unexpected end of JSON input"),
        (r#"{"a":"\u12"#, "1:11", "unexpected end of JSON input"),
        ("{\"a\":\"x\ny", "1:8", "invalid character '\\n' in string literal"),
        ("[1,}", "1:4", "invalid character '}' looking for beginning of value"),
    ] {
        check(text, &[&format!("a.json:{place}: error[json-syntax]: {words}")]);
    }
}

#[test]
fn several_values_are_several_documents() {
    check("{\"a\":1}\n[2]\n", &[r#"{"a"<"a">: 1<1>}<{"a":1}>"#, "[2<2>]<[2]>"]);
    check("\u{feff} {}", &["{}<{}>"]);
}

#[test]
fn what_is_no_json_may_be_yaml() {
    // Regardless of the file's name, and vice versa.
    check("{a: 1,}", &[r#"{"a"<a>: 1<1>}<{a: 1,}>"#]);
    check("a: 1", &[r#"{"a"<a>: 1<1>}<a: 1>"#]);
    super::check("a.yaml", r#"{"a": "\/"}"#, &[r#"{"a"<"a">: "/"<"\/">}<{"a": "\/"}>"#]);
    // Neither format: the message is in the terms of the format that the file name implies.
    let text = r#"{"a": [}"#;
    check(text, &["a.json:1:8: error[json-syntax]: invalid character '}' looking for beginning of value"]);
    let (_, problems) = parse(&Source::new("a.yaml", text));
    assert_eq!(problems[0].code.name(), "yaml-syntax");
}
