//! Sets and list maps of many items, compared and united as pair by pair.

use super::*;
use crate::equality::equal_parts;
use crate::values::Map;

/// The comparison pair by pair, whatever the number of items.
fn equal_in_pairs<'a>(
    arena: &'a Arena,
    of: &'a ValueType<'a>,
    own: &[Value<'a>],
    other: &[Value<'a>],
) -> Evaluated<bool> {
    for item in other {
        let Some(item) = searchable(arena, of, Item::Value(*item))? else { return Ok(false) };
        let Some(at) = position(arena, own, item, of) else { return Ok(false) };
        if of.form == Form::ListMap && !crate::equality::equal(arena, own[at], item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn union_in_pairs<'a>(
    arena: &'a Arena,
    of: &'a ValueType<'a>,
    own: &[Value<'a>],
    added: &[Value<'a>],
) -> alloc::vec::Vec<Value<'a>> {
    let mut items = own.to_vec();
    for item in added {
        match position(arena, &items, *item, of) {
            None => items.push(*item),
            Some(at) => replace(of, &mut items, at, *item),
        }
    }
    items
}

/// Numbers that look random; the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn scalar<'a>(random: &mut Random, kinds: u64) -> Value<'a> {
    const TEXTS: [&str; 6] = ["a", "b", "", "aa", "é", "1"];
    let number = random.below(40);
    match random.below(kinds) {
        0 => Value::Int(number as i64),
        1 => Value::String(TEXTS[number as usize % TEXTS.len()]),
        2 => Value::Double(number as f64),
        3 => Value::Null,
        4 => Value::Bool(number > 20),
        5 => Value::Double(if number < 3 { f64::NAN } else { -0.0 }),
        6 => Value::Bytes(TEXTS[number as usize % TEXTS.len()].as_bytes()),
        _ => Value::List(List::made(&[])),
    }
}

fn object<'a>(arena: &'a Arena, random: &mut Random, kinds: u64) -> Value<'a> {
    if kinds > 7 && random.below(300) == 0 {
        return Value::Int(1);
    }
    let mut entries = alloc::vec::Vec::new();
    for name in ["k", "l", "v"] {
        if random.below(6) > 0 {
            entries.push((Value::String(name), scalar(random, kinds)));
        }
    }
    Value::Map(Map::Made(arena.alloc_slice_copy(&entries)))
}

#[test]
fn many_items_give_what_pairs_do() {
    let mut random = Random(1);
    let mut equal_lists = 0;
    for round in 0..600 {
        let arena = Arena::new();
        let keys: [&[&str]; 4] = [&["k"], &["k", "l"], &["absent"], &[]];
        let form = if round % 2 == 0 { Form::Set } else { Form::ListMap };
        let keys = if form == Form::Set { &[] } else { keys[round / 2 % 4] };
        let of = &*arena.alloc(ValueType { keys, ..ValueType::of(form) });
        let kinds = [1, 2, 4, 8][round % 4];
        let mut items = |count: u64| {
            let items: alloc::vec::Vec<_> = (0..count)
                .map(|_| {
                    if form == Form::Set {
                        scalar(&mut random, kinds)
                    } else {
                        object(&arena, &mut random, kinds)
                    }
                })
                .collect();
            &*arena.alloc_slice_copy(&items)
        };
        let (own, more) = (items(17 + round as u64 % 40), items(round as u64 % 60));
        // Mostly the same items, in another order, so that many lists are equal.
        let turned: alloc::vec::Vec<_> = own.iter().rev().copied().collect();
        for other in [turned.as_slice(), own, more] {
            let other = &*arena.alloc_slice_copy(other);
            let found = equal(&arena, of, own, List::made(other), equal_parts);
            assert_eq!(found, equal_in_pairs(&arena, of, own, other), "{form:?} {keys:?} {own:?} {other:?}");
            equal_lists += u32::from(found == Ok(true));
            for (a, b) in [(own, other), (other, own)] {
                let found = union(&arena, of, (a, a), b).map(|items| alloc::format!("{items:?}"));
                let expected = alloc::format!("{:?}", union_in_pairs(&arena, of, a, b));
                assert_eq!(found, Ok(expected), "{form:?} {keys:?} {a:?} {b:?}");
            }
        }
    }
    assert!(equal_lists > 100, "{equal_lists}");
}
