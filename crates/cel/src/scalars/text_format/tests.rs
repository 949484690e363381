//! Rows of the record, and forms that follow from the sources.

// The numbers are those of the record.
#![allow(clippy::approx_constant)]

use super::*;
use core::fmt;

/// A value with its parts; a copy of it is a reference.
enum Made {
    Plain(Argument<'static>),
    Time(Argument<'static>, &'static str),
    List(alloc::vec::Vec<Made>),
    Map(alloc::vec::Vec<(Made, Made)>),
}

impl FormatArgument for &Made {
    fn argument(&self) -> Argument<'_> {
        match self {
            Made::Plain(argument) | Made::Time(argument, _) => *argument,
            Made::List(_) => Argument::List,
            Made::Map(_) => Argument::Map,
        }
    }

    fn write_time(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(if let Made::Time(_, text) = self { text } else { "" })
    }

    fn items(&self) -> impl Iterator<Item = Self> {
        let items = if let Made::List(items) = self { items.as_slice() } else { &[] };
        items.iter()
    }

    fn entries(&self) -> impl Iterator<Item = (Self, Self)> {
        let entries = if let Made::Map(entries) = self { entries.as_slice() } else { &[] };
        entries.iter().map(|(key, value)| (key, value))
    }
}

fn int(value: i64) -> Made {
    Made::Plain(Argument::Int(value))
}

fn uint(value: u64) -> Made {
    Made::Plain(Argument::Uint(value))
}

fn double(value: f64) -> Made {
    Made::Plain(Argument::Double(value))
}

fn string(value: &'static str) -> Made {
    Made::Plain(Argument::String(value))
}

fn bytes(value: &'static [u8]) -> Made {
    Made::Plain(Argument::Bytes(value))
}

fn duration(text: &'static str) -> Made {
    Made::Time(Argument::Duration, text)
}

fn timestamp(text: &'static str) -> Made {
    Made::Time(Argument::Timestamp, text)
}

const NULL: Made = Made::Plain(Argument::Null);
const TRUE: Made = Made::Plain(Argument::Bool(true));

fn formatted<const N: usize>(text: &str, values: [Made; N]) -> alloc::string::String {
    let arena = Arena::new();
    match format(&arena, text, &values) {
        Ok(text) => text.into(),
        Err(error) => format!("{error}"),
    }
}

#[test]
fn texts_between_clauses_stay() {
    for (text, expected) in [("no substitution", "no substitution"), ("%% and %%", "% and %"), ("", "")] {
        assert_eq!(formatted(text, []), expected);
    }
    assert_eq!(formatted("é%%%s%%ü", [string("text")]), "é%text%ü");
    assert_eq!(formatted("%d, %s", [int(1), string("A"), int(3)]), "1, A");
}

#[test]
fn integers() {
    for (text, value, expected) in [
        ("%d", int(128), "128"),
        ("%d", uint(256), "256"),
        ("%d", int(i64::MIN), "-9223372036854775808"),
        ("%b", int(5), "101"),
        ("%b", int(-5), "-101"),
        ("%b", uint(64), "1000000"),
        ("%b", TRUE, "1"),
        ("%o", int(11), "13"),
        ("%o", uint(65535), "177777"),
        ("%x", int(30), "1e"),
        ("%x", int(-30), "-1e"),
        ("%X", int(30), "1E"),
        ("%X", uint(6000), "1770"),
        ("%x", int(i64::MIN), "-8000000000000000"),
        ("%x", string("Hello wörld!"), "48656c6c6f2077c3b6726c6421"),
        ("%X", string("Hello world!"), "48656C6C6F20776F726C6421"),
        ("%X", bytes(b"byte string\xff"), "6279746520737472696E67FF"),
        // A precision has no effect where there is none to have.
        ("%.3d", int(7), "7"),
    ] {
        assert_eq!(formatted(text, [value]), expected);
    }
}

#[test]
fn fixed_points() {
    for (text, value, expected) in [
        ("%.3f", 1.2345, "1.234"),
        ("%f", 2.718_28, "2.718280"),
        ("%f", f64::NAN, "NaN"),
        ("%.1f", f64::INFINITY, "∞"),
        ("%f", f64::NEG_INFINITY, "-∞"),
        ("%.3f", 4.5, "4.500"),
        ("%.0f", 3.5001, "4"),
        ("%.0f", 3.4999, "3"),
        ("%.0f", 1.5, "2"),
        ("%.0f", 2.5, "2"),
        ("%.0f", 0.5, "0"),
        ("%.2f", 0.125, "0.12"),
        ("%.2f", 0.375, "0.38"),
        ("%.3f", 123.4999, "123.500"),
        ("%.3f", -123.4994, "-123.499"),
        ("%.5f", -1.2, "-1.20000"),
        ("%.2f", -0.001, "-0.00"),
        ("%.2f", -0.0, "0.00"),
        ("%.2f", 1_610_612_736.0, "1,610,612,736.00"),
        ("%.2f", 1_610_612_734.5, "1,610,612,734.50"),
        ("%.2f", 9_223_372_036_854_775_807.0, "9,223,372,036,854,775,808.00"),
        ("%.0f", -999_999.9, "-1,000,000"),
        ("%.0f", 999.0, "999"),
        // 300 is 44 in 8 bits: at least that many digits, at most 300.
        ("%.300f", 1.5, "1.50000000000000000000000000000000000000000000"),
        ("%.256f", 1.5, "1.5"),
        // 40,195 is negative in 16 bits: the shortest form, but at least the 3 digits of 8 bits.
        ("%.40195f", 0.1, "0.100"),
        ("%.40195f", 0.12345, "0.12345"),
        ("%.65537f", 0.55, "0.6"),
        ("%.10000010f", 0.1, "%!(NOVERB)"),
        ("%.9223372036854775807f", 0.1, "%!(NOVERB)"),
    ] {
        assert_eq!(formatted(text, [double(value)]), expected, "{text} {value}");
    }
    let large = formatted("%.2f", [double(1e300)]);
    assert!(
        large.starts_with("1,000,000,000,000,000,052,504,760,255,204,420,248,704,468,581,108,159,154,915,")
    );
    assert!(large.ends_with(",400,540,160.00"));
    assert_eq!(formatted("%f", [string("Infinity")]), "∞");
}

#[test]
fn scientific_forms() {
    for (text, value, expected) in [
        ("%.6e", 1_052.032_911_275, "1.052033×10⁰³"),
        ("%e", 2.718_28, "2.718280×10⁰⁰"),
        ("%e", f64::NAN, "   NaN"),
        ("%e", f64::INFINITY, "     ∞"),
        ("%e", f64::NEG_INFINITY, "    -∞"),
        ("%.0e", f64::INFINITY, "∞"),
        ("%.0e", 2.718_28, "2.718280×10⁰⁰"),
        ("%.15e", 2.718_28, "  2.718280×10⁰⁰"),
        ("%.15e", -2.718_28e-7, "-2.718280×10⁻⁰⁷"),
        ("%.016e", -2.718_28e-7, " -2.718280×10⁻⁰⁷"),
        ("%e", 0.0, "0.000000×10⁰⁰"),
        ("%e", -0.0, "0.000000×10⁰⁰"),
        ("%e", 1e300, "1.000000×10³⁰⁰"),
        ("%e", 9.999_999_9, "1.000000×10⁰¹"),
        ("%.10000010e", 1.0, "%!(NOVERB)"),
    ] {
        assert_eq!(formatted(text, [double(value)]), expected, "{text} {value}");
    }
    assert_eq!(formatted("%e", [string("NaN")]), "   NaN");
    // 65,537 is 1 in 16 bits.
    assert_eq!(formatted("%.65537e", [double(1.0)]), "1.000000×10⁰⁰");
}

#[test]
fn values_alone() {
    for (value, expected) in [
        (NULL, "null"),
        (TRUE, "true"),
        (int(999_999_999_999), "999999999999"),
        (uint(7), "7"),
        (double(56.8), "56.8"),
        (double(1e6), "1e+06"),
        (double(f64::INFINITY), "+Inf"),
        (string("a \"string\""), "a \"string\""),
        (bytes(b"xyz"), "xyz"),
        (Made::Plain(Argument::Type("string")), "string"),
        (timestamp("2023-02-03T23:31:20Z"), "2023-02-03T23:31:20Z"),
        (duration("6347s"), "6347s"),
        (Made::List(alloc::vec![]), "[]"),
        (Made::Map(alloc::vec![]), "{}"),
    ] {
        assert_eq!(formatted("%s", [value]), expected);
    }
}

#[test]
fn values_in_lists_and_maps() {
    let list = Made::List(alloc::vec![
        string("abc"),
        double(3.14),
        NULL,
        Made::List(alloc::vec![int(9), uint(8), TRUE]),
        timestamp("2023-02-03T23:31:20Z"),
        Made::Plain(Argument::Type("int")),
        string("é\n\u{7}\u{200b}"),
    ]);
    let expected =
        r#"["abc", 3.140000, null, [9, 8, true], timestamp("2023-02-03T23:31:20Z"), int, "é\n\a\u200b"]"#;
    assert_eq!(formatted("%s", [list]), expected);
    let list = Made::List([f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300].map(double).into());
    assert!(formatted("%s", [list]).starts_with(r#"["NaN", "+Inf", "-Inf", 100000000000000005250476"#));
    let map = Made::Map(alloc::vec![
        (string("key1"), bytes(b"xyz")),
        (string("key5"), NULL),
        (string("key2"), duration("7200s")),
        (string("key4"), TRUE),
        (string("key3"), double(2.718_28)),
    ]);
    let expected = r#"{"key1":b"xyz", "key2":duration("7200s"), "key3":2.718280, "key4":true, "key5":null}"#;
    assert_eq!(formatted("%s", [map]), expected);
    let map = Made::Map(alloc::vec![
        (TRUE, double(f64::NAN)),
        (string("strKey"), Made::Map(alloc::vec![(uint(2), int(1))])),
        (int(10), string("b")),
        (int(9), string("c")),
    ]);
    assert_eq!(formatted("%s", [map]), r#"{"strKey":{2:1}, 10:"b", 9:"c", true:"NaN"}"#);
}

#[test]
fn clauses_that_do_not_suit() {
    let other = || Made::Plain(Argument::Other("kubernetes.Quantity"));
    let parts = "strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";
    for (text, value, expected) in [
        (
            "%d",
            duration(""),
            "decimal clause can only be used on integers, was given google.protobuf.Duration",
        ),
        ("%d", double(1.0), "decimal clause can only be used on integers, was given double"),
        ("%f", NULL, "fixed-point clause can only be used on doubles, was given null_type"),
        ("%f", string("nan"), "fixed-point clause can only be used on doubles, was given string"),
        ("%e", int(1), "scientific clause can only be used on doubles, was given int"),
        ("%b", string("abc"), "only integers and bools can be formatted as binary, was given string"),
        ("%o", TRUE, "octal clause can only be used on integers, was given bool"),
        (
            "%x",
            double(0.5),
            "only integers, byte buffers, and strings can be formatted as hex, was given double",
        ),
        ("%X", TRUE, "only integers, byte buffers, and strings can be formatted as hex, was given bool"),
        ("%s", other(), &format!("string clause can only be used on {parts}, was given kubernetes.Quantity")),
        ("%s", Made::List(alloc::vec![other()]), "no formatting function for kubernetes.Quantity"),
        (
            "%s",
            Made::Map(alloc::vec![(double(1.5), NULL)]),
            "no formatting function for map key of type double",
        ),
        (
            "%s",
            bytes(b"\xff"),
            "could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string",
        ),
    ] {
        assert_eq!(formatted(text, [value]), format!("error during formatting: {expected}"));
    }
}

#[test]
fn clauses_that_cannot_be_read() {
    let unreadable = "could not parse formatting clause: ";
    let precision = format!("{unreadable}error while parsing precision: ");
    let atoi = format!("{precision}error while converting precision to integer: strconv.Atoi: parsing ");
    for (text, expected) in [
        ("%", "unexpected end of string".into()),
        ("%a", format!("{unreadable}unrecognized formatting clause \"a\"")),
        ("%E", format!("{unreadable}unrecognized formatting clause \"E\"")),
        ("%é", format!("{unreadable}unrecognized formatting clause \"Ã\"")),
        ("%.2%", format!("{unreadable}unrecognized formatting clause \"%\"")),
        ("%.", format!("{precision}could not find end of precision specifier")),
        ("%.12", format!("{precision}could not find end of precision specifier")),
        ("%.f", format!("{atoi}\"\": invalid syntax")),
        ("%.-1f", format!("{atoi}\"\": invalid syntax")),
        ("%.9223372036854775808f", format!("{atoi}\"9223372036854775808\": value out of range")),
        ("%.99999999999999999999f", format!("{atoi}\"99999999999999999999\": value out of range")),
    ] {
        assert_eq!(formatted(text, [double(1.0)]), expected);
    }
    assert_eq!(formatted("%d %d %d", [int(0), int(1)]), "index 2 out of range");
    assert_eq!(formatted("%", []), "index 0 out of range");
}
