//! Whether a value that nobody knows could remove an error. In: an object, the stored one, errors, and how to ask about an
//! object. Out: for each error, whether it goes away for some value.
//!
//! Easy to break: an error that an answer lacks because another one ended the request is not removed. A variable has
//! one value in both objects, so that what is written alike stays equal.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::plain::plain;
use super::unknown::{Unknown, asked_for};
use crate::validate::answer::Answered;
use crate::validate::finding::{Finding, Level};
use crdc_codegen::source::{Node, Span, Value};

/// How many values variables have, one after the other. Each is asked about at most [`FITTED`] times.
const MOST: usize = 64;
/// How many of them there are at least, whatever the size of the object.
const LEAST: usize = 24;
/// How many nodes all rounds together look at, beyond which there are fewer.
const MOST_NODES: usize = 1 << 19;
/// How many answers an error that was not known needs.
const FEWEST: usize = 8;
/// How many of them are the same kind of value for all variables; others are chosen at random.
const TYPICAL: usize = 32;
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

/// What the answers about many values say.
pub(crate) struct Told {
    /// The fate of each error.
    pub(crate) fates: Vec<Fate>,
    /// Errors that were not known, and that are there for all values.
    pub(crate) more: Vec<Finding>,
}

/// The fate of each error. `ask` answers about an object and the stored one. The first `kept` of the errors depend on no unknown value, as
/// far as their places tell: one of them goes only if an answer has no error that is new, since a value that cannot be read ends a request
/// before the error is found.
pub(crate) fn fates(
    (errors, kept): (&[Finding], usize),
    new: Filled<'_>,
    old: Option<Filled<'_>>,
    mut ask: impl FnMut(&Node, Option<&Node>) -> Answered,
) -> Told {
    let mut candidates = Candidates::of(errors, new, old);
    let mut answers = Answers::new(errors, kept, new.unknown);
    for round in 0..rounds(new) {
        if answers.with_rules >= FEWEST && answers.fates.iter().all(|fate| *fate == Fate::Removed) {
            break;
        }
        let mut values = candidates.values(round);
        for attempt in 0..=FITTED {
            let filled = |of: Filled<'_>| filled(of, &values, round);
            let answer = ask(&filled(new), old.map(filled).as_ref());
            if let Some(more) = answers.add(&answer) {
                candidates.learn(&values, more);
            }
            let wrong = answer.findings.iter().filter(|found| found.level == Level::Error);
            let wrong: Vec<&Finding> = wrong.filter(|found| new.unknown.is(found.span)).collect();
            if wrong.is_empty() || attempt == FITTED {
                break;
            }
            for finding in wrong {
                candidates.fit(&mut values, finding, attempt + round);
            }
        }
    }
    answers.told()
}

/// What the answers so far say.
struct Answers<'e> {
    errors: &'e [Finding],
    kept: usize,
    unknown: &'e Unknown,
    known: HashSet<ErrorKey<'e>>,
    fates: Vec<Fate>,
    /// Errors that are not known, with the number of answers that have each.
    more: HashMap<OwnedKey, (Finding, usize)>,
    /// The answers to values that are right at their own places.
    read: usize,
    /// Those of them in which rules ran.
    with_rules: usize,
}

impl<'e> Answers<'e> {
    fn new(errors: &'e [Finding], kept: usize, unknown: &'e Unknown) -> Answers<'e> {
        let known = errors.iter().map(key).collect();
        let fates = vec![Fate::Undecided; errors.len()];
        Answers { errors, kept, unknown, known, fates, more: HashMap::new(), read: 0, with_rules: 0 }
    }

    /// How many errors the answer has that were not known. None if an unknown value ended the request.
    fn add(&mut self, answer: &Answered) -> Option<usize> {
        let errors = || answer.findings.iter().filter(|found| found.level == Level::Error);
        let is_wrong = |found: &Finding| found.id == "wrong-type" && self.unknown.is(found.span);
        let is_ended = answer.is_ended || errors().any(is_wrong);
        let has_rules = answer.findings.iter().all(|found| found.id != "rules-not-checked");
        // Many errors are looked up, not compared with each other.
        let answered: HashSet<ErrorKey<'_>> = errors().map(key).collect();
        let is_new = |key: &ErrorKey<'_>| !self.known.contains(key) && !STAYS.contains(&key.0);
        let more = answered.iter().filter(|key| is_new(key)).count();
        // Values that are wrong themselves say nothing of what right ones would do to the fields that hold them.
        let is_own = |found: &&Finding| self.unknown.is(found.span) && is_new(&key(found));
        let wrong: Vec<Option<&str>> = errors().filter(is_own).map(|found| found.field.as_deref()).collect();
        let is_right = !is_ended && wrong.is_empty();
        let holds_wrong = |error: &Finding| {
            let holds = |field: &str| {
                error.field.as_deref().is_none_or(|holder| field.starts_with(holder) || holder == "<nil>")
            };
            is_ended || wrong.iter().any(|field| field.is_none_or(holds))
        };
        let open = self.errors.iter().zip(&mut self.fates).enumerate();
        for (index, (error, fate)) in open.filter(|(_, (_, fate))| **fate != Fate::Removed) {
            let tells = !is_ended && (index >= self.kept || more == 0);
            if answered.contains(&key(error)) {
                if !holds_wrong(error) {
                    *fate = Fate::Stays;
                }
            } else if tells && (has_rules || !is_rule(error)) {
                *fate = Fate::Removed;
            }
        }
        if is_right {
            self.read += 1;
            self.with_rules += usize::from(has_rules);
            let mut counted = HashSet::new();
            for error in errors() {
                let key = key(error);
                if is_new(&key) && counted.insert(key) {
                    self.more.entry(owned(key)).or_insert_with(|| (error.clone(), 0)).1 += 1;
                }
            }
        }
        (!is_ended).then_some(more)
    }

    fn told(self) -> Told {
        let (read, with_rules) = (self.read, self.with_rules);
        let is_everywhere = |(error, count): &(Finding, usize)| {
            let answers = if is_rule(error) { with_rules } else { read };
            *count == answers && answers >= FEWEST
        };
        let more = self.more.into_values().filter(is_everywhere).map(|(error, _)| error);
        let mut more: Vec<Finding> = more.collect();
        more.sort_by_key(|error| (error.span.start, error.span.end, error.id));
        Told { fates: self.fates, more }
    }
}

/// Whether other errors keep an error from being found.
fn is_rule(error: &Finding) -> bool {
    ["rule", "union", "immutable-field"].contains(&error.id)
}

/// What two answers say alike of one error: its identity, and the text after the value that a message shows.
type ErrorKey<'f> = (&'f str, (u32, u32), Option<&'f str>, Option<&'f str>, &'f str);

type OwnedKey = (String, (u32, u32), Option<String>, Option<String>, String);

fn owned((id, span, field, rule, reason): ErrorKey<'_>) -> OwnedKey {
    (id.to_owned(), span, field.map(str::to_owned), rule.map(str::to_owned), reason.to_owned())
}

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
    /// The values with the fewest errors that were not known, and how many those are.
    best: BTreeMap<String, Value>,
    fewest: usize,
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
        Candidates { all, at, best: BTreeMap::new(), fewest: usize::MAX, random: 0x9e37_79b9_7f4a_7c15 }
    }

    /// xorshift64*: the same values in each run.
    fn below(&mut self, end: usize) -> usize {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end.max(1)
    }

    /// The values of a round: first the same kind of value for all variables, then the best so far with some of them changed.
    fn values(&mut self, round: usize) -> BTreeMap<String, Value> {
        let names: Vec<String> = self.all.keys().cloned().collect();
        let is_typical = round < TYPICAL || self.best.is_empty();
        let mut values = if is_typical { BTreeMap::new() } else { self.best.clone() };
        let changed = self.below(names.len());
        for (number, name) in names.into_iter().enumerate() {
            if is_typical || number == changed || self.below(4) == 0 {
                let count = self.all.get(&name).map_or(0, Vec::len);
                let index = if is_typical { round % count.max(1) } else { self.below(count) };
                if let Some(value) = self.all.get(&name).and_then(|all| all.get(index)) {
                    values.insert(name, value.clone());
                }
            }
        }
        values
    }

    fn learn(&mut self, values: &BTreeMap<String, Value>, errors: usize) {
        if errors <= self.fewest {
            (self.best, self.fewest) = (values.clone(), errors);
        }
    }

    /// Another value for what an error is about.
    fn fit(&self, values: &mut BTreeMap<String, Value>, finding: &Finding, attempt: usize) {
        for name in self.at.get(&(finding.span.start, finding.span.end)).into_iter().flatten() {
            let other = [Value::String("a".to_owned()), Value::Int(1), Value::Bool(true), Value::Null];
            let other = other.get(attempt % other.len()).cloned();
            let fitting = self.best.get(name).filter(|_| attempt.is_multiple_of(2)).cloned();
            if let Some(value) = asked_for(finding, attempt).or(fitting).or(other) {
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
