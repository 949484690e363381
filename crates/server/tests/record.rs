//! The record of a real server: every create and update is answered with its code, its errors and its object.
//!
//! The small record of the repository; all of the record if `CRDC_GOLDEN` names the folder with
//! `golden/cases` and `corpus/crds`. The stored object of an update may have faults that its schema does not
//! allow; it is stored as it is.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use crdc_server::{Server, TestServer};
use crdc_source::{Source, parse};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

/// What a server sets itself.
const SYSTEM: [&str; 5] = ["creationTimestamp", "managedFields", "resourceVersion", "uid", "selfLink"];

async fn ask(server: &Server, method: &str, path: &str, body: String) -> (u16, Value) {
    let request =
        http::Request::builder().method(method).uri(path).body(Full::new(Bytes::from(body))).unwrap();
    let Ok(response) = server.service().call(request).await;
    let code = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    // What is nowhere is answered with a text.
    (code, serde_json::from_slice(&body).unwrap_or_default())
}

/// An object without what a server sets, and with numbers by value.
fn compared(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object["metadata"].as_object_mut() {
        SYSTEM.iter().for_each(|field| drop(metadata.remove(*field)));
    }
    by_value(&mut object);
    object
}

/// The record has numbers as Go wrote them.
fn by_value(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap();
            if float.fract() == 0.0 && float.abs() < 9e15 {
                *value = json!(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(by_value),
        Value::Object(members) => members.values_mut().for_each(by_value),
        _ => {}
    }
}

/// The reasons and fields of errors.
fn errors(list: &Value, reason: &str) -> BTreeSet<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.as_array().into_iter().flatten().map(|error| (text(&error[reason]), text(&error["field"]))).collect()
}

/// A part of a URL.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// A definition whose storage version is this one.
fn stored_in(path: &Path, version: &str) -> String {
    let (documents, _) = parse(&Source::read(path).unwrap());
    let mut crd: Value = serde_json::from_str(&documents[0].to_json()).unwrap();
    for of_crd in crd["spec"]["versions"].as_array_mut().unwrap() {
        of_crd["storage"] = json!(of_crd["name"] == version);
    }
    crd.to_string()
}

#[tokio::test]
async fn requests_are_answered_as_by_the_recorded_server() {
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/record");
    let all = std::env::var_os("CRDC_GOLDEN").map(PathBuf::from);
    let files: Vec<PathBuf> = match &all {
        Some(all) => {
            std::fs::read_dir(all.join("golden/cases")).unwrap().map(|file| file.unwrap().path()).collect()
        }
        None => vec![small.join("cases.jsonl")],
    };
    let cases: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    // The recorder asked the handler, without a storage: what is answered is what a version makes of it that
    // is stored itself.
    let mut by_crd: BTreeMap<(String, String), Vec<Value>> = BTreeMap::new();
    for case in cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        // What is no JSON has no object to put in its place.
        if case["object"].is_object() {
            let text = |field: &str| case[field].as_str().unwrap().to_owned();
            by_crd.entry((text("crd"), text("version"))).or_default().push(case);
        }
    }
    let (mut asked, mut differ) = (0, Vec::new());
    for ((crd, version), cases) in by_crd {
        let path = match &all {
            Some(all) => all.join("corpus/crds").join(&crd),
            None => small.join("crds").join(crd.rsplit('/').next().unwrap()),
        };
        let is_namespaced = std::fs::read_to_string(&path).unwrap().contains("scope: Namespaced");
        let server = TestServer::new().crd_text(stored_in(&path, &version)).start().unwrap();
        let resource = server.custom_resources().pop().unwrap();
        let (plural, group) = resource.split_once('.').unwrap();
        for case in cases {
            let (object, old) = (&case["object"], &case["old"]);
            let metadata = &object["metadata"];
            let (Some(name), true) = (metadata["name"].as_str(), object["apiVersion"].is_string()) else {
                continue;
            };
            // The recorder asked the handler in a dry run, without the field manager around it: owners that a
            // client sends were validated as sent, and a create could have a version. Over HTTP an update has
            // the place of its URL, so that is another object.
            let moves = |field: &str| old["metadata"][field] != metadata[field];
            // With another uid it is refused before its handler sees it, too.
            let is_other = metadata["uid"].is_string() && moves("uid");
            let is_moved = old.is_object() && (moves("name") || moves("namespace") || is_other);
            // The store refuses an update without a version before the recorder's handler sees it.
            let version = metadata["resourceVersion"].as_str().unwrap_or_default();
            let is_refused = if old.is_object() { version.is_empty() } else { !["", "0"].contains(&version) };
            if metadata.get("managedFields").is_some() || is_refused || is_moved {
                continue;
            }
            let base = format!("/apis/{group}/{}", case["version"].as_str().unwrap());
            let namespace = metadata["namespace"].as_str().filter(|namespace| !namespace.is_empty());
            let folder = if is_namespaced {
                let namespace = namespace.unwrap_or("default");
                let of_it = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}});
                server.store(&of_it).unwrap();
                format!("{base}/namespaces/{}/{plural}", encoded(namespace))
            } else {
                format!("{base}/{plural}")
            };
            let name = encoded(name);
            let (method, path) = match case["op"].as_str().unwrap() {
                "create" => ("POST", folder),
                "update" => ("PUT", format!("{folder}/{name}")),
                _ => ("PUT", format!("{folder}/{name}/status")),
            };
            let mut sent = object.clone();
            if old.is_object() {
                if server.store(old).is_err() {
                    continue;
                }
                // That of the recorder is another counter's.
                sent["metadata"]["resourceVersion"] = json!(server.version().to_string());
            }
            let (code, mut answer) = ask(&server, method, &path, sent.to_string()).await;
            let expected = &case["answer"];
            // The recorder's handler read nothing back: then a new object gets the default of its status.
            if method == "POST" && expected["object"].get("status").is_none() {
                answer
                    .as_object_mut()
                    .filter(|answer| answer["kind"] != "Status")
                    .map(|answer| answer.remove("status"));
            }
            asked += 1;
            let expects = expected["code"].as_u64().unwrap();
            // A create is 201 since the recorder asked the handler, and not over HTTP.
            let is_same_code = u64::from(code) == expects || (code, expects) == (201, 200);
            let is_same = is_same_code
                && if expected["accepted"] == true {
                    compared(&answer)
                        == compared(if expected["object"] == "same" { object } else { &expected["object"] })
                } else {
                    errors(&answer["details"]["causes"], "reason") == errors(&expected["errors"], "type")
                };
            if !is_same {
                differ.push(format!("{}: {code} {answer}, expected {expected}", case["id"]));
            }
            // An object of another kind was not stored.
            let _ = server.remove(if old.is_object() { old } else { object });
        }
    }
    assert!(asked > 1_400, "{asked}");
    println!("{asked} requests");
    let shown: Vec<&str> = differ.iter().map(String::as_str).take(12).collect();
    assert!(differ.is_empty(), "{} of {asked} differ:\n{}", differ.len(), shown.join("\n"));
}
