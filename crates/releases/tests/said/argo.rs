//! Objects of Argo CD.

use super::of;

fn application(spec: &str) -> String {
    format!("apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {{name: a}}\nspec: {{{spec}}}\n")
}

#[test]
fn applications_have_charts_or_folders() {
    for (spec, expected) in [
        (
            "source: {repoURL: 'https://charts.jetstack.io', chart: cert-manager, targetRevision: v1.16.2}",
            &["4 chart https://charts.jetstack.io cert-manager =v1.16.2"] as &[_],
        ),
        (
            "source: {repoURL: quay.io/jetstack/charts, chart: cert-manager, targetRevision: 1.16.2}",
            &["4 chart oci://quay.io/jetstack/charts cert-manager =1.16.2"],
        ),
        (
            "source: {repoURL: 'oci://quay.io/jetstack/charts/cert-manager', targetRevision: 1.16.2}",
            &["4 chart oci://quay.io/jetstack/charts cert-manager =1.16.2"],
        ),
        (
            "source: {repoURL: 'https://charts.jetstack.io', chart: cert-manager, targetRevision: 1.*}",
            &["4 chart https://charts.jetstack.io cert-manager ~1.*"],
        ),
        (
            "source: {repoURL: 'https://github.com/o/r.git', path: config/crd, targetRevision: v1.2.3}",
            &["4 github.com/o/r//config/crd =v1.2.3"],
        ),
        (
            "source: {repoURL: 'https://github.com/o/r.git', path: ., targetRevision: HEAD}",
            &["4 github.com/o/r//. ?HEAD"],
        ),
        (
            "source: {repoURL: 'https://github.com/o/charts', path: charts/a, targetRevision: a-1.2.3}",
            &["4 chart  a =1.2.3", "4 github.com/o/charts//charts/a =a-1.2.3"],
        ),
        (
            "sources: [{repoURL: 'https://a.example.com', chart: a, targetRevision: 1.2.3}, {repoURL: 'https://github.com/o/r', ref: values}]",
            &["4 chart https://a.example.com a =1.2.3", "4 github.com/o/r ?"],
        ),
        ("project: a", &[]),
        ("source: {path: a}", &[]),
    ] {
        assert_eq!(of("a.yaml", &application(spec)), expected, "{spec}");
    }
}

#[test]
fn sets_have_an_application_for_each_element() {
    let set = "apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: a}
spec:
  generators:
    - list:
        elements:
          - {name: staging, version: 1.17.0}
          - {name: production, version: v1.16.2}
    - matrix:
        generators:
          - list:
              elements:
                - {version: 1.15.0}
  template:
    spec:
      sources:
        - {repoURL: https://charts.jetstack.io, chart: cert-manager, targetRevision: '{{ .version }}'}
        - {repoURL: https://github.com/o/r, path: '{{name}}', targetRevision: v1.2.3}
";
    assert_eq!(
        of("a.yaml", set),
        [
            "8 chart https://charts.jetstack.io cert-manager =1.17.0",
            "8 github.com/o/r//staging =v1.2.3",
            "9 chart https://charts.jetstack.io cert-manager =v1.16.2",
            "9 github.com/o/r//production =v1.2.3",
            "14 chart https://charts.jetstack.io cert-manager =1.15.0",
            "14 github.com/o/r//{{name}} =v1.2.3",
        ]
    );
    let without = set.replace("version: ", "other: ");
    let first = of("a.yaml", &without);
    assert_eq!(
        first.first().map(String::as_str),
        Some("8 chart https://charts.jetstack.io cert-manager ?{{ .version }}")
    );
    let fixed = "apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
spec:
  generators: [{git: {}}]
  template: {spec: {source: {repoURL: https://a.example.com, chart: a, targetRevision: 1.2.3}}}
";
    assert_eq!(of("a.yaml", fixed), ["5 chart https://a.example.com a =1.2.3"]);
}
