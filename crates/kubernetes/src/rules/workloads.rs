//! Rules of kinds that create pods from a template: Deployment, ReplicaSet, DaemonSet, StatefulSet,
//! ReplicationController.
//!
//! Easy to break: servers before 1.34 do not validate the spec of a StatefulSet's pods, so errors there occur
//! only when pods are created. They are reported as warnings.
//
// kubernetes: pkg/apis/apps/validation/validation.go, pkg/apis/core/validation/validation.go
// ValidateReplicationControllerSpec

use crdc_source::Value;
use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use super::{claims, metadata, pods, selector, shown};

const MISMATCH: &str = "`selector` does not match template `labels`";

/// A Deployment or a ReplicaSet.
pub(super) fn replicas(root: &At<'_, '_>, is_deployment: bool, report: &mut Report) {
    let spec = root.child("spec");
    report.not_negative(&spec.child("replicas"));
    report.not_negative(&spec.child("minReadySeconds"));
    let template = spec.child("template");
    // ReplicaSets have the sentence of Deployments.
    let empty = "empty selector is invalid for deployment";
    if selected(&spec, &template, empty, "invalid label selector", report) {
        pods::template(&template, report);
        always(&template, "ReplicaSet", report);
    }
    if is_deployment {
        strategy(&spec, report);
        report.not_negative(&spec.child("revisionHistoryLimit"));
        let deadline = spec.child("progressDeadlineSeconds");
        report.not_negative(&deadline);
        let least = spec.child("minReadySeconds").int_or_zero();
        // The default of the deadline is 600.
        let seconds = deadline.int().unwrap_or(600);
        if seconds <= least {
            report.invalid(&deadline, seconds, "must be greater than minReadySeconds");
        }
    }
}

/// The selector, and whether it selects the template. Out: no if it is invalid: then the server does not look
/// into the template.
fn selected(spec: &At<'_, '_>, template: &At<'_, '_>, empty: &str, bad: &str, report: &mut Report) -> bool {
    let at = spec.child("selector");
    if !at.is_set() {
        report.required(&at, "");
        mismatch(template, report);
        return true;
    }
    let is_valid = selector::selector(&at, report);
    if selector::is_everything(&at) {
        report.invalid(&at, shown::selector(&at, report.version()), empty);
    } else if !is_valid {
        report.invalid(&at, shown::selector(&at, report.version()), bad);
        return false;
    } else {
        matched(&at, template, report);
    }
    true
}

/// Whether a valid selector selects a template. Without one nothing is selected.
// apimachinery: pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector
pub(super) fn matched(at: &At<'_, '_>, template: &At<'_, '_>, report: &mut Report) {
    let metadata = template.child("metadata");
    if !at.is_set() || !selector::matches(at, &metadata.child("labels")) {
        mismatch(template, report);
    }
}

fn mismatch(template: &At<'_, '_>, report: &mut Report) {
    let metadata = template.child("metadata");
    let labels = metadata.child("labels");
    report.invalid(&labels, shown::texts(&labels, report.version()), MISMATCH);
    report.help("write the same labels in `selector.matchLabels` and in `template.metadata.labels`");
}

/// Checks that the restart policy is `Always`, which pods of these kinds must have.
fn always(template: &At<'_, '_>, kind: &str, report: &mut Report) {
    let spec = template.child("spec");
    let policy = spec.child("restartPolicy");
    if !["", "Always"].contains(&policy.text()) {
        report.unsupported(&policy, policy.text(), &["Always"]);
    }
    let deadline = spec.child("activeDeadlineSeconds");
    if deadline.is_set() {
        report.forbidden(&deadline, &format!("activeDeadlineSeconds in {kind} is not Supported"));
    }
}

/// A number or a percentage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    Number(i64),
    Percent(i64),
    Bad,
}

fn share(at: &At<'_, '_>) -> Option<Share> {
    match &at.node()?.value {
        Value::Int(number) => Some(Share::Number(*number)),
        Value::String(text) => {
            let digits = text
                .strip_suffix('%')
                .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
            Some(digits.map_or(Share::Bad, |digits| Share::Percent(digits.parse().unwrap_or(i64::MAX))))
        }
        _ => None,
    }
}

const PERCENT: &str = "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for \
     validation is '[0-9]+%')";

/// A number or a percentage that is not negative.
// ValidatePositiveIntOrPercent, IsNotMoreThan100Percent
pub(super) fn number_or_percent(at: &At<'_, '_>, at_most_all: bool, report: &mut Report) {
    match share(at) {
        Some(Share::Number(number)) if number < 0 => {
            report.invalid(at, number, "must be greater than or equal to 0");
        }
        Some(Share::Percent(percent)) if percent > 100 && at_most_all => {
            report.bad_text(at, at.text(), "must not be greater than 100%");
        }
        Some(Share::Bad) => report.bad_text(at, at.text(), PERCENT),
        _ => {}
    }
}

fn is_zero(at: &At<'_, '_>, default: bool) -> bool {
    match share(at) {
        Some(Share::Number(number) | Share::Percent(number)) => number == 0,
        // IntValue of a text that is no number is zero.
        Some(Share::Bad) => at.text().parse::<i64>().map_or_else(|error| !is_too_large(&error), |n| n == 0),
        None => default,
    }
}

// strconv.Atoi has the largest number then.
fn is_too_large(error: &std::num::ParseIntError) -> bool {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    matches!(error.kind(), PosOverflow | NegOverflow)
}

// ValidateDeploymentStrategy
fn strategy(spec: &At<'_, '_>, report: &mut Report) {
    let at = spec.child("strategy");
    let rolling = at.child("rollingUpdate");
    match at.child("type").text() {
        "Recreate" if rolling.is_set() => {
            report.forbidden(&rolling, "may not be specified when strategy `type` is 'Recreate'");
            report.help("remove `rollingUpdate`, or write `type: RollingUpdate`");
        }
        "Recreate" => {}
        "" | "RollingUpdate" => {
            let (unavailable, surge) = (rolling.child("maxUnavailable"), rolling.child("maxSurge"));
            number_or_percent(&unavailable, true, report);
            number_or_percent(&surge, false, report);
            if is_zero(&unavailable, false) && is_zero(&surge, false) {
                let shown = match share(&unavailable) {
                    Some(Share::Number(number)) => number.to_string(),
                    _ => quote(unavailable.text()),
                };
                report.invalid(&unavailable, shown, "may not be 0 when `maxSurge` is 0");
            }
        }
        other => {
            let kind = at.child("type");
            report.unsupported_strategy(
                &kind.as_map(&at),
                ("apps.DeploymentStrategy", "(*apps.RollingUpdateDeployment)(nil)"),
                other,
                &["Recreate", "RollingUpdate"],
                rolling.is_set(),
            );
        }
    }
}

/// A DaemonSet.
pub(super) fn daemons(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let (at, template) = (spec.child("selector"), spec.child("template"));
    let is_valid = selector::selector(&at, report);
    if at.is_set() && selector::is_everything(&at) {
        let shown = shown::selector(&at, report.version());
        report.invalid(&at, shown, "empty selector is invalid for daemonset");
    } else if is_valid {
        matched(&at, &template, report);
    }
    pods::template(&template, report);
    always(&template, "DaemonSet", report);
    report.not_negative(&spec.child("minReadySeconds"));
    report.not_negative(&spec.child("revisionHistoryLimit"));
    let update = spec.child("updateStrategy");
    let rolling = update.child("rollingUpdate");
    match update.child("type").text() {
        "OnDelete" => {}
        "" | "RollingUpdate" => {
            let (unavailable, surge) = (rolling.child("maxUnavailable"), rolling.child("maxSurge"));
            number_or_percent(&unavailable, true, report);
            number_or_percent(&surge, true, report);
            // The defaults are 1 and 0.
            match (is_zero(&unavailable, false), is_zero(&surge, true)) {
                (false, false) => {
                    let shown = match share(&surge) {
                        Some(Share::Number(number)) => number.to_string(),
                        _ => quote(surge.text()),
                    };
                    report.invalid(&surge, shown, "may not be set when maxUnavailable is non-zero");
                    report.help("write `maxUnavailable: 0`");
                }
                (true, true) => report.required(&unavailable, "cannot be 0 when maxSurge is 0"),
                _ => {}
            }
        }
        other => {
            let kind = update.child("type");
            report.unsupported_strategy(
                &kind.as_map(&update),
                ("apps.DaemonSetUpdateStrategy", "(*apps.RollingUpdateDaemonSet)(nil)"),
                other,
                &["RollingUpdate", "OnDelete"],
                rolling.is_set(),
            );
        }
    }
}

/// A StatefulSet.
pub(super) fn stateful(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let spec = root.child("spec");
    let policy = spec.child("podManagementPolicy");
    if !["", "OrderedReady", "Parallel"].contains(&policy.text()) {
        report.bad_text(&policy, policy.text(), "must be 'OrderedReady' or 'Parallel'");
    }
    let update = spec.child("updateStrategy");
    let rolling = update.child("rollingUpdate");
    match update.child("type").text() {
        "" | "RollingUpdate" => {
            report.not_negative(&rolling.child("partition"));
            // `maxUnavailable` is dropped: kube_features.go MaxUnavailableStatefulSet is off, after the first
            // patches of 1.35 had it on (CHANGELOG-1.36: #137904).
        }
        "OnDelete" if rolling.is_set() => {
            let shown = shown_rolling(&rolling);
            report.invalid_whole(&rolling, &shown, "only allowed for updateStrategy 'RollingUpdate'");
        }
        "OnDelete" => {}
        other => {
            let rolling = shown_rolling(&rolling);
            let shown = shown::object(&[("Type", shown::text(other)), ("RollingUpdate", rolling)]);
            let at = update.child("type").as_map(&update);
            report.invalid_whole(&at, &shown, "must be 'RollingUpdate' or 'OnDelete'");
        }
    }
    let retention = spec.child("persistentVolumeClaimRetentionPolicy");
    for field in ["whenDeleted", "whenScaled"] {
        report.one_of(&retention.child(field), &["Retain", "Delete"]);
    }
    report.not_negative(&spec.child("replicas"));
    report.not_negative(&spec.child("minReadySeconds"));
    let ordinals = spec.child("ordinals");
    // The path is one field with a dot in its name.
    report.not_negative(&ordinals.child("start"));
    let service = spec.child("serviceName");
    // The rule came with 1.33, and stored names stay.
    if report.version() >= 33 && !service.text().is_empty() && old.is_none() {
        let text = service.text();
        report.against(&service, text, crdc_vocabulary::names::against_namespace(text.as_bytes()));
    }
    let template = spec.child("template");
    let is_selected = selected(&spec, &template, "empty selector is invalid for statefulset", "", report);
    if is_selected {
        metadata::template(&template, report);
        pods::template_annotations(&template, report);
    }
    always(&template, "StatefulSet", report);
    let from = report.count();
    // Without a selector, a server does not look into the template.
    if is_selected || report.version() < 34 {
        pods_of(&spec, report);
    }
    // CHANGELOG-1.34: #131790, #132212. An object that is stored with such an error can be updated.
    let has_rules = report.version() >= 34;
    if report.count() > from && !(has_rules && old.is_none_or(|old| is_made(&old.child("spec"), report))) {
        report.demote(
            from..report.count(),
            "the server accepts the StatefulSet, but its pods are refused with this error",
        );
    }
    let from = report.count();
    let is_refused = has_rules && old.is_none();
    for claim in spec.child("volumeClaimTemplates").items() {
        let spec = claim.child("spec");
        match is_refused {
            true => claims::template(&spec, report),
            // The server drops some sources of data of a claim.
            false => claims::spec(&spec, report),
        }
    }
    if !is_refused {
        report.demote(from..report.count(), CLAIMS);
    }
    for claim in spec.child("volumeClaimTemplates").items() {
        metadata::made_later(&claim.child("metadata"), CLAIMS, report);
    }
}

/// The help for errors of claims.
const CLAIMS: &str = "the server accepts the StatefulSet, but its claims are refused with this error";

/// Whether the pods of a StatefulSet can be made.
fn is_made(spec: &At<'_, '_>, report: &Report) -> bool {
    let mut found = report.another();
    pods_of(spec, &mut found);
    found.count() == 0
}

fn pods_of(spec: &At<'_, '_>, report: &mut Report) {
    let template = spec.child("template");
    let owner = pods::Owner::StatefulSet(spec.child("volumeClaimTemplates"));
    pods::spec(&template.child("spec"), owner, report);
    pods::template_end(&template, report);
}

/// The rolling update of a StatefulSet, as JSON.
fn shown_rolling(at: &At<'_, '_>) -> String {
    if !at.is_set() {
        return "null".to_owned();
    }
    let partition = at.child("partition").int_or_zero().to_string();
    shown::object(&[("Partition", partition), ("MaxUnavailable", "null".to_owned())])
}

/// A ReplicationController.
pub(super) fn controller(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    report.not_negative(&spec.child("replicas"));
    report.not_negative(&spec.child("minReadySeconds"));
    let (at, template) = (spec.child("selector"), spec.child("template"));
    let metadata = template.child("metadata");
    let labels = metadata.child("labels");
    // Labels of the template are the default of the selector.
    if at.is_empty() && labels.is_empty() {
        report.required(&at, "");
    }
    if !template.is_set() {
        report.required(&template, "");
        return;
    }
    let known = labels.index();
    let label = |key: &str| known.get(key).map(|value| value.as_str().unwrap_or_default());
    if at.entries().any(|(key, value)| label(key) != Some(value.text())) {
        let shown = shown::texts(&labels, report.version());
        report.invalid(&labels, shown, MISMATCH);
    }
    pods::template(&template, report);
    always(&template, "ReplicationController", report);
}
