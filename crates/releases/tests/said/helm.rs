//! Charts that other charts and tools name.

use super::{of, pins};

const CHART: &str = "apiVersion: v2
name: mine
version: 0.0.1
dependencies:
  - {name: cert-manager, version: 1.x, repository: 'https://charts.jetstack.io'}
  - {name: cilium, version: 1.16.2, repository: 'oci://quay.io/cilium/charts'}
  - {name: aliased, version: 1.2.3, repository: '@mine'}
  - {name: local, version: 1.2.3, repository: 'file://../local'}
  - {name: inner, version: 1.2.3}
";

#[test]
fn dependencies_of_charts_are_charts() {
    for name in ["Chart.yaml", "requirements.yaml"] {
        assert_eq!(
            of(name, CHART),
            [
                "5 chart https://charts.jetstack.io cert-manager ~1.x",
                "6 chart oci://quay.io/cilium/charts cilium =1.16.2",
                "7 chart  aliased =1.2.3",
            ]
        );
    }
}

#[test]
fn a_lock_has_the_version_of_a_range() {
    let lock = "dependencies:
- name: cert-manager
  repository: https://charts.jetstack.io
  version: v1.16.2
";
    assert_eq!(
        pins(&[("a/Chart.yaml", CHART), ("a/Chart.lock", lock), ("b/Chart.yaml", CHART)])[..3],
        [
            "a/Chart.lock:4 chart https://charts.jetstack.io cert-manager =v1.16.2",
            "a/Chart.yaml:6 chart oci://quay.io/cilium/charts cilium =1.16.2",
            "a/Chart.yaml:7 chart  aliased =1.2.3",
        ]
    );
    assert_eq!(of("Chart.lock", lock), [""; 0]);
}

#[test]
fn releases_of_helmfile_have_the_address_of_their_repository() {
    let text = "repositories:
  - {name: jetstack, url: 'https://charts.jetstack.io'}
  - {name: cilium, url: quay.io/cilium/charts, oci: true}
releases:
  - {name: a, chart: jetstack/cert-manager, version: v1.16.2}
  - {name: b, chart: cilium/cilium, version: 1.16.2}
  - {name: c, chart: 'oci://quay.io/jetstack/charts/trust-manager', version: 0.12.0}
  - {name: d, chart: unknown/d, version: ~1.2}
  - {name: e, chart: ./charts/e}
  - {name: f, chart: 'git::https://github.com/o/r.git@charts/f?ref=v1.2.3'}
  - {name: g}
";
    assert_eq!(
        of("helmfile.yaml", text),
        [
            "5 chart https://charts.jetstack.io cert-manager =v1.16.2",
            "6 chart oci://quay.io/cilium/charts cilium =1.16.2",
            "7 chart oci://quay.io/jetstack/charts trust-manager =0.12.0",
            "8 chart  d ~~1.2",
            "10 github.com/o/r//charts/f =v1.2.3",
        ]
    );
    let template = "{{ $x := readFile \"a\" }}\nreleases:\n{{- if true }}\n  - chart: oci://ghcr.io/o/a\n    version: 1.2.3\n{{- end }}\n";
    assert_eq!(of("helmfile.yaml.gotmpl", template), ["5 chart oci://ghcr.io/o a =1.2.3"]);
}

#[test]
fn other_tools_name_charts() {
    for (path, text, expected) in [
        (
            "a.yaml",
            "apiVersion: helm.cattle.io/v1\nkind: HelmChart\nspec: {repo: 'https://charts.jetstack.io', chart: cert-manager, version: v1.16.2}\n",
            &["3 chart https://charts.jetstack.io cert-manager =v1.16.2"] as &[_],
        ),
        (
            "a.yaml",
            "apiVersion: helm.cattle.io/v1\nkind: HelmChart\nspec: {chart: 'oci://quay.io/cilium/charts/cilium', version: 1.16.2}\n",
            &["3 chart oci://quay.io/cilium/charts cilium =1.16.2"],
        ),
        (
            "a.yaml",
            "apiVersion: helm.cattle.io/v1\nkind: HelmChart\nspec: {chart: 'https://example.com/static/traefik-25.0.3+up25.0.0.tgz'}\n",
            &["3 chart https://example.com/static traefik =25.0.3+up25.0.0"],
        ),
        ("a.yaml", "apiVersion: helm.cattle.io/v1\nkind: HelmChart\nspec: {chartContent: AAAA}\n", &[]),
        (
            "a.yaml",
            "apiVersion: addons.cluster.x-k8s.io/v1alpha1\nkind: HelmChartProxy\nspec: {repoURL: 'https://a.example.com', chartName: a, version: 1.2.3}\n",
            &["3 chart https://a.example.com a =1.2.3"],
        ),
        (
            "fleet.yaml",
            "helm: {repo: 'https://a.example.com', chart: a, version: 1.2.3}\ntargetCustomizations:\n- {helm: {version: 1.3.0}}\n- {helm: {values: {}}}\n",
            &["1 chart https://a.example.com a =1.2.3", "3 chart https://a.example.com a =1.3.0"],
        ),
    ] {
        assert_eq!(of(path, text), expected, "{text}");
    }
}
