//! Rules of leases and of the candidates for them.
//
// kubernetes: pkg/apis/coordination/validation/validation.go

use crdc_cel::Semver;
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::texts::against_data_key;

const OLDEST: &str = "OldestEmulationVersion";

/// A Lease.
// ValidateLeaseSpec
pub(super) fn lease(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let seconds = spec.child("leaseDurationSeconds");
    if let Some(number) = seconds.int().filter(|number| *number <= 0) {
        report.invalid(&seconds, number, "must be greater than 0");
    }
    report.not_negative(&spec.child("leaseTransitions"));
    // kube_features.go CoordinatedLeaderElection: off, so `strategy` and `preferredHolder` are dropped.
}

/// A strategy. Easy to break: the path of the error names it twice.
// ValidateCoordinatedLeaseStrategy
fn strategy(at: &At<'_, '_>, field: &At<'_, '_>, report: &mut Report) {
    let (place, text) = (at.named(field, "strategy"), at.text());
    if text.contains('/') {
        report.against(&place, text, names::against_qualified_of(report.minor(), text.as_bytes()));
    } else if text != OLDEST {
        report.unsupported(&place, text, &[OLDEST]);
    }
}

/// A LeaseCandidate. Before 1.32 it has a list of strategies.
// ValidateLeaseCandidateSpec
pub(super) fn candidate(root: &At<'_, '_>, is_update: bool, report: &mut Report) {
    let metadata = root.child("metadata");
    let name = metadata.child("name");
    if !is_update && !name.text().is_empty() {
        report.against(&name, name.text(), against_data_key(name.text()));
    }
    let spec = root.child("spec");
    let [lease, emulated, binary, chosen] =
        ["leaseName", "emulationVersion", "binaryVersion", "strategy"].map(|field| spec.child(field));
    report.required_text(&lease);
    let is_old = report.version() < 32;
    let emulation = version(&emulated, report);
    if !is_old {
        report.required_text(&binary);
    }
    let of_binary = version(&binary, report);
    if !emulated.text().is_empty() && !binary.text().is_empty() {
        let zero = Semver::new(0, 0, 0, "");
        if of_binary.unwrap_or(zero).is_less_than(emulation.unwrap_or(zero)) {
            let detail = "must be greater than or equal to `emulationVersion`";
            report.bad_text(&binary, binary.text(), detail);
        }
    }
    let detail = "must be specified when `strategy` is 'OldestEmulationVersion'";
    if is_old {
        for one in spec.child("preferredStrategies").items() {
            if one.text() == OLDEST {
                for (place, version) in [(&binary, of_binary), (&emulated, emulation)] {
                    if is_zero(version) {
                        report.required(place, detail);
                    }
                }
            }
            strategy(&one, &one, report);
        }
        return;
    }
    match chosen.text() {
        "" => report.required(&chosen, ""),
        text => {
            if text == OLDEST && is_zero(emulation) {
                report.required(&emulated, detail);
            }
            strategy(&chosen, &chosen, report);
        }
    }
}

fn is_zero(version: Option<Semver<'_>>) -> bool {
    version.is_none_or(|version| version == Semver::new(0, 0, 0, ""))
}

/// A semantic version, unless it is empty.
fn version<'n>(at: &At<'_, 'n>, report: &mut Report) -> Option<Semver<'n>> {
    if at.text().is_empty() {
        return None;
    }
    let found = Semver::parse(at.text()).ok();
    if found.is_none() {
        report.bad_text(at, at.text(), "must be a valid semantic version");
    }
    found
}

/// An update of a LeaseCandidate.
// ValidateLeaseCandidateSpecUpdate
pub(super) fn candidate_update(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (spec, old) = (now.child("spec"), before.child("spec"));
    let name = spec.child("leaseName");
    if name.text() != old.child("leaseName").text() {
        report.immutable(&name, quote(name.text()));
    }
}
