//! The law of versions: `crdc validate` says of objects of several versions what the server says that it
//! sends the same objects to. In: random CRDs of two and three versions, objects, and stored objects of other
//! versions. Out: the objects with another verdict, other errors, or another stored object.
//!
//! `CRDC_SAMPLES` multiplies the CRDs, `CRDC_SEED` is the first seed.
#![allow(clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;

use crdc_oracle::random::Rng;
use crdc_oracle::random::samples::seeds;
use crdc_server::{Server, TestServer};
use http::Method;
use serde_json::{Map, Value, json};
use support::Folder;

/// How many objects a CRD gets: the first half are created, the others replace a stored object.
const OBJECTS: usize = 40;

const VERSIONS: [&str; 3] = ["v1", "v2", "v3"];
const FIELDS: [&str; 4] = ["a", "b", "c", "o"];

/// A type of a field. A field may have another type in another version.
fn field(rng: &mut Rng, is_nested: bool) -> Value {
    let kinds = if is_nested { 3 } else { 5 };
    let mut schema = match rng.below(kinds) {
        0 => json!({"type": "integer", "maximum": 5}),
        1 => json!({"type": "string", "maxLength": 3}),
        2 => json!({"type": "boolean", "nullable": true}),
        3 => {
            json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self >= oldSelf", "message": "is smaller"}]})
        }
        _ => object(rng, true),
    };
    if schema["type"] != "object" && rng.below(3) == 0 {
        schema["default"] = value(rng, schema["type"].as_str().unwrap());
    }
    schema
}

/// A schema of some fields.
fn object(rng: &mut Rng, is_nested: bool) -> Value {
    let mut properties = Map::new();
    for name in FIELDS {
        if rng.below(3) > 0 {
            properties.insert(name.to_owned(), field(rng, is_nested));
        }
    }
    let required: Vec<_> = properties.keys().filter(|_| rng.below(6) == 0).cloned().collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    match rng.below(8) {
        0 => schema["x-kubernetes-preserve-unknown-fields"] = json!(true),
        1 => schema["default"] = json!({}),
        _ => {}
    }
    schema
}

/// A value that is right for a type.
fn value(rng: &mut Rng, of_type: &str) -> Value {
    match of_type {
        "integer" => json!(rng.below(5)),
        "string" => json!(rng.pick(&["", "x", "abc"])),
        _ => json!(rng.below(2) == 0),
    }
}

/// A CRD without a default that its own schema refuses, which no server would take.
fn definition(rng: &mut Rng) -> Value {
    let count = 2 + rng.below(2);
    let stored = rng.below(count);
    let versions = VERSIONS[..count].iter().enumerate().map(|(index, name)| {
        let root = json!({"type": "object", "properties": {"spec": object(rng, false)}});
        json!({"name": name, "served": index == stored || rng.below(5) > 0, "storage": index == stored,
            "schema": {"openAPIV3Schema": root}})
    });
    let versions: Vec<Value> = versions.collect();
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "notes.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "notes", "singular": "note", "kind": "Note", "listKind": "NoteList"},
            "versions": versions}})
}

/// An object of a version, which is mostly right.
fn note(rng: &mut Rng, name: &str, version: &Value) -> Value {
    let schema = &version["schema"]["openAPIV3Schema"]["properties"]["spec"];
    json!({"apiVersion": format!("example.com/{}", version["name"].as_str().unwrap()), "kind": "Note",
        "metadata": {"name": name}, "spec": spec(rng, schema)})
}

fn spec(rng: &mut Rng, schema: &Value) -> Value {
    let mut spec = Map::new();
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        let filled = match schema["type"].as_str().unwrap() {
            "object" => self::spec(rng, schema),
            _ if rng.below(20) == 0 => rng.pick(&[Value::Null, json!(9), json!("long text")]).clone(),
            of_type => value(rng, of_type),
        };
        if rng.below(4) > 0 {
            spec.insert(name.clone(), filled);
        }
    }
    Value::Object(spec)
}

/// What is said of an object: the errors, or what is shown of it once it is stored.
type Said = Result<Value, Vec<String>>;

/// An object without what servers set in its metadata.
fn plain(mut object: Value) -> Value {
    object["metadata"] = json!({"name": object["metadata"]["name"]});
    object
}

fn send(server: &Server, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let answered = server.send(&method, path, "", body.to_string().as_bytes());
    (answered.code, serde_json::from_slice(&answered.body).unwrap_or_default())
}

/// What the server says of an object.
fn said_by_server(server: &Server, new: &Value, is_update: bool) -> Said {
    let version = new["apiVersion"].as_str().unwrap();
    let all = format!("/apis/{version}/notes");
    let one = format!("{all}/{}", new["metadata"]["name"].as_str().unwrap());
    let (code, answer) = if is_update {
        let (code, stored) = send(server, Method::GET, &one, &Value::Null);
        if code == 404 {
            return Err(vec!["not served".to_owned()]);
        }
        let mut new = new.clone();
        new["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"].clone();
        send(server, Method::PUT, &one, &new)
    } else {
        send(server, Method::POST, &all, new)
    };
    match code {
        200 | 201 => Ok(plain(send(server, Method::GET, &one, &Value::Null).1)),
        404 => Err(vec!["not served".to_owned()]),
        _ => {
            let causes = answer["details"]["causes"].as_array().cloned().unwrap_or_default();
            let text = |cause: &Value| {
                format!("{}: {}", cause["field"].as_str().unwrap(), cause["message"].as_str().unwrap())
            };
            let mut texts: Vec<String> = causes.iter().map(text).collect();
            texts.sort();
            Err(texts)
        }
    }
}

/// What the command says of objects, by their names.
fn said_by_command(folder: &Folder, arguments: &[&str]) -> BTreeMap<String, Said> {
    let ran = folder.run(arguments);
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.text()));
    let results = report["results"].as_array().unwrap();
    let said = results.iter().map(|result| {
        // The server's error about rules that did not run is a note of the command.
        let is_error = |found: &&Value| found["level"] == "error" || found["id"] == "rules-not-checked";
        let errors = result["findings"].as_array().unwrap().iter().filter(is_error);
        let mut texts: Vec<String> = errors
            .map(|found| match found["id"].as_str().unwrap() {
                "version-not-served" => "not served".to_owned(),
                _ => found["message"].as_str().unwrap().to_owned(),
            })
            .collect();
        texts.sort();
        let said = if texts.is_empty() { Ok(plain(result["stored"].clone())) } else { Err(texts) };
        (result["name"].as_str().unwrap().to_owned(), said)
    });
    said.collect()
}

fn list(objects: &[Value]) -> String {
    json!({"apiVersion": "v1", "kind": "List", "items": objects}).to_string()
}

#[test]
fn the_command_says_what_the_server_says() {
    let (mut requests, mut accepted, mut wrong) = (0, 0, Vec::new());
    for seed in seeds(12) {
        let mut rng = Rng::new(seed);
        let crd = definition(&mut rng);
        let Ok(server) = TestServer::new().crd_text(crd.to_string()).start() else { continue };
        let versions = crd["spec"]["versions"].as_array().unwrap();
        let any = |rng: &mut Rng, index: usize| {
            let version = &versions[rng.below(versions.len())];
            note(rng, &format!("n{index}"), version)
        };
        let new: Vec<Value> = (0..OBJECTS).map(|index| any(&mut rng, index)).collect();
        let old: Vec<Value> = (OBJECTS / 2..OBJECTS).map(|index| any(&mut rng, index)).collect();
        old.iter().for_each(|old| server.store(old).unwrap());
        let folder = Folder::new(&format!("seed{seed}"), &[("crd.json", &crd.to_string())]);
        folder.write("new.json", list(&new));
        folder.write("old.json", list(&old));
        let command = said_by_command(
            &folder,
            &[
                "validate",
                "new.json",
                "--crd",
                "crd.json",
                "--old",
                "old.json",
                "--show",
                "stored",
                "--format",
                "json",
                "--field-validation",
                "ignore",
            ],
        );
        for (index, new) in new.iter().enumerate() {
            let server = said_by_server(&server, new, index >= OBJECTS / 2);
            let command = &command[new["metadata"]["name"].as_str().unwrap()];
            requests += 1;
            accepted += usize::from(server.is_ok());
            if server != *command {
                let old = old.iter().find(|old| old["metadata"]["name"] == new["metadata"]["name"]);
                wrong.push(format!(
                    "seed {seed}: {new}\n  old {}\n  server  {server:?}\n  command {command:?}",
                    old.unwrap_or(&Value::Null)
                ));
            }
        }
    }
    assert!(requests > 200 && accepted * 5 > requests, "{accepted} of {requests}");
    assert!(wrong.is_empty(), "{} of {requests}:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
    println!("{requests} requests, {accepted} accepted");
}
