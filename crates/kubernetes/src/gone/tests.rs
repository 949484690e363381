//! Tests of what became of kinds.

use crdc_vocabulary::Minor;

use super::{Lifecycle, deprecation, lines, rank, unknown_kind};
use crate::Kinds;
use crate::archive::Archive;

fn kinds(version: u8) -> Kinds {
    let archive = Archive::built_in().expect("the archive is readable");
    Kinds::of(archive, Minor(version)).expect("the version is built in")
}

fn advice(version: u8, api_version: &str, kind: &str) -> Option<(String, Option<String>)> {
    unknown_kind(&kinds(version), api_version, kind).map(|advice| (advice.message, advice.help))
}

#[test]
fn kinds_that_were_removed() {
    for (api_version, kind, since, help) in [
        ("extensions/v1beta1", "Ingress", "1.22", "write `apiVersion: networking.k8s.io/v1`"),
        ("extensions/v1beta1", "Deployment", "1.16", "write `apiVersion: apps/v1`"),
        ("apps/v1beta2", "StatefulSet", "1.16", "write `apiVersion: apps/v1`"),
        ("autoscaling/v2beta2", "HorizontalPodAutoscaler", "1.26", "write `apiVersion: autoscaling/v2`"),
        ("policy/v1beta1", "PodDisruptionBudget", "1.25", "write `apiVersion: policy/v1`"),
        (
            "rbac.authorization.k8s.io/v1beta1",
            "ClusterRole",
            "1.22",
            "write `apiVersion: rbac.authorization.k8s.io/v1`",
        ),
        ("storage.k8s.io/v1beta1", "CSIDriver", "1.22", "write `apiVersion: storage.k8s.io/v1`"),
        ("batch/v2alpha1", "CronJob", "1.21", "write `apiVersion: batch/v1`"),
        (
            "policy/v1beta1",
            "PodSecurityPolicy",
            "1.25",
            "label namespaces for Pod Security admission: `pod-security.kubernetes.io/enforce: restricted`",
        ),
        (
            "flowcontrol.apiserver.k8s.io/v1beta3",
            "FlowSchema",
            "1.32",
            "write `apiVersion: flowcontrol.apiserver.k8s.io/v1`",
        ),
    ] {
        let message = format!("{api_version} {kind} was removed in Kubernetes {since}");
        assert_eq!(
            advice(36, api_version, kind),
            Some((message, Some(help.to_owned()))),
            "{api_version} {kind}"
        );
    }
    assert_eq!(advice(31, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema"), None);
}

#[test]
fn kinds_that_will_come() {
    assert_eq!(
        advice(31, "resource.k8s.io/v1", "DeviceClass").map(|advice| advice.0).as_deref(),
        Some("resource.k8s.io/v1 DeviceClass came with Kubernetes 1.34")
    );
    assert_eq!(advice(36, "resource.k8s.io/v1", "DeviceClass"), None);
}

#[test]
fn what_was_meant() {
    for (api_version, kind, help) in [
        ("apps/v1", "deployment", "write `kind: Deployment`"),
        ("batch/v1", "Cronjob", "write `kind: CronJob`"),
        ("v1", "Deployment", "write `apiVersion: apps/v1`"),
        ("apps/v1", "Service", "write `apiVersion: v1`"),
        ("apps/v2", "Deployment", "write `apiVersion: apps/v1`"),
        ("v1", "Ingress", "write `apiVersion: networking.k8s.io/v1`"),
        ("app/v1", "Deployment", "write `apiVersion: apps/v1`"),
        ("core/v1", "ConfigMap", "write `apiVersion: v1`"),
        ("networking.k8.io/v1", "Ingress", ""),
        ("autoscaling/v1", "HorizontalPodAutoScaler", "write `kind: HorizontalPodAutoscaler`"),
    ] {
        let wanted = Some(help).filter(|help| !help.is_empty());
        let found = advice(36, api_version, kind);
        assert_eq!(found.as_ref().and_then(|advice| advice.1.as_deref()), wanted, "{api_version} {kind}");
    }
}

#[test]
fn kinds_that_no_resource_has() {
    for (api_version, kind, message, help) in [
        (
            "autoscaling/v1",
            "Scale",
            "Scale is no object of its own: it is sent to the `scale` subresource of another object",
            Some("write `spec.replicas` of that object"),
        ),
        (
            "policy/v1",
            "Eviction",
            "Eviction is no object of its own: it is sent to the `eviction` subresource of a Pod",
            Some("delete the Pod, or use `kubectl drain`"),
        ),
        (
            "authentication.k8s.io/v1",
            "TokenRequest",
            "TokenRequest is no object of its own: it is sent to the `token` subresource of a ServiceAccount",
            Some("use `kubectl create token`"),
        ),
        ("v1", "Status", "Status is what servers answer, not an object", None),
        (
            "v1",
            "PodList",
            "PodList is a list: it needs `items`",
            Some("write `items`, or objects of the kind Pod"),
        ),
        (
            "batch/v1",
            "JobList",
            "JobList is a list: it needs `items`",
            Some("write `items`, or objects of the kind Job"),
        ),
    ] {
        let wanted = (message.to_owned(), help.map(str::to_owned));
        assert_eq!(advice(36, api_version, kind), Some(wanted));
        assert!(kinds(36).resource(api_version, kind).is_none(), "{api_version} {kind}");
    }
    // Other kinds without a name have resources.
    for (api_version, kind) in
        [("v1", "Binding"), ("authentication.k8s.io/v1", "TokenReview"), ("v1", "ComponentStatus")]
    {
        assert!(kinds(36).resource(api_version, kind).is_some(), "{api_version} {kind}");
    }
}

#[test]
fn nothing_is_known_of_other_groups() {
    for (api_version, kind) in [
        ("gateway.networking.k8s.io/v1", "HTTPRoute"),
        ("snapshot.storage.k8s.io/v1", "VolumeSnapshot"),
        ("cert-manager.io/v1", "Certificate"),
        ("serving.knative.dev/v1", "Service"),
        ("networking.istio.io/v1", "Gateway"),
        ("kustomize.config.k8s.io/v1beta1", "Kustomization"),
        ("traefik.io/v1alpha1", "IngressRoute"),
        ("metrics.k8s.io/v1beta1", "PodMetrics"),
    ] {
        assert_eq!(advice(36, api_version, kind), None, "{api_version} {kind}");
    }
}

#[test]
fn warnings_are_those_of_servers() {
    assert_eq!(
        deprecation(&kinds(36), "coordination.k8s.io/v1beta1", "LeaseCandidate"),
        Some("coordination.k8s.io/v1beta1 LeaseCandidate is deprecated in v1.36+, unavailable in v1.39+")
    );
    assert_eq!(
        deprecation(&kinds(31), "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema"),
        Some(
            "flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema is deprecated in v1.29+, unavailable in v1.32+; use \
             flowcontrol.apiserver.k8s.io/v1 FlowSchema"
        )
    );
    assert_eq!(deprecation(&kinds(31), "v1", "Endpoints"), None);
    assert_eq!(deprecation(&kinds(36), "apps/v1", "Deployment"), None);
}

#[test]
fn the_data_is_readable() {
    assert!(lines().all(|line| Lifecycle::read(line).is_some()));
    assert!(lines().count() > 80);
    assert!(rank("v2") > rank("v1") && rank("v1") > rank("v2beta1") && rank("v1beta2") > rank("v1beta1"));
    assert!(rank("v1beta1") > rank("v3alpha1"));
}
