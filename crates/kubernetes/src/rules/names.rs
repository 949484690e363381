//! Checks names of objects by their kinds. In: a group and a kind. Out: the reasons why a text is not a valid
//! name.
//!
//! Easy to break: a kind that is not listed has the rule that all kinds have, a segment of a path. A rule
//! that is too strict would refuse valid objects.
//
// kubernetes: ValidateObjectMeta of each pkg/apis/*/validation/validation.go; apiserver:
// pkg/registry/rest/create.go BeforeCreate

use crdc_vocabulary::names::{self, Reasons};

/// The rule for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameRule {
    /// A segment of a path.
    Segment,
    /// An RFC 1123 subdomain.
    Subdomain,
    /// An RFC 1123 label.
    Label,
    /// An RFC 1035 label: it begins with a letter.
    LetterFirst,
}

/// The kinds whose names are subdomains, by group.
const SUBDOMAINS: [(&str, &[&str]); 16] = [
    (
        "",
        &[
            "ConfigMap",
            "Endpoints",
            "LimitRange",
            "Node",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "Pod",
            "PodTemplate",
            "ReplicationController",
            "ResourceQuota",
            "Secret",
            "ServiceAccount",
        ],
    ),
    (
        "admissionregistration.k8s.io",
        &[
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "MutatingWebhookConfiguration",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "ValidatingWebhookConfiguration",
        ],
    ),
    ("apps", &["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet"]),
    ("autoscaling", &["HorizontalPodAutoscaler"]),
    ("batch", &["CronJob", "Job"]),
    ("coordination.k8s.io", &["Lease"]),
    ("certificates.k8s.io", &["PodCertificateRequest"]),
    ("discovery.k8s.io", &["EndpointSlice"]),
    ("events.k8s.io", &["Event"]),
    ("flowcontrol.apiserver.k8s.io", &["FlowSchema", "PriorityLevelConfiguration"]),
    ("networking.k8s.io", &["Ingress", "IngressClass", "NetworkPolicy", "ServiceCIDR"]),
    ("node.k8s.io", &["RuntimeClass"]),
    (
        "resource.k8s.io",
        &["DeviceClass", "DeviceTaintRule", "ResourceClaim", "ResourceClaimTemplate", "ResourceSlice"],
    ),
    ("scheduling.k8s.io", &["PriorityClass"]),
    (
        "storage.k8s.io",
        &[
            "CSIDriver",
            "CSINode",
            "CSIStorageCapacity",
            "StorageClass",
            "VolumeAttachment",
            "VolumeAttributesClass",
        ],
    ),
    ("storagemigration.k8s.io", &["StorageVersionMigration"]),
];

/// The rule for names of a kind in a minor version.
pub(super) fn rule_for(group: &str, kind: &str, version: u8) -> NameRule {
    match (group, kind) {
        ("", "Namespace") | ("apps", "StatefulSet") => NameRule::Label,
        // kube_features.go RelaxedServiceNameValidation: on since 1.36.
        ("", "Service") if version >= 36 => NameRule::Label,
        ("", "Service") => NameRule::LetterFirst,
        _ => {
            let known = SUBDOMAINS.iter().find(|(known, _)| *known == group);
            match known.is_some_and(|(_, kinds)| kinds.contains(&kind)) {
                true => NameRule::Subdomain,
                false => NameRule::Segment,
            }
        }
    }
}

impl NameRule {
    /// The reasons why a text is not a valid name.
    pub(super) fn against(self, text: &str) -> Reasons {
        let text = text.as_bytes();
        match self {
            NameRule::Segment => names::against_segment(text),
            NameRule::Subdomain => names::against_name(text),
            NameRule::Label => names::against_namespace(text),
            NameRule::LetterFirst => names::against_kind(text),
        }
    }

    /// The reasons why a text cannot be the prefix of a name.
    pub(super) fn against_prefix(self, text: &str) -> Reasons {
        let masked = names::masked(text.as_bytes());
        match self {
            NameRule::Segment => names::against_segment_prefix(text.as_bytes()),
            NameRule::Subdomain => names::against_name(&masked),
            NameRule::Label => names::against_namespace(&masked),
            NameRule::LetterFirst => names::against_kind(&masked),
        }
    }
}
