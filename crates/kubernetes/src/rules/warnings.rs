//! The warnings of servers about pods and their templates.
//
// kubernetes: pkg/api/pod/warnings.go, pkg/api/node/util.go

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crdc_vocabulary::go::quote;

use super::at::At;
use super::ports::protocol;
use super::report::{REFUSED_BY_APPLY, Report};
use super::scheduling::{PREFERRED, REQUIRED};
use crate::quantity::Quantity;

const WARNING: &str = "server-warning";

/// Deprecated labels of nodes, with their replacements.
const NODE_LABELS: [(&str, &str); 5] = [
    ("beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"),
    ("beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"),
    (
        "failure-domain.beta.kubernetes.io/region",
        "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
    ),
    (
        "failure-domain.beta.kubernetes.io/zone",
        "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
    ),
    (
        "beta.kubernetes.io/instance-type",
        "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
    ),
];
const ANNOTATIONS: [(&str, &str); 3] = [
    (
        "scheduler.alpha.kubernetes.io/critical-pod",
        "non-functional in v1.16+; use the \"priorityClassName\" field instead",
    ),
    ("security.alpha.kubernetes.io/sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"),
    (
        "security.alpha.kubernetes.io/unsafe-sysctls",
        "non-functional in v1.11+; use the \"sysctls\" field instead",
    ),
];
/// Sources of volumes, the server versions that warn of them, and the warning.
const VOLUMES: [(&str, Range<u8>, &str); 10] = [
    ("photonPersistentDisk", 0..u8::MAX, "deprecated in v1.11, non-functional in v1.16+"),
    // kube_features.go GitRepoVolumeDriver: off since 1.33.
    ("gitRepo", 0..33, "deprecated in v1.11"),
    ("gitRepo", 33..u8::MAX, "deprecated in v1.11, and disabled by default in v1.33+"),
    ("scaleIO", 0..u8::MAX, "deprecated in v1.16, non-functional in v1.22+"),
    ("flocker", 0..u8::MAX, "deprecated in v1.22, non-functional in v1.25+"),
    ("storageos", 0..u8::MAX, "deprecated in v1.22, non-functional in v1.25+"),
    ("quobyte", 0..u8::MAX, "deprecated in v1.22, non-functional in v1.25+"),
    ("glusterfs", 0..u8::MAX, "deprecated in v1.25, non-functional in v1.26+"),
    ("cephfs", 0..u8::MAX, "deprecated in v1.28, non-functional in v1.31+"),
    ("rbd", 0..u8::MAX, "deprecated in v1.28, non-functional in v1.31+"),
];
const NO_POD: &str = "a null labelSelector results in matching no pod";

/// The warnings for a pod or a template, which has `metadata` and `spec`.
pub(super) fn warnings(at: &At<'_, '_>, report: &mut Report) {
    let (metadata, spec) = (at.child("metadata"), at.child("spec"));
    for (key, value) in spec.child("nodeSelector").entries() {
        if let Some((_, words)) = NODE_LABELS.iter().find(|(label, _)| *label == key) {
            report.warning(WARNING, &value.at_key(), words);
        }
    }
    let affinity = spec.child("affinity");
    terms(&affinity, report);
    for constraint in spec.child("topologySpreadConstraints").items() {
        let key = constraint.child("topologyKey");
        if let Some((label, words)) = NODE_LABELS.iter().find(|(label, _)| *label == key.text()) {
            report.warning(WARNING, &key, &format!("{label} is {words}"));
        }
        let selector = constraint.child("labelSelector");
        if !selector.is_set() {
            report.warning(WARNING, &selector, NO_POD);
        }
    }
    for (key, value) in metadata.child("annotations").entries() {
        if let Some((_, words)) = ANNOTATIONS.iter().find(|(known, _)| *known == key) {
            report.warning(WARNING, &value.at_key(), words);
        }
    }
    for volume in spec.child("volumes").items() {
        for (source, versions, words) in &VOLUMES {
            let place = volume.child(source);
            if place.is_set() && versions.contains(&report.version()) {
                let name = if *source == "storageos" { "storageOS" } else { source };
                report.warning(WARNING, &place.named(&volume, name).at_key(), words);
            }
        }
    }
    names(&spec, report);
    let grace = spec.child("terminationGracePeriodSeconds");
    if grace.int().is_some_and(|seconds| seconds < 0) {
        let words = "must be >= 0; negative values are invalid and will be treated as 1";
        report.warning(WARNING, &grace, words);
    }
    containers(&spec, report);
}

fn terms(affinity: &At<'_, '_>, report: &mut Report) {
    let node = affinity.child("nodeAffinity");
    let mut labels = |term: &At<'_, '_>| {
        for requirement in term.child("matchExpressions").items() {
            let key = requirement.child("key");
            if let Some((label, words)) = NODE_LABELS.iter().find(|(label, _)| *label == key.text()) {
                report.warning(WARNING, &key, &format!("{label} is {words}"));
            }
        }
    };
    let required = node.child(REQUIRED);
    required.child("nodeSelectorTerms").items().for_each(|term| labels(&term));
    node.child(PREFERRED).items().for_each(|term| labels(&term.child("preference")));
    for kind in ["podAffinity", "podAntiAffinity"] {
        let kind = affinity.child(kind);
        let mut selector = |term: &At<'_, '_>| {
            let at = term.child("labelSelector");
            if !at.is_set() {
                report.warning(WARNING, &at, NO_POD);
            }
        };
        kind.child(REQUIRED).items().for_each(|term| selector(&term));
        kind.child(PREFERRED).items().for_each(|term| selector(&term.child("podAffinityTerm")));
    }
}

/// Repeated aliases of hosts and secrets of registries.
fn names(spec: &At<'_, '_>, report: &mut Report) {
    for (list, key, word) in [("hostAliases", "ip", "ip"), ("imagePullSecrets", "name", "name")] {
        let mut seen = HashSet::new();
        for item in spec.child(list).items() {
            let at = item.child(key);
            if !seen.insert(at.text()) {
                report.warning(WARNING, &at, &format!("duplicate {word} {}", quote(at.text())));
                report.help(REFUSED);
            }
            if list == "imagePullSecrets" && at.text().is_empty() {
                report.warning(WARNING, &at, "invalid empty name \"\"");
            }
        }
    }
}

const REFUSED: &str =
    "the server accepts this, but server-side apply refuses it: duplicate entries for a key";

fn containers(spec: &At<'_, '_>, report: &mut Report) {
    let mut ports: HashMap<(i64, &str), Vec<TakenPort<'_>>> = HashMap::new();
    // The server visits them in this order.
    for list in ["initContainers", "containers", "ephemeralContainers"] {
        for container in spec.child(list).items() {
            for kind in ["limits", "requests"] {
                let amounts = container.child("resources");
                let amounts = amounts.child(kind);
                for name in ["memory", "ephemeral-storage"] {
                    let at = amounts.key(name);
                    if let Some(amount) = Quantity::at(&at).filter(|amount| !amount.is_whole()) {
                        let words = format!(
                            "fractional byte value {} is invalid, must be an integer",
                            quote(&amount.text())
                        );
                        report.warning(WARNING, &at, &words);
                    }
                }
            }
            variables(&container, report);
            for port in container.child("ports").items() {
                let this = TakenPort {
                    path: None,
                    host_ip: port.child("hostIP").text(),
                    host_port: port.child("hostPort").int_or_zero(),
                };
                let key = (port.child("containerPort").int_or_zero(), protocol(&port));
                let others = ports.entry(key).or_default();
                for other in others.iter() {
                    if let Some(words) = this.against(other) {
                        let other = other.path.as_deref().unwrap_or_default();
                        report.warning(WARNING, &port, &format!("{words} port definition with {other}"));
                        report.help(
                            "server-side apply refuses two ports with one number and protocol in a container",
                        );
                    }
                }
                // The number of warnings is limited for a container with very many equal ports.
                if others.len() < 8 {
                    others.push(TakenPort { path: Some(port.path()), ..this });
                }
            }
        }
    }
}

/// A port that an earlier container, or the same one, uses.
struct TakenPort<'n> {
    path: Option<String>,
    host_ip: &'n str,
    host_port: i64,
}

impl TakenPort<'_> {
    fn against(&self, other: &TakenPort<'_>) -> Option<&'static str> {
        if self.host_ip == other.host_ip && self.host_port == other.host_port {
            Some("duplicate")
        } else if self.host_port == 0 || other.host_port == 0 {
            Some("overlapping")
        } else if self.host_port == other.host_port && self.host_ip.is_empty() != other.host_ip.is_empty() {
            Some("dangerously ambiguous")
        } else {
            None
        }
    }
}

/// Finds variables that hide other variables.
fn variables(container: &At<'_, '_>, report: &mut Report) {
    let mut seen = HashSet::new();
    for variable in container.child("env").items() {
        let name = variable.child("name").text();
        if seen.insert(name) {
            continue;
        }
        let (value, reference) = (variable.child("value").text(), format!("$({name})"));
        if variable.child("valueFrom").is_set() || value == reference || !value.contains(&reference) {
            let words = format!(
                "hides previous definition of {}, which may be dropped when using apply",
                quote(name)
            );
            report.warning(WARNING, &variable, &words);
        } else {
            // The server returns no warning, since the value refers to the variable before.
            report.repeated(&variable, &format!("[name={}]", quote(name)));
            continue;
        }
        report.help(REFUSED_BY_APPLY);
    }
}
