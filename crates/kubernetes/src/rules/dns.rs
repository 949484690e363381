//! Rules of a pod's name servers and search domains.
//
// kubernetes: pkg/apis/core/validation/validation.go validatePodDNSConfig

use crdc_vocabulary::names::{self, Reasons};

use super::addresses::{self, Stored};
use super::at::At;
use super::report::Report;
use super::shown;

/// `dnsConfig` of a pod's spec.
pub(super) fn dns(spec: &At<'_, '_>, report: &mut Report) {
    let config = spec.child("dnsConfig");
    let servers = config.child("nameservers");
    if spec.child("dnsPolicy").text() == "None" {
        if !config.is_set() {
            report.required(&config, "must provide `dnsConfig` when `dnsPolicy` is None");
            return;
        }
        if servers.is_empty() {
            report.required(&servers, "must provide at least one DNS nameserver when `dnsPolicy` is None");
            return;
        }
    }
    if servers.len() > 3 {
        let shown = shown::list(&servers, report.version());
        report.invalid(&servers, shown, "must not have more than 3 nameservers");
    }
    servers.items().for_each(|server| addresses::ip(&server, &Stored::default(), report));
    searches(&config.child("searches"), report);
    let options = config.child("options");
    for option in options.items() {
        if option.child("name").text().is_empty() {
            report.required(&option, "must not be empty");
        }
    }
}

fn searches(at: &At<'_, '_>, report: &mut Report) {
    if at.len() > 32 {
        let shown = shown::list(at, report.version());
        report.invalid(at, shown, "must not have more than 32 search paths");
    }
    let spaces = at.len().saturating_sub(1);
    let length: usize = at.items().map(|item| item.text().len()).sum();
    if length + spaces > 2048 {
        let shown = shown::list(at, report.version());
        let detail = "must not have more than 2048 characters (including spaces) in the search list";
        report.invalid(at, shown, detail);
    }
    // kube_features.go RelaxedDNSSearchValidation: on since 1.33.
    let is_relaxed = report.version() >= 33;
    for item in at.items().filter(|item| !is_relaxed || item.text() != ".") {
        let text = item.text().strip_suffix('.').unwrap_or(item.text());
        let reasons = match is_relaxed {
            true => against_relaxed(text),
            // An old pod may have underscores.
            false if report.is_update() => continue,
            false => names::against_name(text.as_bytes()),
        };
        report.against(&item, text, reasons);
    }
}

/// `IsDNS1123SubdomainWithUnderscore`
// apimachinery: pkg/util/validation/validation.go
fn against_relaxed(text: &str) -> Reasons {
    let is_end = |byte: Option<u8>| byte.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let is_label = |label: &str| {
        let label = label.strip_prefix('_').unwrap_or(label);
        let is_inside = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b);
        label.bytes().all(is_inside) && is_end(label.bytes().next()) && is_end(label.bytes().next_back())
    };
    let mut reasons = Reasons::new();
    if text.len() > 253 {
        reasons.push("must be no more than 253 characters".into());
    }
    if !text.split('.').all(is_label) {
        reasons.push(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must \
             start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
             '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')"
                .into(),
        );
    }
    reasons
}
