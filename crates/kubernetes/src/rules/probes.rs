//! Rules of probes and hooks of containers.
//
// kubernetes: pkg/apis/core/validation/validation.go validateProbe, validateHandler;
// pkg/apis/core/v1/defaults.go SetDefaults_Probe

use super::at::At;
use super::ports::number_or_name;
use super::report::Report;
use super::texts::against_header;

/// A probe of this name, if it is set.
pub(super) fn probe(container: &At<'_, '_>, name: &str, report: &mut Report) {
    let at = container.child(name);
    if !at.is_set() {
        return;
    }
    handler(&at, &["exec", "httpGet", "tcpSocket", "grpc"], report);
    for field in
        ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"]
    {
        report.not_negative(&at.child(field));
    }
    let grace = at.child("terminationGracePeriodSeconds");
    if let Some(seconds) = grace.int().filter(|seconds| *seconds <= 0) {
        report.invalid(&grace, seconds, "must be greater than 0");
    }
    if name == "readinessProbe" {
        if let Some(seconds) = grace.int() {
            report.invalid(&grace, seconds, "must not be set for readinessProbes");
        }
    } else {
        let threshold = at.child("successThreshold");
        // Zero counts as one.
        if let Some(other) = threshold.int().filter(|other| ![0, 1].contains(other)) {
            report.invalid(&threshold, other, "must be 1");
        }
    }
}

/// `lifecycle` of a container.
pub(super) fn lifecycle(spec: &At<'_, '_>, container: &At<'_, '_>, report: &mut Report) {
    let at = container.child("lifecycle");
    for hook in ["postStart", "preStop"] {
        let hook = at.child(hook);
        if hook.is_set() {
            let first = handler(&hook, &["exec", "httpGet", "tcpSocket", "sleep"], report);
            if first == Some("sleep") {
                sleep(&hook.child("sleep"), &spec.child("terminationGracePeriodSeconds"), report);
            }
        }
    }
}

// validateSleepAction
fn sleep(at: &At<'_, '_>, grace: &At<'_, '_>, report: &mut Report) {
    let seconds = at.child("seconds").int_or_zero();
    // Decoding makes a negative period one second.
    let grace = grace.int().map_or(30, |grace| if grace < 0 { 1 } else { grace });
    // kube_features.go PodLifecycleSleepActionAllowZero: known since 1.32, on since 1.33. A stored pod may
    // have zero.
    let least = if report.version() >= 33 || report.is_update() { 0 } else { 1 };
    if (least..=grace).contains(&seconds) {
        return;
    }
    let detail = match report.version() {
        33.. => format!("must be non-negative and less than terminationGracePeriodSeconds ({grace})"),
        32 => format!(
            "must be greater than 0 and less than terminationGracePeriodSeconds ({grace}). Enable \
             AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep."
        ),
        _ => format!("must be greater than 0 and less than terminationGracePeriodSeconds ({grace})"),
    };
    report.invalid(at, seconds, &detail);
}

/// A handler of one of these kinds. Out: the first one, which alone is looked at.
fn handler<'k>(at: &At<'_, '_>, kinds: &[&'k str], report: &mut Report) -> Option<&'k str> {
    let mut first = None;
    for &kind in kinds {
        let place = at.child(kind);
        if !place.is_set() {
            continue;
        }
        if first.is_some() {
            report.forbidden(&place, "may not specify more than 1 handler type");
            continue;
        }
        first = Some(kind);
        match kind {
            "exec" if place.child("command").is_empty() => report.required(&place.child("command"), ""),
            "httpGet" => {
                number_or_name(&place.child("port"), report);
                report.one_of(&place.child("scheme"), &["HTTP", "HTTPS"]);
                let headers = place.child("httpHeaders");
                for header in headers.items() {
                    let name = header.child("name");
                    if let Some(reason) = against_header(name.text()) {
                        report.bad_text(&name.as_map(&headers), name.text(), reason);
                    }
                }
            }
            "tcpSocket" | "grpc" => number_or_name(&place.child("port"), report),
            _ => {}
        }
    }
    if first.is_none() {
        report.required(at, "must specify a handler type");
        report.help(format!("write one of {}", kinds.join(", ")));
    }
    first
}
