//! Many clients write, many watch: no event is lost, no update, and each watcher sees the store as it is.
//!
//! `CRDC_SAMPLES` multiplies the writes; 100 make 200,000.

use std::collections::BTreeMap;

use futures_util::{StreamExt, TryStreamExt};
use kube::api::{DeleteParams, ListParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams};
use kube::{Api, Error, ResourceExt};
use serde_json::json;

use crate::{Database, database, databases, server};

const CLIENTS: u64 = 16;
const WATCHERS: u64 = 50;
const WRITES: u64 = 125;
/// How many objects the clients share.
const OBJECTS: u64 = 40;
/// The object after which nothing is written any more. All selectors select it.
const LAST: &str = "last";

/// The next of a sequence of numbers that look random.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Whether a write was done; somebody else may be faster.
fn is_done<T>(answer: Result<T, Error>) -> bool {
    match answer {
        Ok(_) => true,
        Err(Error::Api(status)) if [404, 409].contains(&status.code) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Writes, and counts the additions of one to a number: none of them may be lost.
async fn write(api: Api<Database>, client: u64, writes: u64) -> u64 {
    let (mut state, mut added) = (client + 1, 0);
    let post = PostParams::default();
    for _ in 0..writes {
        let name = format!("o{}", next(&mut state) % OBJECTS);
        let engine = ["pg", "mysql", "other"][(next(&mut state) % 3) as usize];
        match next(&mut state) % 10 {
            0..3 => drop(is_done(api.create(&post, &database(&name, engine)).await)),
            3..6 => {
                let patch = json!({"spec": {"engine": engine}, "metadata": {"labels": {"client": client.to_string()}}});
                is_done(api.patch(&name, &PatchParams::default(), &Patch::Merge(patch)).await);
            }
            6 => drop(is_done(api.delete(&name, &DeleteParams::default()).await)),
            // Read, add one, replace: only the one who read the newest may.
            _ => {
                let Ok(mut counter) = api.get("counter").await else { continue };
                counter.spec.replicas += 1;
                added += u64::from(is_done(api.replace("counter", &post, &counter).await));
            }
        }
    }
    added
}

/// What a watcher saw of an object: its version and its engine.
type Seen = BTreeMap<String, (Option<String>, String)>;

fn seen_of(objects: impl IntoIterator<Item = Database>) -> Seen {
    objects
        .into_iter()
        .map(|object| (object.name_any(), (object.resource_version(), object.spec.engine)))
        .collect()
}

/// Watches from a state on until the last object, beginning again after what it saw after some events.
async fn replay(
    api: Api<Database>,
    params: WatchParams,
    (mut seen, mut version): (Seen, String),
    mut state: u64,
) -> Seen {
    loop {
        let most = 1 + next(&mut state) % 40;
        let mut events = std::pin::pin!(api.watch(&params, &version).await.unwrap().take(most as usize));
        while let Some(event) = events.try_next().await.unwrap() {
            let object = match event {
                WatchEvent::Added(object) | WatchEvent::Modified(object) => {
                    let new = (object.resource_version(), object.spec.engine.clone());
                    seen.insert(object.name_any(), new);
                    object
                }
                WatchEvent::Deleted(object) => {
                    assert!(
                        seen.remove(&object.name_any()).is_some(),
                        "{} was never there",
                        object.name_any()
                    );
                    object
                }
                WatchEvent::Bookmark(_) => continue,
                WatchEvent::Error(status) => panic!("{status:?}"),
            };
            if object.name_any() == LAST {
                return seen;
            }
            version = object.resource_version().unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_event_and_no_update_is_lost() {
    let samples = std::env::var("CRDC_SAMPLES").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(1);
    let server = server();
    let api = databases(&server);
    let post = PostParams::default();
    let mut counter = database("counter", "pg");
    counter.spec.replicas = 0;
    api.create(&post, &counter).await.unwrap();
    let selector = |watcher: u64| match watcher % 4 {
        0 => ListParams::default(),
        1 => ListParams::default().labels(&format!(
            "client in ({}, {}, {LAST})",
            watcher % CLIENTS,
            watcher % 7
        )),
        2 => ListParams::default().labels(&format!("client notin ({})", watcher % CLIENTS)),
        _ => ListParams::default().fields("spec.engine!=mysql"),
    };
    let mut watchers = Vec::new();
    for watcher in 0..WATCHERS {
        let list = selector(watcher);
        let state = api.list(&list).await.unwrap();
        let start = (state.metadata.resource_version.clone().unwrap(), seen_of(state));
        let ListParams { label_selector, field_selector, .. } = list;
        let params = WatchParams { label_selector, field_selector, ..WatchParams::default() };
        watchers.push(tokio::spawn(replay(databases(&server), params, (start.1, start.0), watcher + 1)));
    }
    let writers: Vec<_> = (0..CLIENTS)
        .map(|client| tokio::spawn(write(databases(&server), client, WRITES * samples)))
        .collect();
    let mut added = 0;
    for writer in writers {
        added += writer.await.unwrap();
    }
    let mut last = database(LAST, "pg");
    last.metadata.labels = Some([("client".to_owned(), LAST.to_owned())].into());
    api.create(&post, &last).await.unwrap();
    for (watcher, replayed) in (0..).zip(watchers) {
        let stored = api.list(&selector(watcher)).await.unwrap();
        assert_eq!(replayed.await.unwrap(), seen_of(stored), "watcher {watcher}");
    }
    let counter = api.get("counter").await.unwrap();
    assert_eq!(counter.spec.replicas as u64, added);
}
