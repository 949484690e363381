//! `crdc catalogue show --format json`. In: a catalogue that is made here. Out: a document for each question.
#![allow(clippy::unwrap_used)]

mod support;

use crdc_catalogue::{About, Builder, Chart, Version, VersionRule};
use serde_json::{Value, json};
use support::Folder;
use support::things::{catalogue, crd};

fn shown(folder: &Folder, arguments: &[&str]) -> Value {
    let options = ["catalogue", "show", "--catalogue", "things.bin", "--no-catalogue", "--format", "json"];
    let (code, text) = folder.said(&[&options[..], arguments].concat());
    assert_eq!(code, 0, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn range(first: &str, last: &str) -> Value {
    json!({"first": first, "last": last})
}

#[test]
fn a_project_has_its_releases_kinds_and_charts() {
    let folder = Folder::of_bytes("project", &[("things.bin", &catalogue())]);
    let project = &shown(&folder, &["things"])["projects"][0];
    assert_eq!(project["repository"], "example/things");
    assert_eq!(project["releases"][1], json!({"version": "1.1.2", "commit": "0123456789"}));
    let versions = json!([
        {"name": "v1", "served": [range("1.1.2", "1.3.1")]},
        {"name": "v1beta1", "served": [range("1.0.4", "1.2.0")]},
    ]);
    let kind = json!({"kind": "Thing", "group": "example.com", "plural": "things", "versions": versions});
    assert_eq!(project["kinds"], json!([kind]));
    let charts = json!([{"name": "things", "addresses": ["https://charts.example.com"], "installs": null}]);
    assert_eq!((&project["charts"], &project["images"]), (&charts, &json!([])));
}

#[test]
fn a_chart_with_versions_of_its_own_says_what_it_installs() {
    let mut builder = Builder::new();
    let versions = VersionRule::From(vec![(Version::new("5.0"), Version::new("1.2.0"))]);
    let chart = Chart { name: "stack".into(), versions, addresses: Vec::new() };
    let about = About {
        name: "things".into(),
        licence: "MIT".into(),
        charts: vec![chart],
        packages: vec!["things-operator".into()],
        ..About::default()
    };
    builder.project(about).unwrap();
    builder.release("1.2.0", "c", vec![crd(&[("v1", json!({}))])]).unwrap();
    let folder = Folder::of_bytes("charts", &[("things.bin", &builder.finish())]);
    let project = &shown(&folder, &["things"])["projects"][0];
    assert_eq!(project["charts"][0]["installs"], json!([{"from": "5.0", "release": "1.2.0"}]));
    assert_eq!((&project["licence"], &project["packages"]), (&json!("MIT"), &json!(["things-operator"])));
}

#[test]
fn a_kind_has_its_versions_and_fields_by_release() {
    let folder = Folder::of_bytes("kind", &[("things.bin", &catalogue())]);
    let kind = &shown(&folder, &["Thing"])["kinds"][0];
    assert_eq!((&kind["project"], &kind["scope"]), (&json!("things"), &json!("Namespaced")));
    assert_eq!(kind["releases"], json!([range("1.0.4", "1.3.1")]));
    let version = |name, stored, releases| json!({"name": name, "served": true, "stored": stored, "deprecated": false, "releases": releases});
    let versions = json!([
        version("v1", true, range("1.1.2", "1.3.1")),
        version("v1beta1", true, range("1.0.4", "1.0.4")),
        version("v1beta1", false, range("1.1.2", "1.2.0")),
    ]);
    assert_eq!(kind["versions"], versions);
    let fields = json!([
        {"version": "v1", "path": "spec.size", "since": "1.2.0"},
        {"version": "v1", "path": "spec.width", "until": "1.1.2"},
    ]);
    assert_eq!((&kind["fields"], &kind["moreFields"]), (&fields, &json!(0)));
}

#[test]
fn a_field_has_its_type_and_default_by_version() {
    let mut builder = Builder::new();
    builder.project(About { name: "things".into(), ..About::default() }).unwrap();
    let sizes = [json!({"type": "integer"}), json!({"type": "integer", "default": 3})];
    for (release, size) in ["1.0", "1.1"].into_iter().zip(sizes) {
        builder.release(release, "c", vec![crd(&[("v1", json!({"size": size}))])]).unwrap();
    }
    let folder = Folder::of_bytes("field", &[("things.bin", &builder.finish())]);
    let field = &shown(&folder, &["Thing", "spec.size"])["fields"][0];
    assert_eq!((&field["path"], &field["group"]), (&json!("spec.size"), &json!("example.com")));
    let versions = json!([
        {"version": "v1", "type": "integer", "releases": range("1.0", "1.0")},
        {"version": "v1", "type": "integer", "default": 3, "releases": range("1.1", "1.1")},
    ]);
    assert_eq!(field["versions"], versions);
}

/// A snapshot has no version, and names of a file end no line and no document.
#[test]
fn what_a_file_says_stays_in_its_strings() {
    let mut builder = Builder::new();
    builder.project(About { name: "things".into(), ..About::default() }).unwrap();
    builder.release("@fedcba9876543210", "c", vec![crd(&[("v1", json!({"a\nb\u{202e}": {}}))])]).unwrap();
    builder.release("1.1", "c", vec![crd(&[("v1", json!({}))])]).unwrap();
    let folder = Folder::of_bytes("strings", &[("things.bin", &builder.finish())]);
    let options =
        ["catalogue", "show", "Thing", "--catalogue", "things.bin", "--no-catalogue", "--format", "json"];
    let (code, text) = folder.said(&options);
    assert!(code == 0 && text.lines().count() == 1 && !text.contains('\u{202e}'), "{text}");
    let document: Value = serde_json::from_str(&text).unwrap();
    let releases = &document["kinds"][0]["releases"];
    assert!(releases.to_string().contains("@fedcba9876543210"), "{text}");
}
