//! `crdc validate`: what kustomize and Flux fill in is no error, and nothing else is left out. In:
//! kustomizations, and objects that lack something. Out: the exit code.
//!
//! The tables are the field specs of kustomize: api/internal/konfig/builtinpluginconsts, and what its filters
//! do with them.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

const LABELS: &str = "commonLabels: {app: web}\n";
const SELECTORS: &str = "labels: [{pairs: {app: web}, includeSelectors: true}]\n";
const TEMPLATES: &str = "labels: [{pairs: {app: web}, includeTemplates: true}]\n";
const FIELDS: &str =
    "labels: [{pairs: {app: web}, fields: [{path: spec/template/metadata/labels, create: true}]}]\n";
const METADATA: &str = "labels: [{pairs: {app: web}}]\n";
const NAMESPACE: &str = "namespace: shop\n";

const POD: &str = "spec: {containers: [{name: a, image: a}]}";

fn object(api_version: &str, kind: &str, more: &str) -> String {
    format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n{more}\n")
}

fn workload(api_version: &str, kind: &str, selector: &str, labels: &str) -> String {
    object(
        api_version,
        kind,
        &format!("spec: {{{selector}template: {{metadata: {{labels: {labels}}}, {POD}}}}}"),
    )
}

#[track_caller]
fn check(name: &str, rows: &[(String, String, i32)]) {
    let folder = Folder::new(name, &[]);
    for (index, (kustomization, object, code)) in rows.iter().enumerate() {
        folder.write("k/kustomization.yaml", format!("{kustomization}resources: [o.yaml]\n"));
        folder.write("k/o.yaml", object);
        let (found, text) = folder.said(&["validate", "."]);
        assert_eq!(found, *code, "{index}: {kustomization}{object}{text}");
    }
}

/// commonlabels.go, metadatalabels.go: which selectors and templates are made.
#[test]
fn labels() {
    let selector = "selector: {matchLabels: {app: web}}, ";
    let other = "selector: {matchLabels: {tier: a}}, ";
    let mut rows: Vec<(String, String, i32)> = Vec::new();
    for (api_version, kind) in [
        ("apps/v1", "Deployment"),
        ("apps/v1", "ReplicaSet"),
        ("apps/v1", "DaemonSet"),
        ("apps/v1", "StatefulSet"),
    ] {
        for (kustomization, without, with, with_other) in [
            // Without a selector; with that of the label; with another one.
            (LABELS, 0, 0, 1),
            (SELECTORS, 0, 0, 1),
            (TEMPLATES, 1, 0, 1),
            (FIELDS, 1, 0, 1),
            (METADATA, 1, 1, 1),
            ("", 1, 1, 1),
        ] {
            for (selector, code) in [("", without), (selector, with), (other, with_other)] {
                rows.push((kustomization.to_owned(), workload(api_version, kind, selector, "{}"), code));
            }
            rows.push((kustomization.to_owned(), workload(api_version, kind, other, "{tier: a}"), 0));
        }
        // A label of the kustomization replaces that of the template, and of the selector only with
        // selectors.
        let old = "selector: {matchLabels: {app: old}}, ";
        rows.push((SELECTORS.to_owned(), workload(api_version, kind, old, "{app: other}"), 0));
        rows.push((TEMPLATES.to_owned(), workload(api_version, kind, old, "{app: other}"), 1));
    }
    let controller = |selector: &str| workload("v1", "ReplicationController", selector, "{}");
    rows.push((LABELS.to_owned(), controller(""), 0));
    rows.push((TEMPLATES.to_owned(), controller("selector: {app: web}, "), 0));
    rows.push((String::new(), controller(""), 1));
    check("labels", &rows);
}

/// The field specs name kinds: a custom resource with a required selector is another one.
#[test]
fn kinds_that_have_no_field_spec() {
    let crd = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: monitors.x.example.com}
spec:
  group: x.example.com
  scope: Namespaced
  names: {plural: monitors, singular: monitor, kind: KIND, listKind: MonitorList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, required: [selector],
      properties: {replicas: {type: integer}, selector: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}}}}
";
    for (kind, code) in [("Monitor", 1), ("StatefulSet", 1), ("Deployment", 0), ("DaemonSet", 0)] {
        let folder = Folder::new(
            &format!("kinds-{kind}"),
            &[
                ("crd.yaml", &crd.replace("KIND", kind)),
                ("k/kustomization.yaml", &format!("{LABELS}resources: [o.yaml]\n")),
                ("k/o.yaml", &object("x.example.com/v1", kind, "spec: {}")),
            ],
        );
        let (found, text) = folder.said(&["validate", "."]);
        assert_eq!(found, code, "{kind}: {text}");
    }
}

/// namespace.go, namereference.go: subjects have the namespace of their ServiceAccount, webhooks that of
/// their Service.
#[test]
fn namespaces() {
    let binding = |name: &str| {
        object(
            "rbac.authorization.k8s.io/v1",
            "ClusterRoleBinding",
            &format!(
                "roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}}\nsubjects: [{{kind: ServiceAccount, name: {name}}}]"
            ),
        )
    };
    let with = |object: &str, kind: &str, metadata: &str, more: &str| {
        format!("{object}---\napiVersion: v1\nkind: {kind}\nmetadata: {{name: {metadata}}}\n{more}")
    };
    let hook = object(
        "admissionregistration.k8s.io/v1",
        "ValidatingWebhookConfiguration",
        "webhooks: [{name: a.b.c, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {service: {name: web}}}]",
    );
    let service = object(
        "apiregistration.k8s.io/v1",
        "APIService",
        "spec: {group: b.c, version: v1, groupPriorityMinimum: 1, versionPriority: 1, service: {name: web}}",
    )
    .replace("{name: a}", "{name: v1.b.c}");
    let ports = "spec: {ports: [{port: 80}]}\n";
    let rows = [
        ("", binding("runner"), 1),
        (NAMESPACE, binding("runner"), 1),
        (NAMESPACE, binding("default"), 0),
        ("", binding("default"), 1),
        ("", with(&binding("runner"), "ServiceAccount", "runner, namespace: runners", ""), 0),
        ("", with(&binding("runner"), "ServiceAccount", "runner", ""), 1),
        (NAMESPACE, with(&binding("runner"), "ServiceAccount", "runner", ""), 0),
        ("", with(&binding("runner"), "ServiceAccount", "other, namespace: runners", ""), 1),
        ("", with(&binding("runner"), "ConfigMap", "runner, namespace: runners", ""), 1),
        ("", hook.clone(), 1),
        (NAMESPACE, hook.clone(), 1),
        (NAMESPACE, with(&hook, "Service", "web", ports), 0),
        ("", with(&hook, "Service", "web, namespace: a", ports), 0),
        ("", with(&hook, "Service", "other, namespace: a", ports), 1),
        (NAMESPACE, service.clone(), 0),
        ("", service.clone(), 1),
        (NAMESPACE, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: _}\n".to_owned(), 0),
        ("", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: _}\n".to_owned(), 1),
        // What is built from elsewhere is not known.
        ("helmCharts: [{name: a}]\n", binding("runner"), 0),
        ("transformers: [t.yaml]\n", binding("runner"), 0),
    ];
    check("namespaces", &rows.map(|(kustomization, object, code)| (kustomization.to_owned(), object, code)));
}

/// replicas.go, nameprefix.go, namesuffix.go, and those that set nothing that a server requires: images.go,
/// commonannotations.go.
#[test]
fn other_transformers() {
    let deployment = |replicas: &str, image: &str| {
        object(
            "apps/v1",
            "Deployment",
            &format!(
                "spec: {{replicas: {replicas}, selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: a{image}}}]}}}}}}"
            ),
        )
    };
    let named = |name: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\n");
    let rows = [
        ("replicas: [{name: a, count: 3}]\n", deployment("-1", ", image: a"), 0),
        ("replicas: [{name: b, count: 3}]\n", deployment("-1", ", image: a"), 1),
        ("", deployment("-1", ", image: a"), 1),
        ("namePrefix: x\n", named("-a"), 0),
        ("nameSuffix: x\n", named("-a"), 1),
        ("nameSuffix: x\n", named("a."), 0),
        ("namePrefix: x\nnameSuffix: z\n", named("-a-"), 0),
        ("namePrefix: x\n", named("-A"), 1),
        ("namePrefix: x\n", named("A"), 1),
        ("images: [{name: a, newName: b}]\n", deployment("1", ""), 1),
        ("commonAnnotations: {a: b}\n", deployment("-1", ", image: a"), 1),
        ("vars: [{name: N}]\n", named("$(N)"), 0),
        ("", named("$(N)"), 1),
    ];
    check("others", &rows.map(|(kustomization, object, code)| (kustomization.to_owned(), object, code)));
}

/// Its name, its files and the exit code.
type Build<'b> = (&'b str, Vec<(&'b str, String)>, i32);

/// The account may be in any part of the build, and must be in one with the binding.
#[test]
fn builds_of_several_folders() {
    let binding = object(
        "rbac.authorization.k8s.io/v1",
        "ClusterRoleBinding",
        "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}\nsubjects: [{kind: ServiceAccount, name: runner}]",
    );
    let account = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: runner}\n";
    let placed = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: runner, namespace: a}\n";
    let flux = |namespace: &str, path: &str| {
        format!(
            "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {{name: apps, namespace: flux}}\nspec: {{interval: 1m, prune: true, path: {path}, {namespace}sourceRef: {{kind: GitRepository, name: a}}}}\n"
        )
    };
    let target = "targetNamespace: shop, ";
    let rows: [Build<'_>; 10] = [
        (
            "base",
            vec![
                ("b/kustomization.yaml", "resources: [o.yaml]".into()),
                ("b/o.yaml", binding.clone()),
                ("o/kustomization.yaml", "resources: [../b, sa.yaml]".into()),
                ("o/sa.yaml", placed.into()),
            ],
            0,
        ),
        (
            "component",
            vec![
                ("b/kustomization.yaml", "resources: [o.yaml]".into()),
                ("b/o.yaml", binding.clone()),
                ("o/kustomization.yaml", "namespace: shop\nresources: [../b]\ncomponents: [../c]".into()),
                ("c/kustomization.yaml", "kind: Component\nresources: [sa.yaml]".into()),
                ("c/sa.yaml", account.into()),
            ],
            0,
        ),
        // Two builds of one base: that with the account does not have the binding.
        (
            "apart",
            vec![
                ("b/kustomization.yaml", "resources: [x.yaml]".into()),
                ("b/x.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n".into()),
                ("p/kustomization.yaml", "resources: [../b, sa.yaml]".into()),
                ("p/sa.yaml", placed.into()),
                ("q/kustomization.yaml", "resources: [../b, o.yaml]".into()),
                ("q/o.yaml", binding.clone()),
            ],
            1,
        ),
        ("no-build", vec![("sa.yaml", placed.into()), ("o.yaml", binding.clone())], 1),
        (
            "remote",
            vec![
                ("b/kustomization.yaml", "resources: [o.yaml, 'https://example.com/a']".into()),
                ("b/o.yaml", binding.clone()),
            ],
            0,
        ),
        // Flux writes its namespace into the kustomization of the folder, or makes one of all files below.
        (
            "flux",
            vec![
                ("flux.yaml", flux(target, "./apps")),
                ("apps/kustomization.yaml", "resources: [o.yaml, sa.yaml]".into()),
                ("apps/o.yaml", binding.clone()),
                ("apps/sa.yaml", account.into()),
            ],
            0,
        ),
        (
            "flux-files",
            vec![
                ("flux.yaml", flux(target, "./apps")),
                ("apps/x/o.yaml", binding.clone()),
                ("apps/y/sa.yaml", account.into()),
            ],
            0,
        ),
        (
            "flux-other",
            vec![
                ("flux.yaml", flux(target, "./apps")),
                ("other/o.yaml", binding.clone()),
                ("other/sa.yaml", account.into()),
            ],
            1,
        ),
        (
            "flux-none",
            vec![
                ("flux.yaml", flux("", "./apps")),
                ("apps/o.yaml", binding.clone()),
                ("apps/sa.yaml", account.into()),
            ],
            1,
        ),
        ("flux-no-account", vec![("flux.yaml", flux(target, "./apps")), ("apps/o.yaml", binding.clone())], 1),
    ];
    for (name, files, code) in rows {
        let files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (*file, text.as_str())).collect();
        let folder = Folder::new(&format!("builds-{name}"), &files);
        std::fs::create_dir(folder.join(".git")).unwrap();
        for (place, path) in [(".", "."), (".", folder.to_str().unwrap())] {
            let (found, text) = folder.below(place).said(&["validate", path, "--ignore-missing-schemas"]);
            assert_eq!(found, code, "{name} {path}: {text}");
        }
        // Nothing of it counts for files of strangers.
        let (found, text) = folder.said(&["validate", ".", "--untrusted", "--ignore-missing-schemas"]);
        assert_eq!(found, 1, "{name}: {text}");
    }
}
