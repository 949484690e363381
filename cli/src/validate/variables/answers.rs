//! What answers about many values say of errors. In: errors, and the answers one after the other. Out: which
//! errors some value removes, and which ones are there for all values.
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
/// How many answers to wrong values are kept, and how many wrong values each may have: memory does not grow
/// with both.
const MOST_DOUBTFUL: usize = 64;
const MOST_WRONG: usize = 64;

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

/// The values of an answer that are wrong at their own places, with the errors that it lacks.
type Doubtful = (BTreeSet<At>, Vec<usize>);

/// What the answers so far say.
pub(super) struct Answers<'e> {
    errors: &'e [Finding],
    kept: usize,
    unknown: &'e Unknown,
    known: HashSet<ErrorKey<'e>>,
    pub(super) fates: Vec<Fate>,
    /// Errors that are not known, with the number of answers that have each.
    more: HashMap<OwnedKey, (Finding, usize)>,
    /// The answers to wrong values.
    doubtful: Vec<Doubtful>,
    /// The values that are wrong in all answers.
    always_wrong: Option<BTreeSet<At>>,
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
        // Values that are wrong themselves say nothing of what right ones would do to the fields that hold
        // them.
        let is_own = |found: &&Finding| self.unknown.is(found.span) && is_new(&key(found));
        let wrong: Vec<&Finding> = errors().filter(is_own).collect();
        let is_right = !is_ended && wrong.is_empty();
        let wrong_at: BTreeSet<At> = wrong.iter().map(|found| (found.span.start, found.span.end)).collect();
        if !is_ended {
            let always = self.always_wrong.take();
            self.always_wrong = Some(match always {
                Some(always) => always.intersection(&wrong_at).copied().collect(),
                None => wrong_at.clone(),
            });
        }
        let fields: BTreeSet<&str> = wrong.iter().filter_map(|found| found.field.as_deref()).collect();
        let is_placeless = wrong.iter().any(|found| found.field.is_none());
        let holds_wrong = |error: &Finding| {
            is_ended || is_placeless || error.field.as_deref().is_none_or(|holder| holds_any(holder, &fields))
        };
        let mut lacking = Vec::new();
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
                } else {
                    lacking.push(index);
                }
            }
        }
        let is_kept = self.doubtful.len() < MOST_DOUBTFUL && wrong_at.len() <= MOST_WRONG;
        if is_kept && !lacking.is_empty() {
            self.doubtful.push((wrong_at, lacking));
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
        for (_, lacking) in self.doubtful.iter().filter(|(wrong, _)| wrong.is_subset(&always)) {
            for index in lacking {
                if let Some(fate) = self.fates.get_mut(*index) {
                    *fate = Fate::Removed;
                }
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

/// Whether one of the fields is a field or below it.
fn holds_any(holder: &str, fields: &BTreeSet<&str>) -> bool {
    // Errors of the whole object have no path.
    if holder.is_empty() || holder == "<nil>" {
        return !fields.is_empty();
    }
    let below = |sign: &str| {
        let start = format!("{holder}{sign}");
        fields.range(start.as_str()..).next().is_some_and(|field| field.starts_with(&start))
    };
    fields.contains(holder) || below(".") || below("[")
}

/// Whether other errors keep an error from being found.
fn is_rule(error: &Finding) -> bool {
    ["rule", "union", "immutable-field"].contains(&error.id)
}

/// The start and the end of a value.
type At = (u32, u32);

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

#[cfg(test)]
mod tests {
    use super::holds_any;
    use std::collections::BTreeSet;

    #[test]
    fn fields_hold_what_is_below_them() {
        let fields = BTreeSet::from(["spec.a-b", "spec.a.c", "spec.list[0].d"]);
        for (holder, expected) in [
            ("spec", true),
            ("spec.a", true),
            ("spec.a.c", true),
            ("spec.a.c.d", false),
            ("spec.list", true),
            ("spec.list[0]", true),
            ("spec.list[1]", false),
            ("spec.li", false),
            ("s", false),
            ("", true),
            ("<nil>", true),
        ] {
            assert_eq!(holds_any(holder, &fields), expected, "{holder}");
        }
        assert!(!holds_any("<nil>", &BTreeSet::new()));
    }
}
