//! Findings that the user accepts, each with a reason: by an annotation of the object, by a comment at the
//! line, or by an entry of `.crdc.yaml`. They stay in reports for machines, and do not count.
//!
//! An entry without a reason, or with a name that no finding has, ignores nothing, and is reported as a
//! finding itself.

mod annotation;
mod comment;
mod problem;

use super::context::Settings;
use crate::identity::Identity;
use crate::validate::findings::finding::{Accepted, Finding};
use crate::validate::manifests::manifest::Manifest;
pub(super) use comment::{Comments, may_be_in};
use problem::without_reason;

/// Marks the findings of an object that are ignored.
pub(super) fn object(
    findings: &mut Vec<Finding>,
    manifest: &Manifest,
    identity: &Identity,
    file: &str,
    settings: &Settings,
) {
    let mut unexplained = Vec::new();
    let annotations = match settings.untrusted {
        true => annotation::Annotations::default(),
        false => annotation::Annotations::of(&manifest.node),
    };
    for finding in findings.iter_mut() {
        let reason = match annotations.reason(finding.id) {
            Some(Ok(reason)) => Some(reason),
            Some(Err(problem)) => {
                unexplained.push(problem);
                None
            }
            None => settings.config.reason(finding.id, finding.field.as_deref(), identity, file),
        };
        if let Some(reason) = reason {
            finding.accepted = Some(Accepted::Ignored(reason));
        }
    }
    unexplained.dedup_by(|one, other| one.span == other.span);
    findings.append(&mut unexplained);
    findings.extend(annotations.unknown());
}

/// Marks the findings of a text that comments ignore.
pub(super) fn text(findings: &mut Vec<Finding>, comments: &Comments<'_>) {
    let mut unexplained = Vec::new();
    for finding in findings.iter_mut().filter(|finding| finding.accepted.is_none()) {
        match comments.reason(finding.span.start as usize, finding.id) {
            Some(Ok(reason)) => finding.accepted = Some(Accepted::Ignored(reason)),
            Some(Err(span)) => unexplained.push(without_reason(span)),
            None => {}
        }
    }
    unexplained.dedup_by(|one, other| one.span == other.span);
    findings.append(&mut unexplained);
}
