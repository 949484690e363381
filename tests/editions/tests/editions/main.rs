//! Generated code compiles without warnings under every edition, with the runtime under another name, in a
//! crate that denies all warnings and many other lints, and that has clashing names. Kinds may have any name
//! that occurs in generated code.
#![allow(clippy::unwrap_used)]

mod krate;
mod large;
mod unused;

use std::fs;
use std::path::{Path, PathBuf};

use crdc_codegen::{Options, generate, generate_openapi};
use crdc_source::Source;
use crdc_source::diag::Severity;

use krate::Crate;

/// Names that generated code must not resolve where it is included.
const CLASHES: &str = "
#![allow(dead_code)]
pub struct Option; pub struct Result; pub struct Vec; pub struct String; pub struct Box;
pub struct Default; pub trait Iterator {} pub trait From {} pub trait Into {}
pub mod core {} pub mod std {} pub mod alloc {} pub mod crdc {} pub mod machinery {}
";

/// Lints that are allowed by default, but that a crate may enable.
const LINTS: &str = "absolute_paths_not_starting_with_crate, elided_lifetimes_in_paths, explicit_outlives_requirements, \
    let_underscore_drop, missing_copy_implementations, missing_debug_implementations, missing_docs, non_ascii_idents, \
    redundant_imports, redundant_lifetimes, rust_2018_idioms, single_use_lifetimes, trivial_casts, \
    trivial_numeric_casts, unit_bindings, unnameable_types, unreachable_pub, unused_extern_crates, \
    unused_import_braces, unused_lifetimes, unused_qualifications, unused_results, variant_size_differences";

/// Valid kinds that are also names of modules, constants and types of generated code, of the prelude, of
/// primitive types, or keywords.
const KINDS: [&str; 44] = [
    "COMPILED",
    "Compiled",
    "functions",
    "alternatives",
    "places",
    "topology",
    "Topology",
    "root",
    "Resource",
    "resource",
    "value",
    "Rule",
    "Kind",
    "Object",
    "Decoder",
    "crdc",
    "machinery",
    "Some",
    "None",
    "Ok",
    "Err",
    "Option",
    "Result",
    "Default",
    "Clone",
    "Copy",
    "Debug",
    "str",
    "u8",
    "bool",
    "usize",
    "core",
    "self",
    "Self",
    "super",
    "crate",
    "struct",
    "type",
    "async",
    "gen",
    "try",
    "fn",
    "true",
    "macro-rules",
];

/// A resource that uses every generated module.
fn of_kind(index: usize, kind: &str) -> Source {
    // Some kinds differ only in case, and names of documents have no case.
    let lower = format!("{}-{index}", kind.to_lowercase());
    Source::new(
        format!("{kind}.yaml"),
        format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {lower}s.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: {lower}s, singular: '{lower}', kind: '{kind}', listKind: {kind}List}}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {{status: {{}}}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          status: {{type: object, properties: {{ready: {{type: boolean}}}}}}
          spec:
            type: object
            required: [size]
            properties:
              size: {{type: integer, minimum: 1, x-kubernetes-immutable: true}}
              name: {{type: string, default: x, anyOf: [{{maxLength: 3}}, {{pattern: '^a'}}]}}
"
        ),
    )
}

#[test]
fn kinds_with_any_name_compile_and_run() {
    let options = Options { runtime_path: "::machinery".to_owned(), ..Options::default() };
    let sources: Vec<Source> = KINDS.iter().enumerate().map(|(index, kind)| of_kind(index, kind)).collect();
    let generated = generate(&sources, &options);
    let errors = generated.diagnostics.iter().filter(|one| one.diagnostic.severity() == Severity::Error);
    assert_eq!(errors.map(|one| &one.diagnostic.message).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!(generated.files.len(), KINDS.len());
    for edition in ["2018", "2021", "2024"] {
        let krate = Crate::new(&format!("kinds-{edition}"), edition);
        let (mut lib, mut calls) = (format!("#![deny(warnings, {LINTS})]\n//! Generated.\n"), String::new());
        for (index, file) in generated.files.iter().enumerate() {
            krate.write(&format!("crd{index}.rs"), &file.text);
            lib.push_str(&format!("/// A kind.\npub mod m{index} {{ include!(\"crd{index}.rs\"); }}\n"));
            // The name is written out, as users of the type write it.
            calls.push_str(&format!("    check::<m{index}::{}>({:?});\n", file.type_name, KINDS[index]));
        }
        lib.push_str(&format!("{RUN}/// Runs each.\npub fn run() {{\n{calls}}}\n"));
        krate.write("lib.rs", &lib);
        krate.write("main.rs", "//! Runs what was generated.\nfn main() { edition::run() }\n");
        // What it does when it runs does not depend on the edition.
        krate.cargo(if edition == "2024" { "run" } else { "check" });
    }
}

/// One request for each verdict.
const RUN: &str = r#"
fn check<R: machinery::Resource>(kind: &str) {
    let mut scratch = machinery::Scratch::new();
    let body = |size: i32| {
        format!("{{\"apiVersion\":\"example.com/v1\",\"kind\":\"{kind}\",\"metadata\":{{\"name\":\"x\",\"namespace\":\"y\",\"resourceVersion\":\"1\"}},\"spec\":{{\"size\":{size}}}}}")
    };
    assert_eq!(R::KIND, kind);
    let (one, two) = (body(1), body(2));
    let created = R::create(one.as_bytes(), &mut scratch);
    assert_eq!(created.code(), 201, "{kind}: {:?}", created.message());
    assert!(String::from_utf8_lossy(created.accepted_object().unwrap_or_default()).contains("\"name\":\"x\""));
    assert_eq!(R::create(body(0).as_bytes(), &mut scratch).code(), 422, "{kind}");
    assert_eq!(R::update(two.as_bytes(), one.as_bytes(), &mut scratch).code(), 400, "{kind}");
}
"#;

#[test]
fn editions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let options = Options { runtime_path: "::machinery".to_owned(), ..Options::default() };
    let mut sources = Vec::new();
    for folder in ["keywords", "record/crds"] {
        read(&root.join("..").join(folder), &mut sources);
    }
    let mut generated = generate(&sources, &options);
    // Recursive definitions: functions and constants that refer to each other.
    let recursive = Source::read(&root.join("../openapi/recursive/document.yaml")).unwrap();
    generated.files.extend(generate_openapi(&recursive, &[], &options).files);
    assert!(generated.files.len() > 40);
    for edition in ["2018", "2021", "2024"] {
        let krate = Crate::new(edition, edition);
        let mut lib = format!("#![deny(warnings, {LINTS})]\n//! Generated.\n");
        for (index, file) in generated.files.iter().enumerate() {
            krate.write(&format!("crd{index}.rs"), &file.text);
            lib.push_str(&format!("/// A kind.\npub mod m{index} {{ include!(\"crd{index}.rs\"); }}\n"));
        }
        lib.push_str(&format!(
            "#[allow(missing_docs, missing_copy_implementations, missing_debug_implementations)] pub mod clashes {{ {} }}\n",
            clashing(&generated.files[0].text)
        ));
        krate.write("lib.rs", &lib);
        krate.cargo("check");
    }
}

fn clashing(code: &str) -> String {
    let names = CLASHES.replace("#![allow(dead_code)]", "");
    format!("#![allow(dead_code, unused_imports)] {names} \n{code}")
}

fn read(folder: &Path, sources: &mut Vec<Source>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            sources.push(Source::new(path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}
