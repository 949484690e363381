#![allow(clippy::unwrap_used)]

use alloc::format;

use super::{lossy, quote, syntax_error, tree::Tree};

#[test]
fn syntax_errors() {
    for (text, expected) in [
        ("", "unexpected end of JSON input"),
        (" \n", "unexpected end of JSON input"),
        ("{\"a\":\"b", "unexpected end of JSON input"),
        ("[1", "unexpected end of JSON input"),
        ("-", "invalid character ' ' in numeric literal"),
        ("1.", "invalid character ' ' after decimal point in numeric literal"),
        ("[\"a\\", "invalid character ' ' in string escape code"),
        ("[\"a\\u1", "invalid character ' ' in \\u hexadecimal character escape"),
        ("[1", "unexpected end of JSON input"),
        ("tr", "invalid character ' ' in literal true (expecting 'u')"),
        ("\u{feff}{}", "invalid character 'ï' looking for beginning of value"),
        ("{} x", "invalid character 'x' after top-level value"),
        ("1 2", "invalid character '2' after top-level value"),
        ("1x", "invalid character 'x' after top-level value"),
        ("{}\0", "invalid character '\\x00' after top-level value"),
        ("01", "invalid character '1' after top-level value"),
        ("[01]", "invalid character '1' after array element"),
        ("[1e+]", "invalid character ']' in exponent of numeric literal"),
        ("[--1]", "invalid character '-' in numeric literal"),
        ("[falsy]", "invalid character 'y' in literal false (expecting 'e')"),
        ("[nil]", "invalid character 'i' in literal null (expecting 'u')"),
        ("{a", "invalid character 'a' looking for beginning of object key string"),
        ("{\"a\":1,}", "invalid character '}' looking for beginning of object key string"),
        ("{\"a\"1}", "invalid character '1' after object key"),
        ("{\"a\":1 \"", "invalid character '\"' after object key:value pair"),
        ("['", "invalid character '\\'' looking for beginning of value"),
        ("[\\", "invalid character '\\\\' looking for beginning of value"),
        ("\"\n", "invalid character '\\n' in string literal"),
        ("\"\\x", "invalid character 'x' in string escape code"),
        ("\"\\u12\"", "invalid character '\"' in \\u hexadecimal character escape"),
        ("[\u{ad}", "invalid character 'Â' looking for beginning of value"),
        ("[\u{7f}", "invalid character '\\x7f' looking for beginning of value"),
        ("[}", "invalid character '}' looking for beginning of value"),
        ("[1}", "invalid character '}' after array element"),
        ("]", "invalid character ']' looking for beginning of value"),
    ] {
        assert_eq!(syntax_error(text.as_bytes()).unwrap_or_default(), expected, "{text:?}");
    }
    assert_eq!(syntax_error(b"[\xa0").unwrap(), "invalid character '\\u00a0' looking for beginning of value");
    assert_eq!(syntax_error(b"[\xad").unwrap(), "invalid character '\\u00ad' looking for beginning of value");
    assert_eq!(syntax_error(b"[\"\xff\xc3\"]"), None);
}

#[test]
fn nesting() {
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(syntax_error(nested(10_000).as_bytes()), None);
    assert_eq!(syntax_error(nested(10_001).as_bytes()).unwrap(), "invalid character '[' exceeded max depth");
    let tree = Tree::parse(nested(10_000).as_bytes()).unwrap();
    assert_eq!(tree.to_json(), nested(10_000));
    assert_eq!(tree.go_value(), nested(10_000));
    let objects = format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000));
    assert_eq!(Tree::parse(objects.as_bytes()).unwrap().to_text(), objects);
}

#[test]
fn values() {
    for (text, expected) in [
        ("-0", "0"),
        ("-0.0", "-0"),
        ("1.0", "1"),
        ("1E+2", "100"),
        ("1e-2", "0.01"),
        ("1e-400", "0"),
        ("123456789012345678901234567890", "1.2345678901234568e+29"),
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "9223372036854776000"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"),
        ("1e-6", "0.000001"),
        ("1e-7", "1e-7"),
        ("1.5e-10", "1.5e-10"),
        ("\"\\u0041\\/\"", "\"A/\""),
        ("\"\\ud83d\\ude00\"", "\"\u{1f600}\""),
        ("\"\\ud83d\"", "\"\u{fffd}\""),
        ("\"\\ude00x\"", "\"\u{fffd}x\""),
        ("\"\\uD83Dx\"", "\"\u{fffd}x\""),
        ("\"\\ud83d\\ud83d\\ude00\"", "\"\u{fffd}\u{1f600}\""),
        ("\"\\b\\f\\n\\r\\t\\u0001\\\"\\\\\u{7f}\"", "\"\\b\\f\\n\\r\\t\\u0001\\\"\\\\\u{7f}\""),
        ("\"<>&\u{2028}é\"", "\"\\u003c\\u003e\\u0026\\u2028é\""),
        (" [ 1 , { } , null ] ", "[1,{},null]"),
        ("{\"b\":1,\"a\":{\"b\":1},\"a\":{\"c\":2}}", "{\"a\":{\"c\":2},\"b\":1}"),
        ("{\"\":false}", "{\"\":false}"),
    ] {
        assert_eq!(Tree::parse(text.as_bytes()).unwrap().to_json(), expected, "{text}");
    }
    let text = "{\"b\":\"<\",\"a\":1.50}";
    assert_eq!(Tree::parse(text.as_bytes()).unwrap().to_text(), "{\"b\":\"<\",\"a\":1.5}");
    assert_eq!(
        Tree::parse(b"{\"a\":[1,-1e400],\"a\":2e400}").unwrap_err(),
        "json: cannot unmarshal number -1e400 into Go value of type float64",
    );
    assert_eq!(lossy(b"a\xe2\x82b\xff"), "a\u{fffd}\u{fffd}b\u{fffd}");
}

#[test]
fn go_values() {
    for (text, expected) in [
        ("{\"b\":[\"x\",\"y z\"],\"a\":1}", "map[a:1 b:[x y z]]"),
        ("[null,true,[],{}]", "[<nil> true [] map[]]"),
        (
            "[1e5,1e6,123456789.0,1e20,0.0001,0.00001,-1.5e-7,0.0]",
            "[100000 1e+06 1.23456789e+08 1e+20 0.0001 1e-05 -1.5e-07 0]",
        ),
    ] {
        assert_eq!(Tree::parse(text.as_bytes()).unwrap().go_value(), expected);
    }
}

#[test]
fn quoting() {
    for (text, expected) in [
        ("a\"b\\c'", "\"a\\\"b\\\\c'\""),
        ("\0\u{7}\u{8}\u{b}\u{c}\n\r\t\u{1b}\u{7f}", "\"\\x00\\a\\b\\v\\f\\n\\r\\t\\x1b\\x7f\""),
        ("é\u{301}漢😀", "\"é\u{301}漢😀\""),
        ("\u{301}", "\"\u{301}\""),
        (
            "\u{85}\u{a0}\u{ad}\u{200b}\u{2028}\u{3000}\u{feff}\u{fffd}",
            "\"\\u0085\\u00a0\\u00ad\\u200b\\u2028\\u3000\\ufeff\u{fffd}\"",
        ),
        ("\u{e000}\u{10ffff}", "\"\\ue000\\U0010ffff\""),
    ] {
        assert_eq!(quote(text), expected);
    }
}
