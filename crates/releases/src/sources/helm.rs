//! Charts that charts and other tools name: dependencies and their locks, objects of k3s and Cluster API,
//! files of Fleet.
//
// helm: pkg/chart/dependency.go; k3s-io/helm-controller: pkg/apis/helm.cattle.io/v1/types.go

use crate::collector::Collector;
use crate::nodes::{items, string};
use crate::statement::What;
use crdc_source::Node;

const LOCK: &str = "helm";

/// The dependencies of a chart. Charts in folders have no version of a project.
pub(super) fn dependencies(node: &Node, to: &mut Collector<'_>) {
    for dependency in items(node, &["dependencies"]) {
        let (name, repository) = (string(dependency, &["name"]), string(dependency, &["repository"]));
        if name.is_empty() || repository.is_empty() || repository.starts_with("file:") {
            continue;
        }
        // The alias of an address, which is in the settings of the user.
        let is_alias = repository.starts_with('@') || repository.starts_with("alias:");
        let lock = to.lock_of(LOCK, &[name, repository]);
        let repository = if is_alias { "" } else { repository }.to_owned();
        to.say(dependency, &["version"], What::Locked { repository, name: name.to_owned(), lock });
    }
}

pub(super) fn lock(node: &Node, to: &mut Collector<'_>) {
    for dependency in items(node, &["dependencies"]) {
        let names = [string(dependency, &["name"]), string(dependency, &["repository"])];
        to.lock(LOCK, &names, dependency, &["version"]);
    }
}

/// `HelmChart` of k3s and RKE2.
pub(super) fn k3s_chart(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = node.get("spec") {
        named(spec, ["repo", "chart", "version"], to);
    }
}

pub(super) fn chart_proxy(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = node.get("spec") {
        named(spec, ["repoURL", "chartName", "version"], to);
    }
}

/// The chart of a bundle of Fleet, and those of its targets.
pub(super) fn fleet(node: &Node, to: &mut Collector<'_>) {
    let targets = items(node, &["targetCustomizations"]);
    let base = node.get("helm");
    for helm in base.into_iter().chain(targets.iter().filter_map(|target| target.get("helm"))) {
        let repository = if helm.get("repo").is_some() { helm } else { base.unwrap_or(helm) };
        let chart = if helm.get("chart").is_some() { helm } else { base.unwrap_or(helm) };
        let (repository, name) = (string(repository, &["repo"]), string(chart, &["chart"]));
        if (!repository.is_empty() || name.contains("://")) && helm.get("version").is_some() {
            let what = What::Chart { repository: repository.to_owned(), name: name.to_owned() };
            to.say(helm, &["version"], what);
        }
    }
}

/// A chart in fields of these names. A chart without an address is a folder, or packed in the object.
pub(super) fn named(spec: &Node, [repository, chart, version]: [&str; 3], to: &mut Collector<'_>) {
    let (repository, name) = (string(spec, &[repository]), string(spec, &[chart]));
    if name.is_empty() || (repository.is_empty() && !name.contains("://")) {
        return;
    }
    let what = if repository.is_empty() && !name.starts_with("oci://") {
        // The address of a packed chart.
        What::Git { url: name.to_owned(), path: String::new() }
    } else {
        What::Chart { repository: repository.to_owned(), name: name.to_owned() }
    };
    to.say(spec, &[version], what);
}
