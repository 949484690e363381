//! Writes a tree as JSON text in a random spelling: spaces, escapes, other forms of numbers, and duplicate
//! keys.

use super::object::junk;
use super::rng::Rng;
use crate::json::Json;

/// The variety of the spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// The spelling of a usual encoder.
    Plain,
    /// A spelling with spaces, escapes and exponents.
    Odd,
    /// The spelling of `Odd`, with duplicate keys.
    Repeating,
}

/// Writes `value`.
pub fn write(rng: &mut Rng, value: &Json, spelling: Spelling) -> String {
    let mut out = String::new();
    Writer { rng, spelling, out: &mut out }.value(value);
    out
}

/// The state of writing.
struct Writer<'a> {
    rng: &'a mut Rng,
    spelling: Spelling,
    out: &'a mut String,
}

impl Writer<'_> {
    /// Returns `true` with a probability of `percent`, unless the spelling is plain.
    fn odd(&mut self, percent: usize) -> bool {
        self.spelling != Spelling::Plain && self.rng.chance(percent)
    }

    /// Writes white space, sometimes.
    fn space(&mut self) {
        if self.odd(10) {
            let space = *self.rng.pick(&[" ", "\n", "\t", "\r\n  "]);
            self.out.push_str(space);
        }
    }

    /// Writes a value.
    fn value(&mut self, value: &Json) {
        self.space();
        match value {
            Json::Int(int) if self.odd(5) && int.unsigned_abs() < 1 << 50 => {
                let written = match self.rng.below(3) {
                    0 => format!("{int}.0"),
                    1 => format!("{int}e0"),
                    _ => format!("{int}.00E+0"),
                };
                self.out.push_str(&written);
            }
            Json::String(text) => self.string(text),
            Json::Array(items) => {
                self.out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.out.push(',');
                    }
                    self.value(item);
                }
                self.space();
                self.out.push(']');
            }
            Json::Object(members) => {
                self.out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        self.out.push(',');
                    }
                    if self.spelling == Spelling::Repeating && self.rng.chance(4) {
                        let other = junk(self.rng, 2);
                        let first = if self.rng.chance(50) { value } else { &other };
                        self.member(key, first);
                        self.out.push(',');
                    }
                    self.member(key, value);
                }
                self.space();
                self.out.push('}');
            }
            other => self.out.push_str(&other.to_string()),
        }
        self.space();
    }

    /// Writes a key and a value.
    fn member(&mut self, key: &str, value: &Json) {
        self.space();
        self.string(key);
        self.space();
        self.out.push(':');
        self.value(value);
    }

    /// Writes a string, sometimes with escapes that it does not need.
    fn string(&mut self, text: &str) {
        if !self.odd(15) {
            self.out.push_str(&Json::from(text).to_string());
            return;
        }
        self.out.push('"');
        for rune in text.chars() {
            if self.rng.chance(40) {
                for unit in rune.encode_utf16(&mut [0; 2]) {
                    self.out.push_str(&format!("\\u{unit:04X}"));
                }
            } else if rune == '/' {
                self.out.push_str("\\/");
            } else {
                let quoted = Json::from(String::from(rune)).to_string();
                self.out.push_str(&quoted[1..quoted.len() - 1]);
            }
        }
        self.out.push('"');
    }
}
