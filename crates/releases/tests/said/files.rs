//! Files of vendir and jsonnet-bundler, and what decides whether a file is read at all.

use super::{of, pins};
use crdc_releases::may_pin;

#[test]
fn vendir_names_repositories_releases_and_charts() {
    let config = "apiVersion: vendir.k14s.io/v1alpha1
kind: Config
directories:
- path: vendor
  contents:
  - path: a
    git: {url: 'https://github.com/o/a', ref: v1.2.3}
  - path: b
    git: {url: 'https://github.com/o/b', ref: origin/main}
  - path: c
    githubRelease: {slug: o/c, tag: v2.0.0}
  - path: d
    helmChart: {name: d, version: 1.x, repository: {url: 'https://d.example.com'}}
  - path: e
    githubRelease: {slug: o/e, tagSelection: {semver: {constraints: '>=1.0.0'}}}
  - path: f
    directory: {path: f}
";
    let lock = "apiVersion: vendir.k14s.io/v1alpha1
kind: LockConfig
directories:
- path: vendor
  contents:
  - path: b
    git: {sha: '00', tags: [v1.1.0]}
  - path: d
    helmChart: {version: 1.4.0, appVersion: 2.0.0}
";
    assert_eq!(
        of("vendir.yml", config),
        [
            "7 github.com/o/a =v1.2.3",
            "9 github.com/o/b ?origin/main",
            "11 github.com/o/c =v2.0.0",
            "13 chart https://d.example.com d ~1.x",
            "15 github.com/o/e ~>=1.0.0",
        ]
    );
    assert_eq!(
        pins(&[("vendir.yml", config), ("vendir.lock.yml", lock)]),
        [
            "vendir.lock.yml:7 github.com/o/b =v1.1.0",
            "vendir.lock.yml:9 chart https://d.example.com d =1.4.0",
            "vendir.yml:7 github.com/o/a =v1.2.3",
            "vendir.yml:11 github.com/o/c =v2.0.0",
            "vendir.yml:15 github.com/o/e ~>=1.0.0",
        ]
    );
}

#[test]
fn jsonnet_dependencies_are_repositories() {
    let file = |version: &str| {
        format!(
            "{{\"dependencies\": [{{\"source\": {{\"git\": {{\"remote\": \"https://github.com/o/r.git\", \"subdir\": \"jsonnet/x\"}}}},\n\"version\": \"{version}\"}},\n{{\"source\": {{\"local\": {{\"directory\": \"a\"}}}}}}]}}"
        )
    };
    let (tag, commit) = (file("v0.14.0"), file("35f54fed1e6b68d3ab4a3d2fcd0cf3a4fc1e1a0e"));
    assert_eq!(of("jsonnetfile.json", &tag), ["2 github.com/o/r//jsonnet/x =v0.14.0"]);
    assert_eq!(of("jsonnetfile.json", &file("release-0.14")), ["2 github.com/o/r//jsonnet/x ~0.14"]);
    assert_eq!(
        pins(&[("jsonnetfile.json", &tag), ("jsonnetfile.lock.json", &commit)]),
        ["jsonnetfile.json:2 github.com/o/r//jsonnet/x =v0.14.0"]
    );
    assert_eq!(
        pins(&[("jsonnetfile.json", &file("main")), ("jsonnetfile.lock.json", &tag)]),
        ["jsonnetfile.lock.json:2 github.com/o/r//jsonnet/x =v0.14.0"]
    );
}

#[test]
fn only_files_that_may_say_something_are_read() {
    for (path, text, expected) in [
        ("a/kustomization.yaml", "", true),
        ("Chart.lock", "", true),
        ("a.yaml", "kind: HelmRelease\napiVersion: helm.toolkit.fluxcd.io/v2\n", true),
        ("values.yaml", "# renovate: datasource=docker depName=a\n", true),
        ("a.yaml", "kind: Deployment\n", true),
        ("a.yaml", "kind: ConfigMap\n", false),
        ("my-kustomization.yaml", "", false),
        ("Chart.yaml/a.yaml", "", false),
    ] {
        assert_eq!(may_pin(path, text), expected, "{path} {text}");
    }
}

#[test]
fn lines_with_the_address_of_a_release_are_read_in_any_file() {
    for (line, expected) in [
        (
            "- https://github.com/o/r/releases/download/v1.2.3/crds.yaml",
            &["2 github.com/o/r//crds.yaml =v1.2.3"] as &[_],
        ),
        (
            "url: 'https://raw.githubusercontent.com/o/r/v1.2.3/crds.yml' # 4",
            &["2 github.com/o/r//crds.yml =v1.2.3"],
        ),
        (
            "- \"https://github.com/o/r/releases/download/v1.2.3/crds.yaml\"",
            &["2 github.com/o/r//crds.yaml =v1.2.3"],
        ),
    ] {
        assert_eq!(of("talos.yaml", &format!("extraManifests:\n  {line}\n")), expected, "{line}");
    }
    for line in [
        "# - https://github.com/o/r/releases/download/v1.2.3/crds.yaml",
        "- https://github.com/o/r/releases/download/v1.2.3/binary.tar.gz",
        "- https://raw.githubusercontent.com/o/r/main/crds.yaml",
        "- https://github.com/o/r/releases/download/{{ version }}/crds.yaml",
        "- curl https://github.com/o/r/releases/download/v1.2.3/crds.yaml",
        "# yaml-language-server: $schema=https://raw.githubusercontent.com/o/r/v1.2.3/a.yaml",
    ] {
        assert!(!may_pin("talos.yaml", line), "{line}");
        assert_eq!(
            of("talos.yaml", &format!("# renovate: x\nextraManifests:\n  {line}\n")),
            [""; 0],
            "{line}"
        );
    }
    // Once, though the kustomization and the line say it.
    let text = "resources:\n- 'https://github.com/o/r/releases/download/v1.2.3/crds.yaml'\n";
    assert_eq!(of("kustomization.yaml", text), ["2 github.com/o/r//crds.yaml =v1.2.3"]);
}

#[test]
fn objects_in_objects_are_read() {
    let inner = "{apiVersion: operators.coreos.com/v1alpha1, kind: Subscription, spec: {name: a, startingCSV: a.v1.2.3}}";
    for text in [
        format!("kind: ResourceSet\nspec: {{resources: [{inner}]}}\n"),
        format!("kind: Template\nobjects: [{inner}]\n"),
        format!("kind: ManifestWork\nspec: {{workload: {{manifests: [{inner}]}}}}\n"),
        format!(
            "kind: Policy\nspec: {{policy-templates: [{{objectDefinition: {{kind: ConfigurationPolicy, spec: {{object-templates: [{{objectDefinition: {inner}}}]}}}}}}]}}\n"
        ),
    ] {
        assert_eq!(of("a.yaml", &text), ["2 package a =1.2.3"], "{text}");
    }
    assert_eq!(of("a.yaml", &format!("kind: Other\nspec: {{resources: [{inner}]}}\n")), [""; 0]);
}
