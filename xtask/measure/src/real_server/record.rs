//! Sends the recorded creates and updates of immutability and unions. In: `golden/seeds` of the record. Out:
//! requests that the server with the webhook answers differently from crdc, which has the extensions in its
//! schemas.
//!
//! A stored object may have errors that no server would store now. So the CRDs allow everything first, then
//! get their schemas, and then the webhook is registered.
//!
//! Easy to break: a server validates before it calls `/validate`. If an object has errors of both, only its
//! own are in the answer.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use crdc::{ErrorSource, FieldError, Outcome, Scratch};
use crdc_dynamic::Validators;
use crdc_oracle::json::read as read_json;
use crdc_source::Source;
use serde::Deserialize;
use serde_json::{Value, json};

use super::client::Answer;
use super::servers::Servers;
use super::{documents, register};

/// The beginning of the message of a request that the webhook refuses.
const PREFIX: &str = "admission webhook \"validate.seeds.crdc-system.svc\" denied the request: ";

#[derive(Deserialize)]
struct Case {
    id: String,
    op: String,
    version: String,
    object: Value,
    old: Option<Value>,
}

/// A case whose old object is stored.
struct Ready {
    id: String,
    /// The path of the object, or of the collection for a create.
    path: String,
    object: Value,
    is_update: bool,
}

/// Stores the old objects, registers the webhook and sends all requests; returns `false` if an answer
/// differs.
pub(super) fn run(servers: &mut Servers, shared: &Path) -> Result<bool> {
    let seeds = shared.join("golden/seeds");
    let documents = documents::read(&seeds.join("crds"))?;
    let validators = Validators::load(&documents.iter().map(source).collect::<Vec<_>>())?;
    let open: Vec<Value> = documents.iter().map(without_schemas).collect();
    register::crds(servers, &open)?;
    let ready = store(servers, &validators, &seeds)?;
    for document in &documents {
        register::replace_crd(servers.crds, document)?;
        let name = document["metadata"]["name"].as_str().unwrap_or_default();
        let path = collection(document, document["spec"]["versions"][0]["name"].as_str().unwrap_or_default())
            + "?dryRun=All";
        let wrong = json!({"apiVersion": format!("{}/v1", document["spec"]["group"].as_str().unwrap_or_default()),
                           "kind": document["spec"]["names"]["kind"], "metadata": {"name": "a"}, "spec": 1});
        servers.wait(&format!("the schema of {name}"), |servers| {
            Ok(servers.crds.post(&path, &wrong)?.code == 422)
        })?;
        servers.home.write(&format!("seeds/{name}.json"), &document.to_string())?;
    }
    let folder = servers.home.path("seeds");
    register::webhook(servers, &folder, "seeds")?;
    // Each kind has a rule of the same configurations.
    let refused = ready.iter().filter(|case| !case.is_update).find(|case| {
        expected(&validators, &case.object, None, &mut Scratch::default(), |outcome| {
            outcome.errors().all(|error| is_extension(&error)) && !outcome.accepted()
        })
        .unwrap_or_default()
    });
    let refused = refused.context("no create is refused")?;
    register::in_effect(servers, "the webhook of the record", |client| {
        client.post(&format!("{}?dryRun=All", refused.path), &refused.object)
    })?;
    sleep(Duration::from_secs(1));
    compare_all(servers, &validators, &ready)
}

fn source(document: &Value) -> Source {
    Source::new("crd.json", document.to_string())
}

fn without_schemas(document: &Value) -> Value {
    let mut document = document.clone();
    for version in document["spec"]["versions"].as_array_mut().into_iter().flatten() {
        version["schema"] =
            json!({"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}});
    }
    document
}

/// The path of the objects of a CRD.
fn collection(document: &Value, version: &str) -> String {
    let text = |pointer: &str| document.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let namespace = if text("/spec/scope") == "Namespaced" { "namespaces/default/" } else { "" };
    format!("/apis/{}/{version}/{namespace}{}", text("/spec/group"), text("/spec/names/plural"))
}

/// Stores the old objects, each under a name of its own.
fn store(servers: &Servers, validators: &Validators, seeds: &Path) -> Result<Vec<Ready>> {
    let mut ready = Vec::new();
    let mut skipped = BTreeMap::<String, usize>::new();
    for file in ["immutable.jsonl", "unions.jsonl"] {
        for line in std::fs::read_to_string(seeds.join(file))?.lines() {
            let mut case: Case = serde_json::from_str(line)?;
            let kind = case.object["kind"].as_str().unwrap_or_default();
            let Some(found) = validators
                .all()
                .find(|found| found.kind() == kind && found.compiled().version == case.version)
            else {
                *skipped.entry("of another kind".to_owned()).or_default() += 1;
                continue;
            };
            let path =
                format!("/apis/{}/namespaces/default/{}", found.api_version(), found.compiled().plural);
            let name = format!("case-{}", ready.len());
            if !case.object["metadata"].is_object() {
                *skipped.entry("without metadata".to_owned()).or_default() += 1;
                continue;
            }
            let is_update = case.op == "update";
            case.object["metadata"]["name"] = name.as_str().into();
            case.object["metadata"].as_object_mut().map(|metadata| metadata.remove("resourceVersion"));
            if let Some(old) = case.old.as_mut().filter(|_| is_update) {
                old["metadata"]["name"] = name.as_str().into();
                old["metadata"].as_object_mut().map(|metadata| metadata.remove("resourceVersion"));
                let mut answer = servers.crds.post(&path, old)?;
                if answer.accepted() && found.compiled().status_subresource && !old["status"].is_null() {
                    old["metadata"] = answer.body["metadata"].take();
                    answer = servers.crds.put(&format!("{path}/{name}/status"), old)?;
                }
                if !answer.accepted() {
                    *skipped.entry(format!("stored: {}", answer.message())).or_default() += 1;
                    continue;
                }
            }
            let path = if is_update { format!("{path}/{name}") } else { path };
            ready.push(Ready { id: case.id, path, object: case.object, is_update });
        }
    }
    println!("{} recorded requests; left out: {skipped:?}", ready.len());
    Ok(ready)
}

/// Calls a function with the answer of crdc.
fn expected<R>(
    validators: &Validators,
    object: &Value,
    old: Option<&Value>,
    scratch: &mut Scratch,
    of: impl FnOnce(&Outcome<'_>) -> R,
) -> Result<R> {
    let text = |key: &str| object[key].as_str().unwrap_or_default();
    let found = validators.find(text("apiVersion"), text("kind")).context("no such kind")?;
    let (new, old) = (object.to_string(), old.map(Value::to_string));
    Ok(match &old {
        Some(old) => of(&found.update(new.as_bytes(), old.as_bytes(), scratch)),
        None => of(&found.create(new.as_bytes(), scratch)),
    })
}

fn is_extension(error: &FieldError) -> bool {
    matches!(error.source, ErrorSource::Immutable | ErrorSource::Union)
}

fn compare_all(servers: &Servers, validators: &Validators, ready: &[Ready]) -> Result<bool> {
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut scratch = Scratch::default();
    for case in ready {
        let mut object = case.object.clone();
        let old = if case.is_update { Some(servers.crds.get(&case.path)?.body) } else { None };
        if let Some(old) = &old {
            for key in ["resourceVersion", "uid"] {
                object["metadata"][key] = old["metadata"][key].clone();
            }
        }
        let answer = match case.is_update {
            true => servers.crds.put(&case.path, &object)?,
            false => servers.crds.post(&case.path, &object)?,
        };
        let compared = expected(validators, &object, old.as_ref(), &mut scratch, |outcome| {
            compare(outcome, &answer, has_whole_floats(&object))
        })?;
        let held = compared.unwrap_or_else(|why| {
            if counts.get("otherwise").is_none_or(|count| *count < 8) {
                println!("{}: {why}; the answer is {} {}", case.id, answer.code, answer.body);
            }
            "otherwise"
        });
        *counts.entry(held).or_default() += 1;
    }
    println!("{} recorded requests: {counts:?}", ready.len());
    ensure!(ready.len() > 2_900, "too few");
    Ok(!counts.contains_key("otherwise"))
}

/// The verdict on which crdc and the server agree, or their difference.
///
/// `43.0` in place of a stored `43` is a change for a server without extensions, and increments the
/// generation.
fn compare(outcome: &Outcome<'_>, answer: &Answer, any_generation: bool) -> Result<&'static str, String> {
    let Some(status) = outcome.status() else {
        let mut object: Value = outcome
            .accepted_object()
            .and_then(|object| serde_json::from_slice(object).ok())
            .unwrap_or_default();
        if any_generation && object["metadata"]["generation"].is_u64() {
            object["metadata"]["generation"] = answer.body["metadata"]["generation"].clone();
        }
        return if !answer.accepted() {
            Err("crdc accepts it".to_owned())
        } else if same(&without_system_fields(&object), &without_system_fields(&answer.body)) {
            Ok("stored")
        } else {
            Err(format!("crdc stores {object}"))
        };
    };
    if answer.accepted() {
        return Err(format!("crdc answers {}", status.to_json()));
    }
    let servers_own = outcome.errors().any(|error| !is_extension(&error));
    match (answer.message().strip_prefix(PREFIX), outcome.status_of(is_extension)) {
        (Some(message), Some(status)) if !servers_own => {
            let wanted: Value = serde_json::from_str(&status.to_json()).map_err(|error| error.to_string())?;
            let alike = ["code", "reason", "details"].iter().all(|key| wanted[*key] == answer.body[*key]);
            if alike && message == status.message {
                Ok("refused")
            } else {
                Err(format!("crdc answers {wanted}"))
            }
        }
        (Some(_), _) => Err(format!("crdc answers {}", status.to_json())),
        // Immutability is compared before the schema is, by crdc and not by a server that asks.
        (None, _) if status.code == 400 && answer.code == 422 => {
            Ok("refused by the schema before immutability")
        }
        (None, Some(_)) if servers_own => Ok("refused by the schema before unions"),
        (None, None) => Ok("refused by the schema"),
        (None, Some(status)) => Err(format!("crdc answers {}", status.to_json())),
    }
}

fn has_whole_floats(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64() && number.as_f64().is_some_and(|float| float.fract() == 0.0),
        Value::Array(items) => items.iter().any(has_whole_floats),
        Value::Object(members) => members.values().any(has_whole_floats),
        _ => false,
    }
}

fn without_system_fields(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object["metadata"].as_object_mut() {
        for key in ["creationTimestamp", "managedFields", "resourceVersion", "selfLink", "uid", "namespace"] {
            metadata.remove(key);
        }
    }
    object
}

/// Equal JSON, with numbers by value.
fn same(one: &Value, other: &Value) -> bool {
    let read = |value: &Value| read_json(value.to_string().as_bytes()).map(|read| read.value);
    read(one).ok().zip(read(other).ok()).is_some_and(|(one, other)| one.same_stored(&other))
}
