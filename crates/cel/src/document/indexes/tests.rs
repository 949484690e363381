//! Indexes find what scanning finds.

use super::*;
use crate::document::schema::{Form, ValueType};
use crate::values::built::{Built, Slot};
use alloc::format;
use alloc::string::String;

/// An object with some known fields among members without a schema, and the numbers and names of all, in
/// order.
fn object(count: u16) -> (Built, Vec<(Option<u16>, String)>) {
    let mut document = Built::default();
    let mut members = Vec::new();
    document.begin_object(Slot::Item);
    for at in 0..count {
        let name = match at % 4 {
            0 => format!("n\"{at}"),
            1 => format!("n{}", count - at),
            2 => format!("name\\{at}é"),
            _ => format!("field{at}"),
        };
        let number = (at % 4 == 3).then_some(at * 7 % count);
        let slot = number.map_or(Slot::Member(&name), |number| Slot::Field { name: &name, number });
        if at % 5 == 0 {
            document.begin_list(slot);
            document.int(Slot::Item, at.into());
            document.end();
        } else {
            document.int(slot, at.into());
        }
        members.push((number, name));
    }
    document.end();
    (document, members)
}

#[test]
fn members_are_found_whatever_their_number() {
    for count in [0, 1, 15, 16, 17, 63, 64, 65, 200, 999] {
        let (document, members) = object(count);
        let (view, of) = (document.view(), ValueType::of(Form::Raw));
        let node = view.node(0, &of);
        let tape = node.tape;
        let children: Vec<u32> = tape.children(0).collect();
        assert_eq!(node.len(), members.len());
        for ((number, name), child) in members.iter().zip(&children) {
            assert_eq!(tape.named(0, name), Some(*child), "{name} of {count}");
            assert_eq!(tape.indexes.named(tape, 0, name), Some(*child), "{name} of {count}");
            if let Some(number) = *number {
                let first = members.iter().position(|(own, _)| *own == Some(number));
                let first = first.and_then(|first| children.get(first)).copied();
                assert_eq!(tape.field(0, number), first, "{number} of {count}");
                assert_eq!(tape.indexes.field(tape, 0, number), first, "{number} of {count}");
            }
        }
        for absent in ["", "n", "field3é", "n\\\"0", "name\\\\2é", "\\"] {
            assert_eq!(tape.named(0, absent), None, "{absent} of {count}");
            assert_eq!(tape.indexes.named(tape, 0, absent), None, "{absent} of {count}");
        }
        for absent in [count, u16::MAX - 1] {
            assert_eq!(tape.field(0, absent), None, "{absent} of {count}");
            assert_eq!(tape.indexes.field(tape, 0, absent), None, "{absent} of {count}");
        }
    }
}

#[test]
fn long_texts_are_kept() {
    let mut document = Built::default();
    document.begin_list(Slot::Item);
    for count in [1, 255, 256, 257, 5_000] {
        document.string(Slot::Item, &"YWJj".repeat(count));
        document.string(Slot::Item, &format!("{}?", "YWJj".repeat(count)));
    }
    document.end();
    let (view, of) = (document.view(), ValueType::of(Form::Bytes));
    let text = ValueType::of(Form::String);
    for _ in 0..12 {
        let arena = Arena::new();
        for (at, count) in (1..).step_by(2).zip([1, 255, 256, 257, 5_000]) {
            assert_eq!(view.node(at, &of).bytes(&arena), Ok("abc".repeat(count).as_bytes()));
            assert!(view.node(at + 1, &of).bytes(&arena).is_err());
            assert_eq!(view.node(at, &text).string(), Ok(&*"YWJj".repeat(count)));
            assert_eq!(view.node(at + 1, &text).string(), Ok(&*format!("{}?", "YWJj".repeat(count))));
        }
    }
    let arena = Arena::new();
    let two = [0, 0].map(|_| view.node(9, &of).bytes(&arena).map(<[u8]>::as_ptr));
    assert_eq!(two[0], two[1]);
    let two = [0, 0].map(|_| view.node(9, &text).string().map(str::as_ptr));
    assert_eq!(two[0], two[1]);
}

#[test]
fn items_are_found_whatever_their_number() {
    for count in [0, 1, 63, 64, 65, 500] {
        let mut document = Built::default();
        document.begin_list(Slot::Item);
        for item in 0..count {
            document.begin_list(Slot::Item);
            for inner in 0..item % 3 {
                document.int(Slot::Item, inner);
            }
            document.end();
        }
        document.end();
        let (view, of) = (document.view(), ValueType::of(Form::Raw));
        let tape = view.node(0, &of).tape;
        let children: Vec<u32> = tape.children(0).collect();
        for (index, child) in children.iter().enumerate() {
            assert_eq!(tape.item(0, index), Some(*child), "{index} of {count}");
            assert_eq!(tape.indexes.item(tape, 0, index), Some(*child), "{index} of {count}");
        }
        assert_eq!((tape.item(0, children.len()), tape.item(0, usize::MAX)), (None, None));
        assert_eq!((tape.length(0), tape.indexes.length(tape, 0)), (children.len(), children.len()));
    }
}

/// Names with equal hashes are sorted by their bytes.
#[test]
fn names_with_one_hash_are_told_apart() {
    let sorted = |names: &[&str]| {
        let mut document = Built::default();
        document.begin_object(Slot::Item);
        for name in names {
            document.null(Slot::Member(name));
        }
        document.end();
        let (view, of) = (document.view(), ValueType::of(Form::Raw));
        let tape = view.node(0, &of).tape;
        // As if all had one hash.
        let mut hashed: Vec<(u32, u32)> = tape.children(0).map(|child| (7, child)).collect();
        hashed.sort_unstable_by(|a, b| compare(tape, *a, *b));
        hashed.iter().map(|(_, child)| plain_name(tape, *child).into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(sorted(&["b", "\"", "a", "é"]), [&b"\""[..], b"a", b"b", "é".as_bytes()]);
}
