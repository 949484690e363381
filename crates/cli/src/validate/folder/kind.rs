//! The kinds that no server has, since programs read them from files. In: the apiVersion and kind of a
//! document. Out: the sort of the document.

use super::Sort;
use crate::identity::Identity;

/// The group of kustomizations.
pub(super) const KUSTOMIZE: &str = "kustomize.config.k8s.io";

/// Groups of tests.
const TESTS: [&str; 3] = ["chainsaw.kyverno.io", "cli.kyverno.io", "kuttl.dev"];

/// Groups of configurations: of components of Kubernetes, of tools that create clusters, and of tools that
/// generate manifests.
const CONFIGURATIONS: [&str; 23] = [
    "abac.authorization.kubernetes.io",
    "apiserver.k8s.io",
    "audit.k8s.io",
    "backstage.io",
    "client.authentication.k8s.io",
    "config.karmada.io",
    "controller-runtime.sigs.k8s.io",
    "ctlptl.dev",
    "eksctl.io",
    "eventratelimit.admission.k8s.io",
    "helmfile.io",
    "k0sctl.k0sproject.io",
    "k3d.io",
    "kapp.k14s.io",
    "kbld.k14s.io",
    "kind.x-k8s.io",
    "resourcequota.admission.k8s.io",
    "krew.googlecontainertools.github.com",
    "kubeadm.k8s.io",
    "minikube.k8s.io",
    "scorecard.operatorframework.io",
    "skaffold",
    "vendir.k14s.io",
];

/// The sort of a document of this kind, unless it is an object for a server. For some kinds, `metadata`
/// decides, which only objects have.
pub(super) fn sort(identity: &Identity, has_metadata: bool) -> Option<Sort> {
    let (group, kind) = (identity.group(), identity.kind.as_str());
    if group == KUSTOMIZE || identity.api_version == "builtin" {
        return Some(Sort::Kustomization);
    }
    // The first name of kuttl's group is also the group of an operator, which has objects.
    if TESTS.contains(&group) || (group == "kudo.dev" && kind.starts_with("Test")) {
        return Some(Sort::Test);
    }
    let without_metadata = match identity.api_version.as_str() {
        // A kubeconfig, the policy of the scheduler before 1.23, and the encryption configuration of a server
        // before 1.13.
        "v1" => ["Config", "Policy", "EncryptionConfig"].contains(&kind),
        // Talos: https://docs.siderolabs.com/talos reference: configuration
        "v1alpha1" => kind.ends_with("Config"),
        // kube-state-metrics: docs/metrics/extend/customresourcestate-metrics.md
        "" => kind == "CustomResourceStateMetrics",
        _ => false,
    };
    let is_configuration = group.ends_with(".config.k8s.io")
        || CONFIGURATIONS.contains(&group)
        // `metadata.yaml` of a release, for clusterctl.
        || (group == "clusterctl.cluster.x-k8s.io" && kind == "Metadata")
        // The usual name of a controller's configuration, such as config.kueue.x-k8s.io.
        || (kind == "Configuration" && group.starts_with("config."))
        || (without_metadata && !has_metadata);
    is_configuration.then_some(Sort::Configuration)
}

#[cfg(test)]
mod tests {
    use super::{Sort, sort};
    use crate::identity::Identity;

    #[test]
    fn kinds_that_programs_read() {
        for (api_version, kind, expected) in [
            ("kustomize.config.k8s.io/v1beta1", "Kustomization", Some(Sort::Kustomization)),
            ("kustomize.config.k8s.io/v1alpha1", "Component", Some(Sort::Kustomization)),
            ("builtin", "LabelTransformer", Some(Sort::Kustomization)),
            ("kuttl.dev/v1beta1", "TestStep", Some(Sort::Test)),
            ("chainsaw.kyverno.io/v1alpha1", "Test", Some(Sort::Test)),
            ("kubelet.config.k8s.io/v1beta1", "KubeletConfiguration", Some(Sort::Configuration)),
            ("client.authentication.k8s.io/v1", "ExecCredential", Some(Sort::Configuration)),
            ("v1", "Config", Some(Sort::Configuration)),
            ("kind.x-k8s.io/v1alpha4", "Cluster", Some(Sort::Configuration)),
            ("clusterctl.cluster.x-k8s.io/v1alpha3", "Metadata", Some(Sort::Configuration)),
            ("clusterctl.cluster.x-k8s.io/v1alpha3", "Provider", None),
            ("config.kueue.x-k8s.io/v1beta1", "Configuration", Some(Sort::Configuration)),
            ("pkg.crossplane.io/v1", "Configuration", None),
            ("config.openshift.io/v1", "OAuth", None),
            ("v1", "Policy", Some(Sort::Configuration)),
            ("v1", "EncryptionConfig", Some(Sort::Configuration)),
            ("apiserver.config.k8s.io/v1", "EncryptionConfiguration", Some(Sort::Configuration)),
            ("audit.k8s.io/v1", "Policy", Some(Sort::Configuration)),
            ("kubeadm.k8s.io/v1beta4", "ClusterConfiguration", Some(Sort::Configuration)),
            ("skaffold/v4beta11", "Config", Some(Sort::Configuration)),
            ("v1alpha1", "HostnameConfig", Some(Sort::Configuration)),
            ("", "CustomResourceStateMetrics", Some(Sort::Configuration)),
            ("", "Deployment", None),
            ("v1", "ConfigMap", None),
            ("policy/v1", "PodDisruptionBudget", None),
            ("certificates.k8s.io/v1", "CertificateSigningRequest", None),
            ("kustomize.toolkit.fluxcd.io/v1", "Kustomization", None),
            ("config.k8s.io/v1", "A", None),
            ("helm.cattle.io/v1", "HelmChart", None),
            ("authentication.k8s.io/v1", "TokenReview", None),
            ("kudo.dev/v1beta1", "TestStep", Some(Sort::Test)),
            ("kudo.dev/v1beta1", "Instance", None),
            ("kudo.dev/v1beta1", "OperatorVersion", None),
        ] {
            let identity =
                Identity { api_version: api_version.into(), kind: kind.into(), ..Identity::default() };
            assert_eq!(sort(&identity, false), expected, "{api_version} {kind}");
        }
    }

    #[test]
    fn an_object_that_lost_its_group_is_no_configuration() {
        for (api_version, kind) in [
            ("v1", "Config"),
            ("v1", "Policy"),
            ("v1", "EncryptionConfig"),
            ("v1alpha1", "FooConfig"),
            ("v1alpha1", "HostnameConfig"),
        ] {
            let identity =
                Identity { api_version: api_version.into(), kind: kind.into(), ..Identity::default() };
            assert_eq!(sort(&identity, false), Some(Sort::Configuration), "{api_version} {kind}");
            assert_eq!(sort(&identity, true), None, "{api_version} {kind}");
        }
    }
}
