//! Paths with shared prefixes equal the paths written out.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{ErrorSource, ErrorType, FieldError, Lines, Message};
use crate::field_path::{FieldPath, Prefix};

/// The text as a path, split in three ways.
fn cut(text: &str) -> Vec<FieldPath> {
    let half = text.len() / 2;
    let (front, back) = text.split_at(half);
    let one = Prefix::below(None, front);
    let (middle, end) = back.split_at(back.len() / 2);
    let two = Prefix::below(Some(&one), middle);
    [FieldPath::from(text), FieldPath::new(Some(&one), back), FieldPath::new(Some(&two), end)].into()
}

#[test]
fn paths_compare_as_their_texts() {
    let texts =
        ["", ".", "...", ".a", "..a.b", "spec", "spec.a", "spec.a.b", "spec.a-b", "spec.a[10]", "spec.a[2]"];
    let all: Vec<(&str, FieldPath)> =
        texts.iter().flat_map(|text| cut(text).into_iter().map(|path| (*text, path))).collect();
    for (text, path) in &all {
        assert_eq!(path.to_string(), *text);
        assert!(path == text, "{text}");
        for (other, beside) in &all {
            assert_eq!(path.cmp(beside), text.cmp(other), "{text} and {other}");
            assert_eq!(
                path.join("[0]").cmp(&beside.join(".x")),
                [text, "[0]"].concat().cmp(&[other, ".x"].concat())
            );
        }
    }
}

/// Below one prefix, where only the ends are compared.
#[test]
fn paths_below_one_beginning_compare_as_their_texts() {
    for front in ["", ".", "....", ".a", "spec.below"] {
        let prefix = Prefix::below(None, front);
        let deeper = Prefix::below(Some(&prefix), ".b");
        let rests = ["", ".", "..", ".a", ".b", ".b.c", "a"];
        let paths = rests
            .iter()
            .flat_map(|rest| [FieldPath::new(Some(&prefix), rest), FieldPath::new(Some(&deeper), rest)]);
        let paths: Vec<FieldPath> = paths.collect();
        for (one, two) in paths.iter().flat_map(|one| paths.iter().map(move |two| (one, two))) {
            assert_eq!(one.cmp(two), one.to_string().cmp(&two.to_string()));
            for name in ["", "status"] {
                let [one, two] = &[one, two].map(|path| path.clone().of_values(name));
                let texts = [one, two].map(|path| path.to_string());
                assert_eq!(one == two, texts[0] == texts[1], "{texts:?}");
            }
        }
    }
}

#[test]
fn value_validations_spell_paths_in_their_own_way() {
    for (text, name, expected) in [
        ("", "", "<nil>"),
        ("..", "", "<nil>"),
        (".key.a", "", "key.a"),
        ("..key", "", "key"),
        ("spec.a", "", "spec.a"),
        ("", "status", "status"),
        (".", "status", "status"),
        (".key", "status", "status.key"),
        ("a.b", "status", "status.a.b"),
    ] {
        for path in cut(text) {
            assert_eq!(path.of_values(name), expected, "{text:?} below {name:?}");
        }
    }
}

#[test]
fn messages_are_written_around_paths() {
    let path = FieldPath::from("a\"b");
    assert_eq!(Message::of(&path, " is wrong".into()), "a\"b is wrong");
    assert_eq!(Message::around("in ", &path, String::new()), "in a\"b");
    assert_eq!(Message::quoting("é ", &path, " is wrong".into()), "é \"a\\\"b\" is wrong");
    assert_eq!(Message::of(&path, String::new()), Message::from("a\"b"));
    assert_ne!(Message::of(&path, String::new()), Message::quoting("", &path, String::new()));
    assert!(Message::default().is_empty() && !Message::of(&path, String::new()).is_empty());
}

#[test]
fn a_long_chain_takes_no_stack() {
    let mut prefix = Prefix::below(None, "a");
    for _ in 0..200_000 {
        prefix = Prefix::below(Some(&prefix), ".a");
    }
    let path = FieldPath::new(Some(&prefix), "");
    drop(prefix);
    assert_eq!(path.to_string().len(), 400_001);
}

#[test]
fn lines_end_where_they_are_too_many() {
    let mut lines = Lines::default();
    let shown = (0..3_000).filter(|i| lines.push(format!("{i:01000}"))).count();
    assert_eq!(shown, (1 << 20) / 1_000 + 1);
    let text = lines.aggregated();
    assert!(text.ends_with(&format!(", and {} more]", 3_000 - shown)), "{}", &text[text.len() - 50..]);
    assert_eq!(text.len(), shown * 1_002 + format!("and {} more", 3_000 - shown).len() + 2);
    let mut one = Lines::default();
    assert!(one.push("a") && one.push("a"));
    assert_eq!(one.aggregated(), "a");
}

#[test]
fn values_are_shown_as_go_prints_them() {
    for (json, shown) in [
        (r#""z\u0001\u00e9""#, r#""z\x01é""#),
        ("1e6", "1e+06"),
        ("1.0", "1"),
        ("12345678", "12345678"),
        ("true", "true"),
        ("null", "null"),
    ] {
        let error = FieldError::new(ErrorType::Invalid, "spec.a", Some(json.into()), "no", ErrorSource::Cel);
        assert_eq!(error.to_string(), format!("spec.a: Invalid value: {shown}: no"));
    }
}
