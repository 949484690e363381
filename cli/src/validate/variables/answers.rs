//! What answers about many values say of errors. In: errors, and the answers one after the other. Out: which errors some value removes, and
//! which ones are there for all values.
//!
//! Easy to break: an error that an answer lacks because another one ended the request is not removed.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::unknown::Unknown;
use crate::validate::answer::Answered;
use crate::validate::finding::{Finding, Level};

/// Errors that no value of a variable removes.
pub(crate) const STAYS: [&str; 3] = ["unknown-field", "missing-schema", "managed-fields"];

/// How many answers an error that was not known needs.
pub(super) const FEWEST: usize = 8;
/// How many answers to wrong values are kept.
const MOST_DOUBTFUL: usize = 1 << 12;

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

/// What the answers about many values say.
pub(crate) struct Told {
    /// The fate of each error.
    pub(crate) fates: Vec<Fate>,
    /// Errors that were not known, and that are there for all values.
    pub(crate) more: Vec<Finding>,
}

/// What the answers so far say.
pub(super) struct Answers<'e> {
    errors: &'e [Finding],
    kept: usize,
    unknown: &'e Unknown,
    known: HashSet<ErrorKey<'e>>,
    pub(super) fates: Vec<Fate>,
    /// Errors that are not known, with the number of answers that have each.
    more: HashMap<OwnedKey, (Finding, usize)>,
    /// Errors that an answer lacks, with the values in it that are wrong at their own places.
    doubtful: Vec<(usize, BTreeSet<(u32, u32)>)>,
    /// The values that are wrong in all answers.
    always_wrong: Option<BTreeSet<(u32, u32)>>,
    /// The answers to values that are right at their own places.
    read: usize,
    /// Those of them in which rules ran.
    pub(super) with_rules: usize,
}

impl<'e> Answers<'e> {
    pub(super) fn new(errors: &'e [Finding], kept: usize, unknown: &'e Unknown) -> Answers<'e> {
        let known = errors.iter().map(key).collect();
        let fates = vec![Fate::Undecided; errors.len()];
        Answers {
            errors,
            kept,
            unknown,
            known,
            fates,
            more: HashMap::new(),
            doubtful: Vec::new(),
            always_wrong: None,
            read: 0,
            with_rules: 0,
        }
    }

    /// How many errors the answer has that were not known. None if an unknown value ended the request.
    pub(super) fn add(&mut self, answer: &Answered) -> Option<usize> {
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
        let wrong_at: BTreeSet<(u32, u32)> =
            errors().filter(is_own).map(|found| (found.span.start, found.span.end)).collect();
        if !is_ended {
            let always = self.always_wrong.take();
            self.always_wrong = Some(match always {
                Some(always) => always.intersection(&wrong_at).copied().collect(),
                None => wrong_at.clone(),
            });
        }
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
                if wrong_at.is_empty() {
                    *fate = Fate::Removed;
                } else if self.doubtful.len() < MOST_DOUBTFUL {
                    self.doubtful.push((index, wrong_at.clone()));
                }
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

    pub(super) fn told(mut self) -> Told {
        // If nobody guesses a value, the wrong ones have to do.
        let always = self.always_wrong.unwrap_or_default();
        for (index, wrong) in self.doubtful {
            if let Some(fate) = self.fates.get_mut(index).filter(|_| wrong.is_subset(&always)) {
                *fate = Fate::Removed;
            }
        }
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
