//! Unions in hostile bodies: 100,000 items with unions of fifty members take linear time, with any errors;
//! and requests that clear nothing allocate nothing.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use crdc_tests::compiled;

const HEAD: &str = r#"{"apiVersion":"unions.example.com/v1","kind":"Wide","metadata":{"name":"x","namespace":"default","resourceVersion":"7","generation":1},"spec":{"#;

/// An object with `n` items, each made by `item`.
fn body(list: &str, n: usize, item: fn(usize) -> String) -> Vec<u8> {
    let items: Vec<String> = (0..n).map(item).collect();
    format!("{HEAD}\"{list}\":[{}]}}}}", items.join(",")).into_bytes()
}

fn members(range: std::ops::Range<usize>) -> String {
    range.map(|i| format!(",\"m{i}\":{i}")).collect()
}

/// Code, and how many errors.
fn run(new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> (u16, usize) {
    let compiled = compiled::find("wides.unions.example.com/v1");
    let request = match old {
        [] => crdc::Request::create(new),
        old => crdc::Request::update(new, old),
    };
    let outcome = crdc::answer(compiled, request, scratch);
    assert!(outcome.accepted_object().or(outcome.rejected_object()).is_some());
    (outcome.code(), outcome.errors().count() + outcome.ratcheted().count())
}

/// CPU time of this thread, if the system provides it.
fn ran(since: Instant) -> Duration {
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

type Item = fn(usize) -> String;
/// Description, list, new items, old items, number, expected code and errors per item.
type Flood = (&'static str, &'static str, Item, Option<Item>, usize, (u16, usize));

const FLOODS: [Flood; 6] = [
    (
        "one member",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M7\",\"m7\":1}}"),
        None,
        100_000,
        (201, 0),
    ),
    (
        "two members",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M7\",\"m7\":1,\"m8\":1}}"),
        None,
        100_000,
        (422, 1),
    ),
    (
        "unknown values",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"N\",\"m7\":1}}"),
        None,
        100_000,
        (422, 1),
    ),
    (
        "all but one cleared",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M49\"{}}}", members(0..50)),
        Some(|i| format!("{{\"name\":{i},\"kind\":\"M0\",\"m0\":1}}")),
        16_000,
        (200, 0),
    ),
    (
        "fifty members, as they were",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M49\"{}}}", members(0..50)),
        Some(|i| format!("{{\"name\":{i},\"kind\":\"M49\"{}}}", members(0..50))),
        16_000,
        (200, 1),
    ),
    ("deduced", "older", |i| format!("{{\"kind\":\"\",\"m{}\":1}}", i % 50), None, 100_000, (201, 0)),
];

/// Sixteen times the size in at most 45 times the time, as in `hostile.rs`.
#[test]
fn floods_take_linear_time() {
    let mut scratch = crdc::Scratch::new();
    let mut failed = Vec::new();
    for (what, list, new, old, n, (code, errors)) in FLOODS {
        let [small, large] = [n / 16, n]
            .map(|n| (body(list, n, new), old.map(|old| body(list, n, old)).unwrap_or_default(), n));
        let mut time = |(new, old, n): &(Vec<u8>, Vec<u8>, usize)| {
            let since = Instant::now();
            let start = ran(since);
            let answered = run(new, old, &mut scratch);
            let took = ran(since).saturating_sub(start);
            assert_eq!(answered, (code, errors * n), "{what}");
            took
        };
        let few = (0..3).map(|_| time(&small)).min().unwrap();
        let limit = few * 45 + Duration::from_millis(5);
        let mut many = time(&large);
        for _ in 0..5 {
            if many > limit && many < limit * 3 {
                many = many.min(time(&large));
            }
        }
        println!("{what}: [{few:?}, {many:?}] for {} bytes", large.0.len());
        if many > limit {
            failed.push(format!("{what}: {few:?}, then {many:?}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A create, an update without changes, one that changes a member, and one that changes the discriminator of
/// an object without members.
#[test]
fn what_clears_nothing_allocates_nothing() {
    let item = |i: usize, kind: usize, value: usize| {
        format!("{{\"name\":{i},\"kind\":\"M{kind}\",\"m{kind}\":{value}}}")
    };
    let object = |items: Vec<String>| {
        let older = "{\"kind\":\"M3\",\"m3\":1}";
        format!("{HEAD}\"keyed\":[{}],\"older\":[{older},{older}]}}}}", items.join(",")).into_bytes()
    };
    let one = object((0..40).map(|i| item(i, i, 1)).collect());
    let other = object((0..40).map(|i| item(i, i, 2)).collect());
    let switched = object((0..40).map(|i| item(i, i + 1, 1)).collect());
    let none: Vec<u8> = Vec::new();
    let compiled = compiled::find("wides.unions.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    for (what, new, old) in [
        ("create", &one, &none),
        ("the same", &one, &one),
        ("members changed", &other, &one),
        ("discriminators changed", &switched, &one),
    ] {
        let ask = |scratch: &mut crdc::Scratch| {
            let request = match old.as_slice() {
                [] => crdc::Request::create(new),
                old => crdc::Request::update(new, old),
            };
            let outcome = crdc::answer(compiled, request, scratch);
            assert!(outcome.accepted_object().is_some(), "{what}");
        };
        ask(&mut scratch);
        ask(&mut scratch);
        let counted = measure(|| ask(&mut scratch));
        assert_eq!(counted.count_total, 0, "{what}: {} bytes", counted.bytes_total);
    }
}
