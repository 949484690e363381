//! `types`: text of owned types for a file of their own.
#![allow(clippy::unwrap_used)]

use crdc_codegen::{Options, types};
use crdc_source::Source;

/// A CRD with these versions.
fn crd(plural: &str, versions: &[&str]) -> Source {
    let versions: String = (versions.iter().enumerate())
        .map(|(index, name)| {
            format!(
                "  - name: {name}\n    served: true\n    storage: {}\n    schema:\n      openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{size: {{x-kubernetes-int-or-string: true}}}}}}}}}}\n",
                index == 0
            )
        })
        .collect();
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {plural}.example.com}}\nspec:\n  group: example.com\n  scope: Namespaced\n  names: {{plural: {plural}, singular: thing, kind: Thing, listKind: ThingList}}\n  versions:\n{versions}"
    );
    Source::new("crd.yaml", text)
}

/// The modules of a text, and the types in each; those of the file itself have no module.
fn items(text: &str) -> Vec<(String, Vec<String>)> {
    let of = |items: &[syn::Item]| {
        let structs = items.iter().filter_map(|item| match item {
            syn::Item::Struct(item) => Some(item.ident.to_string()),
            _ => None,
        });
        structs.collect::<Vec<_>>()
    };
    let file = syn::parse_file(text).unwrap();
    let modules = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) => Some((module.ident.to_string(), of(&module.content.as_ref().unwrap().1))),
        _ => None,
    });
    let all: Vec<_> = [(String::new(), of(&file.items))].into_iter().chain(modules).collect();
    all.into_iter().filter(|(_, structs)| !structs.is_empty()).collect()
}

#[test]
fn one_version_is_a_file_and_several_are_modules() {
    let found = items(&types(&[crd("things", &["v1"])], None, &Options::default()));
    assert_eq!(found.len(), 1);
    assert_eq!((&*found[0].0, &*found[0].1[0]), ("", "Thing"));
    let sources = [crd("things", &["v1", "v2beta1"]), crd("selves", &["v1"])];
    let found = items(&types(&sources, None, &Options::default()));
    let names: Vec<&str> = found.iter().map(|(module, _)| &**module).collect();
    assert_eq!(names, ["things_v1", "things_v2beta1", "selves_v1"]);
    // As of another group.
    let found = items(&types(&[crd("things", &["v1"]), crd("things", &["v1"])], None, &Options::default()));
    let names: Vec<&str> = found.iter().map(|(module, _)| &**module).collect();
    assert_eq!(names, ["things_v1", "things_v1_2"]);
    assert_eq!(items(&types(&sources, Some("v2beta1"), &Options::default())).len(), 1);
    assert!(types(&sources, Some("v3"), &Options::default()).is_empty());
}

/// Nobody needs these crates unless they ask for them.
#[test]
fn crates_of_kube_are_named_if_they_are_asked_for() {
    let sources = [crd("things", &["v1"])];
    let plain = types(&sources, None, &Options::default());
    assert!(!plain.contains("kube::") && !plain.contains("k8s_openapi"));
    let kube = types(&sources, None, &Options { kube_types: true, ..Options::default() });
    assert!(kube.contains("impl ::kube::Resource for Thing") && kube.contains("intstr::IntOrString"));
}
