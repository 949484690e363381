//! Whether a value that nobody knows could remove an error. In: an object, the stored one, errors, and how to ask about an
//! object. Out: for each error, whether it goes away for some value.
//!
//! Easy to break: an error that an answer lacks because another one ended the request is not removed. A variable has
//! one value in both objects, so that what is written alike stays equal.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::plain::plain;
use super::unknown::{Unknown, asked_for};
use crate::validate::finding::{Finding, Level};
use crdc_codegen::source::{Node, Span, Value};

/// How many values variables have, one after the other. Each is asked about at most [`FITTED`] times.
const MOST: usize = 64;
/// How many of them there are at least, whatever the size of the object.
const LEAST: usize = 24;
/// How many nodes all rounds together look at, beyond which there are fewer.
const MOST_NODES: usize = 1 << 19;
/// How many of them are the same kind of value for all variables; others are chosen at random.
const TYPICAL: usize = 40;
/// How often values are changed that are wrong at their own places.
const FITTED: usize = 4;
/// How many values are taken from fields of the same name, and from the text of rules.
const FOUND: usize = 12;

/// Texts that fields often ask for.
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

/// What became of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Some value removes it.
    Removed,
    /// It is there for all values.
    Stays,
    /// No answer says.
    Undecided,
}

/// An object and its values that are unknown.
#[derive(Clone, Copy)]
pub(crate) struct Filled<'n> {
    pub(crate) node: &'n Node,
    pub(crate) unknown: &'n Unknown,
}

/// Errors that no value of a variable removes.
pub(crate) const STAYS: [&str; 3] = ["unknown-field", "missing-schema", "managed-fields"];

/// The fate of each error. `ask` answers about an object and the stored one. The first `kept` of the errors depend on no unknown value, as
/// far as their places tell: one of them goes only if an answer has no error that is new, since a value that cannot be read ends a request
/// before the error is found.
pub(crate) fn fates(
    (errors, kept): (&[Finding], usize),
    new: Filled<'_>,
    old: Option<Filled<'_>>,
    mut ask: impl FnMut(&Node, Option<&Node>) -> Vec<Finding>,
) -> Vec<Fate> {
    let mut fates = vec![Fate::Undecided; errors.len()];
    let mut candidates = Candidates::of(errors, new, old);
    let known: HashSet<ErrorKey<'_>> = errors.iter().map(key).collect();
    for round in 0..rounds(new) {
        if fates.iter().all(|fate| *fate == Fate::Removed) {
            break;
        }
        let mut values = candidates.values(round);
        let mut attempt = 0;
        let answer = loop {
            let filled = |of: Filled<'_>| filled(of, &values, round);
            let answer = ask(&filled(new), old.map(filled).as_ref());
            let wrong = answer.iter().filter(|found| found.level == Level::Error);
            let wrong: Vec<&Finding> = wrong.filter(|found| new.unknown.is(found.span)).collect();
            if wrong.is_empty() || attempt == FITTED {
                break answer;
            }
            for finding in wrong {
                candidates.fit(&mut values, finding, attempt + round);
            }
            attempt += 1;
        };
        let is_ended = |found: &Finding| {
            found.id == "wrong-type" && new.unknown.is(found.span) && found.level == Level::Error
        };
        let is_ended = answer.iter().any(is_ended);
        let has_rules = answer.iter().all(|found| found.id != "rules-not-checked");
        if !is_ended {
            candidates.fitting = values;
        }
        // Many errors are looked up, not compared with each other.
        let answered = answer.iter().filter(|found| found.level == Level::Error).map(key);
        let answered: HashSet<ErrorKey<'_>> = answered.collect();
        let is_complete =
            !is_ended && answered.iter().all(|key| known.contains(key) || STAYS.contains(&key.0));
        let open = errors.iter().zip(&mut fates).enumerate();
        for (index, (error, fate)) in open.filter(|(_, (_, fate))| **fate != Fate::Removed) {
            let is_rule = ["rule", "union", "immutable-field"].contains(&error.id);
            let tells = if index < kept { is_complete } else { !is_ended };
            if answered.contains(&key(error)) {
                *fate = Fate::Stays;
            } else if tells && (has_rules || !is_rule) {
                *fate = Fate::Removed;
            }
        }
    }
    fates
}

/// What two answers say alike of one error: its identity, and the text after the value that a message shows.
type ErrorKey<'f> = (&'f str, (u32, u32), Option<&'f str>, Option<&'f str>, &'f str);

fn key(error: &Finding) -> ErrorKey<'_> {
    let reason = error.message.rsplit(": ").next().unwrap_or_default();
    (error.id, (error.span.start, error.span.end), error.field.as_deref(), error.rule.as_deref(), reason)
}

/// How many rounds an object of this size gets: all of them need time, and a large object is asked about less often.
fn rounds(new: Filled<'_>) -> usize {
    (MOST_NODES / nodes(new.node).max(1)).clamp(LEAST, MOST)
}

fn nodes(node: &Node) -> usize {
    match &node.value {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        Value::Object(members) => 1 + members.iter().map(|member| nodes(&member.value)).sum::<usize>(),
        _ => 1,
    }
}

/// The values that variables may have, by their names.
struct Candidates {
    all: BTreeMap<String, Vec<Value>>,
    /// The variables of each unknown value.
    at: BTreeMap<(u32, u32), Vec<String>>,
    /// Values that the last answer did not end at.
    fitting: BTreeMap<String, Value>,
    random: u64,
}

impl Candidates {
    fn of(errors: &[Finding], new: Filled<'_>, old: Option<Filled<'_>>) -> Candidates {
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
        let of_field = |field: &String| {
            let found = of_keys.get(field).into_iter().flatten();
            found.chain(&literals).chain(&typical).cloned().collect()
        };
        let all = fields.iter().map(|(name, field)| (name.clone(), of_field(field))).collect();
        Candidates { all, at, fitting: BTreeMap::new(), random: 0x9e37_79b9_7f4a_7c15 }
    }

    /// xorshift64*: the same values in each run.
    fn below(&mut self, end: usize) -> usize {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end.max(1)
    }

    fn values(&mut self, round: usize) -> BTreeMap<String, Value> {
        let names: Vec<String> = self.all.keys().cloned().collect();
        let mut values = BTreeMap::new();
        for name in names {
            let count = self.all.get(&name).map_or(0, Vec::len);
            let index = if round < TYPICAL { round % count.max(1) } else { self.below(count) };
            let is_kept = round >= TYPICAL && self.below(3) == 0;
            let kept = self.fitting.get(&name).filter(|_| is_kept);
            if let Some(value) = kept.or_else(|| self.all.get(&name)?.get(index)) {
                values.insert(name, value.clone());
            }
        }
        values
    }

    /// Another value for what an error is about.
    fn fit(&self, values: &mut BTreeMap<String, Value>, finding: &Finding, attempt: usize) {
        for name in self.at.get(&(finding.span.start, finding.span.end)).into_iter().flatten() {
            let other = [Value::String("a".to_owned()), Value::Int(1), Value::Bool(true), Value::Null];
            let other = other.get(attempt % other.len()).cloned();
            let fitting = self.fitting.get(name).filter(|_| attempt.is_multiple_of(2)).cloned();
            if let Some(value) = asked_for(finding).or(fitting).or(other) {
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

/// The strings and numbers of rules: they may be compared with a value.
fn literals(errors: &[Finding]) -> Vec<Value> {
    let mut found = Vec::new();
    for rule in errors.iter().filter_map(|error| error.rule.as_deref()) {
        for quote in ['\'', '"'] {
            found.extend(rule.split(quote).skip(1).step_by(2).map(|text| Value::String(text.to_owned())));
        }
        let numbers = rule
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter_map(|word| word.parse::<i64>().ok());
        for number in numbers {
            found.extend([0, -1, 1].map(|more| Value::Int(number.saturating_add(more))));
        }
    }
    found.truncate(FOUND);
    found
}

/// The names of variables, with the field that has each, and which are in a value.
fn variables(
    node: &Node,
    field: &str,
    unknown: &Unknown,
    fields: &mut BTreeMap<String, String>,
    at: &mut Option<&mut BTreeMap<(u32, u32), Vec<String>>>,
) {
    let mut add = |text: &str, span: Span, field: &str| {
        let names: Vec<String> = parts(text).into_iter().filter_map(Part::variable).collect();
        for name in &names {
            fields.entry(name.clone()).or_insert_with(|| field.to_owned());
        }
        if let Some(at) = at {
            at.insert((span.start, span.end), names);
        }
    };
    match &node.value {
        Value::String(text) if unknown.is(node.span) => add(text, node.span, field),
        Value::Array(items) => items.iter().for_each(|item| variables(item, field, unknown, fields, at)),
        Value::Object(members) => {
            for member in members {
                if unknown.is(member.key_span) {
                    add(&member.key, member.key_span, "");
                }
            }
            for member in members {
                variables(&member.value, &member.key, unknown, fields, at);
            }
        }
        _ => {}
    }
}

/// Known values of fields with these names.
fn known(of: Filled<'_>, field: &str, keys: &BTreeSet<String>, found: &mut BTreeMap<String, Vec<Value>>) {
    match &of.node.value {
        Value::Array(items) => {
            items.iter().for_each(|node| known(Filled { node, ..of }, field, keys, found));
        }
        Value::Object(members) => {
            for member in members {
                known(Filled { node: &member.value, ..of }, &member.key, keys, found);
            }
        }
        value if keys.contains(field) && !of.unknown.is(of.node.span) => {
            let values = found.entry(field.to_owned()).or_default();
            if values.len() < FOUND && !values.contains(value) {
                values.push(value.clone());
            }
        }
        _ => {}
    }
}

/// A part of a text.
enum Part<'t> {
    Text(&'t str),
    /// By its name.
    Variable(String),
}

impl Part<'_> {
    fn variable(self) -> Option<String> {
        match self {
            Part::Variable(name) => Some(name),
            Part::Text(_) => None,
        }
    }
}

/// The parts of an unknown text. One without variables is unknown as a whole.
fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    let mut found = false;
    while let Some(at) = [rest.find("${"), rest.find("{{")].into_iter().flatten().min() {
        let end = if rest[at..].starts_with("${") { "}" } else { "}}" };
        let Some(length) = rest[at..].find(end) else { break };
        let variable = &rest[at + 2..at + length];
        let name = variable.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|_| end == "}");
        let name = &variable[..name.unwrap_or(variable.len())];
        parts.push(Part::Text(&rest[..at]));
        parts.push(Part::Variable(name.to_owned()));
        rest = &rest[at + length + end.len()..];
        found = true;
    }
    if !found {
        return vec![Part::Variable(text.to_owned())];
    }
    parts.push(Part::Text(rest));
    parts.retain(|part| !matches!(part, Part::Text("")));
    parts
}

/// An object with values for its variables.
fn filled(of: Filled<'_>, values: &BTreeMap<String, Value>, round: usize) -> Node {
    let mut node = of.node.clone();
    fill(&mut node, of.unknown, values, round);
    node
}

fn fill(node: &mut Node, unknown: &Unknown, values: &BTreeMap<String, Value>, round: usize) {
    match &mut node.value {
        Value::String(text) if unknown.is(node.span) => {
            let parts = parts(text);
            if let [Part::Variable(name)] = parts.as_slice() {
                let value = values.get(name).cloned();
                // In quotes, nothing is an empty text.
                node.value = match value.unwrap_or(Value::Null) {
                    Value::Null if !unknown.may_be_null(node.span) => Value::String(String::new()),
                    value => value,
                };
            } else {
                let text = joined(&parts, values);
                // Text that looks like a number is one, or is in quotes.
                node.value = if round.is_multiple_of(2) { plain(text) } else { Value::String(text) };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, unknown, values, round)),
        Value::Object(members) => {
            for member in members {
                if unknown.is(member.key_span) {
                    member.key = joined(&parts(&member.key), values);
                }
                fill(&mut member.value, unknown, values, round);
            }
        }
        _ => {}
    }
}

fn joined(parts: &[Part<'_>], values: &BTreeMap<String, Value>) -> String {
    let text = |part: &Part<'_>| match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Variable(name) => match values.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Int(number)) => number.to_string(),
            Some(Value::Bool(value)) => value.to_string(),
            _ => String::new(),
        },
    };
    parts.iter().map(text).collect()
}
