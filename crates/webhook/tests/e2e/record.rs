//! The record: every create and update, sent as a review, is answered as the server did, and what the patch
//! makes of the object is what the server stored.
//!
//! `tests/record` of the repository is always there; the seeds of immutability and unions are in `shared`
//! beside it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crdc_dynamic::Validators;
use crdc_source::{Source, files};
use crdc_webhook::{Crds, Only, Webhook};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::client::Connection;
use super::running::{Running, review};

#[derive(Deserialize)]
struct Case {
    id: String,
    version: String,
    op: String,
    object: Option<Box<RawValue>>,
    old: Option<Box<RawValue>>,
    answer: Answer,
}

#[derive(Deserialize)]
struct Answer {
    accepted: bool,
    code: u16,
    object: Option<Value>,
    #[serde(default)]
    errors: Vec<RecordedError>,
}

#[derive(Deserialize)]
struct RecordedError {
    r#type: String,
    field: String,
    detail: String,
    source: String,
}

impl RecordedError {
    fn is_extension(&self) -> bool {
        matches!(self.source.as_str(), "immutable" | "union")
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cases(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<Case>(line).unwrap());
    cases.filter(|case| matches!(case.op.as_str(), "create" | "update") && case.object.is_some()).collect()
}

/// The validators of a folder.
fn crds(folder: &Path) -> Validators {
    let documents: Vec<Source> = files(folder)
        .unwrap()
        .iter()
        .map(|file| as_recorded(&std::fs::read_to_string(file).unwrap()))
        .collect();
    Validators::load(&documents).unwrap()
}

/// The recorder read `n:` as the key `n`; the server's YAML reads `false`.
fn as_recorded(text: &str) -> Source {
    let lines = text.lines().map(|line| {
        let key = line.trim_start_matches([' ', '-']);
        let quoted = matches!(key.split_once(':'), Some(("y" | "Y" | "n" | "N", _)));
        let indent = &line[..line.len() - key.len()];
        if quoted { format!("{indent}'{}'{}", &key[..1], &key[1..]) } else { line.to_owned() }
    });
    Source::new("crd.yaml", lines.collect::<Vec<_>>().join("\n"))
}

/// The body of a review whose objects are the bytes of the record.
fn body(case: &Case, plural: &str, object: &str) -> String {
    let read = |text: Option<&str>| text.map_or(Value::Null, |text| serde_json::from_str(text).unwrap());
    let old = case.old.as_ref().map(|old| old.get());
    let mut review = review(&case.op.to_uppercase(), plural, &read(Some(object)), &read(old));
    let request = &mut review["request"];
    // A server refuses objects whose names are no strings before it asks anybody.
    for member in ["name", "namespace"] {
        if !request[member].is_string() {
            request[member] = Value::Null;
        }
    }
    request["kind"]["version"] = case.version.as_str().into();
    request["resource"]["version"] = case.version.as_str().into();
    (request["object"], request["oldObject"]) = ("@object@".into(), "@old@".into());
    let text = review.to_string();
    text.replace("\"@object@\"", object).replace("\"@old@\"", old.unwrap_or("null"))
}

async fn ask(connection: &mut Connection, path: &str, body: String) -> Value {
    let got = connection.post(path, body.into()).await.unwrap();
    assert_eq!(got.code, 200, "{}", got.body);
    let mut answer: Value = serde_json::from_str(&got.body).unwrap();
    assert_eq!(answer["response"]["uid"], "705ab4f5-6393-11e8-b7cc-42010a800002");
    answer["response"].take()
}

/// Whether the errors of a status are those of the record.
fn same_errors(status: &Value, expected: &[&RecordedError]) -> bool {
    let none = Vec::new();
    let causes = status["details"]["causes"].as_array().unwrap_or(&none);
    let text = |cause: &Value, name: &str| cause[name].as_str().unwrap_or_default().to_owned();
    let got: BTreeSet<(String, String)> =
        causes.iter().map(|cause| (text(cause, "reason"), text(cause, "field"))).collect();
    let wanted: BTreeSet<(String, String)> =
        expected.iter().map(|error| (error.r#type.clone(), error.field.clone())).collect();
    let said = |error: &RecordedError| {
        causes.iter().any(|cause| {
            text(cause, "field") == error.field && text(cause, "message").ends_with(&error.detail)
        })
    };
    got == wanted && expected.iter().all(|error| said(error))
}

/// The object that a patch makes.
fn patched(sent: &str, response: &Value) -> Value {
    let mut object: Value = serde_json::from_str(sent).unwrap();
    if let Some(patch) = response["patch"].as_str() {
        assert_eq!(response["patchType"], "JSONPatch");
        let patch: json_patch::Patch = serde_json::from_slice(&STANDARD.decode(patch).unwrap()).unwrap();
        json_patch::patch(&mut object, &patch).unwrap();
    } else {
        assert!(response["patchType"].is_null());
    }
    object
}

/// The recorded object, with what the server sets itself behind all webhooks as it was sent.
fn expected_object(recorded: &Value, sent: &Value, status_is_apart: bool) -> Value {
    let mut expected = recorded.clone();
    let system = ["creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generation"];
    let system =
        system.iter().chain(&["managedFields", "name", "namespace", "resourceVersion", "selfLink", "uid"]);
    for key in system {
        restore(&mut expected["metadata"], &sent["metadata"], key);
    }
    if status_is_apart {
        restore(&mut expected, sent, "status");
    }
    expected
}

fn restore(expected: &mut Value, sent: &Value, key: &str) {
    let Some(members) = expected.as_object_mut() else { return };
    match sent.get(key) {
        Some(value) => members.insert(key.to_owned(), value.clone()),
        None => members.remove(key),
    };
}

/// Equal JSON; numbers by value, since the record has them as Go wrote them.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| same(one, other)))
        }
        _ => one == other,
    }
}

/// Sends all cases over a few connections. What differs, by the id of the case.
async fn differences(running: &Running, validators: &Arc<Crds>, cases: Vec<Case>, only: Only) -> Vec<String> {
    let mut tasks = Vec::new();
    let mut parts: Vec<Vec<Case>> = (0..4).map(|_| Vec::new()).collect();
    for (index, case) in cases.into_iter().enumerate() {
        parts[index % 4].push(case);
    }
    for part in parts {
        let (client, crds) = (running.client.clone(), Arc::clone(validators));
        tasks.push(tokio::spawn(async move {
            let mut connection = client.connect().await.unwrap();
            let mut differ = Vec::new();
            for case in part {
                if let Err(why) = compare(&mut connection, &crds, &case, only).await {
                    differ.push(format!("{}: {why}", case.id));
                }
            }
            differ
        }));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap());
    }
    all
}

/// Whether a server refuses the request before it asks a webhook: the stored object has another name, or one
/// of them is of another version or kind than the URL.
fn contradicts(case: &Case, sent: &Value) -> bool {
    let old: Value = case.old.as_ref().map_or(Value::Null, |old| serde_json::from_str(old.get()).unwrap());
    let group = sent["apiVersion"].as_str().unwrap_or_default().split('/').next().unwrap_or_default();
    let api_version = format!("{group}/{}", case.version);
    let both = [sent, &old].into_iter().filter(|object| !object.is_null());
    both.into_iter()
        .any(|object| object["apiVersion"] != api_version.as_str() || object["kind"] != sent["kind"])
        || ["name", "namespace"].iter().any(|member| {
            let of = |object: &Value| object["metadata"][member].as_str().unwrap_or_default().to_owned();
            let (new, old) = (of(sent), of(&old));
            !new.is_empty() && !old.is_empty() && new != old
        })
}

async fn compare(connection: &mut Connection, crds: &Crds, case: &Case, only: Only) -> Result<(), String> {
    let text = case.object.as_ref().unwrap().get();
    let sent: Value = serde_json::from_str(text).unwrap();
    // An object of another kind never reaches a webhook for this one.
    let kind = sent["kind"].as_str().unwrap_or_default();
    let group =
        sent["apiVersion"].as_str().unwrap_or_default().split_once('/').map_or("", |(group, _)| group);
    let validators = crds.current();
    let Some(found) = validators.get(group, &case.version, kind) else { return Ok(()) };
    let (plural, status_is_apart) = (found.compiled().plural, found.compiled().status_subresource);
    if contradicts(case, &sent) {
        for path in ["/validate", "/mutate"] {
            let got = connection.post(path, body(case, plural, text).into()).await.unwrap();
            if got.code != 400 || case.answer.accepted {
                return Err(format!("{path} answers {} {}", got.code, got.body));
            }
        }
        return Ok(());
    }

    let response = ask(connection, "/validate", body(case, plural, text)).await;
    let errors: Vec<&RecordedError> =
        case.answer.errors.iter().filter(|error| only == Only::All || error.is_extension()).collect();
    let allowed = if only == Only::All { case.answer.accepted } else { errors.is_empty() };
    // What is stored is what was sent, so it may be refused although a server would normalize it.
    let is_stricter = allowed && response["allowed"] == false;
    if !is_stricter && (response["allowed"] != allowed || !same_errors(&response["status"], &errors)) {
        return Err(format!("/validate answers {response}"));
    }
    if !allowed && only == Only::All && response["status"]["code"] != case.answer.code {
        return Err(format!("the code is {}", response["status"]["code"]));
    }

    let response = ask(connection, "/mutate", body(case, plural, text)).await;
    // What cannot be decoded is refused by both; other errors are left to the validation.
    let is_decoded = case.answer.code != 400 || !case.answer.errors.is_empty();
    if response["allowed"] != is_decoded {
        return Err(format!("/mutate answers {response}"));
    }
    if !is_decoded {
        return Ok(());
    }
    let found = patched(text, &response);
    let recorded = match &case.answer.object {
        Some(Value::String(_)) | None => sent.clone(),
        Some(recorded) => recorded.clone(),
    };
    if only == Only::All && !same(&found, &expected_object(&recorded, &sent, status_is_apart)) {
        let expected = expected_object(&recorded, &sent, status_is_apart);
        return Err(format!("code {}, patched to\n  {found}\ninstead of\n  {expected}", case.answer.code));
    }
    // What is left of the object is what it was, but for the extensions.
    if only == Only::Extensions && !same(&found["metadata"], &sent["metadata"]) {
        return Err(format!("the metadata became {}", found["metadata"]));
    }
    // The patched object has the same verdict.
    if response["patch"].is_null() {
        return if is_stricter {
            Err("/validate refuses what has its normal form".to_owned())
        } else {
            Ok(())
        };
    }
    let again = ask(connection, "/validate", body(case, plural, &found.to_string())).await;
    if again["allowed"] != allowed {
        return Err(format!("patched, /validate answers {again}"));
    }
    Ok(())
}

async fn holds(crds_folder: &Path, files: &[PathBuf], only: Only, at_least: usize) {
    let crds = Arc::new(Crds::new(crds(crds_folder)));
    let running = Running::start(Webhook::new().crds(Arc::clone(&crds)).only(only)).await;
    let cases: Vec<Case> = files.iter().flat_map(|file| cases(file)).collect();
    let count = cases.len();
    assert!(count >= at_least, "{count} cases");
    let differ = differences(&running, &crds, cases, only).await;
    assert!(
        differ.is_empty(),
        "{} of {count} differ\n{}",
        differ.len(),
        differ[..differ.len().min(8)].join("\n")
    );
    println!("{only:?}: {count} creates and updates are answered as recorded");
    assert_eq!(running.metrics.panics(), 0);
    running.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_of_the_record_is_answered_as_recorded() {
    let record = repository().join("tests/record");
    holds(&record.join("crds"), &[record.join("cases.jsonl")], Only::All, 500).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_seed_is_answered_as_recorded() {
    let seeds = repository().join("../shared/golden/seeds");
    if !seeds.is_dir() {
        println!("{} is not there", seeds.display());
        return;
    }
    let files = [seeds.join("immutable.jsonl"), seeds.join("unions.jsonl")];
    holds(&seeds.join("crds"), &files, Only::All, 3000).await;
    holds(&seeds.join("crds"), &files, Only::Extensions, 3000).await;
}
