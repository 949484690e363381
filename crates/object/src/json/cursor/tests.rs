#![allow(clippy::unwrap_used)]

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use super::{Cursor, JsonString, Malformed, Read};
use crate::json::go::tree::Tree;
use crate::json::go::{lossy, read_members, syntax_error};

/// Whether a text is JSON, read with the cursor alone. What it skips unchecked, scalars and strings, is given
/// to Go's scanner.
fn is_json(text: &[u8]) -> bool {
    fn value(cursor: &mut Cursor<'_>) -> Read<()> {
        match cursor.peek() {
            Some(b'{') => cursor.members(|cursor, key| {
                scalar(cursor, key.range())?;
                value(cursor)
            }),
            Some(b'[') => cursor.items(value),
            _ => {
                let range = cursor.value()?;
                scalar(cursor, range)
            }
        }
    }
    fn scalar(cursor: &Cursor<'_>, range: core::ops::Range<usize>) -> Read<()> {
        match syntax_error(cursor.part(&range)) {
            Some(_) => Err(Malformed { offset: range.start }),
            None => Ok(()),
        }
    }
    let mut cursor = Cursor::new(text);
    value(&mut cursor).is_ok() && cursor.is_at_end()
}

/// Texts from a small alphabet: some by a grammar, with single bytes replaced, removed and added.
fn texts() -> impl Iterator<Item = Vec<u8>> {
    let mut state = 11_u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    fn grown(next: &mut impl FnMut(usize) -> usize, depth: usize) -> String {
        const SCALARS: [&str; 12] = [
            "1",
            "-0.5e3",
            "null",
            "true",
            "\"\"",
            "\"a\"",
            "\"\\n\\u0041\"",
            "\"}]\"",
            "\"\u{e9}\\\"\"",
            "\"\\ud83d\\ude00\"",
            "\"a long string without escapes\"",
            "false",
        ];
        let space = |next: &mut dyn FnMut(usize) -> usize| ["", "", "", " ", "\n\t\r"][next(5)];
        let length = next(4);
        let parts = |next: &mut _, item: &dyn Fn(&mut _) -> String| {
            let items: Vec<String> = (0..length).map(|_| item(next)).collect();
            items.join(",")
        };
        let before = space(next);
        let text = match next(if depth == 0 { 1 } else { 3 }) {
            0 => SCALARS[next(SCALARS.len())].to_string(),
            1 => format!("[{}]", parts(next, &|next| grown(next, depth - 1))),
            _ => {
                let member = |next: &mut _| {
                    let key = ["\"a\"", "\"\\u0061\"", " \"b\" ", "\"\u{e9}\""];
                    let place = grown_key(next, key.len());
                    format!("{}:{}", key[place], grown(next, depth - 1))
                };
                format!("{{{}}}", parts(next, &member))
            }
        };
        format!("{before}{text}{}", space(next))
    }
    fn grown_key(next: &mut impl FnMut(usize) -> usize, below: usize) -> usize {
        next(below)
    }
    core::iter::repeat_with(move || {
        const BYTES: &[u8] = b"{}[]\",:\\ 1-.etnu\n\x00\x1f\xff\xc3a";
        let mut text = grown(&mut next, 4).into_bytes();
        for _ in 0..next(3) {
            let at = next(text.len() + 1);
            match (next(3), at < text.len()) {
                (0, true) => text[at] = BYTES[next(BYTES.len())],
                (1, true) => drop(text.remove(at)),
                _ => text.insert(at, BYTES[next(BYTES.len())]),
            }
        }
        text
    })
    .take(60_000)
}

#[test]
fn walks_accept_what_gos_scanner_accepts() {
    let mut accepted = 0;
    for text in texts() {
        let is_valid = syntax_error(&text).is_none();
        assert_eq!(is_json(&text), is_valid, "{}", lossy(&text));
        accepted += usize::from(is_valid);
        let mut cursor = Cursor::new(&text);
        let skipped = cursor.value();
        if is_valid {
            let range = skipped.expect("valid JSON is a value");
            assert_eq!(&text[range], text.trim_ascii());
            assert!(cursor.is_at_end());
        }
    }
    // Both answers are tried.
    assert!((10_000..50_000).contains(&accepted), "{accepted}");
}

fn shown(tree: &Tree) -> String {
    format!("{tree:?}")
}

/// The content of a string that Go's scanner accepts. Where Go replaces what is no text, there is none.
fn content(quoted: &[u8]) -> String {
    let tree = Tree::parse(quoted).unwrap();
    let Tree::String(read) = &tree else { panic!("{}", lossy(quoted)) };
    match JsonString::of(quoted).unwrap().content() {
        Ok(content) => assert_eq!(content, *read),
        Err(_) => assert!(read.contains(char::REPLACEMENT_CHARACTER), "{read}"),
    }
    read.clone()
}

#[test]
fn members_are_those_of_the_tree() {
    for text in texts().filter(|text| syntax_error(text).is_none() && text.trim_ascii().starts_with(b"{")) {
        let mut found = Vec::new();
        let mut cursor = Cursor::new(&text);
        let walked = cursor.members(|cursor, key| {
            let name = content(cursor.part(&key.range()));
            assert!(key.content().is_err() || key.is(&name) && !key.is("another"));
            let range = cursor.value()?;
            let value = cursor.part(&range);
            if value.starts_with(b"\"") {
                content(value);
            }
            found.push((name, Tree::parse(value).unwrap()));
            Ok::<(), Malformed>(())
        });
        assert_eq!(walked, Ok(()));
        assert_eq!(shown(&Tree::Object(found)), shown(&read_members(&text).0), "{}", lossy(&text));
    }
}

#[test]
fn errors_are_where_they_show() {
    let at = |text: &[u8]| Cursor::new(text).members(|cursor, _| cursor.value().map(|_| ())).err();
    for (text, offset) in [
        (&b" [1]"[..], 1),
        (b"{", 1),
        (b"{\"a\" 1}", 5),
        (b"{\"a\":}", 5),
        (b"{\"a\":1 2}", 7),
        (b"{\"a\":1,}", 7),
        (b"{\"a\":[1}", 8),
        (b"{\"a\":\"x}", 5),
        (b"{\"a\": {\"b\": \"x}}", 12),
        (b"{\"a:1}", 1),
    ] {
        assert_eq!(at(text), Some(Malformed { offset }), "{}", lossy(text));
    }
}

#[test]
fn strings_that_mean_no_text_have_no_content() {
    let content = |text| JsonString::of(text).and_then(|string| string.content().ok()).map(Cow::into_owned);
    assert_eq!(content("\"\u{e9}\"".as_bytes()).as_deref(), Some("\u{e9}"));
    assert_eq!(content(br#""\ud83d\ude00\/""#).as_deref(), Some("\u{1f600}/"));
    for text in [
        &b"\"\x01\""[..],
        b"\"\\n\x01\"",
        b"\"\xff\"",
        br#""\ud83d""#,
        br#""\x""#,
        br#""\u00""#,
        b"\"a",
        b"\"a\"b",
        b"a",
    ] {
        assert_eq!(content(text), None, "{}", lossy(text));
    }
}

#[test]
fn depth_takes_no_stack() {
    let deep = vec![b'['; 300_000];
    assert_eq!(Cursor::new(&deep).value(), Err(Malformed { offset: deep.len() }));
    let closed = [deep.as_slice(), &vec![b']'; 300_000]].concat();
    assert_eq!(Cursor::new(&closed).value(), Ok(0..600_000));
}
