//! Rules of roles and their bindings.
//
// kubernetes: pkg/apis/rbac/validation/validation.go; pkg/apis/rbac/v1/defaults.go

use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::shown;

pub(super) const GROUP: &str = "rbac.authorization.k8s.io";

/// A Role or a ClusterRole.
pub(super) fn role(root: &At<'_, '_>, is_namespaced: bool, report: &mut Report) {
    let aggregation = root.child("aggregationRule");
    if aggregation.is_set() && !is_namespaced {
        let selectors = aggregation.child("clusterRoleSelectors");
        if selectors.is_empty() {
            let detail = "at least one clusterRoleSelector required if aggregationRule is non-nil";
            report.required(&selectors, detail);
        }
        for selector in selectors.items() {
            super::selector::selector(&selector, report);
        }
    }
    for rule in root.child("rules").items() {
        let [verbs, groups, resources, resource_names, urls] =
            ["verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs"]
                .map(|field| rule.child(field));
        if verbs.is_empty() {
            report.required(&verbs, "verbs must contain at least one value");
        }
        if !urls.is_empty() {
            let shown = shown::list(&urls, report.version());
            if is_namespaced {
                report.invalid(&urls, &shown, "namespaced rules cannot apply to non-resource URLs");
            }
            if !groups.is_empty() || !resources.is_empty() || !resource_names.is_empty() {
                let detail = "rules cannot apply to both regular resources and non-resource URLs";
                report.invalid(&urls, &shown, detail);
            }
            continue;
        }
        if groups.is_empty() {
            report.required(&groups, "resource rules must supply at least one api group");
            report.help("the core group is `\"\"`");
        }
        if resources.is_empty() {
            report.required(&resources, "resource rules must supply at least one resource");
        }
    }
}

/// A RoleBinding or a ClusterRoleBinding.
pub(super) fn binding(root: &At<'_, '_>, is_namespaced: bool, report: &mut Report) {
    let role = root.child("roleRef");
    let (group, kind, name) = (role.child("apiGroup"), role.child("kind"), role.child("name"));
    if !["", GROUP].contains(&group.text()) {
        report.unsupported(&group, group.text(), &[GROUP]);
    }
    let kinds: &[&str] = if is_namespaced { &["Role", "ClusterRole"] } else { &["ClusterRole"] };
    if !kinds.contains(&kind.text()) {
        report.unsupported(&kind, kind.text(), kinds);
    }
    match name.text() {
        "" => report.required(&name, ""),
        text => report.against(&name, text, names::against_segment(text.as_bytes())),
    }
    root.child("subjects").items().for_each(|subject| self::subject(&subject, is_namespaced, report));
}

fn subject(at: &At<'_, '_>, is_namespaced: bool, report: &mut Report) {
    let (name, kind, group) = (at.child("name"), at.child("kind"), at.child("apiGroup"));
    if name.text().is_empty() {
        report.required(&name, "");
    }
    match kind.text() {
        "ServiceAccount" => {
            if !name.text().is_empty() {
                report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
            }
            if !group.text().is_empty() {
                report.unsupported(&group, group.text(), &[""]);
                report.help("remove `apiGroup`: service accounts are in the core group");
            }
            let namespace = at.child("namespace");
            if !is_namespaced && namespace.text().is_empty() {
                report.required(&namespace, "");
            }
        }
        "User" | "Group" => {
            if !["", GROUP].contains(&group.text()) {
                report.unsupported(&group, group.text(), &[GROUP]);
            }
        }
        other => report.unsupported(&kind, other, &["ServiceAccount", "User", "Group"]),
    }
}
