//! Random values and sets. The generator is small (splitmix64), so that failures are reproducible.

use crdc_apply::{FieldSet, Path, PathElement};
use serde_json::{Map, Value, json};

pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn text(&mut self) -> String {
        let letters =
            ["a", "b", "\"", "\\", "<", "ü", "\n", "\u{2028}", ".", ":", "k:", "😀", "\u{7f}", "\0"];
        (0..self.below(3)).map(|_| letters[self.below(letters.len())]).collect()
    }

    fn scalar(&mut self) -> Value {
        match self.below(6) {
            0 => json!(self.below(3)),
            1 => json!(self.below(5) as f64 / 2.0),
            2 => {
                let numbers = [
                    json!(1e21),
                    json!(-1e-7),
                    json!(1_000_000),
                    json!(-3),
                    json!(9_007_199_254_740_993_i64),
                    json!(i64::MAX),
                ];
                numbers[self.below(6)].clone()
            }
            3 => json!(self.below(2) == 0),
            4 => Value::Null,
            _ => json!(self.text()),
        }
    }

    fn element(&mut self) -> PathElement {
        match self.below(8) {
            0 => {
                let fields: Vec<(String, Value)> =
                    (0..1 + self.below(2)).map(|_| (self.text(), self.scalar())).collect();
                let unique: std::collections::BTreeMap<String, Value> = fields.into_iter().collect();
                PathElement::key(unique.iter().map(|(name, value)| (name.as_str(), value.clone())))
            }
            1 => PathElement::value(self.scalar()),
            2 => PathElement::Index(self.below(3) as i64),
            _ => PathElement::field(&self.text()),
        }
    }

    pub(crate) fn path(&mut self) -> Path {
        (0..1 + self.below(4)).map(|_| self.element()).collect()
    }

    pub(crate) fn set(&mut self) -> FieldSet {
        (0..self.below(12)).map(|_| self.path()).collect()
    }

    /// A value of maps, lists and scalars.
    pub(crate) fn value(&mut self, depth: usize) -> Value {
        let names = ["a", "b", "c", "d"];
        match self.below(if depth == 0 { 3 } else { 8 }) {
            0 => json!(self.below(3)),
            1 => json!(names[self.below(4)]),
            2 => [Value::Null, json!({}), json!([]), json!(true)][self.below(4)].clone(),
            3 => (0..self.below(3)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let map: Map<String, Value> = (0..self.below(4))
                    .map(|_| (names[self.below(4)].to_owned(), self.value(depth - 1)))
                    .collect();
                map.into()
            }
        }
    }

    /// A list of objects with the key `name`.
    pub(crate) fn items(&mut self, repeated: bool) -> Value {
        let mut items: Vec<Value> = Vec::new();
        for _ in 0..self.below(5) {
            let name = ["x", "y", "z"][self.below(3)];
            if repeated || items.iter().all(|item| item["name"] != name) {
                items.push(json!({"name": name, "value": self.value(1)}));
            }
        }
        items.into()
    }
}
