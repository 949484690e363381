//! What cannot change in Nodes, quotas, leases and bindings of roles.
//
// kubernetes: pkg/apis/{core,rbac,coordination}/validation/validation.go

use std::collections::BTreeSet;

use super::{Change, list};
use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::{rbac, shown};

/// The spec of a Node: what is set once stays.
// ValidateNodeUpdate
pub(in crate::rules) fn node(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, .. } = update;
    let ranges = |spec: &At<'_, '_>| -> Vec<String> {
        let list = spec.child("podCIDRs");
        match list.is_empty() {
            true => [spec.child("podCIDR").text()]
                .into_iter()
                .filter(|range| !range.is_empty())
                .map(str::to_owned)
                .collect(),
            false => list.items().map(|range| range.text().to_owned()).collect(),
        }
    };
    // The kubelet writes a Node, so a file may lack what is set in the cluster.
    let is_gone = |is_empty: bool| is_empty && !update.is_complete();
    let (new, old) = (ranges(now), ranges(before));
    if !old.is_empty() && new != old && !is_gone(new.is_empty()) {
        let detail = "node updates may not change podCIDR except from \"\" to valid";
        report.forbidden_change(&now.child("podCIDRs").at_key(), detail);
    }
    let (id, old) = (now.child("providerID"), before.child("providerID"));
    if !old.text().is_empty() && id.text() != old.text() && !is_gone(id.text().is_empty()) {
        let detail = "node updates may not change providerID except from \"\" to valid";
        report.forbidden_change(&id, detail);
    }
    let (id, old) = (now.child("externalID"), before.child("externalID"));
    if id.text() != old.text() && !is_gone(id.text().is_empty()) {
        report.forbidden_change(&id, "may not be updated");
    }
}

/// The scopes of a ResourceQuota, in any order.
// ValidateResourceQuotaUpdate
pub(in crate::rules) fn quota(update: Change<'_, '_, '_>, report: &mut Report) {
    let (at, old) = (update.now.child("scopes"), update.before.child("scopes"));
    let set =
        |at: &At<'_, '_>| -> BTreeSet<String> { at.items().map(|scope| scope.text().to_owned()).collect() };
    if set(&at) != set(&old) {
        let shown = match report.version() {
            34.. => list(&at, 34),
            _ => list(&at, 33).replacen("[]string", "[]core.ResourceQuotaScope", 1),
        };
        report.immutable(&at.at_key(), shown);
    }
}

/// The role of a binding.
pub(in crate::rules) fn role_reference(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let fields = |at: &At<'_, '_>| {
        let role = at.child("roleRef");
        let group = role.child("apiGroup").text();
        let group = if group.is_empty() { rbac::GROUP } else { group };
        [group.to_owned(), role.child("kind").text().to_owned(), role.child("name").text().to_owned()]
    };
    let [group, kind, name] = fields(now);
    if [&group, &kind, &name] != fields(before).each_ref() {
        let version = report.version();
        let [group, kind, name] = [group, kind, name].map(|text| shown::text_in(version, &text));
        let fields = [("APIGroup", group), ("Kind", kind), ("Name", name)];
        let shown = shown::structure("rbac.RoleRef", &fields, version);
        let role = now.child("roleRef");
        report.immutable_because(&role.at_key(), Some(shown), "cannot change roleRef");
        report.help("delete the binding and create it again");
    }
}
