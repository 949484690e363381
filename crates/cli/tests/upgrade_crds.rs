//! `crdc upgrade`: what only a comparison of the CRDs says. In: the schema of a kind in two releases, and an
//! object. Out: the report.
#![allow(clippy::unwrap_used)]

mod support;

use crdc_catalogue::{About, Builder};
use serde_json::{Value, json};
use support::Folder;
use support::things::{crd, thing};

/// A folder with objects, and a catalogue whose releases 1.0, 1.1 and so on have these CRDs.
fn folder(name: &str, crds: &[Value], objects: &[(&str, &str)]) -> Folder {
    let mut builder = Builder::new();
    builder.project(About { name: "things".into(), ..About::default() }).unwrap();
    for (minor, crd) in crds.iter().enumerate() {
        builder.release(&format!("1.{minor}.0"), "c", vec![crd.clone()]).unwrap();
    }
    let catalogue = builder.finish();
    let config = b"catalogues: [things.bin]\nreleases: {things: \"1.0\"}\n";
    let mut files: Vec<(&str, &[u8])> = vec![("things.bin", &catalogue), (".crdc.yaml", config)];
    files.extend(objects.iter().map(|(name, text)| (*name, text.as_bytes())));
    Folder::of_bytes(name, &files)
}

fn upgrade(folder: &Folder, options: &[&str]) -> (i32, String) {
    folder.said(&[&["upgrade", "--no-catalogue", "."], options].concat())
}

/// A list of ports with this type.
fn ports(of: &Value) -> Value {
    let mut ports = json!({"type": "array", "items": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "size": {"type": "integer"}}}});
    for (keyword, value) in of.as_object().unwrap() {
        ports[keyword] = value.clone();
    }
    json!({"ports": ports})
}

#[test]
fn changes_of_fields_that_objects_have_are_said() {
    let (atomic, keyed) = (
        ports(&json!({"x-kubernetes-list-type": "atomic"})),
        ports(&json!({"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]})),
    );
    let size = |more: Value| {
        let mut size = json!({"type": "integer"});
        for (keyword, value) in more.as_object().unwrap() {
            size[keyword] = value.clone();
        }
        json!({"size": size})
    };
    let limit = size(json!({"maximum": 9}));
    let (one, two) = (size(json!({"default": 1})), size(json!({"default": 2})));
    let settled =
        size(json!({"x-kubernetes-validations": [{"rule": "self == oldSelf", "message": "stays"}]}));
    let with_name = |mut spec: Value, name: Value| {
        spec["name"] = name;
        spec
    };
    let deep = json!({"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "object", "properties": {"z": {"type": "string"}}}}});
    for (name, old, new, spec, expected) in [
        (
            "keyed",
            &atomic,
            &keyed,
            "{ports: [{name: a}]}",
            "note[upgrade-field]: things 1.1.0: `spec.ports` is a map with the keys name: items with duplicate keys are rejected: \
             1 object, the first in ./a.yaml:4\n",
        ),
        (
            "atomic",
            &keyed,
            &atomic,
            "{ports: [{name: a}]}",
            "warning[upgrade-field]: things 1.1.0: `spec.ports` is an atomic list; it was a map: 1 object, the first in ./a.yaml:4\n",
        ),
        ("not-there", &keyed, &atomic, "{}", ""),
        (
            "rule",
            &size(json!({})),
            &settled,
            "{size: 1}",
            "note[upgrade-field]: things 1.1.0: `spec.size` has a new rule: \"stays\": 1 object, the first in ./a.yaml:4\n  \
             = help: the rule is about updates, which validating the object does not show\n",
        ),
        ("no-rule", &settled, &size(json!({})), "{size: 1}", ""),
        (
            "default",
            &one,
            &two,
            "{}",
            "warning[upgrade-changes]: things 1.1.0 stores this object otherwise: spec.size is 2 instead of 1: \
             1 object, the first in ./a.yaml:4\n  = help: to keep what was stored, write `spec.size: 1`\n",
        ),
        ("given", &one, &two, "{size: 1}", ""),
        // Of a refused object nothing is stored.
        (
            "refused",
            &with_name(one.clone(), json!({"type": "string"})),
            &with_name(two.clone(), json!({"type": "integer"})),
            "{name: a}",
            "warning[upgrade-field]: things 1.1.0: `spec.size` has another default, 2; it was 1: 1 object, the first in ./a.yaml:4\n",
        ),
        // The server decides what validating shows: this value keeps to the new limit.
        ("kept", &size(json!({})), &limit, "{size: 3}", ""),
        (
            "broken",
            &size(json!({})),
            &limit,
            "{size: 10}",
            "error[invalid-value]: spec.size: Invalid value: 10",
        ),
        (
            "variable",
            &size(json!({})),
            &limit,
            "\n  size: ${SIZE}",
            "warning[upgrade-field]: things 1.1.0: `spec.size` must be at most 9; there was no limit: 1 object, the first in ./a.yaml:5\n  \
             = help: give the value of its variable with --substitute NAME=value\n",
        ),
        (
            "moved",
            &json!({"old": deep}),
            &json!({"new": deep}),
            "{old: {x: a}}",
            "error[unknown-field]: unknown field \"spec.old\"\n --> ./a.yaml:4:8\n  |\n4 | spec: {old: {x: a}}\n  |        ^^^\n  |\n  \
             = help: write it as `spec.new`, which is new with the same schema\n",
        ),
    ] {
        let crds = [old, new].map(|spec| crd(&[("v1", spec.clone())]));
        let folder = folder(name, &crds, &[("a.yaml", &thing("v1", spec))]);
        let (code, text) = upgrade(&folder, &["things=1.1"]);
        assert_eq!(code, i32::from(text.contains("error[")), "{name}: {text}");
        assert!(text.contains(expected), "{name}: {text}");
        assert!(!expected.is_empty() || !text.contains('['), "{name}: {text}");
        // What no object meets is counted, unless it breaks nothing.
        let is_other = ["not-there", "given", "kept"].contains(&name);
        let others = "other changes: 1 in the CRDs of things, which no object here meets\n";
        assert_eq!(text.contains(others), is_other, "{name}: {text}");
    }
}

/// A server has the old CRD, and objects are stored in its version.
#[test]
fn a_crd_that_a_server_refuses_is_an_error_of_its_kind() {
    let spec = json!({"size": {"type": "integer"}});
    let (old, new) = (crd(&[("v1beta1", spec.clone())]), crd(&[("v1", spec.clone())]));
    let both = crd(&[("v1", spec.clone()), ("v1beta1", spec)]);
    let mut cluster = old.clone();
    cluster["spec"]["scope"] = json!("Cluster");
    for (name, crds, to, code, expected) in [
        (
            "between",
            &[&old, &both, &new][..],
            "1.2",
            1,
            "help: upgrade to things 1.1.0 first, which has `v1beta1` and `v1`; move the stored objects to `v1` there, and remove \
             `v1beta1` from `status.storedVersions` of the CRD\n",
        ),
        (
            "none",
            &[&old, &new],
            "1.1",
            1,
            "help: no release of the catalogue has `v1beta1` and `v1` to move the stored objects",
        ),
        (
            "scope",
            &[&old, &cluster],
            "1.1",
            1,
            "server: spec.scope: Invalid value: \"Cluster\": field is immutable\n",
        ),
        (
            "kept",
            &[&old, &both],
            "1.1",
            0,
            "note[upgrade-stored-version]: things 1.1.0 stores Thing.example.com as v1",
        ),
    ] {
        let crds: Vec<Value> = crds.iter().map(|crd| (*crd).clone()).collect();
        let folder = folder(&format!("refused-{name}"), &crds, &[("a.yaml", &thing("v1beta1", "{size: 1}"))]);
        let (found, text) = upgrade(&folder, &[&format!("things={to}")]);
        assert!(found == code && text.contains(expected), "{name}: {text}");
        assert_eq!(
            text.contains("error[upgrade-refused]: a server refuses the CRD Thing.example.com of things"),
            code == 1,
            "{text}"
        );
    }
}

#[test]
fn errors_come_before_warnings_whatever_their_files() {
    let old = json!({"size": {"type": "integer", "default": 1}, "name": {"type": "string"}});
    let new = json!({"size": {"type": "integer", "default": 2}});
    let crds = [crd(&[("v1", old.clone()), ("v1beta1", old)]), crd(&[("v1", new)])];
    let objects = [
        ("a.yaml", thing("v1", "{}")),
        ("b.yaml", thing("v1", "{name: a, size: 1}")),
        ("c.yaml", thing("v1beta1", "{}")),
    ];
    let objects: Vec<(&str, &str)> = objects.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = folder("order", &crds, &objects);
    let (code, text) = upgrade(&folder, &["things=1.1"]);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    let order =
        ["error[unknown-field]", "error[version-not-served]", "warning[upgrade-changes]", "upgrade: things"];
    assert!(code == 1 && order.map(at).is_sorted(), "{text}");
    let (_, text) = upgrade(&folder, &["things=1.1", "--format", "plain"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("b.yaml") && lines[2].contains("a.yaml"), "{text}");
    let (_, text) = upgrade(&folder, &["things=1.1", "--format", "json", "--verbose"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["summary"]["releases"][0]["versions"][0]["version"], "1.1", "{text}");
}

/// The catalogue does not have the release: what its nearest one says may be wrong.
#[test]
fn an_upgrade_to_a_release_that_is_not_in_the_catalogue_has_warnings() {
    let (old, new) = (json!({"size": {"type": "integer"}}), json!({}));
    let crds = [crd(&[("v1", old)]), crd(&[("v1", new)])];
    let folder = folder("outside", &crds, &[("a.yaml", &thing("v1", "{size: 1}"))]);
    let (code, text) = upgrade(&folder, &["things=2.0"]);
    assert!(code == 0 && text.contains("warning[unknown-field]"), "{text}");
    let why = "the schema has no such field; the catalogue does not have the new release: this is what things 1.1.0 says\n";
    assert!(text.contains(why), "{text}");
    assert!(
        text.contains(
            "upgrade: things 1.0 (.crdc.yaml) to 2.0: not in the catalogue, validated against 1.1.0\n"
        ),
        "{text}"
    );
    let (code, text) = upgrade(&folder, &["things=1.1", "--release", "things=0.5"]);
    let line = "upgrade: things 0.5 (--release) to 1.1, compared with 1.0.0: the catalogue does not have the one before\n";
    assert!(code == 1 && text.contains(line), "{text}");
}
