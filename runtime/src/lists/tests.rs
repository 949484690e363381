//! Duplicate items: short lists, long lists and a hash that always collides must give the result of comparing
//! texts pair by pair.
#![allow(clippy::unwrap_used)]

use crate::side::{Records, Side};

use super::*;
use crate::decode::{Decoder, Member};

/// No item.
const NONE: [usize; 0] = [];

/// Indices of the items of a list that are raised as duplicates in a set.
fn set(list: &str, hash: fn(&value::Value<'_>) -> u64) -> Vec<usize> {
    let (mut side, mut records) = (Side::of_normalized(), Records::default());
    let mut decoder = Decoder::new(list.as_bytes(), &mut side, &mut records, b"");
    decoder.any(Member::ITEM).unwrap();
    let texts = [list.as_bytes(), b"", b"", b""];
    let tape = Tape { entries: &decoder.tape, texts, strings: &decoder.side.strings };
    let mut buffers = Buffers::default();
    let mut found = Vec::new();
    gather(tape, 0, &mut buffers, |item, canonical| value::of_item(tape, item, canonical));
    duplicates::find(tape, &mut buffers, hash, |item, equal| {
        if equal == 1 {
            found.push(item);
        }
    });
    let items: Vec<u32> = tape.children(0).collect();
    let mut found: Vec<usize> =
        found.iter().map(|item| items.iter().position(|at| at == item).unwrap()).collect();
    found.sort_unstable();
    found
}

/// The result for a short list, for a long one with additional distinct values, and for a long one whose
/// values all collide.
fn seconds(items: &[&str]) -> Vec<usize> {
    let short = set(&format!("[{}]", items.join(",")), |value| value.hash());
    let rest: Vec<String> = (0..40).map(|n| format!("\"other {n}\"")).collect();
    let long = format!("[{},{}]", items.join(","), rest.join(","));
    assert_eq!(set(&long, |value| value.hash()), short, "{long}");
    assert_eq!(set(&long, |_| 7), short, "{long}");
    short
}

#[test]
fn the_second_of_equals_is_named_once() {
    assert_eq!(seconds(&["1", "2", "3"]), NONE);
    assert_eq!(seconds(&["1", "2", "1", "1", "2", "1"]), [2, 4]);
}

#[test]
fn scalars_are_equal_as_go_values() {
    assert_eq!(seconds(&["1", "1.0", "\"1\"", "true", "null", "false", "\"null\""]), NONE);
    assert_eq!(seconds(&["null", "true", "false", "null", "true", "false"]), [3, 4, 5]);
    assert_eq!(seconds(&["1.0", "10e-1", "1.00"]), [1]);
    assert_eq!(seconds(&["0", "-0", "0.0", "-0.0"]), [1, 3]);
    assert_eq!(seconds(&[r#""aé""#, r#""\u0061\u00e9""#, r#""\u0061""#]), [1]);
    assert_eq!(seconds(&["9007199254740993", "9007199254740992"]), NONE);
}

#[test]
fn compounds_are_equal_as_marshalled() {
    assert_eq!(seconds(&["[1]", "[1.0]", "[1e0]", "[\"1\"]", "[[1]]", "[]", "{}"]), [1]);
    assert_eq!(seconds(&["[0]", "[-0]", "[0.0]", "[-0.0]", "[-0.0]"]), [1, 4]);
    assert_eq!(seconds(&[r#"{"a":1,"b":[2]}"#, r#"{"b":[2],"a":1}"#, r#"{"a":1}"#]), [1]);
    assert_eq!(seconds(&[r#"{"a":{"b":1},"c":2}"#, r#"{"a":{"b":1,"c":2}}"#]), NONE);
    assert_eq!(seconds(&[r#"["a","b"]"#, r#"["ab"]"#, r#"["a,b"]"#, r#"["\u0061","b"]"#]), [3]);
    // encoding/json writes both as 1000000000000000000, but large floats with an exponent.
    assert_eq!(seconds(&["[1000000000000000000]", "[1e18]", "[1e21]", "[1000e18]"]), [1, 3]);
    // The nearest float to 2^53 + 1 is written as 2^53.
    assert_eq!(seconds(&["[9007199254740993]", "[9007199254740992]", "[9007199254740993.0]"]), [2]);
    assert_eq!(seconds(&["[-9223372036854775808]", "[-9223372036854775808.0]"]), NONE);
}

#[test]
fn a_flood_of_collisions_is_sorted() {
    let items = |n: usize| {
        let items: Vec<String> = (0..n).map(|n| format!("\"{}\"", n * 7919 % 1_000_003)).collect();
        format!("[{}]", items.join(","))
    };
    // Pair by pair these would be compared five billion times. `cargo xtask growth` counts what real
    // collisions cost.
    assert_eq!(set(&items(100_000), |_| 7), NONE);
}

#[test]
fn nesting_takes_no_stack() {
    let nested = format!("{}{}", "[".repeat(9_000), "]".repeat(9_000));
    assert_eq!(set(&format!("[{nested},{nested},[]]"), |value| value.hash()), [1]);
}

/// The number of values that two lists have in common when compared as stored objects.
fn in_common(new: &str, old: &str) -> usize {
    let sides = [new, old].map(|list| {
        let (mut side, mut records) = (Side::of_normalized(), Records::default());
        let mut decoder = Decoder::new(list.as_bytes(), &mut side, &mut records, b"");
        decoder.any(Member::ITEM).unwrap();
        decoder.give_back();
        side
    });
    let tapes = [(&sides[0], new), (&sides[1], old)].map(|(side, list)| Tape {
        entries: &side.tape,
        texts: [list.as_bytes(), b"", b"", b""],
        strings: &side.strings,
    });
    let (mut left, mut right) = (Buffers::default(), Buffers::default());
    let (new, old) = (sorted(tapes[0], 0, &[], &mut left), sorted(tapes[1], 0, &[], &mut right));
    runs(new, old).filter(|run| !run.new.is_empty() && !run.old.is_empty()).count()
}

#[test]
fn stored_numbers_are_equal_by_value() {
    assert_eq!(in_common("[1]", "[1.0]"), 1);
    // Go writes these with other digits than the integer.
    assert_eq!(in_common("[-9223372036854775808]", "[-9223372036854775808.0]"), 1);
    assert_eq!(in_common("[1152921504606846977]", "[1152921504606846976.0]"), 0);
    assert_eq!(in_common("[1152921504606846976]", "[1152921504606846976.0]"), 1);
    assert_eq!(in_common("[[0]]", "[[-0.0]]"), 1);
    assert_eq!(in_common("[1e300]", "[1e300]"), 1);
}
