//! Decides which updates must name the version that they replace, and which updates create an object. In: a
//! kind, and the object of an update. Out: both decisions; an update that may replace any version gets the
//! version of the stored object.
// apiserver: pkg/registry/generic/registry/store.go Update; kubernetes: AllowUnconditionalUpdate,
// AllowCreateOnUpdate of each strategy

use crdc_admission::{Attributes, Object};

use super::Kind;

/// Kinds by group.
type Kinds = [(&'static str, &'static [&'static str])];

/// Kubernetes' own kinds whose updates must name a version, like updates of custom resources.
const CONDITIONAL: &Kinds = &[
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
    ("apiextensions.k8s.io", &["CustomResourceDefinition"]),
    ("apiregistration.k8s.io", &["APIService"]),
    ("coordination.k8s.io", &["Lease"]),
    ("node.k8s.io", &["RuntimeClass"]),
    ("policy", &["PodDisruptionBudget"]),
    ("storage.k8s.io", &["CSIDriver", "CSINode", "CSIStorageCapacity", "VolumeAttachment"]),
];

/// The kinds whose updates create a missing object.
const CREATED_BY_UPDATES: &Kinds = &[
    ("", &["Endpoints", "Event", "LimitRange", "Service"]),
    ("coordination.k8s.io", &["Lease"]),
    ("events.k8s.io", &["Event"]),
    ("node.k8s.io", &["RuntimeClass"]),
    ("rbac.authorization.k8s.io", &["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"]),
];

const PATH: [&str; 2] = ["metadata", "resourceVersion"];

impl Kind {
    fn is_in(&self, kinds: &Kinds) -> bool {
        let mut of_group = kinds.iter().filter(|(group, _)| **group == *self.group);
        self.native && of_group.any(|(_, kinds)| kinds.contains(&&*self.names.kind))
    }

    /// Whether an update of a missing object creates it.
    pub(crate) fn is_created_by_updates(&self) -> bool {
        self.is_in(CREATED_BY_UPDATES)
    }

    /// Whether an update with this object may replace any version of the stored object: it names none, and
    /// the kind allows that.
    pub(crate) fn replaces_any(&self, object: &Object<'_>) -> bool {
        self.native && !self.is_in(CONDITIONAL) && names_none(object)
    }

    /// Sets the version of the stored object in an update that may replace any version.
    pub(super) fn set_version(&self, attributes: &mut Attributes<'_>) {
        let (stored, object) = (attributes.old_object(), attributes.object_mut());
        if let (Some(stored), Some(object)) = (stored, object.filter(|object| self.replaces_any(object)))
            && let Some(version) = stored.string(&PATH)
        {
            object.set_string(&PATH, &version);
        }
    }
}

/// Whether an object names no version: zero is none, too.
// apiserver: pkg/storage/api_object_versioner.go ObjectResourceVersion
fn names_none(object: &Object<'_>) -> bool {
    object.string(&PATH).is_none_or(|version| version.is_empty() || version.parse() == Ok(0_u64))
}
