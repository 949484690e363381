//! Combines the results of validation for many values of variables. In: errors, and results, one after
//! another. Out: the errors that some value removes, and the errors that occur for all values.
//!
//! Easy to break: an error is not removed if it is missing in a result because another error ended the
//! request.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::unknown::Unknown;
use crate::validate::findings::answer::Answered;
use crate::validate::findings::finding::{Finding, Level};

/// The names of errors that no value of a variable removes.
pub(crate) const STAYS: [&str; 3] = ["unknown-field", "missing-schema", "managed-fields"];

/// The number of results that must contain a new error.
pub(super) const FEWEST: usize = 8;
/// The number of results for wrong values that are stored, and the number of wrong values in each: both limit
/// the memory.
const MOST_DOUBTFUL: usize = 64;
const MOST_WRONG: usize = 64;

/// The fate of an error over many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Some value removes it.
    Removed,
    /// The error occurs for all values.
    Stays,
    /// No result decides.
    Undecided,
}

/// The conclusion from the results for many values.
pub(crate) struct Told {
    /// The fate of each error.
    pub(crate) fates: Vec<Fate>,
    /// Errors that were not reported before, and that occur for all values.
    pub(crate) more: Vec<Finding>,
}

/// The distance of a result from one without errors, the most important part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance {
    /// The number of new errors.
    pub(super) new: usize,
    /// Whether errors prevented the evaluation of rules.
    pub(super) rules_not_run: bool,
    /// The number of its errors.
    pub(super) errors: usize,
}

/// A result that lacks errors, and has new errors which may be the cause.
#[derive(PartialEq, Eq)]
struct Doubtful {
    /// The values with errors at their own places.
    wrong: BTreeSet<At>,
    /// The other new errors.
    new: BTreeSet<Identity>,
    lacking: Vec<usize>,
}

/// The answers so far.
pub(super) struct Answers<'e> {
    errors: &'e [Finding],
    kept: usize,
    unknown: &'e Unknown,
    known: HashSet<ErrorKey<'e>>,
    pub(super) fates: Vec<Fate>,
    /// Whether some result has exactly the same error.
    is_met: Vec<bool>,
    /// New errors, with the number of results that have each. The reason is not compared, since it may
    /// contain a value: for example, the reason of a Job names its last pod.
    more: HashMap<Identity, (Finding, usize)>,
    /// The results that count only if the wrong values in them are wrong in all results.
    doubtful: Vec<Doubtful>,
    /// The values that are wrong in all results.
    always_wrong: Option<BTreeSet<At>>,
    /// The number of results for values that are right at their own places.
    read: usize,
    /// The number of results in which rules were evaluated.
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
            is_met: vec![false; errors.len()],
            more: HashMap::new(),
            doubtful: Vec::new(),
            always_wrong: None,
            read: 0,
            with_rules: 0,
        }
    }

    /// Adds a result, and returns its distance from one without errors; `None` if an unknown value ended the
    /// request.
    pub(super) fn add(&mut self, answer: &Answered) -> Option<Distance> {
        let errors = || answer.findings.iter().filter(|found| found.level == Level::Error);
        let is_wrong = |found: &Finding| found.id == "wrong-type" && self.unknown.is(found.span);
        let is_ended = answer.is_ended || errors().any(is_wrong);
        let has_rules = answer.findings.iter().all(|found| found.id != "rules-not-checked");
        // The errors are hashed, since there may be many.
        let answered: HashSet<ErrorKey<'_>> = errors().map(key).collect();
        let is_new = |key: &ErrorKey<'_>| !self.known.contains(key) && !STAYS.contains(&key.0);
        let more = answered.iter().filter(|key| is_new(key)).count();
        // A value that is wrong itself does not show what a right value would do to the fields that contain
        // it.
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
        let (mut lacking, mut kept_lacking) = (Vec::new(), Vec::new());
        for (index, (error, fate)) in self.errors.iter().zip(&mut self.fates).enumerate() {
            let is_there = answered.contains(&key(error));
            if let Some(is_met) = self.is_met.get_mut(index).filter(|_| is_there) {
                *is_met = true;
            }
            if is_there && *fate != Fate::Removed && !holds_wrong(error) {
                *fate = Fate::Stays;
            }
            let tells = !is_there && !is_ended && (has_rules || !is_rule(error));
            if !tells || *fate == Fate::Removed {
                continue;
            }
            if index < self.kept && more > 0 {
                kept_lacking.push(index);
            } else if wrong_at.is_empty() {
                *fate = Fate::Removed;
            } else {
                lacking.push(index);
            }
        }
        if !kept_lacking.is_empty() && more <= MOST_WRONG {
            let others = answered.iter().filter(|key| is_new(key) && !wrong_at.contains(&key.1));
            let new = others.copied().map(identity).collect();
            doubt(&mut self.doubtful, Doubtful { wrong: wrong_at.clone(), new, lacking: kept_lacking });
        }
        doubt(&mut self.doubtful, Doubtful { wrong: wrong_at, new: BTreeSet::new(), lacking });
        if is_right {
            self.read += 1;
            self.with_rules += usize::from(has_rules);
            let mut counted = HashSet::new();
            for error in errors() {
                let key = key(error);
                if is_new(&key) && counted.insert(identity(key)) {
                    self.more.entry(identity(key)).or_insert_with(|| (error.clone(), 0)).1 += 1;
                }
            }
        }
        (!is_ended).then_some(Distance { new: more, rules_not_run: !has_rules, errors: answered.len() })
    }

    /// Whether further results could change nothing: some value removes each error, and no new error is in
    /// all results so far.
    pub(super) fn are_enough(&self) -> bool {
        let is_open = |entry: &(Finding, usize)| self.is_everywhere(entry);
        self.with_rules >= FEWEST
            && self.fates.iter().all(|fate| *fate == Fate::Removed)
            && !self.more.values().any(is_open)
    }

    fn is_everywhere(&self, (error, count): &(Finding, usize)) -> bool {
        let answers = if is_rule(error) { self.with_rules } else { self.read };
        *count == answers && answers >= FEWEST
    }

    pub(super) fn told(mut self) -> Told {
        let mut more = std::mem::take(&mut self.more);
        more.retain(|_, entry| self.is_everywhere(entry));
        // If no right value was found, the results for wrong values count.
        let always = self.always_wrong.unwrap_or_default();
        let is_always = |doubtful: &&Doubtful| {
            doubtful.wrong.is_subset(&always) && doubtful.new.iter().all(|new| more.contains_key(new))
        };
        for index in self.doubtful.iter().filter(is_always).flat_map(|doubtful| &doubtful.lacking) {
            if let Some(fate) = self.fates.get_mut(*index) {
                *fate = Fate::Removed;
            }
        }
        // Results for real values contain the right reason.
        for ((error, is_met), fate) in self.errors.iter().zip(self.is_met).zip(&mut self.fates) {
            if !is_met && more.contains_key(&identity(key(error))) {
                *fate = Fate::Removed;
            }
        }
        let mut more: Vec<Finding> = more.into_values().map(|(error, _)| error).collect();
        more.sort_by_key(|error| (error.span.start, error.span.end, error.id));
        Told { fates: self.fates, more }
    }
}

/// Stores a result that may decide about errors.
fn doubt(all: &mut Vec<Doubtful>, doubtful: Doubtful) {
    let is_kept = all.len() < MOST_DOUBTFUL && doubtful.wrong.len() <= MOST_WRONG;
    if is_kept && !doubtful.lacking.is_empty() && !all.contains(&doubtful) {
        all.push(doubtful);
    }
}

/// Whether one of the fields is `holder` or below it.
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

/// Whether other errors prevent an error from being found.
fn is_rule(error: &Finding) -> bool {
    ["rule", "union", "immutable-field"].contains(&error.id)
}

/// The start and the end of a value's span.
type At = (u32, u32);

/// The parts of an error that are equal in two results: its identity, and the text after the value in its
/// message.
type ErrorKey<'f> = (&'f str, (u32, u32), Option<&'f str>, Option<&'f str>, &'f str);

/// The identity of an error whose reason differs between two answers: id, place, field and rule.
type Identity = (String, (u32, u32), Option<String>, Option<String>);

fn identity((id, span, field, rule, _): ErrorKey<'_>) -> Identity {
    (id.to_owned(), span, field.map(str::to_owned), rule.map(str::to_owned))
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
