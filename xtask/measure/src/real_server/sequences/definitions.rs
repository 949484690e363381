//! `cargo measure real-server --random-crds N`: random definitions, and random objects of those that are
//! accepted. In: both servers. Out: where their answers differ.
//!
//! Each seed gives a definition of the random schemas that `cargo xtask fuzz` uses too, with rules and
//! without crdc's own extensions. Spoilt forms of it (`spoilt.rs`) are sent as dry runs. Then objects are
//! created, replaced and replaced at `/status`.

use anyhow::{Result, ensure};
use crdc_oracle::differential;
use crdc_oracle::interpreter::Server;
use crdc_oracle::json::Json;
use crdc_oracle::load;
use crdc_oracle::random::object::request;
use crdc_oracle::random::rng::Rng;
use crdc_oracle::random::{resources, rules};
use serde_json::{Value, json};

use super::pair::Pair;
use super::{Counts, Options, compare, spoilt};
use crate::real_server::client::{Answer, Call};
use crate::real_server::servers::wait;

const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/// The number of spoilt forms of each definition.
const SPOILT: usize = 12;
/// The number of objects of each definition.
const OBJECTS: usize = 12;

/// Sends all requests; returns `false` if an answer differs.
pub(super) fn run(pair: &Pair, options: &Options) -> Result<bool> {
    let mut asked = Asked { pair, counts: Counts::default(), stored: None, definition: None };
    let (mut refused, mut served) = (0, 0);
    asked.count_up()?;
    for number in options.only.map_or(0..options.count, |only| only..only + 1) {
        let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let (definition, server) = definition(seed)?;
        let mut rng = Rng::new(seed ^ 0x7265_616c);
        for index in 0..SPOILT {
            let mut spoilt = definition.clone();
            let what = spoilt::spoil(&mut rng, &mut spoilt);
            let path = format!("{CRDS}?dryRun=All&fieldValidation=Strict");
            asked.ask(&format!("{number}.{index}: {what}"), "POST", [&path, &path], [&spoilt, &spoilt])?;
        }
        match asked.ask(&format!("{number}"), "POST", [CRDS, CRDS], [&definition, &definition])? {
            [real, ours] if real.accepted() && ours.accepted() => {
                served += 1;
                pair.serves(&definition)?;
                asked.changes(number, &mut rng, &definition)?;
                asked.objects(number, &mut rng, &definition, &server)?;
            }
            _ => refused += 1,
        }
        let name = definition["metadata"]["name"].as_str().unwrap_or_default();
        for client in pair.both() {
            client.send("DELETE", &format!("{CRDS}/{name}"), "application/json", "")?;
        }
        if (number + 1) % 25 == 0 {
            println!(
                "{} definitions, {} requests, {} differ",
                number + 1,
                asked.counts.requests,
                asked.counts.differ
            );
        }
    }
    let Counts { requests, differ, .. } = asked.counts;
    println!(
        "{served} definitions served, {refused} refused; {requests} requests ({}), {differ} differ; the real server failed to answer {} times",
        asked.counts.codes(),
        asked.counts.panics
    );
    Ok(differ == 0)
}

/// The definition of a seed as stock servers store it, and its interpreter, from which random objects are
/// made.
fn definition(seed: u64) -> Result<(Value, Server)> {
    let mut stock: Value = serde_json::from_str(&resources::crd(seed))?;
    without_others(&mut stock);
    let mut ruled: Value = serde_json::from_str(&rules::add(seed, &stock.to_string()).crd)?;
    without_others(&mut ruled);
    let server = load::server("random.json", &ruled.to_string(), "v1");
    Ok((ruled, server))
}

/// Removes the keywords that stock servers do not have, and those that the libraries of the real server
/// handle differently from the versions in Kubernetes.
fn without_others(value: &mut Value) {
    const OURS: [&str; 6] = [
        "x-kubernetes-addition-only",
        "x-kubernetes-deletion-only",
        "x-kubernetes-immutable",
        "x-kubernetes-immutable-keys",
        "x-kubernetes-normalize",
        "x-kubernetes-unions",
    ];
    // The real server has a newer swag, for which other numbers are whole, a newer cel-go, which keeps the
    // schema of an optional, and a newer Go, which reads comments of addresses otherwise.
    let is_other = |name: &str, value: &Value| {
        name == "multipleOf" && value.is_f64() || name == "format" && value == "email"
    };
    match value {
        Value::Object(members) => {
            members.retain(|name, value| !OURS.contains(&&**name) && !is_other(name, value));
            members.values_mut().for_each(without_others);
        }
        Value::Array(items) => {
            items.retain(|item| item.get("optionalOldSelf").is_none());
            items.iter_mut().for_each(without_others);
        }
        _ => {}
    }
}

/// The state of the requests to both servers, and the counts.
struct Asked<'p> {
    pair: &'p Pair,
    counts: Counts,
    /// The object that is replaced, as the real server has it.
    stored: Option<Value>,
    /// The definition of the objects, until it was printed.
    definition: Option<Value>,
}

impl Asked<'_> {
    /// Increases the resource versions, since versions of one digit cannot be distinguished from other
    /// numbers.
    fn count_up(&self) -> Result<()> {
        let definition = definition(0)?.0;
        let name = definition["metadata"]["name"].as_str().unwrap_or_default();
        for client in self.pair.both() {
            for _ in 0..5 {
                client.post(CRDS, &definition)?;
                client.send("DELETE", &format!("{CRDS}/{name}"), "application/json", "")?;
                // The real server removes it some time later.
                wait(name, || Ok(client.get(&format!("{CRDS}/{name}"))?.code == 404))?;
            }
        }
        Ok(())
    }

    /// Replaces the definition by spoilt forms, without storing them.
    fn changes(&mut self, number: usize, rng: &mut Rng, definition: &Value) -> Result<()> {
        let name = definition["metadata"]["name"].as_str().unwrap_or_default();
        let path = format!("{CRDS}/{name}?dryRun=All");
        for index in 0..SPOILT / 2 {
            let mut changed = definition.clone();
            let what = spoilt::spoil(rng, &mut changed);
            let mut bodies = [changed.clone(), changed];
            for (client, body) in self.pair.both().into_iter().zip(&mut bodies) {
                let stored = client.get(&format!("{CRDS}/{name}"))?;
                body["metadata"]["resourceVersion"] = stored.body["metadata"]["resourceVersion"].clone();
            }
            let what = format!("{number}.{index}: update: {what}");
            self.ask(&what, "PUT", [&path, &path], [&bodies[0], &bodies[1]])?;
        }
        Ok(())
    }

    /// Creates and replaces random objects.
    fn objects(&mut self, number: usize, rng: &mut Rng, definition: &Value, server: &Server) -> Result<()> {
        let spec = &definition["spec"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (group, plural) = (text(&spec["group"]), text(&spec["names"]["plural"]));
        let place = if spec["scope"] == "Cluster" { "" } else { "namespaces/default/" };
        let path = format!("/apis/{group}/v1/{place}{plural}");
        self.definition = Some(definition.clone());
        for index in 0..OBJECTS {
            let what = format!("{number}/{index}");
            let object = request(rng, server);
            let pair = differential::pair(rng, server, &object);
            let (mut old, mut new) = (value(&pair.old)?, value(&pair.new)?);
            let name = format!("o-{number}-{index}");
            // A new object has no version.
            prepared(&mut old, &name, None);
            let created = self.ask(&format!("{what}: create"), "POST", [&path, &path], [&old, &old])?;
            if !created.iter().all(Answer::accepted) {
                // Whether it is accepted is known now; what replaces it may be.
                let mut new = new.clone();
                prepared(&mut new, &name, None);
                self.ask(&format!("{what}: create another"), "POST", [&path, &path], [&new, &new])?;
                continue;
            }
            let mut live = created.map(|answer| answer.body);
            self.stored = Some(live[0].clone());
            let target = format!("{path}/{name}");
            let status = format!("{target}/status");
            for (operation, path) in [("update", &target), ("update of the status", &status)] {
                let both = [0, 1].map(|at| {
                    let version = live[at]["metadata"]["resourceVersion"].as_str().map(str::to_owned);
                    prepared(&mut new, &name, version.as_deref());
                    new.clone()
                });
                let answers =
                    self.ask(&format!("{what}: {operation}"), "PUT", [path, path], [&both[0], &both[1]])?;
                for (at, answer) in answers.into_iter().enumerate() {
                    if answer.accepted() {
                        live[at] = answer.body;
                    }
                }
                self.stored = Some(live[0].clone());
            }
            self.stored = None;
        }
        self.definition = None;
        Ok(())
    }

    /// Sends one request to each server, and compares the answers.
    fn ask(
        &mut self,
        what: &str,
        method: &str,
        paths: [&str; 2],
        bodies: [&Value; 2],
    ) -> Result<[Answer; 2]> {
        let call =
            |at: usize| Call::new(method, paths[at].to_owned(), "application/json", bodies[at].to_string());
        let answers = [
            match self.pair.real.call(&call(0)) {
                Ok(answer) => answer,
                Err(_) => {
                    // The real server closed the connection without an answer, as after a fault in a
                    // goroutine.
                    self.counts.panics += 1;
                    println!("the real server did not answer: {what}");
                    let answer = self.pair.ours.call(&call(1))?;
                    return Ok([answer.clone(), answer]);
                }
            },
            self.pair.ours.call(&call(1))?,
        ];
        let found = compare::differences(&answers[0], &answers[1]);
        self.counts.add(&answers[0], !found.is_empty());
        if !found.is_empty() && self.counts.is_printed() {
            if let Some(definition) = self.definition.take() {
                println!("+++ {definition}");
            }
            println!("--- {what}: {method} {}\n  {}", paths[0], bodies[0]);
            if let Some(stored) = &self.stored {
                println!("  {stored}");
            }
            found.iter().for_each(|line| println!("  {line}"));
        }
        Ok(answers)
    }
}

/// An object as its client sends it: with this name, and the version that it read.
fn prepared(object: &mut Value, name: &str, version: Option<&str>) {
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    // Names that are missing or wrong stay so.
    if metadata
        .get("name")
        .is_some_and(|own| own == "sample" || own.as_str().is_some_and(|own| own.starts_with("o-")))
    {
        metadata.insert("name".to_owned(), json!(name));
    }
    // A generated name differs between the servers.
    if metadata.get("name").is_none_or(|own| own.is_null() || own == "") {
        metadata.remove("generateName");
    }
    match version {
        None => metadata.remove("resourceVersion"),
        Some(version) => metadata.insert("resourceVersion".to_owned(), json!(version)),
    };
    metadata.remove("uid");
}

fn value(json: &Json) -> Result<Value> {
    let text = json.to_string();
    ensure!(text.len() < 1 << 20, "an object of {} bytes", text.len());
    Ok(serde_json::from_str(&text)?)
}
