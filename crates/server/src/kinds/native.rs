//! Builds Kubernetes' own kinds. In: the table below, and the definitions of crdc-kubernetes. Out: kinds
//! whose objects are decoded and validated as Go does it.
//!
//! Easy to break: the plan of such a kind has no schema, so its chain keeps every field. A validator in the
//! chain finds the errors of an object.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crdc::{Cause, DecodeStage, Undecodable};
use crdc_admission::{Attributes, Mutator, Operation, Propagation, Refusal, Validator};
use crdc_dynamic::Validators;
use crdc_kubernetes::{Level, Problem, Request, Said, Scope, scope_of, validate};
use crdc_source::{Source, json_value};
use crdc_vocabulary::ErrorType;
use serde_json::{Map, Value, json};

use super::{Loaded, Names, Scale, api_version, events, new};
use crate::apimachinery::native_kinds::NativeKinds;
use crate::conversion::Conversion;
use crate::subresources::scale::SUBRESOURCE;

/// The group, version, kind, plural and short names of a kind.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

/// Kubernetes' own kinds that operators use, with or without a status.
// kubernetes: pkg/registry (ShortNames of each storage)
const KINDS: [Row; 65] = [
    ("", "v1", "ConfigMap", "configmaps", &["cm"]),
    ("", "v1", "Endpoints", "endpoints", &["ep"]),
    ("", "v1", "Event", "events", &["ev"]),
    ("", "v1", "LimitRange", "limitranges", &["limits"]),
    ("", "v1", "Namespace", "namespaces", &["ns"]),
    ("", "v1", "Node", "nodes", &["no"]),
    ("", "v1", "PersistentVolume", "persistentvolumes", &["pv"]),
    ("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", &["pvc"]),
    ("", "v1", "Pod", "pods", &["po"]),
    ("", "v1", "PodTemplate", "podtemplates", &[]),
    ("", "v1", "ReplicationController", "replicationcontrollers", &["rc"]),
    ("", "v1", "ResourceQuota", "resourcequotas", &["quota"]),
    ("", "v1", "Secret", "secrets", &[]),
    ("", "v1", "Service", "services", &["svc"]),
    ("", "v1", "ServiceAccount", "serviceaccounts", &["sa"]),
    ("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy", "mutatingadmissionpolicies", &[]),
    (
        "admissionregistration.k8s.io",
        "v1",
        "MutatingAdmissionPolicyBinding",
        "mutatingadmissionpolicybindings",
        &[],
    ),
    (
        "admissionregistration.k8s.io",
        "v1",
        "MutatingWebhookConfiguration",
        "mutatingwebhookconfigurations",
        &[],
    ),
    ("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies", &[]),
    (
        "admissionregistration.k8s.io",
        "v1",
        "ValidatingAdmissionPolicyBinding",
        "validatingadmissionpolicybindings",
        &[],
    ),
    (
        "admissionregistration.k8s.io",
        "v1",
        "ValidatingWebhookConfiguration",
        "validatingwebhookconfigurations",
        &[],
    ),
    ("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", &["crd", "crds"]),
    ("apiregistration.k8s.io", "v1", "APIService", "apiservices", &[]),
    ("apps", "v1", "ControllerRevision", "controllerrevisions", &[]),
    ("apps", "v1", "DaemonSet", "daemonsets", &["ds"]),
    ("apps", "v1", "Deployment", "deployments", &["deploy"]),
    ("apps", "v1", "ReplicaSet", "replicasets", &["rs"]),
    ("apps", "v1", "StatefulSet", "statefulsets", &["sts"]),
    ("authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", &[]),
    ("authentication.k8s.io", "v1", "TokenReview", "tokenreviews", &[]),
    ("authorization.k8s.io", "v1", "LocalSubjectAccessReview", "localsubjectaccessreviews", &[]),
    ("authorization.k8s.io", "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews", &[]),
    ("authorization.k8s.io", "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews", &[]),
    ("authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews", &[]),
    ("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", &["hpa"]),
    ("batch", "v1", "CronJob", "cronjobs", &["cj"]),
    ("batch", "v1", "Job", "jobs", &[]),
    ("certificates.k8s.io", "v1", "CertificateSigningRequest", "certificatesigningrequests", &["csr"]),
    ("coordination.k8s.io", "v1", "Lease", "leases", &[]),
    ("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices", &[]),
    ("events.k8s.io", "v1", "Event", "events", &["ev"]),
    ("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", "flowschemas", &[]),
    ("flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration", "prioritylevelconfigurations", &[]),
    ("networking.k8s.io", "v1", "IPAddress", "ipaddresses", &["ip"]),
    ("networking.k8s.io", "v1", "Ingress", "ingresses", &["ing"]),
    ("networking.k8s.io", "v1", "IngressClass", "ingressclasses", &[]),
    ("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies", &["netpol"]),
    ("networking.k8s.io", "v1", "ServiceCIDR", "servicecidrs", &[]),
    ("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", &[]),
    ("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", &["pdb"]),
    ("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", &[]),
    ("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", &[]),
    ("rbac.authorization.k8s.io", "v1", "Role", "roles", &[]),
    ("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", &[]),
    ("resource.k8s.io", "v1", "DeviceClass", "deviceclasses", &[]),
    ("resource.k8s.io", "v1", "ResourceClaim", "resourceclaims", &[]),
    ("resource.k8s.io", "v1", "ResourceClaimTemplate", "resourceclaimtemplates", &[]),
    ("resource.k8s.io", "v1", "ResourceSlice", "resourceslices", &[]),
    ("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", &["pc"]),
    ("storage.k8s.io", "v1", "CSIDriver", "csidrivers", &[]),
    ("storage.k8s.io", "v1", "CSINode", "csinodes", &[]),
    ("storage.k8s.io", "v1", "CSIStorageCapacity", "csistoragecapacities", &[]),
    ("storage.k8s.io", "v1", "StorageClass", "storageclasses", &["sc"]),
    ("storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments", &[]),
    ("storage.k8s.io", "v1", "VolumeAttributesClass", "volumeattributesclasses", &["vac"]),
];

/// The kinds with the subresource `status`, and what their strategies set in the status of new objects.
// kubernetes: PrepareForCreate of each strategy
const STATUS: [(&str, &str); 26] = [
    ("APIService", "{}"),
    ("CertificateSigningRequest", "{}"),
    ("CronJob", "{}"),
    ("CustomResourceDefinition", "{}"),
    ("DaemonSet", "{}"),
    ("Deployment", "{}"),
    ("FlowSchema", "{}"),
    ("HorizontalPodAutoscaler", "{}"),
    ("Ingress", "{}"),
    ("Job", "{}"),
    ("Namespace", r#"{"phase":"Active"}"#),
    ("Node", "{}"),
    ("PersistentVolume", r#"{"phase":"Pending"}"#),
    ("PersistentVolumeClaim", r#"{"phase":"Pending"}"#),
    ("Pod", r#"{"phase":"Pending"}"#),
    ("PodDisruptionBudget", "{}"),
    ("PriorityLevelConfiguration", "{}"),
    ("ReplicaSet", "{}"),
    ("ReplicationController", "{}"),
    ("ResourceClaim", "{}"),
    ("ResourceQuota", "{}"),
    ("Service", "{}"),
    ("ServiceCIDR", "{}"),
    ("StatefulSet", "{}"),
    ("ValidatingAdmissionPolicy", "{}"),
    ("VolumeAttachment", "{}"),
];

/// The kinds whose objects have a `metadata.generation`.
// kubernetes: PrepareForCreate of each strategy
const GENERATIONS: [&str; 27] = [
    "CSIDriver",
    "CronJob",
    "CustomResourceDefinition",
    "DaemonSet",
    "Deployment",
    "DeviceClass",
    "EndpointSlice",
    "FlowSchema",
    "Ingress",
    "IngressClass",
    "Job",
    "MutatingAdmissionPolicy",
    "MutatingAdmissionPolicyBinding",
    "MutatingWebhookConfiguration",
    "NetworkPolicy",
    "Pod",
    "PodDisruptionBudget",
    "PodTemplate",
    "PriorityClass",
    "PriorityLevelConfiguration",
    "ReplicaSet",
    "ReplicationController",
    "ResourceSlice",
    "StatefulSet",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
    "ValidatingWebhookConfiguration",
];

/// The default propagation policy for the dependents of an object of a kind; `None` if a request cannot set
/// the policy.
// kubernetes: DefaultGarbageCollectionPolicy of each strategy
pub(crate) fn propagation(group: &str, kind: &str) -> Option<Propagation> {
    match (group, kind) {
        ("" | "events.k8s.io", "Event") => None,
        ("batch", "Job") => Some(Propagation::Orphan),
        _ => Some(Propagation::Background),
    }
}

/// The resource that stores the objects of a resource: both groups of Events share a storage.
pub(crate) fn storage_of(resource: &str) -> &str {
    match resource {
        "events.events.k8s.io" => "events",
        _ => resource,
    }
}

/// The conversion of the stored objects of a kind to its versions.
pub(crate) fn conversion(kind: &str, kinds: &NativeKinds) -> Conversion {
    match kind {
        "Event" => Conversion::Native(events::convert, kinds.clone()),
        _ => Conversion::None,
    }
}

/// The kinds that `kubectl get all` lists.
const IN_ALL: [&str; 10] = [
    "Pod",
    "Service",
    "DaemonSet",
    "Deployment",
    "ReplicaSet",
    "StatefulSet",
    "HorizontalPodAutoscaler",
    "CronJob",
    "Job",
    "ReplicationController",
];

/// The kinds with the subresource `scale`.
const SCALED: [(&str, &str); 4] =
    [("", "ReplicationController"), ("apps", "Deployment"), ("apps", "ReplicaSet"), ("apps", "StatefulSet")];

/// The labels of selectable fields besides name and namespace, by group and kind. `selectable` has their
/// values.
// kubernetes: pkg/apis/{core,batch,certificates,events,resource}/v1/conversion.go
const SELECTABLE: [(&str, &str, &[&str]); 11] = [
    (
        "",
        "Pod",
        &[
            "spec.host",
            "spec.hostNetwork",
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "status.nominatedNodeName",
            "status.phase",
            "status.podIP",
            "status.podIPs",
        ],
    ),
    ("", "Node", &["spec.unschedulable"]),
    ("", "ReplicationController", &["status.replicas"]),
    ("", "Secret", &["type"]),
    ("", "Service", &["spec.clusterIP", "spec.type"]),
    (
        "",
        "Event",
        &[
            "involvedObject.apiVersion",
            "involvedObject.fieldPath",
            "involvedObject.kind",
            "involvedObject.name",
            "involvedObject.namespace",
            "involvedObject.resourceVersion",
            "involvedObject.uid",
            "reason",
            "reportingComponent",
            "source",
            "type",
        ],
    ),
    (
        "events.k8s.io",
        "Event",
        &[
            "reason",
            "regarding.apiVersion",
            "regarding.fieldPath",
            "regarding.kind",
            "regarding.name",
            "regarding.namespace",
            "regarding.resourceVersion",
            "regarding.uid",
            "reportingController",
            "type",
        ],
    ),
    ("", "Namespace", &["status.phase"]),
    ("batch", "Job", &["status.successful"]),
    ("certificates.k8s.io", "CertificateSigningRequest", &["spec.signerName"]),
    ("resource.k8s.io", "ResourceSlice", &["spec.driver", "spec.nodeName"]),
];

/// Whether the objects of a kind are CustomResourceDefinitions.
pub(crate) fn is_definition(group: &str, kind: &str) -> bool {
    (group, kind) == ("apiextensions.k8s.io", "CustomResourceDefinition")
}

/// The resource of CustomResourceDefinitions.
pub(crate) const DEFINITIONS: &str = "customresourcedefinitions.apiextensions.k8s.io";

/// One of Kubernetes' own kinds, before it has a storage.
pub(crate) struct Native {
    pub(crate) group: &'static str,
    pub(crate) version: &'static str,
    pub(crate) names: Names,
    pub(crate) namespaced: bool,
    /// The initial status of new objects, if the status is a subresource.
    pub(crate) initial_status: Option<&'static str>,
    /// The create strategy, which prepares new objects.
    pub(crate) prepare: Option<new::Prepare>,
    /// Whether the objects of the kind have a generation.
    pub(crate) has_generation: bool,
    pub(crate) scale: Option<Scale>,
    pub(crate) selectable: Vec<String>,
}

/// All of Kubernetes' own kinds.
pub(crate) fn all() -> impl Iterator<Item = Native> {
    KINDS.into_iter().map(|(group, version, kind, plural, short)| {
        let replicas = |path: &str| path.to_owned();
        let is_scaled = SCALED.contains(&(group, kind));
        let selectable = SELECTABLE
            .iter()
            .find(|(of, named, _)| (*of, *named) == (group, kind))
            .map_or(&[][..], |(_, _, fields)| fields);
        Native {
            group,
            version,
            names: Names {
                plural: plural.to_owned(),
                singular: kind.to_lowercase(),
                kind: kind.to_owned(),
                list_kind: format!("{kind}List"),
                short: short.iter().map(|name| (*name).to_owned()).collect(),
                categories: if IN_ALL.contains(&kind) { vec!["all".to_owned()] } else { Vec::new() },
            },
            namespaced: scope_of(group, kind) == Scope::Namespaced,
            initial_status: STATUS.iter().find(|(of, _)| *of == kind).map(|(_, status)| *status),
            prepare: new::of(group, kind),
            has_generation: GENERATIONS.contains(&kind),
            scale: is_scaled.then(|| Scale {
                spec_replicas: replicas(".spec.replicas"),
                status_replicas: replicas(".status.replicas"),
                label_selector: None,
            }),
            selectable: selectable.iter().map(|field| (*field).to_owned()).collect(),
        }
    })
}

impl Native {
    /// The plan of the kind: it processes the metadata, and keeps all other fields.
    pub(crate) fn load(&self) -> Option<Loaded> {
        let kind = &self.names.kind;
        let gvk = json!([{"group": self.group, "version": self.version, "kind": kind}]);
        let base = if self.group.is_empty() {
            format!("/api/{}", self.version)
        } else {
            format!("/apis/{}/{}", self.group, self.version)
        };
        let folder = if self.namespaced { "/namespaces/{namespace}" } else { "" };
        let path = format!("{base}{folder}/{}", self.names.plural);
        let verb = json!({"x-kubernetes-group-version-kind": gvk[0], "responses": {}});
        let mut paths = json!({ path.clone(): {"get": verb}, format!("{path}/{{name}}"): {"get": verb} });
        if self.initial_status.is_some() {
            paths[format!("{path}/{{name}}/status")] = json!({"get": verb});
        }
        let meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
        let document = json!({"swagger": "2.0", "info": {"title": "kinds", "version": "1"}, "paths": paths, "definitions": {
            meta: {"type": "object"},
            format!("io.k8s.{kind}"): {
                "type": "object", "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-group-version-kind": gvk,
                "properties": {
                    "apiVersion": {"type": "string"}, "kind": {"type": "string"},
                    "metadata": {"$ref": format!("#/definitions/{meta}")},
                },
            },
        }});
        let source = Source::new("kinds.json", document.to_string());
        let api_version = api_version(self.group, self.version);
        let name = format!("{api_version}/{kind}");
        let (validators, _) = Validators::loader().openapi(&source, &[name]).load_valid();
        Loaded::find(&Arc::new(validators), &api_version, kind)
    }
}

/// The message and the decoder's error of an object that cannot be decoded.
pub(super) fn undecodable(problems: &[Problem]) -> Option<(String, &str)> {
    problems.iter().find_map(|problem| match &problem.said {
        Said::Undecodable { error, .. } => Some((problem.message(), error.as_str())),
        _ => None,
    })
}

/// A validator that finds errors in objects of Kubernetes' own kinds.
#[derive(Clone)]
pub(crate) struct Rules(pub(crate) NativeKinds);

impl Validator for Rules {
    fn name(&self) -> &str {
        "kubernetes"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let (Some(kinds), Some(object)) = (self.0.get(), attributes.object()) else { return Ok(()) };
        let resource = *attributes.resource();
        let api_version = api_version(resource.group, resource.version);
        let Some(definition) = kinds.resource(&api_version, resource.kind) else { return Ok(()) };
        let read = |bytes: &[u8]| json_value(std::str::from_utf8(bytes).ok()?);
        let Some(new) = read(object.bytes()) else {
            return Err(Refusal::bad_request("the object cannot be read: it nests too deep"));
        };
        let old = attributes.old_object().and_then(|old| read(old.bytes()));
        let request =
            old.as_ref().map_or_else(|| Request::create(&new), |old| Request::update(&new, old)).complete();
        let request = request.subresource(attributes.subresource().filter(|name| *name != SUBRESOURCE));
        let problems = validate(kinds, definition, request);
        let about = [resource.group, resource.kind, &attributes.name()];
        if let Some((message, error)) = undecodable(&problems) {
            return Err(Refusal::cannot_decode(message, Undecodable::new(DecodeStage::Object, error)));
        }
        let invalid = problems.into_iter().filter(|problem| !problem.is_unknown_field());
        let (errors, warnings): (Vec<Problem>, Vec<Problem>) =
            invalid.partition(|problem| problem.level == Level::Error);
        warnings.into_iter().for_each(|warning| attributes.warn(warning.message()));
        if errors.is_empty() {
            return Ok(());
        }
        let cause = |error: &Problem| {
            let error_type = match &error.said {
                Said::Invalid { error_type, .. } => *error_type,
                _ => ErrorType::Invalid,
            };
            Cause::new(error_type.as_str(), error.said.to_string(), error.field())
        };
        Err(Refusal::invalid(about, errors.iter().map(cause).collect()))
    }
}

/// A mutator that moves `stringData` of a Secret to `data`.
// kubernetes: pkg/apis/core/v1/conversion.go Convert_v1_Secret_To_core_Secret
pub(crate) struct SecretTexts;

impl Mutator for SecretTexts {
    fn name(&self) -> &str {
        "stringData"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let Some(texts) = object.get(&["stringData"]) else { return Ok(()) };
        // The validators refuse a value that is no map of texts.
        let Ok(texts) = serde_json::from_slice::<Option<BTreeMap<String, Option<String>>>>(texts) else {
            return Ok(());
        };
        let data =
            object.get(&["data"]).map(serde_json::from_slice::<Option<Map<String, Value>>>).transpose();
        let Ok(data) = data else { return Ok(()) };
        let mut data = data.flatten().unwrap_or_default();
        let encoded =
            |(key, text): (String, Option<String>)| (key, json!(STANDARD.encode(text.unwrap_or_default())));
        data.extend(texts.into_iter().flatten().map(encoded));
        object.set(&["data"], Value::Object(data).to_string().as_bytes());
        object.remove(&["stringData"]);
        Ok(())
    }
}
