//! Which documents are patches or other documents of kustomize, and which are definitions with mistakes.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use crdc_check::{Located, check_source, fold_kustomize};
use crdc_codegen::Config;
use crdc_source::diag::{Code, Severity};
use crdc_source::{Source, parse};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: sizes.example.com}
spec:
  group: example.com
  names: {plural: sizes, singular: size, kind: Size, listKind: SizeList}
  scope: Cluster
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
";

/// A document of the kind CustomResourceDefinition with this name and rest.
fn named(rest: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: sizes.example.com\n{rest}"
    )
}

fn codes(text: &str) -> Vec<Code> {
    let checked = check_source(&Source::new("a.yaml", text), None);
    checked.diagnostics.iter().map(|found| found.code).collect()
}

/// What kubebuilder writes into `config/crd/patches`, and what else is applied with kustomize.
fn patches() -> Vec<String> {
    vec![
        named("spec: {conversion: {strategy: Webhook, webhook: {clientConfig: {service: {namespace: system, name: s}}, conversionReviewVersions: [v1]}}}\n"),
        named("spec: {preserveUnknownFields: false, conversion: {strategy: Webhook}}\n"),
        named("spec: {preserveUnknownFields: false}\n"),
        named("  annotations: {cert-manager.io/inject-ca-from: a/b}\n"),
        named("  labels: {a: b}\n"),
        named("spec: {names: {categories: [all], shortNames: [s]}}\n"),
        named("$patch: delete\n"),
        named("spec: {versions: [{name: v1beta1, $patch: delete}]}\n"),
        named("spec: {$patch: replace, group: a.example.com}\n"),
        named("spec: {$retainKeys: [a], versions: [{name: v1, served: false}]}\n"),
        named("spec: {conversion: {strategy: None}}\n").replace("extensions.k8s.io/v1", "extensions.k8s.io/v1beta1"),
        named("spec: {conversion: {strategy: None}}\n").replace("  name: sizes.example.com", "  labels: {}"),
        "- {op: add, path: /spec/conversion, value: {strategy: None}}\n- {op: remove, path: /metadata/labels}\n".to_owned(),
        "[{\"op\": \"replace\", \"path\": \"/spec/scope\", \"value\": \"Cluster\"}]".to_owned(),
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n".to_owned(),
        "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: []\n".to_owned(),
        "resources:\n- bases/a.yaml\n#+kubebuilder:scaffold:crdkustomizeresource\n".to_owned(),
        "patchesStrategicMerge: [a.yaml]\nconfigurations: [kustomizeconfig.yaml]\n".to_owned(),
        "nameReference:\n- kind: Service\n  version: v1\n  fieldSpecs: []\nvarReference: []\n".to_owned(),
    ]
}

#[test]
fn patches_and_files_of_kustomize_are_no_definitions() {
    for text in patches() {
        let source = Source::new("a.yaml", text.as_str());
        let checked = check_source(&source, None);
        assert_eq!((checked.documents, checked.crds.len()), (0, 0), "{text}");
        let found: Vec<_> = checked.diagnostics.iter().map(|found| (found.code, found.severity())).collect();
        assert_eq!(found, [(Code::KustomizeSkipped, Severity::Warning)], "{text}");
        assert!(checked.diagnostics[0].help.is_some(), "{text}");
        assert!(crdc_schema::read(&parse(&source).0).0.is_empty(), "{text}");
        // Beside definitions, and in lists.
        assert_eq!(codes(&format!("{CRD}---\n{text}")), [Code::KustomizeSkipped], "{text}");
        let item = text.lines().map(|line| format!("  {line}\n")).collect::<String>();
        if !text.starts_with(['-', '[']) {
            let list = format!("apiVersion: v1\nkind: List\nitems:\n-{}", &item[1..]);
            assert_eq!(codes(&list), [Code::KustomizeSkipped], "{list}");
        }
    }
}

#[test]
fn a_definition_with_mistakes_is_not_taken_for_a_patch() {
    for rest in [
        "",
        "spec: {}\n",
        "spec:\n",
        "spec: {conversion: {}}\n",
        "spec: {names: {}}\n",
        // Something is there that identifies a resource.
        "spec: {group: example.com}\n",
        "spec: {scope: Cluster}\n",
        "spec: {versions: []}\n",
        "spec: {names: {plural: sizes, kind: Size}}\n",
        "spec: {names: {kind: Size}, conversion: {strategy: None}}\n",
        "spec: {versions: [{name: v1}], conversion: {strategy: None}}\n",
        // A misspelt key.
        "spec: {grup: example.com, conversion: {strategy: None}}\n",
        "spec: {name: {plural: sizes}}\n",
        "specs: {group: example.com}\n",
        "  annotations: {a: b}\nspecs: {group: example.com}\n",
        "  annotations: {a: b}\nspec: {}\n",
        "  annotations: {a: b}\nstatus: {}\n",
        "  annotations: {}\n",
        "  creationTimestamp: null\n",
        // A field of objects that has the name of a directive.
        "spec: {group: example.com, versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {$patch: {type: string}}}}}]}\n",
    ] {
        let text = named(rest);
        let checked = check_source(&Source::new("a.yaml", text.as_str()), None);
        assert_eq!((checked.documents, checked.crds.len()), (1, 1), "{text}");
        assert!(checked.diagnostics.iter().any(|found| found.severity() == Severity::Error), "{text}");
    }
}

#[test]
fn other_documents_are_what_they_were() {
    for (text, expected) in [
        ("", &[][..]),
        ("# only a comment\n", &[]),
        ("---\n---\n# and one more\n", &[]),
        ("apiVersion: v2\nname: chart\nversion: 0.1.0\n", &[Code::DocumentSkipped]),
        ("replicas: 1\nresources: {limits: {cpu: 1}}\nimages: []\n", &[Code::DocumentSkipped]),
        ("- a\n- b\n", &[Code::DocumentSkipped]),
        ("- {op: add}\n", &[Code::DocumentSkipped]),
        ("[]\n", &[Code::DocumentSkipped]),
        ("apiVersion: example.com/v1\nkind: Kustomization\n", &[Code::DocumentSkipped]),
        (
            "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {}\n",
            &[Code::DocumentSkipped],
        ),
        (
            "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec: {generators: []}\n",
            &[Code::DocumentSkipped],
        ),
        ("kind: Deployment\nresources: []\n", &[Code::DocumentSkipped]),
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
    let list = CRD.lines().map(|line| format!("  {line}\n")).collect::<String>();
    assert_eq!(codes(&format!("kind: List\nitems:\n-{}", &list[1..])), []);
}

#[test]
fn the_documents_of_kustomize_are_counted() {
    let text =
        patches().iter().filter(|text| !text.starts_with('[')).cloned().collect::<Vec<_>>().join("---\n");
    let source = Source::new("a.yaml", format!("{CRD}---\n{text}"));
    let all = || -> Vec<Located> {
        let found = check_source(&source, None).diagnostics.into_iter();
        found.map(|diagnostic| Located { source: 0, diagnostic }).collect()
    };
    let count = patches().len() - 1;
    let (mut found, mut first) = (all(), all());
    assert_eq!((fold_kustomize(&mut found, false), found.len()), (count, 0));
    assert_eq!((fold_kustomize(&mut first, true), first.len()), (count, 1));
    let more = format!("; {} more documents of kustomize were skipped", count - 1);
    assert!(first[0].diagnostic.help.as_ref().unwrap().ends_with(&more));
    assert_eq!(fold_kustomize(&mut Vec::new(), true), 0);
}

#[test]
fn a_build_script_compiles_a_folder_with_patches() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kustomize");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("crd/patches")).unwrap();
    fs::write(folder.join("crd/sizes.yaml"), CRD).unwrap();
    for (index, text) in patches().iter().enumerate() {
        fs::write(folder.join(format!("crd/patches/{index}.yaml")), text).unwrap();
    }
    let generated =
        Config::new().quiet(true).out_dir(folder.join("out")).compile(&[folder.join("crd")]).unwrap();
    assert_eq!(generated.crds, ["sizes.example.com"]);
    assert_eq!((generated.files.len(), generated.diagnostics.len()), (1, 1));
}
