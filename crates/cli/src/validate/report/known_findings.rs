//! Marks findings in the baseline, and findings above the limit. In: the report of a file, the baseline, the
//! limit. Out: the report with marked findings.
//!
//! Easy to break: the files are marked in their order, whatever the number of threads: of three equal
//! findings of which two are known, the third is new.

use super::file_report::{FileReport, Placed, Verdict};
use crate::baseline::{Baseline, Key, Limit};
use crate::identity::Identity;
use crate::validate::findings::finding::{Accepted, Finding, Level};
use crate::validate::locations::FAILED;

/// Marks the findings that the baseline contains.
pub(crate) fn mark(file: &mut FileReport, baseline: &mut Baseline) {
    let Some(name) = baseline.reads(&file.name) else { return };
    // What failed once is not known, it may hide anything.
    let may_be_known = |placed: &Placed| placed.finding.accepted.is_none() && placed.finding.id != FAILED;
    for (identity, placed) in file.all_mut().filter(|(_, placed)| may_be_known(placed)) {
        if baseline.knows(key(&name, identity, &placed.finding)) {
            placed.finding.accepted = Some(Accepted::Known);
        }
    }
    for object in file.objects.iter_mut().filter(|object| object.verdict == Verdict::Invalid) {
        let fails = |placed: &Placed| placed.finding.fails();
        if !object.findings.iter().any(fails) {
            object.verdict = Verdict::Known;
        }
    }
}

fn key(file: &str, identity: Option<&Identity>, finding: &Finding) -> Key {
    Key {
        file: file.to_owned(),
        object: identity.map(Identity::words),
        field: finding.field.clone(),
        id: finding.id.to_owned(),
        message: finding.message.clone(),
    }
}

/// Marks errors, or all other findings, that are beyond the limit. Findings for which `is_summed` is true do
/// not have a place of their own in the report, and do not count.
pub(crate) fn limit(
    file: &mut FileReport,
    limit: &mut Limit,
    is_of: Weight,
    is_summed: impl Fn(&Finding) -> bool,
) {
    for (_, placed) in file.all_mut() {
        let is_error = placed.finding.level == Level::Error;
        let is_meant = is_error == (is_of == Weight::Errors);
        if is_meant && placed.finding.accepted.is_none() && !is_summed(&placed.finding) {
            placed.is_beyond = !limit.shows_next();
        }
    }
}

/// The findings of a level: errors, or all others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Errors,
    Others,
}
