//! Hostile bodies: many errors, unknown and duplicate fields, deep nesting, long keys and strings, bodies
//! truncated and changed at every byte. Nothing panics, everything is reported, and memory is linear.
#![allow(clippy::unwrap_used)]

mod bytes;
mod immutability;
mod memory;
mod unions;

use crdc_hostile::objects::collisions::colliding;
use crdc_hostile::objects::floods::{EMBEDDED, FLOODS, METADATA};
use crdc_hostile::objects::{body, compiled, metadata};
use crdc_oracle::stack::deep;

/// Processes a body and reads the whole outcome: its code, the number of errors including ratcheted ones, and
/// the number of unknown or duplicate fields.
fn run(new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> (u16, usize, usize) {
    let compiled = compiled("Target");
    let request = match old {
        [] => crdc::Request::create(new),
        old => crdc::Request::update(new, old),
    };
    let outcome = crdc::answer(compiled, request, scratch);
    let errors = outcome.errors().count() + outcome.ratcheted().count();
    let strict = outcome.strict().count();
    let length = outcome.accepted_object().or(outcome.rejected_object()).map_or(0, <[u8]>::len);
    assert!(outcome.warnings().count() <= strict || length < usize::MAX);
    let _ = (outcome.message().map(str::len), outcome.unchanged());
    (outcome.code(), errors, strict)
}

#[test]
fn a_hundred_thousand_errors_are_all_said() {
    let mut scratch = crdc::Scratch::new();
    let (code, errors, _) = run(&body(&FLOODS[0].2(100_000)), b"", &mut scratch);
    assert_eq!((code, errors), (422, 100_000));
    let (code, errors, _) = run(&body(&FLOODS[2].2(99_999)), b"", &mut scratch);
    assert_eq!((code, errors), (422, 100_000));
    let (code, _, strict) = run(&body(&FLOODS[4].2(100_000)), b"", &mut scratch);
    assert_eq!((code, strict), (201, 100_000));
    // Keys and values of labels; keys of annotations, and their size; four fields of an owner.
    for (index, expected) in
        [(0, 200_000), (1, 100_001), (2, 400_000), (3, 99_999), (4, 100_000), (6, 200_000)]
    {
        let (what, _, flood) = METADATA[index];
        let (code, errors, _) = run(&metadata(&flood(100_000)), b"", &mut scratch);
        assert_eq!((code, errors), (422, expected), "{what}");
    }
    let (code, errors, _) = run(&body(&EMBEDDED.2(100_000)), b"", &mut scratch);
    assert_eq!((code, errors), (422, 500_000));
    // The server reports at most 100 duplicate keys.
    let (code, _, strict) = run(&body(&FLOODS[8].2(100_000)), b"", &mut scratch);
    assert_eq!((code, strict), (201, 100));
}

#[test]
fn a_hundred_thousand_errors_are_set_aside() {
    let mut scratch = crdc::Scratch::new();
    let items = |order: &mut dyn Iterator<Item = usize>, other: &str| {
        let all: Vec<String> = order.map(|i| format!("{{\"name\":\"n{i}\",\"set\":[{i}]}}")).collect();
        body(&format!("{{\"keyed\":[{}],\"string\":\"{other}\"}}", all.join(",")))
    };
    let new = items(&mut (0..100_000), "a");
    for old in [items(&mut (0..100_000), "b"), items(&mut (0..100_000).rev(), "b")] {
        assert_eq!(run(&new, &old, &mut scratch), (200, 100_000, 0));
    }
    // One of them changed; the errors of unchanged ones are ratcheted.
    let old = items(&mut (0..99_999), "a");
    assert_eq!(run(&new, &old, &mut scratch), (422, 100_000, 0));
    // Each is the first of two with its key.
    let twice = items(&mut (0..50_000).chain(0..50_000), "a");
    assert_eq!(run(&twice, &items(&mut (0..50_000), "a"), &mut scratch).0, 422);
}

#[test]
fn a_hundred_thousand_items_are_compared() {
    let mut scratch = crdc::Scratch::new();
    let flood = |what: &str, n: usize| {
        let (_, _, flood) = FLOODS.iter().find(|(name, ..)| *name == what).unwrap();
        body(&flood(n))
    };
    assert_eq!(run(&flood("equal items of a set", 100_000), b"", &mut scratch), (422, 1, 0));
    assert_eq!(run(&flood("items of a set in pairs", 100_000), b"", &mut scratch), (422, 50_000, 0));
    assert_eq!(run(&flood("different items of a set", 100_000), b"", &mut scratch), (201, 0, 0));
    assert_eq!(run(&flood("keys in pairs, with defaults", 100_000), b"", &mut scratch).1, 50_001);
    // No value is confused with another one, and none is missed.
    let names = colliding(4_096);
    let twice = names.iter().chain(&names).map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(",");
    assert_eq!(run(&body(&format!("{{\"set\":[{twice}]}}")), b"", &mut scratch), (422, 4_096, 0));
    assert_eq!(run(&flood("items of a set with one hash", 4_096), b"", &mut scratch), (201, 0, 0));
}

#[test]
fn three_megabytes_pass() {
    let mut scratch = crdc::Scratch::new();
    let items = "{\"name\":\"abc\",\"port\":80},".repeat(120_000);
    let valid = body(&format!("{{\"objects\":[{items}{{\"name\":\"a\"}}]}}"));
    assert!(valid.len() > 3_000_000);
    assert_eq!(run(&valid, b"", &mut scratch).0, 201);
    assert_eq!(run(&valid, &valid, &mut scratch).0, 200);
}

#[test]
fn nesting_ends_at_ten_thousand() {
    deep(|| {
        let mut scratch = crdc::Scratch::new();
        let nested = |n: usize| body(&format!("{{\"any\":{}{}}}", "[".repeat(n), "]".repeat(n)));
        // `spec` and the object itself are two levels.
        assert_eq!(run(&nested(9_998), b"", &mut scratch).0, 201);
        assert_eq!(run(&nested(9_999), b"", &mut scratch).0, 400);
        assert_eq!(run(&nested(100_000), b"", &mut scratch).0, 400);
        assert_eq!(run(&body(&format!("{{\"any\":{}", "[".repeat(3_000_000))), b"", &mut scratch).0, 400);
        let objects = |n: usize| body(&format!("{{\"any\":{}1{}}}", "{\"a\":".repeat(n), "}".repeat(n)));
        assert_eq!(run(&objects(9_998), b"", &mut scratch).0, 201);
        assert_eq!(run(&objects(9_998), &objects(9_998), &mut scratch).0, 200);
        assert_eq!(run(&objects(9_999), b"", &mut scratch).0, 400);
        // Below the schema, and in pruned fields.
        for field in ["list", "map", "objects", "string", "either", "enum", "unknown"] {
            let body = |n: usize| body(&format!("{{\"{field}\":{}1{}}}", "[".repeat(n), "]".repeat(n)));
            assert_ne!(run(&body(9_998), b"", &mut scratch).0, 400, "{field}");
            assert_eq!(run(&body(9_999), b"", &mut scratch).0, 400, "{field}");
        }
    });
}

/// Far more errors than are shown. The text is limited, the errors are not.
#[test]
fn answers_show_a_mebibyte_of_errors() {
    let most = 1 << 20;
    let is_bounded = |message: &str, shown: usize, all: usize| {
        assert!((most..most + 2_000).contains(&(message.len() - 2 * shown)), "{}", message.len());
        assert!(
            message.contains(&format!(", and {} more", all - shown)),
            "{}",
            &message[message.len() - 100..]
        );
    };
    let mut scratch = crdc::Scratch::new();
    let compiled = compiled("Target");
    // 422
    let new = body(&FLOODS[0].2(100_000));
    let outcome = crdc::answer(compiled, crdc::Request::create(&new), &mut scratch);
    let status = outcome.status().unwrap();
    let causes = status.details.as_ref().unwrap().causes.len();
    is_bounded(&status.message, causes, outcome.errors().count());
    assert!(status.to_json().len() < 3 * most);
    // 400 of strict validation
    let new = body(&FLOODS[4].2(100_000));
    let request = crdc::Request::create(&new).field_validation(crdc::FieldValidation::Strict);
    let outcome = crdc::answer(compiled, request, &mut scratch);
    let message = outcome.message().unwrap();
    is_bounded(message, message.matches("unknown field").count(), 100_000);
    // 400 of immutability
    let object = |value: usize| {
        let members: Vec<String> = (0..100_000).map(|i| format!("\"k{i}\":{value}")).collect();
        body(&format!("{{\"below\":{{\"k\":{{\"fixed\":{{{}}}}}}}}}", members.join(",")))
    };
    let (new, old) = (object(1), object(2));
    let outcome = crdc::answer(compiled, crdc::Request::update(&new, &old), &mut scratch);
    let causes = outcome.status().unwrap().details.unwrap().causes.len();
    is_bounded(outcome.message().unwrap(), causes, outcome.errors().count());
}

/// An error is never truncated; a long one is the only one shown.
#[test]
fn an_error_is_never_cut() {
    let key = "k".repeat(1_100_000);
    let new = body(&format!("{{\"map\":{{\"{key}\":\"x\",\"l\":\"y\"}}}}"));
    let mut scratch = crdc::Scratch::new();
    let compiled = compiled("Target");
    let outcome = crdc::answer(compiled, crdc::Request::create(&new), &mut scratch);
    let first = outcome.errors().next().unwrap().to_string();
    assert!(first.starts_with(&format!("spec.map.{key}: Invalid value")));
    assert_eq!(
        outcome.status().unwrap().message,
        format!("Target.hostile.example.com \"x\" is invalid: [{first}, and 1 more]")
    );
}

/// Errors are created one by one: iterating holds only one of them.
#[test]
fn errors_that_nobody_keeps_take_no_memory() {
    let new = body(&FLOODS[0].2(100_000));
    let mut scratch = crdc::Scratch::new();
    let compiled = compiled("Target");
    let outcome = crdc::answer(compiled, crdc::Request::create(&new), &mut scratch);
    let mut count = 0;
    let counted = allocation_counter::measure(|| count = outcome.errors().count());
    assert_eq!(count, 100_000);
    assert!(counted.bytes_max < 4_096, "{} bytes", counted.bytes_max);
    // Kept errors only own the ends of their paths.
    let counted = allocation_counter::measure(|| drop(outcome.errors().collect::<Vec<_>>()));
    assert!(counted.bytes_max < 100_000 * 500, "{} bytes", counted.bytes_max);
}
