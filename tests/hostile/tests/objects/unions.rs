//! Unions in hostile bodies: 25,000 items, and more where CI runs it, with unions of fifty members and any
//! errors; requests that clear nothing allocate nothing.

use allocation_counter::measure;
use crdc_hostile::objects::compiled;
use crdc_hostile::objects::unions::{FLOODS, HEAD, body};
use crdc_oracle::random::samples::samples;

/// Code, and how many errors.
fn run(new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> (u16, usize) {
    let compiled = compiled("Wide");
    let request = match old {
        [] => crdc::Request::create(new),
        old => crdc::Request::update(new, old),
    };
    let outcome = crdc::answer(compiled, request, scratch);
    assert!(outcome.accepted_object().or(outcome.rejected_object()).is_some());
    (outcome.code(), outcome.errors().count() + outcome.ratcheted().count())
}

#[test]
fn items_of_floods_are_answered_one_by_one() {
    let mut scratch = crdc::Scratch::new();
    for (what, list, new, old, n, (code, errors)) in FLOODS {
        let n = n / 4 * samples(1) as usize;
        let old = old.map(|old| body(list, n, old)).unwrap_or_default();
        assert_eq!(run(&body(list, n, new), &old, &mut scratch), (code, errors * n), "{what}");
    }
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
    let compiled = compiled("Wide");
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
