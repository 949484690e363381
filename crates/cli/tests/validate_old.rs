//! `crdc validate --old` answers as the library does to creates and updates of the same objects. In: random
//! old and new manifests in files, by fixed seeds. Which old object a new one replaces is decided here by the
//! server's rule, in a few lines of its own.
//
// apiserver: registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace;
// registry/generic/registry/store.go Create, Update; apimachinery: meta/v1/unstructured/helpers.go
// decodeToList
#![allow(clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;
use std::fs;

use crdc::{ErrorSource, Request, Scratch};
use crdc_dynamic::Validators;
use crdc_source::Source;
use serde_json::{Map, Value, json};
use support::{Folder, Ran};

/// Two kinds that differ in their scope. A change of the engine tells an update from a create.
fn crds() -> String {
    let crd = |kind: &str, scope: &str| {
        let lower = kind.to_lowercase();
        format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {lower}s.x.example.com}}
spec:
  group: x.example.com
  scope: {scope}
  names: {{plural: {lower}s, singular: {lower}, kind: {kind}, listKind: {kind}List}}
  versions:
  - {{name: v1, served: true, storage: true, schema: &schema {{openAPIV3Schema: {{
      type: object, properties: {{
        spec: {{type: object, properties: {{
          engine: {{type: string, maxLength: 4, x-kubernetes-validations: [{{rule: self == oldSelf, message: engine is fixed}}]}},
          size: {{type: integer, maximum: 5}}, zone: {{type: string, x-kubernetes-immutable: true}}}}}}}}}}}}}}
  - {{name: v2, served: true, storage: false, schema: *schema}}
---
"
        )
    };
    crd("Store", "Namespaced") + &crd("Realm", "Cluster")
}

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// An object as a manifest has it.
fn object(random: &mut Random, is_old: bool) -> Value {
    let mut metadata = Map::new();
    match random.below(8) {
        0 => drop(metadata.insert("generateName".into(), json!(random.of(&["a", "b-"])))),
        1 => {
            metadata.insert("generateName".into(), json!("a"));
            metadata.insert("name".into(), json!(random.of(&["a", "b"])));
        }
        2 if !is_old => drop(metadata.insert("name".into(), json!("Wrong"))),
        _ => drop(metadata.insert("name".into(), json!(random.of(&["a", "b"])))),
    }
    match random.below(5) {
        0 | 1 => {}
        2 => drop(metadata.insert("namespace".into(), json!("default"))),
        3 => drop(metadata.insert("namespace".into(), json!(""))),
        _ => drop(metadata.insert("namespace".into(), json!(random.of(&["foo", "bar"])))),
    }
    let mut spec = Map::new();
    spec.insert("engine".into(), json!(random.of(&["p", "q", "toolong"])));
    if random.below(2) == 0 {
        spec.insert("size".into(), json!(random.of(&[1, 9])));
    }
    if random.below(2) == 0 {
        spec.insert("zone".into(), json!(random.of(&["x", "y"])));
    }
    json!({
        "apiVersion": random.of(&["x.example.com/v1", "x.example.com/v2"]),
        "kind": random.of(&["Store", "Realm"]),
        "metadata": metadata,
        "spec": spec,
    })
}

/// A text that has the objects, in their order: documents in YAML or JSON, lists, lists of one kind, lists in
/// lists.
fn text(objects: &[Value], random: &mut Random) -> (String, &'static str) {
    let mut documents = Vec::new();
    let mut rest = objects;
    while !rest.is_empty() {
        let (some, more) = rest.split_at(random.below(rest.len()) + 1);
        rest = more;
        let list = |items: &[Value]| json!({"apiVersion": "v1", "kind": "List", "items": items});
        let first = &some[0];
        let same = |one: &Value| one["kind"] == first["kind"] && one["apiVersion"] == first["apiVersion"];
        match random.below(4) {
            0 => documents.push(list(some)),
            1 => documents.push(list(&[list(some)])),
            2 if some.iter().all(same) => {
                let without = |one: &Value| json!({"metadata": one["metadata"], "spec": one["spec"]});
                let items: Vec<Value> = some.iter().map(without).collect();
                let kind = format!("{}List", first["kind"].as_str().unwrap());
                documents.push(json!({"apiVersion": first["apiVersion"], "kind": kind, "items": items}));
            }
            _ => documents.extend_from_slice(some),
        }
    }
    match random.below(2) {
        // Every JSON is YAML; a mapping in block style takes another way through the command.
        0 => (documents.iter().map(|one| format!("---\n{}", yaml(one))).collect(), "yaml"),
        _ => (documents.iter().map(|one| format!("{one}\n")).collect(), "json"),
    }
}

/// The members of the root and its metadata in block style.
fn yaml(document: &Value) -> String {
    let mut out = String::new();
    for (key, value) in document.as_object().unwrap() {
        match value.as_object() {
            Some(members) if key == "metadata" && !members.is_empty() => {
                out += "metadata:\n";
                members.iter().for_each(|(key, value)| out += &format!("  {key}: {value}\n"));
            }
            _ => out += &format!("{key}: {value}\n"),
        }
    }
    out
}

/// What a server tells objects apart by: kind, namespace, name. None if it makes the name.
fn identity(object: &Value, given: Option<&str>) -> Option<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let name = text(&object["metadata"]["name"]);
    let namespace = match (text(&object["kind"]).as_str(), text(&object["metadata"]["namespace"])) {
        ("Realm", _) => String::new(),
        (_, named) if named.is_empty() => given.unwrap_or("default").to_owned(),
        (_, named) => named,
    };
    (!name.is_empty()).then(|| (text(&object["kind"]), namespace, name))
}

/// The library's findings for an object, sorted.
fn expected(
    validators: &Validators,
    new: &Value,
    stored: Option<&Value>,
    namespace: Option<&str>,
) -> Vec<(String, String)> {
    let validator =
        validators.find(new["apiVersion"].as_str().unwrap(), new["kind"].as_str().unwrap()).unwrap();
    let (mut new, mut old) = (new.clone(), stored.cloned().unwrap_or_default());
    if stored.is_some() {
        new["metadata"]["resourceVersion"] = json!("1");
        old["metadata"]["resourceVersion"] = json!("1");
        old["apiVersion"] = new["apiVersion"].clone();
        if new["kind"] == "Realm" {
            old["metadata"].as_object_mut().unwrap().remove("namespace");
        }
    }
    let is_unnamed = new["metadata"]["namespace"].as_str().unwrap_or_default().is_empty();
    let (new, old) = (new.to_string(), old.to_string());
    let mut request = match stored {
        Some(_) => Request::update(new.as_bytes(), old.as_bytes()),
        None => Request::create(new.as_bytes()),
    };
    if let Some(namespace) = namespace.filter(|_| is_unnamed) {
        request = request.namespace(namespace);
    }
    let mut scratch = Scratch::new();
    let outcome = validator.answer(request, &mut scratch);
    let mut found: Vec<(String, String)> = outcome
        .errors()
        .map(|error| {
            let level = if error.source == ErrorSource::Blocked { "note" } else { "error" };
            (level.to_owned(), error.to_string())
        })
        .chain(outcome.ratcheted().map(|error| ("note".to_owned(), error.to_string())))
        .collect();
    found.sort();
    found
}

fn validate(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["validate"], arguments].concat())
}

fn folder(name: &str) -> Folder {
    Folder::new(name, &[("crd.yaml", &crds())])
}

#[test]
fn updates_of_files_are_those_of_the_library() {
    let folder = folder("validate-old");
    let validators = Validators::load(&[Source::new("crd.yaml", crds())]).unwrap();
    let (mut updates, mut refused, mut notes) = (0, 0, 0);
    for seed in 1..=60 {
        let mut random = Random(seed * 0x9e37_79b9);
        let given = *random.of(&[None, None, Some("foo"), Some("default")]);
        let old: Vec<Value> = (0..random.below(12)).map(|_| object(&mut random, true)).collect();
        let new: Vec<Value> = (0..random.below(12) + 1).map(|_| object(&mut random, false)).collect();
        let mut named = Vec::new();
        for (name, objects) in [("old", &old), ("new", &new)] {
            let (text, extension) = text(objects, &mut random);
            let file = format!("{name}-{seed}.{extension}");
            fs::write(folder.join(&file), text).unwrap();
            named.push(file);
        }
        let mut arguments =
            vec!["--crd", "crd.yaml", &named[1], "--old", &named[0], "--format", "json", "--verbose"];
        arguments.extend(given.iter().flat_map(|namespace| ["--namespace", namespace]));
        let output = validate(&folder, &arguments);
        let shown = &output.out;
        let report: Value =
            serde_json::from_str(shown).unwrap_or_else(|_| panic!("{arguments:?}: {shown}{}", output.err));
        let results = report["results"].as_array().unwrap();
        assert_eq!(results.len(), new.len(), "{arguments:?}");

        // The last of several is stored.
        let stored: BTreeMap<_, &Value> =
            old.iter().filter_map(|one| Some((identity(one, given)?, one))).collect();
        for (object, result) in new.iter().zip(results) {
            let before = identity(object, given).and_then(|identity| stored.get(&identity).copied());
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let findings = result["findings"].as_array().unwrap();
            let mut found: Vec<(String, String)> =
                findings.iter().map(|one| (text(&one["level"]), text(&one["message"]))).collect();
            found.sort();
            let expected = expected(&validators, object, before, given);
            assert_eq!(found, expected, "{arguments:?}\n{object}\nstored: {before:?}");
            updates += usize::from(before.is_some());
            refused += usize::from(found.iter().any(|(level, _)| level == "error"));
            notes += usize::from(before.is_some() && found.iter().any(|(level, _)| level == "note"));
        }
    }
    // Nothing is compared in vain.
    assert!(updates > 50 && refused > 50 && notes > 5, "{updates} updates, {refused} refused, {notes} notes");
}

/// An old object that nobody can identify is an error at its place, and nothing is validated.
#[test]
fn old_objects_without_an_identity_are_errors() {
    let folder = folder("validate-old-unidentified");
    fs::write(
        folder.join("new.yaml"),
        "{apiVersion: x.example.com/v1, kind: Store, metadata: {name: a}, spec: {engine: q}}\n",
    )
    .unwrap();
    for (old, place) in [
        ("apiVersion: x.example.com/v1\nkind: Store\nspec: {engine: p}\n", "2:7"),
        ("apiVersion: x.example.com/v1\nkind: Store\nmetadata: {name: 1}\n", "3:18"),
        ("{apiVersion: x.example.com/v1, kind: Store, metadata: {name: a}}\n---\nfoo: bar\n", "3:1"),
        ("apiVersion: x.example.com/v1\nkind: StoreList\nitems:\n- spec: {}\n", "4:3"),
        ("apiVersion: v1\nkind: List\nitems:\n- metadata: {name: a}\n", "4:3"),
        ("- 1\n", "1:1"),
    ] {
        fs::write(folder.join("old.yaml"), old).unwrap();
        let output = validate(&folder, &["--crd", "crd.yaml", "new.yaml", "--old", "old.yaml"]);
        let errors = &output.err;
        assert_eq!(output.code, 2, "{old}{errors}");
        assert!(errors.contains("error[old-object]"), "{old}{errors}");
        assert!(errors.contains(&format!("--> old.yaml:{place}\n")), "{old}{errors}");
        assert_eq!(output.out, "", "{old}");
    }
    // These are no objects of a kind that is validated, or are created each time.
    for old in [
        "null\n",
        "{apiVersion: x.example.com/v1, kind: Store, metadata: {generateName: a}}\n",
        "{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization}\n",
    ] {
        fs::write(folder.join("old.yaml"), old).unwrap();
        let output = validate(&folder, &["--crd", "crd.yaml", "new.yaml", "--old", "old.yaml"]);
        assert_eq!(output.code, 0, "{old}{}", output.err);
    }
}

/// The resource version: storage takes none of a created object, which kubectl removes from what it creates
/// itself, and only the stored one of an updated one.
#[test]
fn resource_versions_are_preconditions() {
    let folder = folder("validate-old-versions");
    let created = "resourceVersion should not be set on objects to be created";
    let conflict = "Operation cannot be fulfilled on stores.x.example.com \"a\": the object has been modified; please apply \
                    your changes to the latest version and try again";
    let syntax = "strconv.ParseUint: parsing \"x\": invalid syntax";
    let object = |version: &str| {
        format!(
            "apiVersion: x.example.com/v1\nkind: Store\nmetadata:\n  name: a\n{version}spec: {{engine: p}}\n"
        )
    };
    let line = |version: &str| format!("  resourceVersion: \"{version}\"\n");
    for (old, new, message) in [
        (None, None, None),
        (None, Some(""), None),
        (None, Some("0"), None),
        (None, Some("x"), None),
        (None, Some("7"), Some(created)),
        (None, Some("007"), Some(created)),
        (Some(None), Some("7"), None),
        (Some(None), None, None),
        (Some(Some("7")), None, None),
        (Some(Some("7")), Some("7"), None),
        (Some(Some("7")), Some("07"), None),
        (Some(Some("7")), Some("8"), Some(conflict)),
        (Some(Some("7")), Some("x"), Some(syntax)),
    ] {
        fs::write(folder.join("new.yaml"), object(&new.map(line).unwrap_or_default())).unwrap();
        for how in [None, Some("--server-side")] {
            let mut arguments = vec!["--crd", "crd.yaml", "new.yaml", "--format", "json"];
            arguments.extend(how);
            if let Some(old) = old {
                fs::write(folder.join("old.yaml"), object(&old.map(line).unwrap_or_default())).unwrap();
                arguments.extend(["--old", "old.yaml"]);
            }
            let output = validate(&folder, &arguments);
            let report: Value = serde_json::from_str(&output.out).unwrap();
            let finding = &report["results"][0]["findings"][0];
            let is_warning = message == Some(created) && how.is_none();
            let said = finding["message"].as_str();
            let expected = if is_warning { said.filter(|said| said.ends_with(created)) } else { message };
            assert_eq!(said, expected, "{old:?} {new:?} {how:?}");
            assert_eq!(output.code, i32::from(message.is_some() && !is_warning), "{old:?} {new:?} {how:?}");
            if message.is_some() {
                assert!(said.is_some(), "{old:?} {new:?} {how:?}");
                assert_eq!(
                    (&finding["line"], &finding["column"]),
                    (&json!(5), &json!(20)),
                    "{old:?} {new:?}"
                );
                assert_eq!(finding["level"] == "warning", is_warning, "{old:?} {new:?} {how:?}");
            }
        }
    }
}

/// Files of folders that are left out of the inputs are left out of the old objects too; a file that is named
/// is not.
#[test]
fn ignored_files_are_no_old_objects() {
    let folder = folder("validate-old-ignored");
    let manifest = "{apiVersion: x.example.com/v1, kind: Store, metadata: {name: a}, spec: {engine: p}}\n";
    for below in ["new", "old"] {
        fs::create_dir_all(folder.join(below)).unwrap();
        fs::write(folder.join(below).join("a.yaml"), manifest).unwrap();
        fs::write(folder.join(below).join("values.yaml"), "size: 3\n").unwrap();
    }
    for (old, code) in [("old", 0), ("old/values.yaml", 2)] {
        let arguments =
            ["--crd", "crd.yaml", "new", "--old", old, "--ignore-filename-pattern", "values[.]yaml$"];
        let output = validate(&folder, &arguments);
        assert_eq!(output.code, code, "{old}: {}", output.err);
    }
}
