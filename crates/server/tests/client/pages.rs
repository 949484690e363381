//! Pages of lists: which lists have a limit, and which version a page shows.
// apiserver: pkg/storage/cacher/cacher.go computeListLimit, pkg/storage/interfaces.go ValidateListOptions

use crdc_server::Server;
use serde_json::Value;

use crate::raw::{ask, get};
use crate::server;

const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const EVENTS: &str = "/api/v1/namespaces/default/events";
const DATABASES: &str = "/apis/example.com/v1/namespaces/default/databases";

async fn create(server: &Server, path: &str, body: &str) {
    let answer = ask(server, "POST", path, &[], body).await;
    assert_eq!(answer.code, 201, "{}", answer.text());
}

async fn filled() -> Server {
    let server = server();
    for name in ["a", "b", "c"] {
        create(&server, MAPS, &format!(r#"{{"metadata":{{"name":"{name}"}}}}"#)).await;
        let event = r#""involvedObject":{"namespace":"default"},"reason":"r","type":"Normal""#;
        create(&server, EVENTS, &format!(r#"{{"metadata":{{"name":"{name}"}},{event}}}"#)).await;
        let head = r#""apiVersion":"example.com/v1","kind":"Database""#;
        let body = format!(r#"{{{head},"metadata":{{"name":"{name}"}},"spec":{{"engine":"e"}}}}"#);
        create(&server, DATABASES, &body).await;
    }
    server
}

/// The number of items, and whether the list goes on.
fn items(list: &Value) -> (usize, bool) {
    let continues = list["metadata"]["continue"].as_str().is_some_and(|token| !token.is_empty());
    (list["items"].as_array().unwrap().len(), continues)
}

#[tokio::test]
async fn a_list_from_the_cache_has_no_limit() {
    let server = filled().await;
    for (path, query, expected) in [
        (MAPS, "limit=2", (2, true)),
        (MAPS, "limit=2&resourceVersion=0", (3, false)),
        (MAPS, "limit=2&resourceVersion=0&resourceVersionMatch=NotOlderThan", (3, false)),
        (MAPS, "limit=2&resourceVersion=", (2, true)),
        (DATABASES, "limit=2", (2, true)),
        (DATABASES, "limit=2&resourceVersion=0", (3, false)),
        // Servers keep no cache of events.
        (EVENTS, "limit=2&resourceVersion=0", (2, true)),
        (EVENTS, "resourceVersion=0", (3, false)),
    ] {
        let answer = get(&server, &format!("{path}?{query}"), &[]).await;
        assert_eq!((answer.code, items(&answer.json())), (200, expected), "{path} {query}");
    }
}

#[tokio::test]
async fn a_page_at_a_version_shows_that_version() {
    let server = filled().await;
    let version = get(&server, MAPS, &[]).await.json()["metadata"]["resourceVersion"].clone();
    let version = version.as_str().unwrap();
    create(&server, MAPS, r#"{"metadata":{"name":"d"}}"#).await;
    for (query, expected) in [
        ("limit=9", (3, false)),
        ("limit=2", (2, true)),
        ("limit=9&resourceVersionMatch=NotOlderThan", (4, false)),
        ("resourceVersionMatch=Exact", (3, false)),
        ("", (4, false)),
    ] {
        let list = get(&server, &format!("{MAPS}?resourceVersion={version}&{query}"), &[]).await.json();
        assert_eq!(items(&list), expected, "{query}");
    }
    server.compact();
    let gone = get(&server, &format!("{MAPS}?resourceVersion={version}&limit=9"), &[]).await;
    assert_eq!((gone.code, &gone.json()["reason"]), (410, &"Expired".into()));
}
