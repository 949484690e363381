//! `cargo measure real-server --apply-sequences N`: random applies, updates and patches by three managers.
//! In: the binaries of a real apiextensions-apiserver (`xtask/measure/apiextensions`) and etcd. Out: where
//! its answers differ from those of crdc's server.
//!
//! | file | |
//! |---|---|
//! | `kinds.yaml` | the kinds |
//! | `random.rs` | values of a schema |
//! | `requests.rs` | requests for an object |
//! | `changes.rs` | a kind whose schema changes between requests |
//! | `definitions.rs`, `spoilt.rs` | `--random-crds N`: random definitions and objects instead |
//! | `plain.yaml`, `plain.rs` | requests of all kinds, in their order |
//! | `pair.rs` | the two servers |
//! | `compare.rs`, `kept.rs` | two answers, and differences that are kept |
//!
//! A sequence ends at its first difference: what follows from it is not counted again. `--only N` repeats
//! one.

mod changes;
mod compare;
mod definitions;
mod kept;
mod pair;
mod plain;
mod random;
mod requests;
mod spoilt;

use std::collections::BTreeMap;
use std::rc::Rc;

use anyhow::Result;
use crdc_oracle::random::rng::Rng;
use serde_json::Value;

use super::client::Answer;
use super::documents;
use super::home::Home;
use super::servers::Binaries;
use changes::VARIANTS;
use pair::Pair;
use random::Kind;
use requests::{Request, Requests};

/// The number of sequences, and their seed.
pub(super) struct Options {
    pub(super) count: usize,
    pub(super) seed: u64,
    pub(super) only: Option<usize>,
    /// Whether random definitions are sent, instead of requests for fixed kinds.
    pub(super) definitions: bool,
}

/// The number of differences that are printed in full.
const PRINTED: usize = 40;
/// The number of sequences after which the schema of the kind changes.
const CHANGING: usize = 25;

#[derive(Default)]
struct Counts {
    requests: usize,
    /// The number of answers by the code of the real server.
    codes: BTreeMap<u16, usize>,
    differ: usize,
    /// The number of sequences that ended because the real server did not answer.
    panics: usize,
}

impl Counts {
    fn add(&mut self, real: &Answer, differs: bool) {
        self.requests += 1;
        *self.codes.entry(real.code).or_default() += 1;
        self.differ += usize::from(differs);
    }

    /// Whether the last difference is one of the first.
    fn is_printed(&self) -> bool {
        self.differ <= PRINTED
    }

    fn codes(&self) -> String {
        let codes: Vec<String> =
            self.codes.iter().map(|(code, count)| format!("{count} times {code}")).collect();
        codes.join(", ")
    }
}

/// Sends all requests; returns `false` if an answer differs.
pub(super) fn run(home: Home, binaries: &Binaries<'_>, options: &Options) -> Result<bool> {
    if options.definitions {
        return definitions::run(&Pair::start(home, binaries, &[])?, options);
    }
    let definitions =
        documents::read(&places::repository().join("xtask/measure/src/real_server/sequences/kinds.yaml"))?;
    let pair = Pair::start(home, binaries, &definitions)?;
    let plain = if options.only.is_none() { plain::run(&pair)? } else { 0 };
    let variants: Vec<Value> = (0..VARIANTS).map(changes::schema).collect();
    let mut counts = Counts::default();
    for number in options.only.map_or(0..options.count, |only| only..only + 1) {
        let is_changing = number % CHANGING == CHANGING - 1;
        let rng = Rng::new(options.seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        let definition =
            if is_changing { &definitions[2] } else { &definitions[usize::from(number % 4 == 3)] };
        sequence(&pair, number, rng, definition, if is_changing { &variants } else { &[] }, &mut counts)?;
        if (number + 1) % 100 == 0 {
            println!("{} sequences, {} requests, {} differ", number + 1, counts.requests, counts.differ);
        }
    }
    println!(
        "{} requests ({}), {} sequences differ; the real server failed to answer {} times",
        counts.requests,
        counts.codes(),
        counts.differ,
        counts.panics
    );
    Ok(counts.differ == 0 && plain == 0)
}

/// Sends the requests of one sequence.
fn sequence(
    pair: &Pair,
    number: usize,
    mut rng: Rng,
    definition: &Value,
    variants: &[Value],
    counts: &mut Counts,
) -> Result<()> {
    let mut variant = 0;
    if !variants.is_empty() {
        changes::install(pair, definition, variant)?;
    }
    let length = 4 + rng.below(14);
    let versions = kinds(definition, variants.first());
    let path = format!("/apis/{}/{}/o-{number}", versions[0].api_version, versions[0].plural);
    let mut requests =
        Requests { rng, kinds: Rc::new(versions), name: format!("o-{number}"), applied: BTreeMap::new() };
    let mut live: [Option<Value>; 2] = [None, None];
    let mut log = Vec::new();
    for _ in 0..length {
        if !variants.is_empty() && requests.rng.chance(40) {
            variant = requests.rng.below(VARIANTS);
            changes::install(pair, definition, variant)?;
            log.push(format!("the schema is variant {variant}"));
            requests.kinds = Rc::new(kinds(definition, variants.get(variant)));
        }
        let request = requests.next([live[0].as_ref(), live[1].as_ref()]);
        let Ok(real) = pair.real.call(&request.calls[0]) else {
            // The patch library of the real server has a null pointer for null.
            counts.requests += 1;
            counts.panics += 1;
            return Ok(());
        };
        let answers = [real, pair.ours.call(&request.calls[1])?];
        let mut found = compare::differences(&answers[0], &answers[1]);
        let is_new = [0, 1].map(|at| version(&answers[at].body) != live[at].as_ref().and_then(version));
        // A server stores empty labels and annotations that were applied, and reads and writes none: the next
        // write makes a version. crdc does not store them.
        let is_emptied =
            |line: &String| ["\"labels\":{}", "\"annotations\":{}"].iter().any(|empty| line.contains(empty));
        let is_kept = is_new[0] && log.iter().any(is_emptied);
        if answers[0].accepted() && is_new[0] != is_new[1] && !is_kept {
            found.push(format!("a new version: real {}, crdc {}", is_new[0], is_new[1]));
        }
        counts.add(&answers[0], !found.is_empty());
        if !found.is_empty() {
            if counts.is_printed() {
                print(number, &log, &live, &request, &answers, &found);
            }
            return Ok(());
        }
        log.push(format!(
            "{} {} {} -> {}",
            request.calls[0].method, request.calls[0].path, request.calls[0].body, answers[0].code
        ));
        // What is stored now; a scale, a deletion and a dry run do not say it.
        if answers[0].accepted() && !request.is_dry {
            for (at, client) in pair.both().into_iter().enumerate() {
                let body = &answers[at].body;
                live[at] = match body["kind"] == definition["spec"]["names"]["kind"]
                    && !body["metadata"]["deletionTimestamp"].is_string()
                {
                    true => Some(body.clone()),
                    false => Some(client.get(&path)?).filter(Answer::accepted).map(|answer| answer.body),
                };
            }
        }
    }
    Ok(())
}

fn version(body: &Value) -> Option<String> {
    body["metadata"]["resourceVersion"].as_str().map(str::to_owned)
}

/// The versions of a definition; `schema` stands for that of the first one.
fn kinds<'k>(definition: &'k Value, schema: Option<&'k Value>) -> Vec<Kind<'k>> {
    let spec = &definition["spec"];
    let text = |value: &'k Value| value.as_str().unwrap_or_default();
    let versions = spec["versions"].as_array().into_iter().flatten();
    versions
        .map(|version| Kind {
            name: text(&spec["names"]["kind"]),
            plural: text(&spec["names"]["plural"]),
            api_version: format!("{}/{}", text(&spec["group"]), text(&version["name"])),
            schema: schema.unwrap_or(&version["schema"]["openAPIV3Schema"]),
            has_status: version["subresources"]["status"].is_object(),
            has_scale: version["subresources"]["scale"].is_object(),
        })
        .collect()
}

fn print(
    number: usize,
    log: &[String],
    live: &[Option<Value>; 2],
    request: &Request,
    answers: &[Answer; 2],
    found: &[String],
) {
    println!("--- sequence {number}");
    log.iter().for_each(|line| println!("  {line}"));
    println!(
        "stored: {}",
        live[0].as_ref().map_or_else(|| "nothing".to_owned(), |live| compare::masked(live).to_string())
    );
    println!("request: {} {}\n  {}", request.calls[0].method, request.calls[0].path, request.calls[0].body);
    println!("real: {} {}", answers[0].code, compare::masked(&answers[0].body));
    println!("crdc: {} {}", answers[1].code, compare::masked(&answers[1].body));
    found.iter().for_each(|line| println!("  {line}"));
}
