//! The scope of kinds, namespaced or cluster, and the kinds that have resources: schemas do not contain
//! these.
//
// kubernetes: pkg/registry (NamespaceScoped of each strategy); client-go: restmapper/discovery.go
// NewDiscoveryRESTMapper

/// The scope of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Objects are in namespaces.
    Namespaced,
    /// Objects are not in namespaces.
    Cluster,
}

/// The groups whose kinds are all cluster-scoped.
const CLUSTER_GROUPS: [&str; 9] = [
    "admissionregistration.k8s.io",
    "apiextensions.k8s.io",
    "apiregistration.k8s.io",
    "certificates.k8s.io",
    "flowcontrol.apiserver.k8s.io",
    "internal.apiserver.k8s.io",
    "node.k8s.io",
    "storagemigration.k8s.io",
    "imagepolicy.k8s.io",
];

/// The kinds of other groups that are in no namespace.
const CLUSTER_KINDS: [(&str, &[&str]); 8] = [
    ("", &["ComponentStatus", "Namespace", "Node", "PersistentVolume"]),
    ("authentication.k8s.io", &["SelfSubjectReview", "TokenReview"]),
    ("authorization.k8s.io", &["SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview"]),
    ("networking.k8s.io", &["IPAddress", "IngressClass", "ServiceCIDR"]),
    ("rbac.authorization.k8s.io", &["ClusterRole", "ClusterRoleBinding"]),
    ("resource.k8s.io", &["DeviceClass", "DeviceTaintRule", "ResourcePoolStatusRequest", "ResourceSlice"]),
    ("scheduling.k8s.io", &["PriorityClass"]),
    (
        "storage.k8s.io",
        &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"],
    ),
];

/// The scope of a kind of Kubernetes.
#[must_use]
pub fn scope_of(group: &str, kind: &str) -> Scope {
    let in_group = CLUSTER_KINDS.iter().find(|(known, _)| *known == group);
    if CLUSTER_GROUPS.contains(&group) || in_group.is_some_and(|(_, kinds)| kinds.contains(&kind)) {
        // Requests for certificates of pods are in their namespace.
        if kind == "PodCertificateRequest" { Scope::Namespaced } else { Scope::Cluster }
    } else {
        Scope::Namespaced
    }
}

/// A kind that no resource has, although there are schemas of it, and the advice.
pub(crate) fn no_resource(group: &str, kind: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match (group, kind) {
        ("autoscaling", "Scale") => (
            "no object of its own: it is sent to the `scale` subresource of another object",
            Some("write `spec.replicas` of that object"),
        ),
        ("policy", "Eviction") => (
            "no object of its own: it is sent to the `eviction` subresource of a Pod",
            Some("delete the Pod, or use `kubectl drain`"),
        ),
        ("authentication.k8s.io", "TokenRequest") => (
            "no object of its own: it is sent to the `token` subresource of a ServiceAccount",
            Some("use `kubectl create token`"),
        ),
        ("", "Status") => ("what servers answer, not an object", None),
        _ => return None,
    })
}
