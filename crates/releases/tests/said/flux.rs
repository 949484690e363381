//! Objects of Flux.

use super::{of, pins, said, shown};

const CHARTS: &str = "apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: jetstack, namespace: flux-system}
spec: {url: https://charts.jetstack.io/}
";

fn release(namespace: &str, version: &str) -> String {
    format!(
        "apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {{name: cert-manager}}
spec:
  chart:
    spec:
      chart: cert-manager
      sourceRef: {{kind: HelmRepository, name: jetstack{namespace}}}
{version}"
    )
}

#[test]
fn releases_have_the_address_of_their_source() {
    let release = release(", namespace: flux-system", "      version: v1.16.2\n");
    assert_eq!(
        pins(&[("apps/a.yaml", &release), ("sources/b.yaml", CHARTS)]),
        ["apps/a.yaml:9 chart https://charts.jetstack.io cert-manager =v1.16.2"]
    );
}

#[test]
fn versions_of_releases_are_versions_ranges_or_nothing() {
    for (version, expected) in [
        ("      version: 1.16.2", "9 chart  cert-manager =1.16.2"),
        ("      version: 1.10", "9 chart  cert-manager ~1.10"),
        ("      version: 1", "9 chart  cert-manager ~1"),
        ("      version: '>=1.16 <1.18'", "9 chart  cert-manager ~>=1.16 <1.18"),
        ("", "2 chart  cert-manager ?"),
    ] {
        let at = if version.is_empty() { expected.replacen('2', "7", 1) } else { expected.to_owned() };
        assert_eq!(of("a.yaml", &release("", version)), [at], "{version}");
    }
}

#[test]
fn repositories_of_registries_are_addresses_of_charts() {
    let charts = CHARTS
        .replace("https://charts.jetstack.io/", "oci://quay.io/jetstack/charts")
        .replace("{url", "{type: oci, url");
    assert_eq!(
        pins(&[("a.yaml", &release("", "      version: 1.16.2\n")), ("b.yaml", &charts)]),
        ["a.yaml:9 chart oci://quay.io/jetstack/charts cert-manager =1.16.2"]
    );
}

#[test]
fn artifacts_have_their_version_themselves() {
    let text = |reference: &str| {
        format!(
            "apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {{name: cert-manager}}
spec: {{url: oci://quay.io/jetstack/charts/cert-manager{reference}}}
"
        )
    };
    for (reference, expected) in [
        (", ref: {tag: v1.16.2}", "4 chart oci://quay.io/jetstack/charts cert-manager =v1.16.2"),
        (", ref: {tag: 1.16.2@sha256:00}", "4 chart oci://quay.io/jetstack/charts cert-manager =1.16.2"),
        (
            ", ref: {tag: 1.16.2, digest: 'sha256:00'}",
            "4 chart oci://quay.io/jetstack/charts cert-manager =1.16.2",
        ),
        (", ref: {semver: '1.x', tag: 1.16.2}", "4 chart oci://quay.io/jetstack/charts cert-manager ~1.x"),
        (", ref: {digest: 'sha256:00'}", "4 chart oci://quay.io/jetstack/charts cert-manager ?sha256:00"),
        (", ref: {tag: latest}", "4 chart oci://quay.io/jetstack/charts cert-manager ?latest"),
        ("", "1 chart oci://quay.io/jetstack/charts cert-manager ?"),
    ] {
        assert_eq!(of("a.yaml", &text(reference)), [expected], "{reference}");
    }
}

#[test]
fn sources_in_git_are_repositories() {
    let text = |reference: &str| {
        format!(
            "apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {{name: a}}
spec: {{url: 'ssh://git@github.com/o/r.git', ref: {{{reference}}}}}
"
        )
    };
    for (reference, expected) in [
        ("tag: v1.2.3", "4 github.com/o/r =v1.2.3"),
        ("tag: v1.2.3, commit: '00'", "4 github.com/o/r =v1.2.3"),
        ("name: refs/tags/v1.2.3, branch: main", "4 github.com/o/r =v1.2.3"),
        ("semver: '>=1.2.0'", "4 github.com/o/r ~>=1.2.0"),
        ("branch: main", "4 github.com/o/r ?main"),
        ("branch: release-1.2", "4 github.com/o/r ~1.2"),
    ] {
        assert_eq!(of("a.yaml", &text(reference)), [expected], "{reference}");
    }
}

#[test]
fn charts_in_git_have_the_version_of_their_source() {
    let source = "apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: jetstack}
spec:
  url: https://github.com/o/charts
  ref:
    tag: cert-manager-1.16.2
";
    let release = release("", "")
        .replace("HelmRepository", "GitRepository")
        .replace("chart: cert", "chart: ./charts/cert");
    assert_eq!(
        pins(&[("a.yaml", &release), ("b.yaml", source)]),
        [
            "b.yaml:7 chart  cert-manager =1.16.2",
            "b.yaml:7 github.com/o/charts =cert-manager-1.16.2",
            "b.yaml:7 github.com/o/charts//charts/cert-manager =cert-manager-1.16.2",
        ]
    );
}

#[test]
fn patches_have_the_chart_of_the_object_that_they_patch() {
    let patch = "apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cert-manager}
spec: {chart: {spec: {version: 1.17.0}}}
";
    let kustomization = "resources: [../base]
patches:
  - target: {kind: HelmRelease, name: cert-manager}
    patch: |-
      - op: replace
        path: /spec/chart/spec/version
        value: 1.18.0
  - target: {kind: HelmRelease, name: cert-manager}
    patch: |-
      - op: replace
        path: /spec/interval
        value: 1.18.0
  - patch: |-
      apiVersion: helm.toolkit.fluxcd.io/v2
      kind: HelmRelease
      metadata: {name: cert-manager}
      spec: {chart: {spec: {version: 1.19.0}}}
";
    let release = release(", namespace: flux-system", "      version: 1.x\n");
    assert_eq!(
        pins(&[
            ("base/a.yaml", &release),
            ("base/b.yaml", CHARTS),
            ("production/patch.yaml", patch),
            ("staging/kustomization.yaml", kustomization),
        ]),
        [
            "base/a.yaml:9 chart https://charts.jetstack.io cert-manager ~1.x",
            "production/patch.yaml:4 chart https://charts.jetstack.io cert-manager =1.17.0",
            "staging/kustomization.yaml:5 chart https://charts.jetstack.io cert-manager =1.18.0",
            "staging/kustomization.yaml:14 chart https://charts.jetstack.io cert-manager =1.19.0",
        ]
    );
    assert_eq!(of("a.yaml", patch), [""; 0]);
}

#[test]
fn variables_have_the_values_that_are_known() {
    let kustomization = "apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: a}
spec:
  path: ./apps/a
  postBuild: {substitute: {VERSION: v1.2.3, OTHER: 2}}
";
    let source = |version: &str| {
        format!(
            "apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {{name: a}}
spec: {{url: 'oci://ghcr.io/o/${{NAME:=a}}', ref: {{tag: '{version}'}}}}
"
        )
    };
    for (version, path, expected) in [
        ("${VERSION}", "apps/a/b.yaml", "=v1.2.3"),
        ("${VERSION}", "apps/b/b.yaml", "?${VERSION}"),
        ("${GIVEN}", "apps/b/b.yaml", "=4.5.6"),
        ("${MISSING:=7.8.9}", "apps/b/b.yaml", "=7.8.9"),
        ("${MISSING}", "apps/b/b.yaml", "?${MISSING}"),
    ] {
        let files = [("ks.yaml", kustomization.to_owned()), (path, source(version))];
        let said = said(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
        let pins = said.pins(&|name| (name == "GIVEN").then(|| "4.5.6".to_owned()));
        assert_eq!(shown(&pins), [format!("{path}:4 chart oci://ghcr.io/o a {expected}")], "{version}");
    }
    // Two Kustomizations of one folder, which do not agree.
    let other = kustomization.replace("v1.2.3", "v3.2.1");
    let files =
        [("ks.yaml", kustomization), ("other.yaml", &other), ("apps/a/b.yaml", &source("${VERSION}"))];
    assert_eq!(pins(&files), ["apps/a/b.yaml:4 chart oci://ghcr.io/o a ?${VERSION}"]);
}

#[test]
fn values_of_releases_have_images() {
    let text = "apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: a}
spec:
  values:
    containers: [{image: {repository: ghcr.io/o/a, tag: v1.2.3@sha256:00}}]
    other: {registry: quay.io, repository: o/b, tag: 1.2.3}
    git: {repository: 'https://github.com/o/r', tag: 1.2.3}
    none: {repository: ghcr.io/o/c}
";
    assert_eq!(of("a.yaml", text), ["6 image ghcr.io/o/a =v1.2.3", "7 image quay.io/o/b =1.2.3"]);
}

#[test]
fn the_release_of_flux_itself_is_known() {
    let components = "---
# This manifest was generated by flux. DO NOT EDIT.
# Flux Version: v2.4.0
apiVersion: v1
kind: Namespace
metadata:
  name: flux-system
  labels:
    app.kubernetes.io/instance: flux-system
    app.kubernetes.io/part-of: flux
    app.kubernetes.io/version: v2.4.0
";
    assert_eq!(
        of("gotk-components.yaml", components),
        ["3 github.com/fluxcd/flux2 =v2.4.0", "11 github.com/fluxcd/flux2 =v2.4.0"]
    );
    let instance = "apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: {name: flux}
spec:
  distribution:
    version: 2.4.x
";
    assert_eq!(of("a.yaml", instance), ["6 github.com/fluxcd/flux2 ~2.4.x"]);
    assert_eq!(
        of("values.yaml", "instance:\n  distribution:\n    version: 2.4.0\n"),
        ["3 github.com/fluxcd/flux2 =2.4.0"]
    );
    let artifact = "instance:\n  distribution:\n    artifact: oci://ghcr.io/controlplaneio-fluxcd/flux-operator-manifests:v0.58.1\n";
    assert_eq!(of("values.yaml", artifact), ["3 github.com/fluxcd/flux2 ~2.x"]);
    assert_eq!(of("values.yaml", "instance:\n  distribution: {}\n"), [""; 0]);
    // Another namespace.
    assert_eq!(
        of(
            "a.yaml",
            "# Flux Version: of none\n---\nkind: Namespace\napiVersion: v1\nmetadata: {labels: {app.kubernetes.io/version: v1.2.3}}\n"
        ),
        [""; 0]
    );
}
