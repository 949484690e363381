//! Documents as wholes: paths, parameters, and that every reference has a target.

use super::{Document, documents};
use crate::publish::openapi::{OpenApi, Options};
use crate::publish::{json, tree};
use crdc_check::check_sources;
use crdc_plan::check_openapi;
use crdc_source::diag::Diagnostic;
use crdc_source::{Node, Source, Value, parse};

fn crd(plural: &str, kind: &str, scope: &str, versions: &str) -> Source {
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  scope: {scope}
  names: {{plural: {plural}, singular: {singular}, kind: {kind}, listKind: {kind}List}}
  versions: [{versions}]
",
        singular = kind.to_lowercase()
    );
    Source::new(format!("{plural}.yaml"), text)
}

fn version(name: &str, served: bool, more: &str) -> String {
    format!(
        "{{name: {name}, served: {served}, storage: {}, schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, \
         properties: {{replicas: {{type: integer}}}}}}, status: {{type: object, properties: {{replicas: {{type: integer}}}}}}}}}}}}{more}}}",
        name == "v1"
    )
}

const SUBRESOURCES: &str = ", subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}";

fn published(sources: &[Source], form: OpenApi) -> (Vec<Document>, Vec<(usize, Diagnostic)>) {
    let checked = check_sources(sources, &[]);
    let problems: Vec<_> = checked.iter().flat_map(|checked| &checked.diagnostics).collect();
    assert!(checked.iter().all(|one| one.crds.iter().all(|crd| crd.accepted().is_some())), "{problems:?}");
    let (documents, errors) = documents(&checked, Options::server(form));
    (documents, errors.into_iter().map(|found| (found.source, found.diagnostic)).collect())
}

fn all(form: OpenApi) -> Vec<Document> {
    let sources = [
        crd(
            "backups",
            "Backup",
            "Namespaced",
            &[version("v1", true, SUBRESOURCES), version("v2", true, "")].join(", "),
        ),
        crd(
            "archives",
            "Archive",
            "Cluster",
            &[version("v1", true, ""), version("v3", false, "")].join(", "),
        ),
    ];
    let (documents, errors) = published(&sources, form);
    assert!(errors.is_empty());
    documents
}

/// The value at a path of keys.
fn at<'n>(node: &'n Node, keys: &[&str]) -> &'n Node {
    keys.iter()
        .fold(node, |node, key| node.get(key).unwrap_or_else(|| panic!("no {key} in {}", json::line(node))))
}

fn keys(node: &Node) -> Vec<&str> {
    tree::members(node).iter().map(|member| member.key.as_str()).collect()
}

#[test]
fn documents_of_v3_have_one_version_of_a_group() {
    let found = all(OpenApi::V3);
    let names: Vec<String> = found.iter().map(Document::file_name).collect();
    assert_eq!(names, ["apis__example.com__v1_openapi.json", "apis__example.com__v2_openapi.json"]);
    let paths = keys(at(&found[0].root, &["paths"]));
    assert_eq!(
        paths,
        [
            "/apis/example.com/v1/archives",
            "/apis/example.com/v1/archives/{name}",
            "/apis/example.com/v1/backups",
            "/apis/example.com/v1/namespaces/{namespace}/backups",
            "/apis/example.com/v1/namespaces/{namespace}/backups/{name}",
            "/apis/example.com/v1/namespaces/{namespace}/backups/{name}/scale",
            "/apis/example.com/v1/namespaces/{namespace}/backups/{name}/status",
        ]
    );
    assert_eq!(keys(at(&found[1].root, &["paths"])).len(), 3);
    let [v2] = &all(OpenApi::V2)[..] else { panic!("one document") };
    assert_eq!(v2.file_name(), "swagger.json");
    assert_eq!(keys(at(&v2.root, &["paths"])).len(), 10);
}

#[test]
fn operations_are_those_of_servers() {
    let found = all(OpenApi::V3);
    let path = at(&found[0].root, &["paths", "/apis/example.com/v1/namespaces/{namespace}/backups/{name}"]);
    assert_eq!(keys(path), ["delete", "get", "patch", "put", "parameters"]);
    let names = |list: &Node| -> Vec<String> {
        let name = |one: &Node| one.get("name").and_then(Node::as_str).unwrap_or_default().to_owned();
        tree::items(list).iter().map(name).collect()
    };
    assert_eq!(names(at(path, &["parameters"])), ["name", "namespace", "pretty"]);
    assert_eq!(names(at(path, &["put", "parameters"])), ["dryRun", "fieldManager", "fieldValidation"]);
    assert_eq!(
        keys(at(path, &["patch", "requestBody", "content"])),
        ["application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json"]
    );
    assert_eq!(keys(at(path, &["put", "responses"])), ["200", "201", "401"]);
    let get = at(path, &["get", "responses", "200", "content", "application/json", "schema"]);
    assert_eq!(json::line(get), "{\"$ref\": \"#/components/schemas/com.example.v1.Backup\"}");
    let ids = |form| {
        let documents = all(form);
        let paths = at(&documents[0].root, &["paths"]).clone();
        let operations = tree::members(&paths).iter().flat_map(|path| tree::members(&path.value));
        let ids = operations
            .filter_map(|operation| operation.value.get("operationId")?.as_str().map(str::to_owned));
        ids.filter(|id| id.contains("V1")).collect::<Vec<_>>()
    };
    let found = ids(OpenApi::V3);
    for id in [
        "listExampleComV1BackupForAllNamespaces",
        "listExampleComV1NamespacedBackup",
        "deleteExampleComV1CollectionNamespacedBackup",
        "createExampleComV1Archive",
        "readExampleComV1NamespacedBackupStatus",
        "patchExampleComV1NamespacedBackupScale",
    ] {
        assert!(found.iter().any(|known| known == id), "{id} in {found:?}");
    }
    let mut once = found.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), found.len(), "names of operations are unique");
    assert_eq!(ids(OpenApi::V2), found);

    let v2 = all(OpenApi::V2);
    let path = at(&v2[0].root, &["paths", "/apis/example.com/v1/archives"]);
    let post = at(path, &["post", "parameters"]);
    assert_eq!(names(post), ["body", "dryRun", "fieldManager", "fieldValidation"]);
    assert_eq!(
        json::line(&tree::items(post)[0]),
        "{\"name\": \"body\", \"in\": \"body\", \"required\": true, \"schema\": {\"$ref\": \"#/definitions/com.example.v1.Archive\"}}"
    );
    let descriptions = [at(path, &["post", "description"]), at(path, &["get", "description"])];
    assert_eq!(
        descriptions.map(|node| node.as_str().unwrap_or_default()),
        ["create an Archive", "list objects of kind Archive"]
    );
}

/// A reference without a target breaks client generators.
#[test]
fn every_reference_has_a_target() {
    for form in [OpenApi::V3, OpenApi::V2] {
        for document in all(form) {
            let (root, problems) = parse(&Source::new("document.json", document.to_json()));
            assert!(problems.is_empty() && root.len() == 1);
            let (prefix, schemas) = match form {
                OpenApi::V3 => ("#/components/schemas/", at(&root[0], &["components", "schemas"])),
                OpenApi::V2 => ("#/definitions/", at(&root[0], &["definitions"])),
            };
            let mut references = Vec::new();
            collect(&root[0], &mut references);
            assert!(references.len() > 20);
            for reference in references {
                let name = reference.strip_prefix(prefix);
                assert!(name.is_some_and(|name| schemas.get(name).is_some()), "{reference}");
            }
            let has_scale = schemas.get("io.k8s.api.autoscaling.v1.Scale").is_some();
            assert_eq!(has_scale, document.group_version.is_none_or(|(_, version)| version == "v1"));
        }
    }
}

fn collect<'n>(node: &'n Node, references: &mut Vec<&'n str>) {
    match &node.value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        Value::Object(members) => {
            for member in members {
                references.extend(member.value.as_str().filter(|_| member.key == "$ref"));
                collect(&member.value, references);
            }
        }
        _ => {}
    }
}

#[test]
fn our_reader_finds_the_kinds_without_guesses() {
    for form in [OpenApi::V3, OpenApi::V2] {
        for document in all(form) {
            let checked = check_openapi(&Source::new(document.file_name(), document.to_json()), &[]);
            let messages: Vec<_> = checked.diagnostics.iter().map(|found| found.message.as_str()).collect();
            let scale = ["the document does not specify the scale fields of Backup"];
            let has_scale = document.group_version.is_none_or(|(_, version)| version == "v1");
            assert_eq!(messages, if has_scale { &scale[..] } else { &[] });
            assert_eq!(checked.plans().len(), checked.kinds);
            for plan in checked.plans() {
                assert_eq!(plan.namespaced, plan.kind == "Backup");
                assert_eq!(plan.status_subresource, plan.kind == "Backup" && plan.version == "v1");
            }
        }
    }
}

#[test]
fn two_crds_with_one_kind_are_an_error() {
    let one = |plural| crd(plural, "Backup", "Cluster", &version("v1", true, ""));
    let (documents, errors) = published(&[one("backups"), one("backupses")], OpenApi::V3);
    assert_eq!(documents.len(), 1);
    let messages: Vec<_> = errors.iter().map(|(source, found)| (*source, found.message.as_str())).collect();
    let text = |name| format!("two CustomResourceDefinitions publish `com.example.v1.{name}`");
    assert_eq!(messages, [(1, text("Backup").as_str()), (1, text("BackupList").as_str())]);
    assert!(errors.iter().all(|(_, found)| found.span.start > 0));
}
