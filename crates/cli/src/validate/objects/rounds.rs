//! Validates an object with unknown values in several rounds. In: the object, the stored object, and a
//! function that validates. Out: findings.
//!
//! An error about an unknown value often hides other errors, so the value is removed, and the object is
//! validated again. Errors that may be caused by unknown values are reported if they occur for all values.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use crdc_source::Node;

use crate::validate::findings::answer::Answered;
use crate::validate::findings::field_spans::Places;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::variables::{Fate, Filled, STAYS, Told, fates};

/// The highest number of rounds for an object with unknown values.
const MOST_ROUNDS: usize = 16;

/// An object, and the stored object.
pub(super) struct Object<'m> {
    pub(super) new: Filled<'m>,
    pub(super) old: Option<Filled<'m>>,
    /// Whether the object is of one of Kubernetes' own kinds.
    pub(super) is_native: bool,
}

/// The result of all rounds.
pub(super) struct Rounds<'m> {
    /// Findings of the last round that unknown values cannot cause.
    pub(super) findings: Vec<Finding>,
    /// The object as it would be stored, if `--show` needs it.
    pub(super) stored: Option<Vec<u8>>,
    /// The spans of unknown values with errors.
    pub(super) values: BTreeSet<(u32, u32)>,
    /// Errors of all rounds that unknown values may cause.
    explained: Vec<Finding>,
    places: Places<'m>,
}

impl<'m> Object<'m> {
    /// Validates until no error about an unknown value hides others.
    pub(super) fn ask(&self, mut ask: impl FnMut(&Node, Option<&Node>) -> Answered) -> Rounds<'m> {
        let Filled { node: new, unknown } = self.new;
        let mut object = Cow::Borrowed(new);
        let mut places = Places::new(new);
        let (mut values, mut tried) = (BTreeSet::new(), BTreeSet::new());
        let mut explained = Vec::new();
        let mut round = 1;
        loop {
            let Answered { mut findings, stored, .. } = ask(&object, self.old.map(|old| old.node));
            let is_explained = |finding: &mut Finding| unknown.explains(finding, new, &mut places);
            let about: Vec<Finding> = findings.extract_if(.., is_explained).collect();
            let spans = about.iter().map(|finding| finding.span).filter(|span| unknown.is(*span));
            values.extend(spans.map(|span| (span.start, span.end)));
            let next = unknown.without(&object, &about, self.is_native, &mut tried);
            explained.extend(about);
            match next.filter(|_| round < MOST_ROUNDS) {
                Some(next) => {
                    object = Cow::Owned(next);
                    round += 1;
                }
                None => return Rounds { findings, stored, values, explained, places },
            }
        }
    }

    /// Decides which errors are reported: errors that occur for all values. Returns whether some value
    /// removes an error.
    pub(super) fn decide(
        &self,
        rounds: &mut Rounds<'_>,
        ask: impl FnMut(&Node, Option<&Node>) -> Answered,
    ) -> bool {
        let Rounds { findings, explained, places, .. } = rounds;
        let Filled { node, unknown } = self.new;
        let is_open = |finding: &Finding, places: &mut Places<'_>| {
            finding.level != Level::Error || unknown.is_open(finding, places)
        };
        let open = explained.extract_if(.., |finding| is_open(finding, places)).count();
        let mut errors: Vec<Finding> = findings.iter().filter(is_asked).cloned().collect();
        let kept = errors.len();
        errors.append(explained);
        let Told { fates, mut more } = fates((&errors, kept), self.new, self.old, ask);
        more.retain_mut(|error| !(unknown.explains(error, node, places) && is_open(error, places)));
        let is_any_removed =
            open > 0 || fates.iter().enumerate().any(|(index, fate)| is_gone(*fate, index < kept));
        let mut of_kept = fates.iter();
        findings.retain(|finding| {
            !is_asked(&finding) || !of_kept.next().is_some_and(|fate| is_gone(*fate, true))
        });
        let reported = errors.into_iter().zip(&fates).skip(kept).filter(|(_, fate)| !is_gone(**fate, false));
        let mut known: HashSet<ErrorKey> = findings.iter().map(key).collect();
        let reported: Vec<Finding> =
            reported.map(|(error, _)| error).chain(more).filter(|error| known.insert(key(error))).collect();
        let is_last = |found: &Finding| found.level != Level::Error || found.id == "unknown-field";
        let at = findings.iter().position(is_last).unwrap_or(findings.len());
        findings.splice(at..at, reported);
        is_any_removed
    }
}

/// Whether a finding is an error that a value of a variable may remove.
fn is_asked(finding: &&Finding) -> bool {
    finding.level == Level::Error && !STAYS.contains(&finding.id)
}

/// Whether an error is not reported. An undecided error is reported if it was kept without its value.
fn is_gone(fate: Fate, was_kept: bool) -> bool {
    match fate {
        Fate::Removed => true,
        Fate::Stays => false,
        Fate::Undecided => !was_kept,
    }
}

/// The identity of an error in several rounds.
type ErrorKey = (&'static str, (u32, u32), Option<String>, Option<String>);

fn key(finding: &Finding) -> ErrorKey {
    let span = (finding.span.start, finding.span.end);
    (finding.id, span, finding.field.clone(), finding.rule.as_deref().map(str::to_owned))
}
