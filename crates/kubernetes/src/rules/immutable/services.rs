//! What cannot change in Services.
//!
//! Easy to break: a server completes the new Service from the stored one before it compares them: a client
//! that leaves out `clusterIP` keeps it.
//
// kubernetes: pkg/apis/core/validation/validation.go validateUpgradeDowngradeClusterIPs,
// validateUpgradeDowngradeIPFamilies, validateLoadBalancerClassField,
// validateServiceExternalTrafficFieldsUpdate; pkg/registry/core/service/storage/{storage,alloc}.go
// patchAllocatedValues, normalizeClusterIPs, initIPFamilyFields

use crdc_vocabulary::go::quote;

use super::{Change, scalar};
use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::{dropped, shown};

const ONCE: &str = "may not change once set";

/// The spec of a Service.
pub(in crate::rules) fn service(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, .. } = update;
    let is_external = |at: &At<'_, '_>| dropped::kind(at) == "ExternalName";
    if !is_external(now) && !is_external(before) {
        match update.is_complete() {
            true => addresses(now, before, report),
            false => written_address(now, before, report),
        }
    }
    let is_balanced = |at: &At<'_, '_>| dropped::kind(at) == "LoadBalancer";
    if is_balanced(now) && is_balanced(before) && update.differs("loadBalancerClass") {
        let class = now.child("loadBalancerClass");
        report.immutable_because(&class, Some(scalar(&class, report.version())), ONCE);
    }
    if dropped::has_health_check(now) && dropped::has_health_check(before) {
        let (port, old) = (now.child("healthCheckNodePort"), before.child("healthCheckNodePort"));
        // An absent port stays as it is.
        let is_kept = port.int_or_zero() == 0 || (!update.is_complete() && old.int_or_zero() == 0);
        if !is_kept && port.int_or_zero() != old.int_or_zero() {
            report.forbidden_change(&port, "field is immutable");
        }
    }
}

/// The address of a Service from a file, which may lack what the server chose.
fn written_address(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let (address, before) = (spec.child("clusterIP"), old.child("clusterIP"));
    let both = !address.text().is_empty() && !before.text().is_empty();
    if both && address.text() != before.text() {
        let list = spec.child("clusterIPs");
        let place = address.as_map(&list.item(0));
        report.immutable_because(&place, Some(texts(&[address.text()], report.version())), ONCE);
    }
}

/// What a Service has after the server completed it.
struct Addresses<'n> {
    ips: Vec<&'n str>,
    families: Vec<&'n str>,
    is_single: bool,
}

impl<'n> Addresses<'n> {
    /// Those of a stored Service.
    fn of(spec: &At<'_, 'n>) -> Addresses<'n> {
        let list = |field| -> Vec<&'n str> { spec.child(field).items().map(|item| item.text()).collect() };
        let (mut ips, address) = (list("clusterIPs"), spec.child("clusterIP").text());
        if ips.is_empty() && !address.is_empty() {
            ips.push(address);
        }
        Addresses { ips, families: list("ipFamilies"), is_single: is_single(spec) }
    }

    /// Those of an update.
    fn completed(spec: &At<'_, 'n>, old: &At<'_, 'n>, stored: &Addresses<'n>) -> Addresses<'n> {
        let list = |field| -> Vec<&'n str> { spec.child(field).items().map(|item| item.text()).collect() };
        let (mut ips, mut families) = (list("clusterIPs"), list("ipFamilies"));
        let before = stored.ips.first().copied().unwrap_or_default();
        let address = match spec.child("clusterIP").text() {
            "" => before,
            address => address,
        };
        if address == before {
            if ips.is_empty() {
                ips.clone_from(&stored.ips);
            }
        } else if ips == stored.ips {
            ips = vec![address];
        }
        // A Service of two families that now wants one gives up the second.
        let two = ["PreferDualStack", "RequireDualStack"];
        if is_single(spec) && two.contains(&old.child("ipFamilyPolicy").text()) {
            if ips == stored.ips {
                ips.truncate(1);
            }
            if families == stored.families {
                families.truncate(1);
            }
        }
        for ip in ips.iter().skip(families.len()).filter(|ip| **ip != "None") {
            families.push(if ip.contains(':') { "IPv6" } else { "IPv4" });
        }
        Addresses { ips, families, is_single: is_single(spec) }
    }

    fn is_headless(&self) -> bool {
        self.ips == ["None"]
    }
}

fn is_single(spec: &At<'_, '_>) -> bool {
    spec.child("ipFamilyPolicy").text() == "SingleStack"
}

fn addresses(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let before = Addresses::of(old);
    let now = Addresses::completed(spec, old, &before);
    if !(now.is_headless() && before.is_headless()) {
        let rule =
            Rule { field: "clusterIPs", unset: "primary clusterIP can not be unset", what: "clusterIP" };
        rule.check(spec, (&now.ips, &before.ips), &now, report);
    }
    if !now.is_headless() && !before.is_headless() {
        let rule = Rule { field: "ipFamilies", unset: "primary ipFamily can not be unset", what: "ipFamily" };
        rule.check(spec, (&now.families, &before.families), &now, report);
    }
}

/// A list whose first item stays, and whose second item can come and go.
struct Rule {
    field: &'static str,
    unset: &'static str,
    what: &'static str,
}

impl Rule {
    fn check(
        &self,
        spec: &At<'_, '_>,
        (now, before): (&[&str], &[&str]),
        all: &Addresses<'_>,
        report: &mut Report,
    ) {
        let list = spec.child(self.field);
        let is_families = self.field == "ipFamilies";
        let shown = |items: &[&str], version| match is_families {
            true => texts(items, version).replacen("[]string", "[]core.IPFamily", 1),
            false => texts(items, version),
        };
        let is_first_kept = now.first() == before.first();
        match now.len().cmp(&before.len()) {
            std::cmp::Ordering::Equal => {
                let changed = (0..now.len()).filter(|index| now.get(*index) != before.get(*index));
                // Errors of families name the first, and are the same.
                let most = if is_families { 1 } else { usize::MAX };
                for index in changed.take(most) {
                    if report.is_full() {
                        return;
                    }
                    let place = list.item(if is_families { 0 } else { index });
                    let value = shown(now, report.version());
                    report.immutable_because(&list.as_map(&place), Some(value), ONCE);
                }
            }
            std::cmp::Ordering::Less => {
                if all.ips.is_empty() {
                    let value = shown(now, report.version());
                    report.immutable_because(&list.as_map(&list.item(0)), Some(value), self.unset);
                }
                if !now.is_empty() && !is_first_kept {
                    // The server shows the addresses for both.
                    let value = texts(&all.ips, report.version());
                    report.immutable_because(&list.as_map(&list.item(0)), Some(value), ONCE);
                }
                if now.len() == 1 && !all.is_single {
                    let policy = spec.child("ipFamilyPolicy");
                    let detail =
                        format!("must be set to 'SingleStack' when releasing the secondary {}", self.what);
                    report.invalid(&policy, scalar(&policy, report.version()), &detail);
                }
            }
            std::cmp::Ordering::Greater => {
                if !before.is_empty() && !is_first_kept {
                    let value = texts(&all.ips, report.version());
                    report.immutable_because(&list.as_map(&list.item(0)), Some(value), ONCE);
                }
            }
        }
    }
}

/// A list of texts as errors show it.
fn texts(items: &[&str], version: u8) -> String {
    let all = |show: fn(&str) -> String| items.iter().map(|item| show(item)).collect::<Vec<_>>();
    match version {
        ..34 if items.is_empty() => "[]string(nil)".to_owned(),
        ..34 => format!("[]string{{{}}}", all(quote).join(", ")),
        _ if items.is_empty() => "null".to_owned(),
        _ => format!("[{}]", all(shown::text).join(",")),
    }
}
