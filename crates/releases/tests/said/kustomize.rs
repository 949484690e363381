//! Kustomizations.

use super::of;

#[test]
fn resources_at_addresses_have_their_version() {
    for (resource, expected) in [
        (
            "https://github.com/o/r/releases/download/v1.2.3/crds.yaml",
            &["2 github.com/o/r//crds.yaml =v1.2.3"] as &[_],
        ),
        (
            "https://raw.githubusercontent.com/o/r/v1.2.3/config/crds.yaml",
            &["2 github.com/o/r//config/crds.yaml =v1.2.3"],
        ),
        ("github.com/o/r//config/crd?ref=v1.2.3", &["2 github.com/o/r//config/crd =v1.2.3"]),
        ("https://github.com/o/r.git//config/crd?ref=main", &["2 github.com/o/r//config/crd ?main"]),
        ("git@github.com:o/r.git//config/crd?ref=release-1.2", &["2 github.com/o/r//config/crd ~1.2"]),
        ("https://github.com/o/r/config/crd", &["2 github.com/o/r//config/crd ?"]),
        ("../base", &[]),
        ("a.yaml", &[]),
        ("https://example.com/a/b/crds.yaml", &[]),
    ] {
        for list in ["resources", "bases", "components", "crds"] {
            assert_eq!(
                of("x/kustomization.yaml", &format!("{list}:\n- {resource}\n")),
                expected,
                "{resource}"
            );
        }
    }
}

#[test]
fn charts_and_images_have_their_version() {
    let text = "helmCharts:
  - {name: cert-manager, repo: 'https://charts.jetstack.io', version: v1.16.2}
  - {name: cilium, repo: 'oci://quay.io/cilium/charts', version: 1.16}
  - {name: local, version: 1.2.3}
helmChartInflationGenerator:
  - {chartName: a, chartRepoUrl: https://a.example.com, chartVersion: 1.2.3}
images:
  - {name: a, newName: quay.io/jetstack/cert-manager-controller, newTag: v1.16.2}
  - {name: quay.io/o/a, newTag: 1.10}
  - {name: quay.io/o/b, digest: 'sha256:00'}
";
    assert_eq!(
        of("kustomization.yml", text),
        [
            "2 chart https://charts.jetstack.io cert-manager =v1.16.2",
            "3 chart oci://quay.io/cilium/charts cilium ~1.16",
            "6 chart https://a.example.com a =1.2.3",
            "8 image quay.io/jetstack/cert-manager-controller =v1.16.2",
            "9 image quay.io/o/a ~1.10",
        ]
    );
    let generator = "apiVersion: builtin\nkind: HelmChartInflationGenerator\nname: a\nrepo: https://a.example.com\nversion: 1.2.3\n";
    assert_eq!(of("a.yaml", generator), ["5 chart https://a.example.com a =1.2.3"]);
}

#[test]
fn kustomizations_of_flux_are_not_files_of_kustomize() {
    let text = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nresources: [github.com/o/r?ref=v1.2.3]\n";
    assert_eq!(of("kustomization.yaml", text), [""; 0]);
}
