//! Compares splicing with rendering, for many small objects with defaults at every level, compact and with
//! white space in any position.
#![allow(clippy::unwrap_used)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::decode::{Array, Decode, DecodeResult, Decoder, Default, Member, Object, Shape};
use crate::error::kinds;
use crate::side::{Records, Side};
use crdc_object::tape::{CHANGED, Tape, render_if_changed, splice};

static OBJECT: Shape<'_> = Shape::new(kinds::OBJECT, "object", "");
static ARRAY: Shape<'_> = Shape::new(kinds::ARRAY, "array", "");
const DEFAULTS: &[u8] = br#""x":1 "y":[{"z":"}"}]"#;

fn any(d: &mut Decoder<'_, '_>, m: Member) -> DecodeResult {
    d.any(m)
}

/// `x` and `y` have defaults, `o` is an object of the same kind, `l` a list of them.
fn object(d: &mut Decoder<'_, '_>, m: Member) -> DecodeResult {
    static DEFAULTED: &[Default<'_>] = &[
        Default { field: 0, key: 0, value: 4, decode: Decode::Function(any) },
        Default { field: 1, key: 6, value: 10, decode: Decode::Function(any) },
    ];
    let mut o = Object::<1>::new();
    let Some(mut next) = d.object(&mut o, m, &OBJECT)? else { return Ok(()) };
    while let Some(key) = next {
        match key.bytes {
            b"x" => {
                let m = d.field(&mut o, key, 0);
                any(d, m)?;
            }
            b"y" => {
                let m = d.field(&mut o, key, 1);
                any(d, m)?;
            }
            b"o" => {
                let m = d.field(&mut o, key, 2);
                object(d, m)?;
            }
            b"l" => {
                let m = d.field(&mut o, key, 3);
                let mut l = Array::new();
                if d.array(&mut l, m, &ARRAY)? {
                    while d.next_item(&mut l)? {
                        object(d, Member::ITEM)?;
                    }
                }
            }
            _ => d.unknown(&mut o, key)?,
        }
        next = d.next_key()?;
    }
    d.end(&mut o);
    if !o.has_all([0b11]) {
        d.defaults(&mut o, DEFAULTED)?;
    }
    d.close(&o);
    Ok(())
}

/// A small random number generator.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn write(dice: &mut Dice, spaced: bool, depth: u32, out: &mut String) {
    let space = |dice: &mut Dice, out: &mut String| {
        if spaced && dice.throw(6) == 0 {
            out.push_str([" ", "\n\t", "  "][dice.throw(3) as usize]);
        }
    };
    out.push('{');
    let mut first = true;
    for name in ["x", "u", "o", "y", "l"] {
        if dice.throw(2) == 0
            || (depth == 0 && matches!(name, "o" | "l"))
            || (name == "u" && dice.throw(5) > 0)
        {
            continue;
        }
        if !core::mem::replace(&mut first, false) {
            out.push(',');
        }
        space(dice, out);
        out.push_str(&["\"", name, "\""].concat());
        space(dice, out);
        out.push(':');
        space(dice, out);
        match name {
            "o" => write(dice, spaced, depth - 1, out),
            "l" => {
                out.push('[');
                for item in 0..dice.throw(4) {
                    if item > 0 {
                        out.push(',');
                    }
                    space(dice, out);
                    write(dice, spaced, depth - 1, out);
                    space(dice, out);
                }
                out.push(']');
            }
            _ => out.push_str(["1", "\"}\"", "[ ]", "null"][dice.throw(4) as usize]),
        }
        space(dice, out);
    }
    space(dice, out);
    out.push('}');
}

#[test]
fn writes_what_the_walk_writes() {
    let mut dice = Dice(7);
    let (mut spliced, mut declined) = (0, 0);
    for round in 0..4000 {
        let spaced = round % 2 == 1;
        let mut text = String::new();
        write(&mut dice, spaced, 4, &mut text);
        let text = [if spaced { " " } else { "" }, &text, "\n"].concat();
        let mut side = Side::default();
        let mut records = Records::default();
        let mut decoder = Decoder::new(text.as_bytes(), &mut side, &mut records, DEFAULTS);
        object(&mut decoder, Member::ITEM).unwrap();
        assert!(decoder.at_end(), "{text}");
        decoder.give_back();
        let texts = [text.as_bytes(), DEFAULTS, side.fragments.as_slice(), b"".as_slice()];
        let tape = Tape { entries: &side.tape, texts, strings: &side.strings };
        if !tape.entry(0).has(CHANGED) || side.changes as usize != side.splices.len() {
            continue;
        }
        let (mut walked, mut out, mut open) = (Vec::new(), Vec::new(), Vec::new());
        assert!(render_if_changed(tape, &mut walked, &mut open), "{text}");
        if splice(&tape, &side.splices, &mut out) {
            assert_eq!(String::from_utf8(out), String::from_utf8(walked), "{text}");
            spliced += 1;
        } else {
            assert!(spaced && out.is_empty(), "{text}");
            declined += 1;
        }
    }
    assert!(spliced > 500 && declined > 100, "{spliced} {declined}");
}
