//! Tests with hand-written tables; `crates/tokens/tests/patterns.rs` tests compiled patterns.
#![allow(clippy::unwrap_used)]

use super::*;

/// `^a+(-a+)*$`: the dead state, then a non-accepting one, then an accepting one.
const ROWS: [[u8; 3]; 3] = [[0, 0, 0], [0, 0, 2], [0, 1, 2]];
const LAYOUT: Layout = Layout { start: 1, live: 1, accepting: 2, settled: 3 };

#[test]
fn sets_are_pairs_of_bytes() {
    let set = set(b"09__\x80\xFF");
    for byte in 0..=255u8 {
        let member = byte.is_ascii_digit() || byte == b'_' || byte >= 0x80;
        assert_eq!(set[usize::from(byte)], member, "{byte}");
    }
    assert!(all(&set, "0_9日0123456789".as_bytes()));
    assert!(!all(&set, b"0123456789a"));
    assert!(!all(&set, b"a0123456789"));
    assert!(all(&set, b""));
    assert_eq!(chars("aé日😀".as_bytes()), 4);
}

#[test]
fn all_sizes_of_table_agree() {
    const CLASSES: [u8; 256] = classes(&[b"--", b"aa"]);
    const SHIFT: [u64; 256] = shift_table(&CLASSES, &ROWS);
    const SMALL: [u8; 256] = table8(&ROWS);
    const LARGE: [u16; 16] = table16(&[[0, 0, 0], [0, 0, 2], [0, 1, 2]]);
    assert_eq!(SMALL, packed8(b"\0\0\0\0\0\x02\0\x01\x02", 3));
    assert_eq!(LARGE, packed16(b"\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\x01\0\x02\0", 3));
    let texts = ["", "a", "-", "a-", "a-a", "aaaaaaaa", "aaaaaaaa-", "aaaaaaa--aaaaaaaaaaa", "é"];
    for text in texts {
        let s = text.as_bytes();
        let answer = !s.is_empty()
            && s.split(|&b| b == b'-').all(|part| !part.is_empty() && part.iter().all(|&b| b == b'a'));
        assert_eq!(shift(&SHIFT, LAYOUT, s), answer, "{text}");
        assert_eq!(walk8(&CLASSES, &SMALL, 3, LAYOUT, s), answer, "{text}");
        assert_eq!(walk16(&CLASSES, &LARGE, 3, LAYOUT, s), answer, "{text}");
    }
}

#[test]
fn programs_follow_all_ways() {
    // ^(a|日)*\b$ : 0 begin, 1 split, 2 and 3 sets, 4 boundary, 5 end, 6 match.
    static INSTS: [Inst; 8] = insts(
        b"\x03\0\0\x01\0\x02\x02\0\x05\0\x02\x03\0\x04\0\x01\0\0\x01\0\x01\x01\0\x01\0\x03\x04\0\x06\0\x03\x01\0\x07\0\0\0\0\0\0",
    );
    static PROGRAM: Program = Program {
        insts: &INSTS,
        ranges: &[(0, 0), (0x61, 1), (0x62, 0), (0x65E5, 2), (0x65E6, 0)],
        members: &[0b010, 0b100],
        words: 1,
    };
    for (text, answer) in [("a", true), ("日a", true), ("a日", false), ("", false), ("ba", false)] {
        assert_eq!(simulate::<8, 1>(&PROGRAM, text.as_bytes()), answer, "{text}");
    }
    // Invalid UTF-8 has no specified result, but must not panic.
    let _ = simulate::<8, 1>(&PROGRAM, b"\xE6\x97");
    let _ = simulate::<8, 1>(&PROGRAM, b"a\xFF\x80\xC3");
}
