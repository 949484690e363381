//! `crdc publish`: which files it writes, and what it refuses.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::{Folder, Ran};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: backups.example.com}
spec:
  group: example.com
  names: {plural: backups, singular: backup, kind: Backup, listKind: BackupList}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {name: {type: string, x-kubernetes-immutable: true}}}}
  - name: v2
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object}}
";

/// A folder with documents; the folder `out` below it does not exist.
fn folder(name: &str, crd: &str) -> Folder {
    Folder::new(name, &[("crd.yaml", crd)])
}

fn crdc(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["publish", "crd.yaml", "--as"], arguments].concat())
}

#[test]
fn documents_of_groups_and_versions_are_files() {
    let folder = folder("files", CRD);
    let Ran { code, out, err } = crdc(&folder, &["openapi-v3", "--output", "out"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert_eq!(err, "wrote 2 files below out: no errors\n");
    let text = fs::read_to_string(folder.join("out/apis__example.com__v1_openapi.json")).unwrap();
    assert!(text.contains("\"com.example.v1.Backup\"") && !text.contains("x-kubernetes-immutable"), "{text}");
    assert!(folder.join("out/apis__example.com__v2_openapi.json").is_file());
    let again = crdc(&folder, &["openapi-v3", "--output", "out"]);
    assert_eq!(
        (again.code, fs::read_to_string(folder.join("out/apis__example.com__v1_openapi.json")).unwrap()),
        (0, text)
    );

    let Ran { code, err, .. } = crdc(&folder, &["openapi-v3"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("several documents need --output DIR: apis__example.com__v1_openapi.json, "),
        "{err}"
    );
}

#[test]
fn one_document_is_printed_and_extensions_are_kept_on_request() {
    let folder = folder("printed", CRD);
    let Ran { code, out, err } = crdc(&folder, &["openapi-v2", "--extensions"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("{\n  \"swagger\": \"2.0\",\n"), "{out}");
    assert!(out.contains("\"x-kubernetes-immutable\": true"), "{out}");
}

#[test]
fn what_cannot_be_published_is_reported() {
    let wrong = folder("wrong", &CRD.replace("type: string", "type: text"));
    let Ran { code, out, err } = crdc(&wrong, &["openapi-v2"]);
    assert_eq!(code, 1);
    assert!(err.contains("crd.yaml:15:"), "{err}");
    assert!(!out.contains("com.example"), "{out}");
    let unserved = folder("unserved", &CRD.replace("served: true", "served: false"));
    let Ran { code, err, .. } = crdc(&unserved, &["openapi-v3"]);
    assert_eq!((code, err.as_str()), (1, "crdc: no document has a served version\n"));
    let none = folder("none", "kind: ConfigMap\n");
    let Ran { code, err, .. } = crdc(&none, &["openapi-v3"]);
    assert_eq!((code, err.as_str()), (1, "crdc: no CustomResourceDefinition in crd.yaml\n"));
}

#[test]
fn schemas_have_the_layout_of_catalogues() {
    let folder = folder("schemas", CRD);
    let Ran { code, out, err } = crdc(&folder, &["json-schema", "--strict", "--output", "out"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let said = "wrote 2 files below out: no errors\nchecked by servers, not by the schemas: metadata (2), extension (1); --report prints each\n";
    assert_eq!(err, said);
    let text = fs::read_to_string(folder.join("out/example.com/backup_v1.json")).unwrap();
    assert!(text.contains("2020-12/schema") && text.contains("\"additionalProperties\": false"), "{text}");
    let layout = "{{.ResourceKind}}{{.KindSuffix}}{{.StrictSuffix}}.json";
    let Ran { code, err, .. } =
        crdc(&folder, &["json-schema", "--draft", "7", "--layout", layout, "--report", "--output", "out"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("\nbackups.example.com v1 spec.name: extension: x-kubernetes-immutable\n"), "{err}");
    let text = fs::read_to_string(folder.join("out/backup-example-v2.json")).unwrap();
    assert!(text.contains("draft-07") && !text.contains("\"additionalProperties\": false"), "{text}");
}

#[test]
fn crds_get_rules_for_a_server() {
    let folder = folder("apply-safe", CRD);
    let Ran { code, err, .. } = crdc(&folder, &["apply-safe"]);
    assert_eq!(code, 2);
    assert!(err.contains("--kubernetes 1.29"), "{err}");
    let Ran { code, out, err } = crdc(&folder, &["apply-safe", "--server", "1.29", "--output", "out"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert_eq!(err, "wrote 1 file below out: no errors\n");
    let text = fs::read_to_string(folder.join("out/backups.example.com.yaml")).unwrap();
    assert!(text.contains("rule: self == oldSelf // crdc x-kubernetes-immutable"), "{text}");
    assert!(!text.contains("x-kubernetes-immutable: true"), "{text}");
    // The extensions come back, and then it is the same document.
    fs::copy(folder.join("out/backups.example.com.yaml"), folder.join("crd.yaml")).unwrap();
    assert_eq!(crdc(&folder, &["apply-safe", "--server", "v1.29.3"]).out, text);
    let Ran { code, err, .. } = crdc(&folder, &["apply-safe", "--server", "1.24"]);
    assert_eq!(code, 2);
    assert!(err.contains("servers before 1.25 do not run rules"), "{err}");
}

#[test]
fn crds_that_servers_refuse_are_not_written() {
    let list = "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {type: string}, v: {type: array, items: {type: string}, x-kubernetes-immutable: true}}}}";
    let folder = folder_of("over", list);
    let Ran { code, out, err } = crdc(&folder, &["apply-safe", "--server", "1.30", "--report"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("rules for servers: ") && err.contains("= help: set `maxItems: "), "{err}");
    let nullable = folder_of("report", "{type: string, nullable: true, x-kubernetes-immutable: true}");
    let Ran { code, err, .. } = crdc(&nullable, &["apply-safe", "--server", "1.30", "--report"]);
    assert_eq!(code, 0, "{err}");
    let line = ": backups.example.com v1 spec.name: x-kubernetes-immutable: accepted: it changes between absent and null: ";
    assert!(err.starts_with("crd.yaml:") && err.contains(line), "{err}");
}

#[test]
fn every_form_leads_back_to_the_crd() {
    let folder =
        folder("crd", &CRD.replace("served: true\n    storage: false", "served: false\n    storage: false"));
    let Ran { code, out: own, err } = crdc(&folder, &["crd"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(own.contains("x-kubernetes-immutable: true"), "{own}");
    let stock = crdc(&folder, &["stock"]).out;
    assert_eq!(stock, own.replace("                x-kubernetes-immutable: true\n", ""));
    assert_ne!(stock, own);
    let safe = crdc(&folder, &["apply-safe", "--server", "1.30"]).out;
    fs::write(folder.join("crd.yaml"), safe).unwrap();
    assert_eq!(crdc(&folder, &["crd"]).out, own);
    assert_eq!(crdc(&folder, &["stock"]).out, stock);
    for form in ["openapi-v3", "openapi-v2"] {
        let document = crdc(&folder, &[form, "--extensions"]).out;
        fs::write(folder.join("openapi.json"), document).unwrap();
        let arguments =
            ["publish", "--openapi", "openapi.json", "--kind", "example.com/v1/Backup", "--as", "crd"];
        let Ran { code, out: text, err } = folder.run(&arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{form}");
        assert!(
            text.contains("name: backups.example.com") && text.contains("x-kubernetes-immutable: true"),
            "{text}"
        );
    }
}

/// A folder whose CRD has another field.
fn folder_of(name: &str, field: &str) -> Folder {
    folder(name, &CRD.replace("{type: string, x-kubernetes-immutable: true}", field))
}

#[test]
fn options_of_other_forms_are_refused() {
    let folder = folder("options", CRD);
    for (arguments, message) in [
        (&["openapi-v3", "--strict"][..], "crdc: --strict needs --as json-schema\n"),
        (&["openapi-v3", "--report"], "crdc: --report needs --as json-schema or apply-safe\n"),
        (
            &["json-schema", "--server", "1.30"],
            "crdc: --kubernetes needs --as apply-safe: leave it out, other forms are the same for all servers\n",
        ),
        (&["json-schema", "--extensions"], "crdc: --extensions needs an OpenAPI form\n"),
        (
            &["json-schema", "--layout", "{{.Kind}}.json", "-o", "out"],
            "crdc: two documents have the path backup.json; ",
        ),
        (&["json-schema", "--layout", "../x"], "crdc: --layout: `../x` is not the path"),
    ] {
        let Ran { code, err, .. } = crdc(&folder, arguments);
        assert_eq!(code, 2, "{arguments:?} {err}");
        assert!(err.starts_with(message), "{err}");
    }
    assert!(!folder.join("out").exists());
}
