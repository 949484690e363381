//! Watches: changes in order, selectors, the end of what is kept.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, StreamExt, TryStreamExt};
use kube::api::{DeleteParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams};
use kube::runtime::controller::{Action, Controller};
use kube::runtime::watcher::{self, watcher};
use kube::{Api, ResourceExt};
use serde_json::{Value, json};

use crate::{Database, DatabaseSpec, database, databases, server};

fn told(event: WatchEvent<Database>) -> String {
    match event {
        WatchEvent::Added(object) => format!("added {} {}", object.name_any(), object.spec.engine),
        WatchEvent::Modified(object) => format!("modified {} {}", object.name_any(), object.spec.engine),
        WatchEvent::Deleted(object) => format!("deleted {} {}", object.name_any(), object.spec.engine),
        WatchEvent::Bookmark(_) => "bookmark".to_owned(),
        WatchEvent::Error(status) => format!("error {}", status.code),
    }
}

async fn set_engine(api: &Api<Database>, engine: &str) {
    let patch = Patch::Merge(json!({"spec": {"engine": engine}}));
    api.patch("a", &PatchParams::default(), &patch).await.unwrap();
}

// Time passes when nothing else can happen, so the deadline is no race.
#[tokio::test(start_paused = true)]
async fn a_watch_tells_changes_as_a_selector_sees_them() {
    let server = server();
    let api = databases(&server);
    let created = api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let version = created.resource_version().unwrap();
    for engine in ["mysql", "pg", "pg", "other"] {
        set_engine(&api, engine).await;
    }
    api.delete("a", &DeleteParams::default()).await.unwrap();
    let events = async |params: WatchParams, version: &str, most: usize| -> Vec<String> {
        let stream = api.watch(&params, version).await.unwrap();
        stream.take(most).map_ok(told).try_collect().await.unwrap()
    };
    let all = events(WatchParams::default(), &version, 4).await;
    // An update that changes nothing is none.
    assert_eq!(all, ["modified a mysql", "modified a pg", "modified a other", "deleted a other"]);
    let selected = events(WatchParams::default().fields("spec.engine=pg"), "0", 1);
    let selected = tokio::time::timeout(Duration::from_millis(200), selected);
    assert!(selected.await.is_err(), "the state has none of them");
    let selected = events(WatchParams::default().fields("spec.engine=pg"), &version, 3).await;
    assert_eq!(selected, ["deleted a pg", "added a pg", "deleted a pg"]);
    server.compact();
    assert_eq!(events(WatchParams::default(), &version, 1).await, ["error 410"]);
}

#[tokio::test]
async fn the_watcher_of_kube_survives_the_end_of_what_is_kept() {
    for strategy in [watcher::InitialListStrategy::ListWatch, watcher::InitialListStrategy::StreamingList] {
        let server = server();
        let api = databases(&server);
        api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
        let config = watcher::Config { initial_list_strategy: strategy, ..watcher::Config::default() };
        let mut stream = Box::pin(watcher(api.clone(), config));
        let mut told = Vec::new();
        while told.last().is_none_or(|last| last != "init done") {
            told.push(match stream.next().await.unwrap().unwrap() {
                watcher::Event::Init => "init".to_owned(),
                watcher::Event::InitApply(object) => format!("init {}", object.name_any()),
                watcher::Event::InitDone => "init done".to_owned(),
                watcher::Event::Apply(object) => format!("apply {}", object.name_any()),
                watcher::Event::Delete(object) => format!("delete {}", object.name_any()),
            });
        }
        assert_eq!(told, ["init", "init a", "init done"]);
        api.create(&PostParams::default(), &database("b", "pg")).await.unwrap();
        let watcher::Event::Apply(object) = stream.next().await.unwrap().unwrap() else {
            panic!("no change")
        };
        assert_eq!(object.name_any(), "b");
    }
}

/// Sets the replicas of the status to those of the spec.
async fn reconcile(object: Arc<Database>, api: Arc<Api<Database>>) -> Result<Action, kube::Error> {
    let patch = Patch::Merge(json!({"status": {"replicas": object.spec.replicas}}));
    api.patch_status(&object.name_any(), &PatchParams::default(), &patch).await?;
    Ok(Action::await_change())
}

#[tokio::test]
async fn a_controller_of_kube_reconciles() {
    let server = server();
    let api = databases(&server);
    let controller = Controller::new(api.clone(), watcher::Config::default()).run(
        reconcile,
        |_, _, _| Action::requeue(Duration::from_millis(10)),
        Arc::new(api.clone()),
    );
    let controller = tokio::spawn(controller.for_each(|_| async {}));
    for index in 0..20 {
        let mut object = database(&format!("db-{index}"), "pg");
        object.spec = DatabaseSpec { engine: "pg".to_owned(), replicas: index };
        api.create(&PostParams::default(), &object).await.unwrap();
    }
    let is_done = || async {
        let all = api.list(&Default::default()).await.unwrap();
        all.items.iter().all(|object| {
            object.status.as_ref().is_some_and(|status| status.replicas == object.spec.replicas)
        })
    };
    let wait = async {
        while !is_done().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), wait).await.unwrap();
    controller.abort();
}

/// A client that does not read holds nothing up: the watch ends with its time.
#[tokio::test(start_paused = true)]
async fn a_watch_ends_although_nobody_reads_it() {
    use http_body::Body;

    let server = server();
    let api = databases(&server);
    for index in 0..200 {
        api.create(&PostParams::default(), &database(&format!("db-{index}"), "pg")).await.unwrap();
    }
    let path = "/apis/example.com/v1/databases?watch=true&timeoutSeconds=5";
    let request = http::Request::get(path).body(http_body_util::Empty::<bytes::Bytes>::new()).unwrap();
    let Ok(response) = tower_service::Service::call(&mut server.service(), request).await;
    let body = response.into_body();
    assert!(!body.is_end_stream());
    tokio::time::sleep(Duration::from_secs(6)).await;
    let read = http_body_util::BodyExt::collect(body);
    // What waited for it is read, and then the end.
    let read = tokio::time::timeout(Duration::from_secs(1), read).await.unwrap().unwrap();
    assert!(!read.to_bytes().is_empty());
}

/// What one mutator does and another one undoes is no change.
#[tokio::test]
async fn an_update_that_is_undone_has_no_version() {
    let undo = crdc_admission::mutator_fn("undo", |attributes| {
        if let Some(object) = attributes.object_mut() {
            object.set_string(&["spec", "engine"], "pg");
        }
        Ok(())
    });
    let server = crate::builder().mutator("databases.example.com", undo).start().unwrap();
    let api = databases(&server);
    api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let version = server.version();
    set_engine(&api, "mysql").await;
    assert_eq!(server.version(), version);
}

#[tokio::test]
async fn a_watch_of_metadata_has_one_object_after_the_other() {
    let server = server();
    let api = databases(&server);
    api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let events = api.watch_metadata(&WatchParams::default().timeout(10), "0").await.unwrap();
    let mut events = std::pin::pin!(events);
    let WatchEvent::Added(seen) = events.try_next().await.unwrap().unwrap() else { panic!("not added") };
    assert_eq!(seen.metadata.name.as_deref(), Some("a"));
    assert_eq!(seen.types.unwrap().kind, "PartialObjectMetadata");
}

#[tokio::test]
async fn initial_events_are_not_sent_for_one_exact_version() {
    let native = crate::native::Native::start();
    let query = "watch=1&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1";
    let path = format!("/api/v1/namespaces?{query}");
    let refused = native.ask(http::Method::GET, &path, "", &serde_json::Value::Null).await.unwrap_err();
    let kube::Error::Api(status) = refused else { panic!("{refused}") };
    let details = status.details.as_ref().unwrap();
    let causes: Vec<&str> = details.causes.iter().map(|cause| &*cause.message).collect();
    let expected = [
        "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        "Unsupported value: \"Exact\": supported values: \"NotOlderThan\"",
    ];
    assert_eq!((status.code, causes), (422, expected.to_vec()));
}

/// The frames of a watch.
async fn frames(
    server: &crdc_server::Server,
    path: &str,
) -> impl Stream<Item = bytes::Bytes> + Unpin + use<> {
    let request = http::Request::get(path).body(http_body_util::Empty::<bytes::Bytes>::new()).unwrap();
    let Ok(response) = tower_service::Service::call(&mut server.service(), request).await;
    let stream = http_body_util::BodyStream::new(response.into_body());
    stream.map(|frame| frame.unwrap().into_data().unwrap())
}

/// The next lines of a watch.
async fn lines(frames: &mut (impl Stream<Item = bytes::Bytes> + Unpin), most: usize) -> Vec<Value> {
    let mut lines = Vec::new();
    while lines.len() < most {
        let parts: Vec<bytes::Bytes> = frames.take(3).collect().await;
        lines.push(serde_json::from_slice(&parts.concat()).unwrap());
    }
    lines
}

/// A thousand watches of a large object need the memory of one.
#[tokio::test]
async fn watches_share_the_text_of_an_object() {
    let server = server();
    let api = databases(&server);
    api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let path = "/apis/example.com/v1/databases?watch=true";
    let mut all = Vec::new();
    for _ in 0..2 {
        all.push(frames(&server, path).await.take(3).collect::<Vec<_>>().await);
    }
    assert_eq!(all[0][1].as_ptr(), all[1][1].as_ptr());
    api.delete("a", &DeleteParams::default()).await.unwrap();
    let path = format!("{path}&resourceVersion={}", server.version() - 1);
    let mut all = Vec::new();
    for _ in 0..2 {
        all.push(frames(&server, &path).await.take(3).collect::<Vec<_>>().await);
    }
    assert_eq!(all[0][0], r#"{"type":"DELETED","object":"#);
    assert_eq!(all[0][1].as_ptr(), all[1][1].as_ptr());
}

/// Time passes when nothing else can happen: the watch ends long before its own time.
#[tokio::test(start_paused = true)]
async fn a_watch_that_is_not_read_ends() {
    let server = server();
    let api = databases(&server);
    for index in 0..200 {
        api.create(&PostParams::default(), &database(&format!("db-{index}"), "pg")).await.unwrap();
    }
    let watch = frames(&server, "/apis/example.com/v1/databases?watch=true&timeoutSeconds=1000").await;
    tokio::time::sleep(Duration::from_secs(100)).await;
    let read = tokio::time::timeout(Duration::from_secs(1), watch.collect::<Vec<_>>()).await.unwrap();
    assert!(!read.is_empty() && read.len() < 3 * 200, "{}", read.len());
}

#[tokio::test(start_paused = true)]
async fn a_watch_with_the_state_waits_for_its_version() {
    let server = server();
    let api = databases(&server);
    api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let path = "/apis/example.com/v1/databases?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=";
    let newest = server.version();
    let mut early = frames(&server, &format!("{path}{}", newest + 1)).await;
    let mut too_early = frames(&server, &format!("{path}{}", newest + 100)).await;
    api.create(&PostParams::default(), &database("b", "pg")).await.unwrap();
    let names: Vec<Value> =
        lines(&mut early, 2).await.iter().map(|line| line["object"]["metadata"]["name"].clone()).collect();
    assert_eq!(names, ["a", "b"]);
    let error = &lines(&mut too_early, 1).await[0];
    assert_eq!((&error["type"], &error["object"]["code"]), (&json!("ERROR"), &json!(504)));
    let message = format!("Timeout: Too large resource version: {}, current: {}", newest + 100, newest + 1);
    assert_eq!(error["object"]["message"], message);
    assert!(too_early.next().await.is_none());
}

#[tokio::test]
async fn bookmarks_of_own_kinds_are_empty_objects_of_go() {
    let server = server();
    let path = "/api/v1/namespaces/default/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    let line = &lines(&mut frames(&server, path).await, 1).await[0];
    let version = server.version().to_string();
    let metadata = json!({"resourceVersion": version, "annotations": {"k8s.io/initial-events-end": "true"}});
    let object = json!({"kind": "Pod", "apiVersion": "v1", "metadata": metadata, "spec": {"containers": null}, "status": {}});
    assert_eq!(*line, json!({"type": "BOOKMARK", "object": object}));
}
