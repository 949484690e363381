//! Tests of which lists are recorded: every list with duplicates or with items without a fingerprint, and
//! none whose items are known to be distinct. The decoding functions are as generated for lists of strings or
//! integers, and for list maps whose items contain such lists.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::decode::{Decode, DecodeResult, Default, Member, Object, Shape};
use crate::error::{ListKey, kinds};
use crate::side::{Records, Side};

static ANY: Shape<'_> = Shape::new(kinds::STRING | kinds::INT, "string,integer", "");
static OBJECT: Shape<'_> = Shape::new(kinds::OBJECT, "object", "").nullable();
static SET: Rule<'_> = Rule::ListSet;
static BY_NAME: Rule<'_> = Rule::ListMap(&[ListKey { name: "name", field: Some(0) }]);
static BY_PORT: Rule<'_> = Rule::ListMap(&[ListKey { name: "port", field: Some(1) }]);
static BY_BOTH: Rule<'_> =
    Rule::ListMap(&[ListKey { name: "name", field: Some(0) }, ListKey { name: "port", field: Some(1) }]);
const DEFAULTS: &[u8] = br#""name":"dflt""#;
static DEFAULTED: &[Default<'_>] =
    &[Default { field: 0, key: 0, value: 7, decode: Decode::Function(scalar) }];

fn scalar(d: &mut Decoder<'_, '_>, m: Member) -> DecodeResult {
    match d.peek() {
        b'"' => d.text(m, &ANY).map(|_| ()),
        _ => d.unexpected(m, &ANY),
    }
}

fn object(d: &mut Decoder<'_, '_>, m: Member, defaulted: bool) -> DecodeResult {
    let mut o = Object::<1>::new();
    let Some(mut next) = d.object(&mut o, m, &OBJECT)? else {
        return Ok(());
    };
    while let Some(key) = next {
        match key.bytes {
            b"name" => {
                let m = d.key_field(&mut o, key, 0);
                scalar(d, m)?;
            }
            b"port" => {
                let m = d.key_field(&mut o, key, 1);
                scalar(d, m)?;
            }
            b"sub" => {
                let m = d.field(&mut o, key, 2);
                object(d, m, false)?;
            }
            b"list" => {
                let m = d.field(&mut o, key, 3);
                map(d, m, &[0], false)?;
            }
            _ => d.unknown(&mut o, key)?,
        }
        next = d.next_key()?;
    }
    d.end(&mut o);
    if defaulted && !o.has_all([1]) {
        d.defaults(&mut o, DEFAULTED)?;
    }
    d.close(&o);
    Ok(())
}

fn map(d: &mut Decoder<'_, '_>, m: Member, keys: &[u16], defaulted: bool) -> DecodeResult {
    let mut l = Array::new();
    d.open_array(&mut l, m)?;
    let mut p = Fingerprints::new();
    while d.next_item(&mut l)? {
        let at = d.here();
        object(d, Member::ITEM, defaulted)?;
        match keys {
            [one] => p.member(d, at, *one),
            all => p.members(d, at, all),
        }
    }
    p.validate(
        d,
        &l,
        match keys {
            [0] => &BY_NAME,
            [_] => &BY_PORT,
            _ => &BY_BOTH,
        },
    );
    Ok(())
}

/// Entries of the lists that are recorded.
fn noted(text: &str, decode: impl Fn(&mut Decoder<'_, '_>) -> DecodeResult) -> Vec<u32> {
    let (mut side, mut records) = (Side::default(), Records::default());
    let mut decoder = Decoder::new(text.as_bytes(), &mut side, &mut records, DEFAULTS);
    decode(&mut decoder).unwrap();
    assert!(decoder.at_end() && decoder.side.fingerprints.is_empty(), "{text}");
    decoder.records.lists.iter().map(|(at, _)| *at).collect()
}

fn set(items: &[&str]) -> bool {
    let text = |around: &str| format!("[{}]{around}", items.join(","));
    // The end of the text is near, or far away.
    let near = noted(&text(""), set_of_scalars);
    assert_eq!(near, noted(&text(&" ".repeat(40)), set_of_scalars), "{items:?}");
    !near.is_empty()
}

fn set_of_scalars(d: &mut Decoder<'_, '_>) -> DecodeResult {
    let mut l = Array::new();
    d.open_array(&mut l, Member::ITEM)?;
    let mut p = Fingerprints::new();
    while d.next_item(&mut l)? {
        let at = d.here();
        scalar(d, Member::ITEM)?;
        p.item(d, at);
    }
    p.validate(d, &l, &SET);
    Ok(())
}

fn by(keys: &[u16], items: &[&str]) -> bool {
    let text = format!("[{}]", items.join(","));
    noted(&text, |d| map(d, Member::ITEM, keys, false)).contains(&0)
}

#[test]
fn equal_scalars_have_equal_prints() {
    let text = "abcdefghijklmnopqrstuvwxyz0123456789";
    for length in 0..text.len() {
        let (own, other) = (format!("\"{}\"", &text[..length]), format!("\"{}!\"", &text[..length]));
        assert!(set(&[&own, &own]), "{own}");
        assert!(set(&[&own, &other, &own]), "{own}");
        assert!(!set(&[&own, &other]), "{own}");
    }
    assert!(set(&[r#""a""#, r#""\u0061""#]));
    assert!(set(&[r#""\n""#, r#""\n""#]));
    assert!(set(&["0", "-0"]));
    assert!(set(&["-0", "-0"]));
    assert!(set(&["1", "2", "1"]));
    assert!(set(&["9223372036854775807", "9223372036854775807"]));
    assert!(set(&["1", "1.0"]));
    assert!(set(&["1e0", "1"]));
    assert!(set(&["true", "true"]));
    assert!(set(&["null", "\"a\""]));
    assert!(!set(&["1", "2", "-1", "10", "-10", "9223372036854775807"]));
    assert!(!set(&[r#""1""#, r#""01""#, r#""""#, r#""é""#, r#""e""#]));
    assert!(!set(&["true"]) && !set(&[]));
}

#[test]
fn every_pair_of_a_list_is_compared() {
    for length in [2, 3, 7, 8, 9, 15, 16, 17, 33, 63, 64] {
        let items: Vec<String> = (0..length).map(|n| format!("\"item-{n}\"")).collect();
        let mut items: Vec<&str> = items.iter().map(String::as_str).collect();
        assert!(!set(&items), "{length}");
        for second in 1..length {
            for first in [0, second / 2, second - 1] {
                let (own, other) = (items[second], items[first]);
                items[second] = other;
                assert!(set(&items), "{first} and {second} of {length}");
                items[second] = own;
            }
        }
    }
    let long: Vec<String> = (0..65).map(|n| n.to_string()).collect();
    assert!(set(&long.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn the_key_of_the_item_itself_counts() {
    let (a, b) = (r#"{"name":"a"}"#, r#"{"port":"b","name":"b"}"#);
    assert!(!by(&[0], &[a, b]));
    assert!(by(&[0], &[a, b, a]));
    // A key that is absent, null or not a scalar.
    assert!(by(&[0], &[r#"{"sub":{"name":"x"}}"#, r#"{"sub":{"name":"y"}}"#]));
    assert!(by(&[0], &[r#"{"port":"x"}"#, r#"{"port":"y"}"#]));
    assert!(by(&[0], &[r#"{"name":null}"#, r#"{"name":null}"#]));
    assert!(by(&[0], &[r#"{"name":["a","b"]}"#, r#"{"name":["a","c"]}"#]));
    assert!(by(&[0], &[r#"{"name":{"a":"b"}}"#, r#"{"name":{}}"#]));
    assert!(by(&[0], &["{}", a]) && by(&[0], &["null", a]) && by(&[0], &["\"a\"", a]));
    // Objects below the item have members with the same number.
    let before = |name: &str, sub: &str| format!(r#"{{"name":"{name}","sub":{{"name":"{sub}"}}}}"#);
    let after = |name: &str, sub: &str| format!(r#"{{"sub":{{"name":"{sub}"}},"name":"{name}"}}"#);
    for nested in [before, after] {
        assert!(by(&[0], &[&nested("a", "x"), &nested("a", "y")]));
        assert!(!by(&[0], &[&nested("a", "x"), &nested("b", "x")]));
        assert!(by(&[0], &[a, &nested("a", "y")]));
    }
    // So do lists.
    let list = |name: &str, item: &str| format!(r#"{{"name":"{name}","list":[{item}]}}"#);
    assert!(by(&[0], &[&list("a", a), &list("a", b)]));
    assert!(!by(&[0], &[&list("a", a), &list("b", a)]));
    let eight: Vec<String> = (0..9).map(|n| format!(r#"{{"name":"{n}"}}"#)).collect();
    let within: Vec<String> = (0..20).map(|n| list(&n.to_string(), &eight.join(","))).collect();
    let mut within: Vec<&str> = within.iter().map(String::as_str).collect();
    assert!(!by(&[0], &within));
    within.push(within[3]);
    assert!(by(&[0], &within));
}

#[test]
fn the_last_of_repeated_keys_counts() {
    let (a, b) = (r#"{"name":"a"}"#, r#"{"name":"b"}"#);
    assert!(by(&[0], &[r#"{"name":"b","name":"a"}"#, a]));
    assert!(!by(&[0], &[r#"{"name":"b","name":"a"}"#, b]));
    assert!(by(&[0], &[r#"{"name":"a","name":null}"#, r#"{"name":"b","name":null}"#]));
    assert!(by(&[0], &[r#"{"name":"a","name":["b"]}"#, r#"{"name":"a","name":["c"]}"#]));
    assert!(by(&[0], &[r#"{"name":"a","sub":{"name":"b"},"name":"b"}"#, b]));
}

#[test]
fn lists_of_the_same_items_may_have_other_keys() {
    let items = [r#"{"name":"a","port":1}"#, r#"{"port":1,"name":"b"}"#, r#"{"port":2,"name":"a"}"#];
    let [one, two, three] = items;
    assert!(!by(&[0], &[one, two]) && by(&[1], &[one, two]));
    assert!(by(&[0], &[one, three]) && !by(&[1], &[one, three]));
    assert!(!by(&[0, 1], &items) && by(&[0, 1], &[one, two, three, one]));
    assert!(by(&[0, 1], &[r#"{"name":"a"}"#, r#"{"name":"b"}"#]));
    // The fingerprint of a tuple depends on which key has which value.
    assert!(!by(&[0, 1], &[r#"{"name":"a","port":"b"}"#, r#"{"name":"b","port":"a"}"#]));
}

#[test]
fn a_defaulted_key_has_no_print() {
    let two = r#"[{"name":"a"},{"port":1}]"#;
    assert_eq!(noted(two, |d| map(d, Member::ITEM, &[0], true)), [0]);
    assert_eq!(noted(r#"[{"name":"dflt"},{}]"#, |d| map(d, Member::ITEM, &[0], true)), [0]);
}

#[test]
fn one_object_is_distinct_whatever_its_keys() {
    for item in ["{}", r#"{"name":"a"}"#, r#"{"name":["a"],"port":{}}"#, r#"{"name":"\u0061","port":-0}"#] {
        assert!(!by(&[0, 1], &[item]), "{item}");
        assert!(by(&[0, 1], &[item, item]), "{item}");
        assert!(by(&[0, 1], &[r#"{"name":"b","port":1}"#, item, item]), "{item}");
    }
    for stray in ["1", "\"a\"", "null", "true"] {
        assert!(by(&[0, 1], &[stray]), "{stray}");
        assert!(by(&[0, 1], &[stray, r#"{"name":"a","port":1}"#]), "{stray}");
    }
    let pair = r#"{"name":"a","port":1}"#;
    assert!(!by(&[0, 1], &[pair, r#"{"name":"a","port":2}"#]));
    assert!(by(&[0, 1], &[pair, r#"{"name":"a","port":2}"#, pair]));
}
