//! What was added to a catalogue is read from it, and what occurs twice is in it once.

#![allow(clippy::unwrap_used, clippy::panic)]

mod made;

use crdc_catalogue::{About, Builder, Catalogue, Chart, Refused, Run, Version, VersionRule};
use made::{Random, catalogue, crd};
use serde_json::{Value, json};

/// Every CRD of every release of random documents is read as it was added.
#[test]
fn every_document_is_read_as_it_was_added() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (mut builder, mut added) = (Builder::new(), Vec::new());
        for project in 0..random.below(4) {
            let name = format!("project-{project}");
            builder.project(About { name: name.clone(), ..About::default() }).unwrap();
            // A pool, so that releases have documents in common, whole ones and parts.
            let pool: Vec<Value> = (0..6).map(|_| random.value(5)).collect();
            for release in 0..random.below(6) {
                let mut crds = Vec::new();
                for kind in 0..random.below(5) {
                    let body = json!([
                        pool[random.below(pool.len())],
                        pool[random.below(pool.len())],
                        random.value(2)
                    ]);
                    crds.push(crd(&format!("Kind{kind}"), body));
                }
                let version = format!("1.{release}.0");
                builder.release(&version, "abcdef0", crds.clone()).unwrap();
                added.push((name.clone(), version, crds));
            }
        }
        let catalogue = Catalogue::read(builder.finish()).unwrap();
        for (name, version, crds) in added {
            let project = catalogue.project(&name).unwrap();
            let release =
                project.releases.iter().position(|release| release.version.as_str() == version).unwrap();
            for crd in &crds {
                let kind = crd["spec"]["names"]["kind"].as_str().unwrap();
                let found = catalogue.find("example.com", kind).find(|(found, _)| found.name == name);
                let line = found.unwrap().1.line(release).unwrap();
                let text = catalogue.text(project, line).unwrap();
                assert_eq!(
                    serde_json::from_str::<Value>(&text).unwrap(),
                    *crd,
                    "seed {seed}, {name} {version}"
                );
            }
            let there = project.definitions.iter().filter(|definition| definition.line(release).is_some());
            assert_eq!(there.count(), crds.len(), "seed {seed}, {name} {version}");
        }
    }
}

/// The same projects make the same bytes, whatever the order of releases and CRDs.
#[test]
fn the_order_of_releases_and_documents_does_not_matter() {
    let release = |builder: &mut Builder, version: &str, kinds: [&str; 2]| {
        let crds = kinds.map(|kind| crd(kind, json!({"of": kind, "in": version})));
        builder.release(version, "abcdef0", crds.to_vec()).unwrap();
    };
    let (mut one, mut other) = (Builder::new(), Builder::new());
    for builder in [&mut one, &mut other] {
        builder.project(About::default()).unwrap();
    }
    release(&mut one, "1.9.0", ["A", "B"]);
    release(&mut one, "1.10.0", ["A", "B"]);
    release(&mut other, "1.10.0", ["B", "A"]);
    release(&mut other, "1.9.0", ["B", "A"]);
    assert_eq!(one.finish(), other.finish());
}

/// Releases that do not change a CRD share its text, and one that changes a part shares the rest.
#[test]
fn what_releases_have_in_common_is_there_once() {
    let large = |seed| Value::from((0..2000).map(|_| Random::new(seed).text()).collect::<Vec<_>>());
    let mut random = Random::new(1);
    let parts: Vec<Value> =
        (0..40).map(|_| Value::from((0..50).map(|_| random.text()).collect::<Vec<_>>())).collect();
    let size = |releases: usize, changed: bool| {
        let mut builder = Builder::new();
        builder.project(About::default()).unwrap();
        for release in 0..releases {
            let last = if changed { json!(release) } else { json!(0) };
            let body = json!({"parts": parts, "last": last, "large": large(7)});
            builder.release(&format!("1.{release}.0"), "abcdef0", vec![crd("A", body)]).unwrap();
        }
        builder.finish().len()
    };
    let one = size(1, false);
    assert!(size(30, false) < one + 300, "{} bytes, {one} with one release", size(30, false));
    assert!(size(30, true) < one + 3000, "{} bytes, {one} with one release", size(30, true));
}

#[test]
fn runs_have_the_releases_of_one_text() {
    let (old, new) = (crd("A", json!(1)), crd("A", json!(2)));
    let catalogue = catalogue(&[
        ("1.0.0", vec![old.clone()]),
        ("1.1.0", vec![old.clone()]),
        ("1.2.0", vec![]),
        ("1.3.0", vec![new]),
        ("1.4.0", vec![old]),
    ]);
    let runs = &catalogue.projects()[0].definitions[0].runs;
    let places: Vec<(usize, usize)> = runs.iter().map(|run| (run.first, run.last)).collect();
    assert_eq!(places, [(0, 1), (3, 3), (4, 4)]);
    let Run { line, .. } = runs[0];
    assert_eq!(runs[2].line, line);
    assert_ne!(runs[1].line, line);
    let definition = &catalogue.projects()[0].definitions[0];
    let lines: Vec<bool> = (0..6).map(|release| definition.line(release).is_some()).collect();
    assert_eq!(lines, [true, true, false, true, true, false]);
}

#[test]
fn what_is_said_of_a_project_is_read_as_it_was_written() {
    let pairs = vec![
        (Version::new("75.0.0"), Version::new("0.83.0")),
        (Version::new("76.0.0"), Version::new("0.84.0")),
    ];
    let about = About {
        name: "prometheus-operator".into(),
        repository: "prometheus-operator/prometheus-operator".into(),
        licence: String::new(),
        charts: vec![
            Chart {
                name: "one".into(),
                versions: VersionRule::Same,
                addresses: vec!["oci://a/b".into(), "https://c".into()],
            },
            Chart {
                name: "kube-prometheus-stack".into(),
                versions: VersionRule::From(pairs),
                addresses: vec![],
            },
        ],
        images: vec!["quay.io/a/b".into(), "quay.io/a/c".into()],
        packages: vec!["prometheus".into()],
    };
    let mut builder = Builder::new();
    builder.project(about.clone()).unwrap();
    builder.release("@4c0987a9a64a", "4c0987a9a64a", vec![]).unwrap();
    builder.release("v0.83.0", "", vec![crd("A", json!({}))]).unwrap();
    let catalogue = Catalogue::read(builder.finish()).unwrap();
    let [project] = catalogue.projects() else { panic!("{} projects", catalogue.projects().len()) };
    assert_eq!(
        [&project.name, &project.repository, &project.licence],
        [&about.name, &about.repository, &about.licence]
    );
    assert_eq!(project.charts, about.charts);
    assert_eq!(project.images, about.images);
    assert_eq!(project.packages, about.packages);
    let releases: Vec<(&str, &str)> =
        project.releases.iter().map(|release| (release.version.as_str(), release.commit.as_str())).collect();
    assert_eq!(releases, [("0.83.0", ""), ("@4c0987a9a64a", "4c0987a9a64a")]);
}

/// Several projects may define a kind, and one may define it under two plurals.
#[test]
fn all_definitions_of_a_kind_are_found() {
    let mut builder = Builder::new();
    let other =
        |plural: &str| json!({"spec": {"group": "example.com", "names": {"kind": "B", "plural": plural}}});
    for (name, crds) in [
        ("first", vec![crd("A", json!(1)), other("bs"), other("bees"), crd("C", json!(1))]),
        ("second", vec![other("bs")]),
        ("third", vec![crd("A", json!(1))]),
    ] {
        builder.project(About { name: name.into(), ..About::default() }).unwrap();
        builder.release("1.0.0", "abcdef0", crds).unwrap();
    }
    let catalogue = Catalogue::read(builder.finish()).unwrap();
    let found = |group: &str, kind: &str| -> Vec<String> {
        let found = catalogue.find(group, kind);
        found.map(|(project, definition)| format!("{} {}", project.name, definition.plural)).collect()
    };
    assert_eq!(found("example.com", "A"), ["first as", "third as"]);
    assert_eq!(found("example.com", "B"), ["first bees", "first bs", "second bs"]);
    assert_eq!(found("example.com", "C"), ["first cs"]);
    for (group, kind) in [("example.com", "D"), ("example.com", ""), ("", "A"), ("example.org", "A")] {
        assert_eq!(found(group, kind), [""; 0], "{group} {kind}");
    }
}

#[test]
fn what_cannot_be_written_is_refused() {
    let about = |name: &str| About { name: name.into(), ..About::default() };
    let chart = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(from, release)| (Version::new(from), Version::new(release))).collect();
        let chart = Chart { name: "a".into(), versions: VersionRule::From(pairs), addresses: vec![] };
        About { charts: vec![chart], ..About::default() }
    };
    let mut builder = Builder::new();
    assert_eq!(builder.release("1.0.0", "", vec![]), Err(Refused::NoProject));
    assert_eq!(builder.project(about("a b")), Err(Refused::Word("a b".into())));
    assert_eq!(builder.project(about("-")), Err(Refused::Word("-".into())));
    assert_eq!(builder.project(chart(&[])), Err(Refused::Rule(String::new())));
    assert_eq!(builder.project(chart(&[("1", "2,3")])), Err(Refused::Rule("2,3".into())));
    assert_eq!(builder.project(chart(&[("1", "2")])), Ok(()));
    assert_eq!(builder.release("1.0.0", "a\n", vec![]), Err(Refused::Word("a\n".into())));
    assert_eq!(builder.release("1.0.0", "", vec![json!({})]), Err(Refused::Missing("spec.group")));
    let twice = vec![crd("A", json!(1)), crd("A", json!(2))];
    assert_eq!(builder.release("1.0.0", "", twice), Err(Refused::Twice("as.example.com".into())));
    let deep = (0..300).fold(json!(1), |inner, _| json!([inner]));
    assert!(matches!(builder.release("1.0.0", "", vec![crd("A", deep)]), Err(Refused::TooDeep(_))));
    assert_eq!(builder.release("1.0.0", "", vec![]), Ok(()));
    assert_eq!(builder.release("v1.0", "", vec![]), Err(Refused::Release("1.0".into())));
}
