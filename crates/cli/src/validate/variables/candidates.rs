//! Chooses candidate values for variables. In: an object and the stored object, with their unknown values,
//! and errors. Out: values for a round.

use std::collections::{BTreeMap, BTreeSet};

use super::answers::Distance;
use super::hints::{known, literals, of_places, stored_at, texts_of, variables};
use super::unknown::{Filled, MOST_EXPECTED, expected};
use crate::validate::findings::finding::Finding;
use crdc_source::Value;

/// The number of rounds with the same kind of value for all variables; later rounds choose values at random.
const TYPICAL: usize = 80;
/// Two of this number of rounds use the stored values at the places of variables: numbers in quotes are texts
/// in one of the two.
const STORED: usize = 4;
/// The number of rounds with a different typical value for each variable.
const DIFFERENT: usize = 20;
/// Texts that many fields accept.
const TEXTS: [&str; 14] = [
    "a",
    "1",
    "",
    "true",
    "a.example.com",
    "10Mi",
    "2006-01-02T15:04:05Z",
    "https://example.com/a",
    "1h",
    "10.0.0.1",
    "10.0.0.0/8",
    "A",
    "a/b:c",
    "* * * * *",
];

/// The values that variables may have, by their names.
pub(super) struct Candidates {
    all: BTreeMap<String, Vec<Value>>,
    /// The variables of each unknown value.
    at: BTreeMap<(u32, u32), Vec<String>>,
    /// The values whose result is the nearest to one without errors, with its distance.
    best: BTreeMap<String, Value>,
    nearest: Option<Distance>,
    /// Values that errors ask for, each with its variable.
    asked: Vec<(String, Value)>,
    /// The stored values at the places of variables.
    stored: BTreeMap<String, Value>,
    /// Keys of the object with their texts.
    entries: Vec<(String, String)>,
    random: u64,
}

impl Candidates {
    pub(super) fn of(errors: &[Finding], new: Filled<'_>, old: Option<Filled<'_>>) -> Candidates {
        let (mut fields, mut at) = (BTreeMap::new(), BTreeMap::new());
        variables(new.node, "", new.unknown, &mut fields, &mut Some(&mut at));
        if let Some(old) = old {
            variables(old.node, "", old.unknown, &mut fields, &mut None);
        }
        let keys: BTreeSet<String> = fields.values().cloned().collect();
        let mut of_keys = BTreeMap::new();
        known(new, "", &keys, &mut of_keys);
        if let Some(old) = old {
            known(old, "", &keys, &mut of_keys);
        }
        let literals = literals(errors);
        let typical = typical();
        // Another value may have to be the same text, or the key of the text.
        let (mut texts, mut names) = (BTreeSet::new(), BTreeSet::new());
        for of in [Some(new), old].into_iter().flatten() {
            texts_of(of, &mut texts, &mut names);
        }
        let of_object: Vec<Value> = texts.into_iter().chain(names).map(Value::String).collect();
        let mut stored = BTreeMap::new();
        if let Some(old) = old {
            stored_at(new, old, &mut stored);
        }
        let (mut of_errors, mut entries) = (Vec::new(), Vec::new());
        let places = errors.iter().map(|error| (error.span.start, error.span.end)).collect();
        of_places(new, &places, &mut of_errors, &mut entries);
        let of_field = |field: &String| {
            let found = of_keys.get(field).into_iter().flatten();
            found.chain(&of_errors).chain(&literals).chain(&typical).chain(&of_object).cloned().collect()
        };
        let all = fields.iter().map(|(name, field)| (name.clone(), of_field(field))).collect();
        let (best, asked) = (BTreeMap::new(), Vec::new());
        Candidates { all, at, best, nearest: None, asked, stored, entries, random: 0x9e37_79b9_7f4a_7c15 }
    }

    /// xorshift64*: the same values in each run.
    fn below(&mut self, end: usize) -> usize {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end.max(1)
    }

    /// Whether there is no variable: an unknown value may have none, such as a name that is a number.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The values of a round. The first rounds use the same kind of value for all variables, then different
    /// kinds. Later rounds change the best values so far: by a value that an error asks for, by a key and its
    /// text for two variables (selectors have both), or at random.
    pub(super) fn values(&mut self, round: usize) -> BTreeMap<String, Value> {
        let Some(after) = round.checked_sub(TYPICAL) else { return self.alike(round) };
        let Some(after) = after.checked_sub(DIFFERENT) else { return self.different(after) };
        let mut values = if self.best.is_empty() { self.alike(round) } else { self.best.clone() };
        if let Some(asked) = self.asked.get(after).cloned() {
            values.extend([asked]);
            return values;
        }
        let after = after - self.asked.len();
        match self.entry(after / 2).filter(|_| after.is_multiple_of(2)) {
            Some(entry) => values.extend(entry),
            None => self.change(&mut values),
        }
        values
    }

    /// The same kind of value for all variables.
    fn alike(&self, round: usize) -> BTreeMap<String, Value> {
        let value = |all: &Vec<Value>| all.get(round % all.len().max(1)).cloned();
        let values = self.all.iter().filter_map(|(name, all)| Some((name.clone(), value(all)?)));
        let mut values: BTreeMap<String, Value> = values.collect();
        // An update that changes nothing breaks no transition rule.
        if round % STORED < 2 {
            values.extend(self.stored.clone());
        }
        values
    }

    /// A different typical value for each variable: for example, two ports of a Service must differ.
    fn different(&self, round: usize) -> BTreeMap<String, Value> {
        self.all.keys().cloned().zip(typical().into_iter().cycle().skip(round)).collect()
    }

    /// A key of the object and its text, for two variables.
    fn entry(&self, index: usize) -> Option<[(String, Value); 2]> {
        let (entries, names) = (self.entries.len(), self.all.len());
        let pair = index.checked_div(entries)?;
        let first = pair.checked_rem(names)?;
        let second = (first + 1 + pair / names % (names - 1).max(1)) % names;
        let (key, text) = self.entries.get(index % entries)?;
        let of = |number: usize, text: &String| {
            Some((self.all.keys().nth(number)?.clone(), Value::String(text.clone())))
        };
        // A single variable becomes the key.
        Some([of(second, text)?, of(first, key)?])
    }

    /// Changes some values at random, but at least one.
    fn change(&mut self, values: &mut BTreeMap<String, Value>) {
        let names: Vec<String> = self.all.keys().cloned().collect();
        let changed = self.below(names.len());
        for (number, name) in names.into_iter().enumerate() {
            if number == changed || self.below(4) == 0 {
                let index = self.below(self.all.get(&name).map_or(0, Vec::len));
                if let Some(value) = self.all.get(&name).and_then(|all| all.get(index)) {
                    values.insert(name, value.clone());
                }
            }
        }
    }

    pub(super) fn learn(&mut self, values: &BTreeMap<String, Value>, distance: Distance) {
        if self.nearest.is_none_or(|nearest| distance <= nearest) {
            (self.best, self.nearest) = (values.clone(), Some(distance));
        }
    }

    /// Records the values that a finding asks for, also if it is about an existing error: a right value may
    /// remove other errors.
    pub(super) fn hear(&mut self, finding: &Finding) {
        if self.asked.len() >= MOST_EXPECTED {
            return;
        }
        let asked = expected(finding);
        for name in self.at.get(&(finding.span.start, finding.span.end)).into_iter().flatten() {
            for value in &asked {
                let value = (name.clone(), value.clone());
                if self.asked.len() < MOST_EXPECTED && !self.asked.contains(&value) {
                    self.asked.push(value);
                }
            }
        }
    }

    /// Chooses another value for the variable that an error is about.
    pub(super) fn fit(&self, values: &mut BTreeMap<String, Value>, finding: &Finding, attempt: usize) {
        let asked = expected(finding);
        for name in self.at.get(&(finding.span.start, finding.span.end)).into_iter().flatten() {
            let other = [Value::String("a".to_owned()), Value::Int(1), Value::Bool(true), Value::Null];
            let other = other.get(attempt % other.len()).cloned();
            let fitting = self.best.get(name).filter(|_| attempt.is_multiple_of(2)).cloned();
            let asked = asked.get(attempt % asked.len().max(1)).cloned();
            if let Some(value) = asked.or(fitting).or(other) {
                values.insert(name.clone(), value);
            }
        }
    }
}

fn typical() -> Vec<Value> {
    let texts = TEXTS.iter().map(|text| Value::String((*text).to_owned()));
    let long = [64, 300].map(|length| Value::String("a".repeat(length)));
    let numbers = [1, 0, 2, 80, 1_000_000, -1].map(Value::Int);
    let mut all: Vec<Value> = texts.chain(long).collect();
    all.splice(1..1, numbers);
    all.extend([Value::Bool(true), Value::Bool(false), Value::Null]);
    all
}
