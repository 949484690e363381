//! What cannot change in CertificateSigningRequests, and their conditions.
//!
//! Easy to break: the test server sends a request of `approval` as one of `status`, so both may change there
//! what only one of them may change in a cluster.
//
// kubernetes: pkg/apis/certificates/validation/validation.go validateCertificateSigningRequestUpdate,
// validateConditions

use std::collections::HashSet;

use crdc_vocabulary::go::{decode_base64, quote};

use super::Change;
use crate::rules::at::At;
use crate::rules::certificates::against_certificate;
use crate::rules::report::Report;

/// A request. Only `approval` sets whether it is approved, and only `status` sets the certificate.
pub(in crate::rules) fn request(update: Change<'_, '_, '_>, subresource: &str, report: &mut Report) {
    let [status, old] = [update.now, update.before].map(|object| object.child("status"));
    // A file has no status.
    if !update.is_complete() {
        return;
    }
    let [list, stored] = [&status, &old].map(|status| status.child("conditions"));
    conditions(&list, &stored, report);
    let (certificate, before) = (status.child("certificate"), old.child("certificate"));
    let bytes = |at: &At<'_, '_>| decode_base64(at.text().as_bytes()).unwrap_or_default();
    let is_changed = bytes(&certificate) != bytes(&before);
    if is_changed && let Some(reason) = against_certificate(certificate.text()) {
        report.bad_text(&certificate, "<certificate data>", &reason);
    }
    for kind in ["Approved", "Denied", "Failed"] {
        if count(&list, kind) < count(&stored, kind) {
            let detail = format!("updates may not remove a condition of type {}", quote(kind));
            report.forbidden_change(&list.at_key(), &detail);
        }
    }
    let is_either = subresource == "status";
    let is_decided = is_either || subresource == "approval";
    for kind in ["Approved", "Denied"].into_iter().filter(|_| !is_decided) {
        let what = match count(&list, kind).cmp(&count(&stored, kind)) {
            std::cmp::Ordering::Less => continue,
            std::cmp::Ordering::Greater => "add",
            std::cmp::Ordering::Equal if differ(update, &list, &stored, kind) => "modify",
            std::cmp::Ordering::Equal => continue,
        };
        // The server's message about a change ends with a line break and the differences.
        let end = if what == "modify" { "\n" } else { "" };
        let detail = format!("updates may not {what} a condition of type {}{end}", quote(kind));
        report.forbidden_change(&list.at_key(), &detail);
    }
    if is_changed {
        if !is_either {
            report.forbidden_change(&certificate, "updates may not set certificate content");
        } else if !before.text().is_empty() {
            report.forbidden_change(&certificate, "updates may not modify existing certificate content");
        }
    }
}

fn count(list: &At<'_, '_>, kind: &str) -> usize {
    list.items().filter(|condition| condition.child("type").text() == kind).count()
}

fn differ(update: Change<'_, '_, '_>, list: &At<'_, '_>, stored: &At<'_, '_>, kind: &str) -> bool {
    let is_of = |condition: &At<'_, '_>| condition.child("type").text() == kind;
    let mut pairs = list.items().filter(is_of).zip(stored.items().filter(is_of));
    pairs.any(|(now, before)| update.comparison.differ(&now, &before))
}

/// The conditions of a request. What the stored ones have wrong can stay.
fn conditions(list: &At<'_, '_>, stored: &At<'_, '_>, report: &mut Report) {
    let had = |kind: &str| count(stored, kind) > 0;
    let (had_none, had_both) = (had(""), had("Approved") && had("Denied"));
    let mut kinds = HashSet::new();
    let is_repeated = !stored.items().all(|condition| kinds.insert(condition.child("type").text()));
    let mut seen = HashSet::new();
    for condition in list.items() {
        let (kind, status) = (condition.child("type"), condition.child("status"));
        if kind.text().is_empty() && !had_none {
            report.required(&kind, "");
        }
        let is_final = ["Approved", "Denied", "Failed"].contains(&kind.text());
        match status.text() {
            "" => report.required(&status, ""),
            _ if is_final => report.one_of(&status, &["True"]),
            _ => report.one_of(&status, &["False", "True", "Unknown"]),
        }
        let other = if kind.text() == "Approved" { "Denied" } else { "Approved" };
        let is_decision = ["Approved", "Denied"].contains(&kind.text());
        if is_decision && seen.contains(other) && !had_both {
            let detail = "Approved and Denied conditions are mutually exclusive";
            // Since 1.34 the error names the list.
            let place = if report.version() >= 34 { kind.as_map(list) } else { kind };
            report.bad_text(&place, kind.text(), detail);
        }
        if !seen.insert(kind.text()) && !is_repeated {
            report.duplicate(&kind, quote(kind.text()));
        }
    }
}
