//! `crdc validate --untrusted`: nothing that the files say may leave anything out. In: files of a stranger
//! that hide a broken object. Out: the exit code without the option, and with it.
//!
//! Easy to break: a way to hide an object that is added later needs a line here.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

/// A deployment that every server refuses.
const BROKEN: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 3, selector: {}, template: {}}\n";

const FINE: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fine}\n";

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: networkpolicies.networking.k8s.io
  annotations: {api-approved.kubernetes.io: unapproved}
spec:
  group: networking.k8s.io
  scope: Namespaced
  names: {plural: networkpolicies, singular: networkpolicy, kind: NetworkPolicy, listKind: NetworkPolicyList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
";

/// Each of these hides something, and hides nothing with the option.
#[test]
fn nothing_hides_an_object() {
    let annotated = BROKEN.replace("name: a", "name: a, annotations: {crdc/ignore-all: hush}");
    let commented = BROKEN.replace("template: {}}", "template: {}} # crdc:ignore all: hush");
    let with = |more: &str| format!("{BROKEN}{more}\n");
    let chart = ("Chart.yaml", "apiVersion: v2\nname: a\nversion: 1.0.0\n");
    let ways: Vec<(&str, Vec<(&str, String)>)> = vec![
        ("annotation", vec![("a.yaml", annotated)]),
        ("comment", vec![("a.yaml", commented)]),
        ("settings", vec![("a.yaml", with("")), (".crdc.yaml", "ignore: [{kind: Deployment, reason: x}]".to_owned())]),
        ("patch", vec![("a.yaml", with("")), ("k/kustomization.yaml", "patches: [{path: ../a.yaml}]".to_owned())]),
        ("merge", vec![("a.yaml", with("")), ("kustomization.yaml", "patchesStrategicMerge: [a.yaml]".to_owned())]),
        ("configuration", vec![("a.yaml", with("")), ("k/kustomization.yaml", "configurations: [../a.yaml]".to_owned())]),
        ("generator", vec![("a.yaml", with("")), ("kustomization.yaml", "secretGenerator: [{name: a, files: [a.yaml]}]".to_owned())]),
        ("patch-name", vec![("a-patch.yaml", with("")), ("kustomization.yaml", "resources: []".to_owned())]),
        ("chart", vec![("templates/a.yaml", with("# {{ x }}")), (chart.0, chart.1.to_owned())]),
        ("values", vec![("values-a.yaml", with("")), (chart.0, chart.1.to_owned())]),
        ("suite", vec![("d/a-assert.yaml", with("")), ("kuttl-test.yaml", "testDirs: [d]\nkind: TestSuite".to_owned())]),
        ("step", vec![("00-errors.yaml", with(""))]),
        ("dot-file", vec![(".a.yaml", with(""))]),
        ("dot-folder", vec![(".d/.e/a.yaml", with(""))]),
        ("directive", vec![("a.yaml", with("x: [{$patch: replace}]"))]),
        ("test-kind", vec![("a.yaml", "apiVersion: kuttl.dev/v1\nkind: TestStep\nmetadata: {name: a}\n".to_owned())]),
        ("program", vec![("a.yaml", "apiVersion: x.config.k8s.io/v1\nkind: A\nmetadata: {name: a}\n".to_owned())]),
        ("template", vec![("a.yaml", format!("{}name: {{{{ x }}}}\n", with("")))]),
        ("statement", vec![("a.yaml", "{% if x %}\nkind: A\n{% endif %}\n".to_owned())]),
        ("unreadable", vec![("a.yaml", "a: [\nb: 'x\n".to_owned())]),
        ("kind", vec![("a.yaml", BROKEN.replace("kind: Deployment", "kind: \"${KIND}\""))]),
        ("value", vec![("a.yaml", BROKEN.replace("replicas: 3, ", "").replace("template: {}", "template: \"${T}\""))]),
        ("crd-part", vec![("a.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\nspec: {conversion: {strategy: Webhook}}\n".to_owned())]),
    ];
    for (name, files) in ways {
        let mut files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (*file, text.as_str())).collect();
        files.push(("fine.yaml", FINE));
        let folder = Folder::new(name, &files);
        let (code, text) = folder.said(&["validate", "."]);
        let is_hidden = !["unreadable", "value"].contains(&name);
        assert!(code == 0 || !is_hidden, "{name}: {text}");
        let (code, text) = folder.said(&["validate", ".", "--untrusted"]);
        assert_eq!(code, 1, "{name}: {text}");
        assert!(text.contains("error["), "{name}: {text}");
    }
}

/// A server has its own kinds, whatever definition somebody writes.
#[test]
fn a_definition_replaces_no_kind_of_kubernetes() {
    let policy =
        "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: a}\nspec: {nope: 1}\n";
    let folder = Folder::new("shadow", &[("crd.yaml", CRD), ("a.yaml", policy)]);
    for arguments in [
        &["validate", "."][..],
        &["validate", ".", "--untrusted"],
        &["validate", "a.yaml", "--crd", "crd.yaml"],
    ] {
        let (code, text) = folder.said(arguments);
        assert!(code == 1 && text.contains("spec.nope"), "{arguments:?}: {text}");
    }
}

/// What a server could not take as it is is left out: that hides nothing.
#[test]
fn what_is_no_object_is_no_error() {
    let folder = Folder::new(
        "honest",
        &[
            ("fine.yaml", FINE),
            ("kustomization.yaml", "resources: [fine.yaml]\n"),
            (
                "k/kustomization.yaml",
                "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [..]\n",
            ),
            (".github/workflows/ci.yaml", "on: push\njobs: {}\n"),
            ("package.json", "{\"name\": \"a\"}\n"),
        ],
    );
    let (code, text) = folder.said(&["validate", ".", "--untrusted"]);
    assert!(
        code == 0 && text.contains("validated 1 object in 5 files") && text.contains("1 kustomization"),
        "{text}"
    );
}

/// What the command line names beside the files must come from elsewhere.
#[test]
fn settings_of_the_checked_tree_are_refused() {
    let files = [
        ("pr/a.yaml", BROKEN),
        ("pr/settings.yaml", "ignore: [{kind: Deployment, reason: x}]\n"),
        ("pr/known.json", "{\"version\": \"v1\", \"findings\": []}\n"),
        ("pr/old/a.yaml", BROKEN),
        ("mine/settings.yaml", "ignore: [{kind: Deployment, reason: x}]\n"),
        ("mine/old/a.yaml", BROKEN),
    ];
    let folder = Folder::new("refused", &files);
    // Git writes such a folder into a checkout, and nobody can commit one.
    std::fs::create_dir(folder.join("pr/.git")).unwrap();
    for (option, value) in [
        ("--config", "settings.yaml"),
        ("--baseline", "known.json"),
        ("--write-baseline", "deep/new.json"),
        ("--old", "old"),
        ("--openapi", "settings.yaml"),
        ("--substitute-file", "settings.yaml"),
        ("--kubernetes", "settings.yaml"),
    ] {
        let (code, text) = folder.said(&["validate", "pr", "--untrusted", option, &format!("pr/{value}")]);
        let words = format!("{option}: pr/{value} is in the checked tree");
        assert!(code == 2 && text.contains(&words), "{option}: {text}");
    }
    let mine = folder.said(&["validate", "pr", "--untrusted", "--config", "mine/settings.yaml"]);
    assert!(mine.0 == 0 && mine.1.contains("ignored"), "{}", mine.1);
    let old = folder.said(&["validate", "pr", "--untrusted", "--old", "mine/old"]);
    assert_eq!(old.0, 1, "{}", old.1);
    // The working folder is where a rendered text comes from.
    let ran = folder.given("pr/a.yaml", &["validate", "-", "--untrusted", "--config", "mine/settings.yaml"]);
    assert_eq!(ran.code, 2, "{}", ran.text());
    // A name that is an option and a file.
    folder.write("--skip=Deployment", "");
    let (code, text) = folder.said(&["validate", "--untrusted", "pr", "--skip=Deployment"]);
    assert!(code == 2 && text.contains("an option, and the name of a file"), "{text}");
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_are_errors() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links", &[("repo/fine.yaml", FINE), ("outside/x.yaml", BROKEN)]);
    std::fs::create_dir(folder.join("repo/.git")).unwrap();
    for (link, target) in [("file.yaml", "../outside/x.yaml"), ("folder", "../outside"), ("root", "/")] {
        symlink(target, folder.join("repo").join(link)).unwrap();
        // The checkout that is named is the tree, and not the working folder around it.
        let (code, text) = folder.said(&["validate", "repo", "--untrusted"]);
        let words = format!(
            "error[not-checked]: this link leads out of the checked files: what it leads to was not checked\n--> repo/{link}"
        );
        assert!(code == 1 && text.contains(&words), "{text}");
        std::fs::remove_file(folder.join("repo").join(link)).unwrap();
    }
    symlink("fine.yaml", folder.join("repo/again.yaml")).unwrap();
    let (code, text) = folder.said(&["validate", "repo", "--untrusted"]);
    assert!(code == 0 && text.contains("validated 1 object"), "{text}");
}
