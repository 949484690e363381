//! Rules of the cluster IPs of Services and of their families.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateServiceClusterIPsRelatedFields;
// pkg/registry/core/service/strategy.go NormalizeClusterIPs

use std::collections::HashSet;

use crdc_vocabulary::go::quote;

use super::addresses::{self, Stored};
use super::at::At;
use super::report::Report;
use super::shown;

/// `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy` of a Service's spec.
pub(super) fn cluster_ips(spec: &At<'_, '_>, stored: &Stored<'_>, report: &mut Report) {
    let (list, one) = (spec.child("clusterIPs"), spec.child("clusterIP"));
    // A stored Service has both, and an update may have cleared one.
    if !list.is_empty() && !report.is_update() {
        let shown = shown::list(&list, report.version());
        if one.text().is_empty() {
            report.invalid(&list, shown, "must be empty when `clusterIP` is not specified");
        } else if list.item(0).text() != one.text() {
            report.invalid(&list, shown, "first value must match `clusterIP`");
        }
    }
    let families = spec.child("ipFamilies");
    let mut seen = HashSet::new();
    for family in families.items() {
        if !["IPv4", "IPv6"].contains(&family.text()) {
            report.unsupported(&family, family.text(), &["IPv4", "IPv6"]);
        }
        if !seen.insert(family.text()) {
            report.duplicate(&family, quote(family.text()));
        }
    }
    report.one_of_if_set(
        &spec.child("ipFamilyPolicy"),
        &["PreferDualStack", "RequireDualStack", "SingleStack"],
    );
    // NormalizeClusterIPs: `clusterIP` is the default of the list.
    let first = list.item(0);
    let places: Vec<At<'_, '_>> = match list.is_empty() {
        true => Some(one.as_map(&first)).filter(|one| !one.text().is_empty()).into_iter().collect(),
        false => list.items().collect(),
    };
    let before = report.count();
    for (index, ip) in places.iter().enumerate() {
        match (index, ip.text()) {
            (0, "None") if list.len() > 1 => {
                let shown = shown::list(&list, report.version());
                report.invalid(&list, shown, "'None' must be the first and only value");
            }
            (0, "None") => {}
            _ => addresses::ip(ip, stored, report),
        }
    }
    let is_readable = report.count() == before;
    if list.len() > 2 {
        report.invalid(&list, shown::list(&list, report.version()), "may only hold up to 2 values");
    }
    if is_readable {
        compare(&list, &places, &families, report);
    }
}

/// Compares the addresses of a list with each other and with the families.
fn compare(list: &At<'_, '_>, places: &[At<'_, '_>], families: &At<'_, '_>, report: &mut Report) {
    let kinds: Vec<bool> =
        places.iter().filter_map(|ip| addresses::read(ip.text())).map(addresses::is_ipv4).collect();
    if list.len() > 1 && !(kinds.contains(&true) && kinds.contains(&false)) {
        let shown = shown::list(list, report.version());
        report.invalid(list, shown, "may specify no more than one IP for each IP family");
    }
    for (index, ((ip, is_old), family)) in places.iter().zip(kinds).zip(families.items()).enumerate() {
        let wanted = family.text();
        if (wanted == "IPv4" && !is_old) || (wanted == "IPv6" && is_old) {
            let detail = format!("expected an {wanted} value as indicated by `ipFamilies[{index}]`");
            report.bad_text(ip, ip.text(), &detail);
        }
    }
}
