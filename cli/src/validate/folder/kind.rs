//! Kinds that no server has: programs read them from files. In: apiVersion and kind. Out: what such a document is.

use super::Sort;
use crate::validate::manifest::Identity;

/// Groups of tests.
const TESTS: [&str; 4] = ["chainsaw.kyverno.io", "cli.kyverno.io", "kudo.dev", "kuttl.dev"];

/// Groups of configurations: of the parts of Kubernetes, of tools that make clusters, and of tools that make manifests.
const CONFIGURATIONS: [&str; 20] = [
    "abac.authorization.kubernetes.io",
    "audit.k8s.io",
    "backstage.io",
    "client.authentication.k8s.io",
    "config.karmada.io",
    "controller-runtime.sigs.k8s.io",
    "eksctl.io",
    "helmfile.io",
    "imageregistry.operator.tilt.dev",
    "k0sctl.k0sproject.io",
    "k3d.io",
    "kapp.k14s.io",
    "kbld.k14s.io",
    "kind.x-k8s.io",
    "krew.googlecontainertools.github.com",
    "kubeadm.k8s.io",
    "minikube.k8s.io",
    "scorecard.operatorframework.io",
    "skaffold",
    "vendir.k14s.io",
];

/// What a document of this kind is, unless it is an object for a server.
pub(super) fn sort(identity: &Identity) -> Option<Sort> {
    let (group, kind) = (identity.group(), identity.kind.as_str());
    if group == "kustomize.config.k8s.io" || identity.api_version == "builtin" {
        return Some(Sort::Kustomization);
    }
    if TESTS.contains(&group) {
        return Some(Sort::Test);
    }
    let is_configuration = group.ends_with(".config.k8s.io")
        || CONFIGURATIONS.contains(&group)
        // A kubeconfig.
        || (identity.api_version == "v1" && kind == "Config")
        // metadata.yaml of a release, for clusterctl.
        || (group == "clusterctl.cluster.x-k8s.io" && kind == "Metadata")
        // The usual name for that of a controller, such as config.kueue.x-k8s.io.
        || (kind == "Configuration" && group.starts_with("config."))
        // The policy of the scheduler before 1.23.
        || (identity.api_version == "v1" && kind == "Policy")
        // Talos: https://docs.siderolabs.com/talos reference: configuration
        || (identity.api_version == "v1alpha1" && kind.ends_with("Config"));
    is_configuration.then_some(Sort::Configuration)
}

#[cfg(test)]
mod tests {
    use super::{Sort, sort};
    use crate::validate::manifest::Identity;

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
            ("audit.k8s.io/v1", "Policy", Some(Sort::Configuration)),
            ("kubeadm.k8s.io/v1beta4", "ClusterConfiguration", Some(Sort::Configuration)),
            ("skaffold/v4beta11", "Config", Some(Sort::Configuration)),
            ("v1alpha1", "HostnameConfig", Some(Sort::Configuration)),
            ("v1", "ConfigMap", None),
            ("policy/v1", "PodDisruptionBudget", None),
            ("certificates.k8s.io/v1", "CertificateSigningRequest", None),
            ("kustomize.toolkit.fluxcd.io/v1", "Kustomization", None),
            ("config.k8s.io/v1", "A", None),
            ("helm.cattle.io/v1", "HelmChart", None),
            ("authentication.k8s.io/v1", "TokenReview", None),
        ] {
            let identity =
                Identity { api_version: api_version.into(), kind: kind.into(), ..Identity::default() };
            assert_eq!(sort(&identity), expected, "{api_version} {kind}");
        }
    }
}
