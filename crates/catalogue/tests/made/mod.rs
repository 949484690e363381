//! Catalogues and documents for tests.

#![allow(dead_code, reason = "each test uses some of it")]

use crdc_catalogue::{About, Builder, Catalogue};
use serde_json::{Map, Value, json};

/// A CRD of `example.com` with a body.
pub(crate) fn crd(kind: &str, body: Value) -> Value {
    let plural = format!("{}s", kind.to_lowercase());
    json!({"spec": {"group": "example.com", "names": {"kind": kind, "plural": plural}, "body": body}})
}

/// A catalogue with one project.
pub(crate) fn catalogue(releases: &[(&str, Vec<Value>)]) -> Catalogue {
    let mut builder = Builder::new();
    builder.project(About { name: "example".into(), ..About::default() }).unwrap();
    for (version, crds) in releases {
        builder.release(version, version.trim_start_matches('@'), crds.clone()).unwrap();
    }
    Catalogue::read(builder.finish()).unwrap()
}

/// The bytes of a catalogue with this index and these texts, which are not deflated yet. `{length}` in the
/// index is the length of the texts.
pub(crate) fn file(index: &str, texts: &str) -> Vec<u8> {
    let texts = miniz_oxide::deflate::compress_to_vec(texts.as_bytes(), 6);
    let index = index.replace("{length}", &texts.len().to_string());
    let index = miniz_oxide::deflate::compress_to_vec(index.as_bytes(), 6);
    let length = u32::try_from(index.len()).unwrap().to_le_bytes();
    [b"crdc catalogue 1\n", length.as_slice(), &index, &texts].concat()
}

/// Random documents: splitmix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D))
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap() % end
    }

    /// A text with characters that matter to the format.
    pub(crate) fn text(&mut self) -> String {
        let pieces =
            ["@", "@0", "\"", "\\", "\n", "é", "😀", "\u{0}", "a", "type", "string", " ", "-", ",", "}"];
        (0..self.below(8)).map(|_| pieces[self.below(pieces.len())]).collect()
    }

    pub(crate) fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 12 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(1000)),
            3 => json!(-0.5 * self.below(9) as f64),
            4 => json!(u64::MAX),
            5 => json!(self.text()),
            6..=8 => (0..self.below(5)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let members = (0..self.below(6)).map(|_| (self.text(), self.value(depth - 1)));
                Value::Object(members.collect::<Map<_, _>>())
            }
        }
    }
}
