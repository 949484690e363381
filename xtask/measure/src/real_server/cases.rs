//! Requests of the kinds of `stores.yaml`. In: a server with the webhook. Out: whether each is answered and
//! stored as the documents say.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::servers::Servers;
use super::{documents, register};

const STORES: &str = "/apis/real.example.com/v1/namespaces/default/stores";
const SHELVES: &str = "/apis/real.example.com/v1/shelves";

/// The results of the requests.
struct Cases {
    client: Client,
    count: usize,
    differ: usize,
}

/// Registers the webhook and sends all requests; returns whether all answers are as expected.
pub(super) fn run(servers: &mut Servers) -> Result<bool> {
    let folder = servers.home.path("stores");
    std::fs::create_dir_all(&folder)?;
    std::fs::copy(
        places::repository().join("xtask/measure/src/real_server/stores.yaml"),
        folder.join("stores.yaml"),
    )?;
    let mut cases = Cases { client: servers.crds, count: 0, differ: 0 };
    cases.crds(servers, &folder)?;
    register::webhook(servers, &folder, "crdc-webhook")?;
    let bad = store("bad", json!({"engine": "a", "bucket": {"name": "b"}}));
    register::in_effect(servers, "the webhook", |client| client.post(&format!("{STORES}?dryRun=All"), &bad))?;
    cases.creates()?;
    cases.updates()?;
    cases.subresources()?;
    cases.others()?;
    println!("{} requests of stores and shelves, {} answered otherwise", cases.count, cases.differ);
    Ok(cases.differ == 0)
}

fn store(name: &str, spec: Value) -> Value {
    json!({"apiVersion": "real.example.com/v1", "kind": "Store",
           "metadata": {"name": name, "namespace": "default"}, "spec": spec})
}

impl Cases {
    /// Compares the stored object's `spec`, or another part.
    fn stores(&mut self, title: &str, answer: &Answer, part: &str, expected: Value) {
        let found = &answer.body[part];
        self.compare(title, answer.accepted() && *found == expected, answer, &expected.to_string());
    }

    /// Compares the code and the end of the message.
    fn refuses(&mut self, title: &str, answer: &Answer, code: u16, message: &str) {
        self.compare(title, answer.code == code && answer.message().ends_with(message), answer, message);
    }

    fn compare(&mut self, title: &str, held: bool, answer: &Answer, expected: &str) {
        self.count += 1;
        if !held {
            self.differ += 1;
            println!("{title}: expected {expected}, answered {} {}", answer.code, answer.body);
        } else if answer.accepted() {
            println!("{title}: {}", answer.code);
        } else {
            println!("{title}: {} {}", answer.code, answer.message());
        }
    }

    /// The CRDs: as they are written, and as `crdc publish` writes them for servers.
    fn crds(&mut self, servers: &mut Servers, folder: &Path) -> Result<()> {
        for crd in documents::read(folder)? {
            let answer = register::apply(servers.crds, &crd, "&dryRun=All")?;
            let refused =
                !answer.accepted() && answer.message().contains("-immutable: field not declared in schema");
            self.compare("a CRD with extensions is refused", refused, &answer, "a refusal");
        }
        for crd in register::published(servers, folder, &["apply-safe", "--server", "1.30"])? {
            let answer = servers.crds.post(&format!("{}?dryRun=All", register::CRDS), &crd)?;
            self.compare("a dry run of an apply-safe CRD", answer.accepted(), &answer, "201");
        }
        let stock = register::published(servers, folder, &["stock"])?;
        register::crds(servers, &stock)
    }

    fn creates(&mut self) -> Result<()> {
        let client = self.client;
        let dry = format!("{STORES}?dryRun=All");
        let valid = store("a", json!({"engine": "p", "disk": {"size": "1Gi"}, "notes": [], "other": 1}));
        let stored = json!({"engine": "p", "replicas": 1, "storage": "Disk", "disk": {"size": "1Gi"}});
        self.stores("a dry run", &client.post(&dry, &valid)?, "spec", stored.clone());
        let answer = client.get(&format!("{STORES}/a"))?;
        self.refuses("what it stored", &answer, 404, "\"a\" not found");
        self.stores("a create", &client.post(STORES, &valid)?, "spec", stored);
        let both = store("b", json!({"engine": "p", "disk": {}, "bucket": {"name": "b"}}));
        let why = "denied the request: Store.real.example.com \"b\" is invalid: spec.storage: Invalid value: \"Disk\": only one \
                   union member may be set, but these are: disk, bucket; change the discriminator to select one of them";
        self.refuses("a create with two members", &client.post(STORES, &both)?, 422, why);
        self.refuses("its dry run", &client.post(&dry, &both)?, 422, why);
        let schema = store("b", json!({"engine": "p", "size": 0, "bucket": {}}));
        let why = "\"b\" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1";
        self.refuses("errors of the schema come alone", &client.post(STORES, &schema)?, 422, why);
        let mut generated = store("", json!({"engine": "p", "storage": "Bucket", "bucket": {"name": "b"}}));
        generated["metadata"] = json!({"generateName": "g-"});
        let stored = json!({"engine": "p", "replicas": 1, "storage": "Bucket", "bucket": {"name": "b"}});
        self.stores("a create with a generated name", &client.post(STORES, &generated)?, "spec", stored);
        Ok(())
    }

    fn updates(&mut self) -> Result<()> {
        let client = self.client;
        let at = format!("{STORES}/a");
        let why = "denied the request: Store.real.example.com \"a\" cannot be updated: spec.engine: Invalid value: \"q\": field is \
                   immutable";
        let mut object = client.get(&at)?.body;
        object["spec"]["engine"] = "q".into();
        self.refuses("a PUT of an immutable field", &client.put(&at, &object)?, 400, why);
        let patch = json!({"spec": {"engine": "q"}});
        self.refuses("a PATCH of it", &client.merge(&at, &patch)?, 400, why);
        let applied = json!({"apiVersion": "real.example.com/v1", "kind": "Store", "metadata": {"name": "a"},
                             "spec": {"engine": "q"}});
        let apply = |object: &Value, force: bool| {
            let path = format!("{at}?fieldManager=me&force={force}");
            client.send("PATCH", &path, "application/apply-patch+yaml", &object.to_string())
        };
        self.refuses("a forced apply of it", &apply(&applied, true)?, 400, why);
        let moved = json!({"spec": {"storage": "Bucket", "bucket": {"name": "b"}}});
        let stored = json!({"engine": "p", "replicas": 1, "storage": "Bucket", "bucket": {"name": "b"}});
        self.stores(
            "a PATCH that selects another member",
            &client.merge(&at, &moved)?,
            "spec",
            stored.clone(),
        );
        let both = json!({"spec": {"disk": {"size": "1Gi"}}});
        let why = "denied the request: Store.real.example.com \"a\" is invalid: spec.storage: Invalid value: \"Bucket\": only one \
                   union member may be set, but these are: disk, bucket; change the discriminator to select one of them";
        self.refuses("a PATCH that sets a second member", &client.merge(&at, &both)?, 422, why);
        let mut applied = applied;
        applied["spec"] = json!({"engine": "p", "storage": "Disk", "disk": {"size": "2Gi"}});
        let disk = json!({"engine": "p", "replicas": 1, "storage": "Disk", "disk": {"size": "2Gi"}});
        self.stores("an apply that selects another member", &apply(&applied, true)?, "spec", disk.clone());
        let patch = json!({"spec": {"notes": [], "size": 3}});
        let mut larger = disk;
        larger["size"] = 3.into();
        self.stores(
            "a PATCH with something to normalize",
            &client.merge(&at, &patch)?,
            "spec",
            larger.clone(),
        );
        let nothing = client.merge(&at, &json!({"spec": {"notes": null}}))?;
        self.stores("a PATCH that changes nothing", &nothing, "spec", larger);
        Ok(())
    }

    fn subresources(&mut self) -> Result<()> {
        let client = self.client;
        let (at, status) = (format!("{STORES}/a"), format!("{STORES}/a/status"));
        let object = client.get(&at)?.body;
        let with = |pointer: &str, value: Value| {
            let mut object = object.clone();
            object["status"] = json!({"replicas": 1});
            if let Some(at) = object.pointer_mut(pointer) {
                *at = value;
            }
            object
        };
        let ready = with("/status", json!({"phase": "Ready", "replicas": 1}));
        self.stores("a PUT of the status", &client.put(&status, &ready)?, "status", ready["status"].clone());
        let patch = json!({"status": {"phase": "Failed"}});
        let why = "denied the request: Store.real.example.com \"a\" cannot be updated: status.phase: Invalid value: \"Failed\": \
                   field is immutable";
        self.refuses("a PATCH of what is immutable in it", &client.merge(&status, &patch)?, 400, why);
        let patch = json!({"spec": {"engine": "q"}, "status": {"replicas": 2}});
        let spec = object["spec"].clone();
        self.stores("a PATCH of the status leaves the spec", &client.merge(&status, &patch)?, "spec", spec);
        let patch = json!({"status": {"phase": "Failed"}, "spec": {"size": 4}});
        let kept = json!({"phase": "Ready", "replicas": 2});
        self.stores("a PATCH of the object leaves the status", &client.merge(&at, &patch)?, "status", kept);
        let scale = client.merge(&format!("{at}/scale"), &json!({"spec": {"replicas": 3}}))?;
        self.refuses(
            "a PATCH of the scale",
            &scale,
            400,
            "spec.replicas: Invalid value: 3: field is immutable",
        );
        let same = client.merge(&format!("{at}/scale"), &json!({"spec": {"replicas": 1}}))?;
        self.stores("a PATCH of the scale that changes nothing", &same, "spec", json!({"replicas": 1}));
        Ok(())
    }

    fn others(&mut self) -> Result<()> {
        let client = self.client;
        let beta = STORES.replace("/v1/", "/v1beta1/") + "/a";
        let patch = json!({"spec": {"engine": "q"}});
        let why = "spec.engine: Invalid value: \"q\": field is immutable";
        self.refuses("a PATCH in another version", &client.merge(&beta, &patch)?, 400, why);
        let shelf = json!({"apiVersion": "real.example.com/v1", "kind": "Shelf", "metadata": {"name": "s"},
                           "spec": {"place": "p"}});
        self.stores(
            "a create without a namespace",
            &client.post(SHELVES, &shelf)?,
            "spec",
            json!({"place": "p"}),
        );
        let patch = json!({"spec": {"place": "q"}});
        let why = "spec.place: Invalid value: \"q\": field is immutable";
        self.refuses("its PATCH", &client.merge(&format!("{SHELVES}/s"), &patch)?, 400, why);
        let exempt = STORES.replace("/default/", "/crdc-system/");
        let mut both = store("b", json!({"engine": "p", "disk": {}, "bucket": {"name": "b"}}));
        both["metadata"]["namespace"] = "crdc-system".into();
        let answer = client.post(&exempt, &both)?;
        let stored =
            json!({"engine": "p", "replicas": 1, "storage": "Disk", "disk": {}, "bucket": {"name": "b"}});
        self.stores("a create in the namespace of the webhook", &answer, "spec", stored);
        let deleted = client.send("DELETE", &format!("{STORES}/a"), "application/json", "")?;
        self.stores("a deletion", &deleted, "status", json!("Success"));
        Ok(())
    }
}
