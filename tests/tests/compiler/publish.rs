//! `publish/<topic>/`. In: `crd.json` from kube, and the rules of its types in `fragments/`. Out: the
//! published CRD `published.yaml` and the diagnostics `said.txt`. `BLESS=1` writes the current output; review
//! the diff.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_documents::publish::apply_safe::Options;
use crdc_documents::publish::{Fragment, Publish};
use crdc_oracle::golden;
use crdc_plan::explain;
use crdc_source::diag::Code;
use crdc_source::render::Format;
use crdc_source::{Source, parse};
use crdc_vocabulary::Minor;

include!(concat!(env!("OUT_DIR"), "/fragments.rs"));

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("publish").join(name)
}

type Rules = [(Option<&'static str>, &'static str, &'static Fragment)];

fn publish(publish: Publish, rules: &Rules) -> Publish {
    rules.iter().fold(publish, |publish, (version, path, fragment)| match version {
        Some(version) => publish.rules_of(*version, *path, fragment),
        None => publish.rules(*path, fragment),
    })
}

fn each(mut see: impl FnMut(&str, Publish)) {
    assert!(PUBLISH.len() >= 5);
    for (name, rules) in PUBLISH {
        let text = fs::read_to_string(folder(name).join("crd.json")).unwrap();
        let written = text.contains("openAPIV3Schema");
        let given = if written { Publish::new(text) } else { plain(name, Publish::new(text)) };
        see(name, publish(given, rules));
    }
}

/// With schemars' schemas of the types instead of kube's.
fn plain(name: &str, publish: Publish) -> Publish {
    let of = |path: &str| fs::read_to_string(folder(name).join(format!("plain/{path}.json"))).ok();
    ["spec", "status"].iter().fold(publish, |publish, path| match of(path) {
        Some(schema) => publish.schema(*path, schema),
        None => publish,
    })
}

#[test]
fn every_folder_gives_what_it_should() {
    let mut wrong = Vec::new();
    each(|name, publish| {
        let published = publish.run();
        let said = format!("{}\n{}", published.report(Format::Plain), published.report(Format::Human));
        for (file, now) in [("published.yaml", published.yaml()), ("said.txt", said)] {
            wrong.extend(golden::differs(&folder(name).join(file), &now));
        }
    });
    golden::none(&wrong);
}

/// A document with a rule that servers before 1.31 refuse.
const NEWER: &str = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "routes.example.com"},
    "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "routes", "singular": "route", "kind": "Route", "listKind": "RouteList"},
    "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object",
    "properties": {"host": {"type": "string", "maxLength": 253, "x-kubernetes-validations": [{"rule": "!isIP(self)"}]}}}}}}}]}}"#;

/// Every diagnostic of publishing appears in a folder, but for that of older servers.
#[test]
fn every_problem_is_shown() {
    let mut found: Vec<Code> = Vec::new();
    each(|_, publish| found.extend(publish.run().diagnostics().iter().map(|problem| problem.code)));
    found.extend(Publish::new("kind: ConfigMap\n").run().diagnostics().iter().map(|problem| problem.code));
    let newer = Publish::new(NEWER).apply_safe(Options { server: Minor(30) }).unwrap_err();
    found.extend(newer.published().diagnostics().iter().map(|problem| problem.code));
    let codes = Code::all().iter().filter(|code| code.name().starts_with("publish-"));
    let missing: Vec<&str> = codes.filter(|code| !found.contains(code)).map(|code| code.name()).collect();
    assert!(missing.is_empty(), "no folder in tests/publish: {missing:?}");
}

/// Every error has a path and a help text.
#[test]
fn every_problem_has_a_place_and_a_help() {
    each(|name, publish| {
        let published = publish.run();
        for problem in published.diagnostics() {
            let place = problem.span.end as usize <= published.yaml().len();
            assert!(place && problem.help.is_some(), "{name}: {problem:?}");
        }
    });
}

/// Publishing a published document does not change it.
#[test]
fn publishing_twice_is_publishing_once() {
    each(|name, first| {
        let once = first.run();
        if !once.has_errors() {
            let (_, rules) = PUBLISH.iter().find(|(known, _)| *known == name).unwrap();
            let again = |text: String| publish(Publish::new(text), rules);
            assert_eq!(again(once.json()).json().unwrap(), once.json(), "{name}");
            assert_eq!(again(once.yaml()).yaml().unwrap(), once.yaml(), "{name}");
        }
    });
}

/// The schemas converted from schemars equal those of kube, where kube can generate them.
#[test]
fn schemas_are_those_of_kube() {
    let mut held = 0;
    for (name, rules) in PUBLISH.iter().filter(|(name, _)| folder(name).join("plain").is_dir()) {
        let text = fs::read_to_string(folder(name).join("crd.json")).unwrap();
        if let Some((start, rest)) = text.split_once("\"schema\": {") {
            let Some(end) = rest.find("\n        },") else { continue };
            if !text.contains("openAPIV3Schema") {
                continue;
            }
            let without = format!("{start}\"schema\": {{{}", &rest[end..]);
            let ours = publish(plain(name, Publish::new(without)), rules).run();
            let kubes = publish(Publish::new(text), rules).run();
            let lines = |text: String| {
                // kube's own description of the whole object.
                let own = ["title: ", "description: Auto-generated derived type"];
                let lines = text.lines().filter(|line| !own.iter().any(|own| line.trim().starts_with(own)));
                lines.map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(lines(ours.yaml()), lines(kubes.yaml()), "{name}");
            held += 1;
        }
    }
    assert!(held >= 2);
}

/// The rules alone give the same plan as the document, if every type has rules.
#[test]
fn rules_alone_give_the_same_plan() {
    let mut held = 0;
    each(|name, publish| {
        let published = publish.run();
        // A cut recursion differs.
        if !published.diagnostics().iter().any(|problem| problem.code.name().starts_with("publish-")) {
            let plan = |text: String| explain(&[Source::new("crd.json", text)], None);
            assert_eq!(plan(published.json()), plan(publish.rules_alone().json()), "{name}");
            held += 1;
        }
    });
    assert!(held >= 2);
}

/// Both formats contain the same document.
#[test]
fn json_and_yaml_are_the_same() {
    each(|name, publish| {
        let published = publish.run();
        let plan = |text: String| explain(&[Source::new("crd", text)], None);
        assert_eq!(plan(published.json()), plan(published.yaml()), "{name}");
        assert!(parse(&Source::new("crd.yaml", published.yaml())).1.is_empty(), "{name}");
    });
}
