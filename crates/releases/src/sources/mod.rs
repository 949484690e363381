//! The formats that say which release is run: a table of kinds, and one of names of files. In: documents.
//! Out: statements.

mod addresses;
mod argo;
mod flux;
mod flux_itself;
mod helm;
mod helmfile;
mod jsonnet;
mod kustomize;
mod olm;
mod renovate;
mod vendir;
mod workloads;

use crate::collector::Collector;
use crate::nodes::{at, file_name, items, string};
use crdc_source::{Node, Value};
use memchr::memmem;

type Read = fn(&Node, &mut Collector<'_>);

/// Objects, by group and kind.
const KINDS: &[(&str, &str, Read)] = &[
    ("helm.toolkit.fluxcd.io", "HelmRelease", flux::helm_release),
    ("source.toolkit.fluxcd.io", "HelmChart", flux::helm_chart),
    ("source.toolkit.fluxcd.io", "HelmRepository", flux::helm_repository),
    ("source.toolkit.fluxcd.io", "GitRepository", flux::git_repository),
    ("source.toolkit.fluxcd.io", "OCIRepository", flux::oci_repository),
    ("kustomize.toolkit.fluxcd.io", "Kustomization", flux::kustomization),
    ("fluxcd.controlplane.io", "FluxInstance", flux_itself::instance),
    ("", "Namespace", flux_itself::namespace),
    ("argoproj.io", "Application", argo::application),
    ("argoproj.io", "ApplicationSet", argo::application_set),
    ("operators.coreos.com", "Subscription", olm::subscription),
    ("operators.coreos.com", "ClusterServiceVersion", olm::cluster_service_version),
    ("olm.operatorframework.io", "ClusterExtension", olm::cluster_extension),
    ("helm.cattle.io", "HelmChart", helm::k3s_chart),
    ("addons.cluster.x-k8s.io", "HelmChartProxy", helm::chart_proxy),
    ("builtin", "HelmChartInflationGenerator", kustomize::inflation_generator),
    ("vendir.k14s.io", "Config", vendir::config),
    ("vendir.k14s.io", "LockConfig", vendir::lock_config),
    ("", "Pod", workloads::pod),
    ("", "ReplicationController", workloads::template),
    ("apps", "DaemonSet", workloads::template),
    ("apps", "Deployment", workloads::template),
    ("apps", "ReplicaSet", workloads::template),
    ("apps", "StatefulSet", workloads::template),
    ("batch", "Job", workloads::template),
    ("batch", "CronJob", workloads::cron_job),
];

/// Objects that have other objects: the kind, the list of them, and the object in an item of the list. Flux's
/// operator, OpenShift and Open Cluster Management apply what is in them.
const WRAPPED: &[(&str, &[&str], &[&str])] = &[
    ("ResourceSet", &["spec", "resources"], &[]),
    ("Template", &["objects"], &[]),
    ("ManifestWork", &["spec", "workload", "manifests"], &[]),
    ("Policy", &["spec", "policy-templates"], &["objectDefinition"]),
    ("ConfigurationPolicy", &["spec", "object-templates"], &["objectDefinition"]),
];

/// Files, by name.
const FILES: &[(&str, Read)] = &[
    ("kustomization.yaml", kustomize::kustomization),
    ("kustomization.yml", kustomize::kustomization),
    ("Kustomization", kustomize::kustomization),
    ("Chart.yaml", helm::dependencies),
    ("Chart.lock", helm::lock),
    ("requirements.yaml", helm::dependencies),
    ("requirements.lock", helm::lock),
    ("fleet.yaml", helm::fleet),
    ("jsonnetfile.json", jsonnet::file),
    ("jsonnetfile.lock.json", jsonnet::lock),
];

/// Words of which one is in every file that says something and has no name of its own.
const WORDS: &[&str] = &[
    "HelmRelease",
    "source.toolkit.fluxcd.io",
    // Variables of Flux's Kustomizations. Their references to sources are in every file, and say nothing.
    "substitute:",
    "argoproj.io",
    "renovate:",
    "releases:",
    "operators.coreos.com",
    "kind: Deployment",
    "kind: StatefulSet",
    "kind: DaemonSet",
    "helm.cattle.io",
    "Flux Version:",
    "fluxcd.controlplane.io",
    "olm.operatorframework.io",
    "addons.cluster.x-k8s.io",
    "HelmChartInflationGenerator",
    "vendir.k14s.io",
    "distribution:",
];

/// Whether a file may say something about releases, by its name and a search of its text, which is not
/// parsed. Such a file is worth [`crate::Said::add`]; others say nothing, but for images of workloads other
/// than Deployments, StatefulSets and DaemonSets.
///
/// ```
/// use crdc_releases::may_pin;
///
/// assert!(may_pin("apps/kustomization.yaml", ""));
/// assert!(may_pin("a.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n"));
/// assert!(!may_pin("a.yaml", "apiVersion: v1\nkind: ConfigMap\n"));
/// ```
#[must_use]
pub fn may_pin(path: &str, text: &str) -> bool {
    let name = file_name(path);
    FILES.iter().any(|(file, _)| *file == name)
        || addresses::any(text)
        || WORDS.iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

/// Reads what is in lines, whatever the text is.
pub(crate) fn lines(to: &mut Collector<'_>) {
    renovate::comments(to);
    let name = file_name(&to.path);
    // Kustomizations have lists of addresses that are read already.
    if !FILES.iter().any(|(file, _)| *file == name) {
        addresses::lines(to);
    }
}

/// Reads a document of a file.
pub(crate) fn document(node: &Node, to: &mut Collector<'_>) {
    let name = file_name(&to.path).to_owned();
    if let Some((_, read)) = FILES.iter().find(|(file, _)| *file == name) {
        read(node, to);
    }
    if node.get("kind").is_none() {
        helmfile::file(node, to);
        flux_itself::values(node, to);
    }
    objects(node, to);
    to.read_inside(objects);
}

/// Reads an object, or those of a list.
fn objects(node: &Node, to: &mut Collector<'_>) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let kind = string(node, &["kind"]);
        if let Some((_, path, inner)) = WRAPPED.iter().find(|(of, _, _)| *of == kind) {
            open.extend(items(node, path).iter().filter_map(|item| at(item, inner)));
        }
        if let Some(Value::Array(items)) = node.get("items").map(|items| &items.value)
            && kind.ends_with("List")
        {
            open.extend(items);
            continue;
        }
        let api_version = string(node, &["apiVersion"]);
        let group = match api_version.split_once('/') {
            Some((group, _)) => group,
            None if api_version == "builtin" => api_version,
            None => "",
        };
        if let Some((_, _, read)) = KINDS.iter().find(|(of, name, _)| *name == kind && *of == group) {
            read(node, to);
        }
    }
}
