//! The form of answers: line breaks, and the formats that a client accepts.
// apiserver: pkg/endpoints/handlers/responsewriters/writers.go; pkg/endpoints/handlers/negotiation

use crate::raw::{ask, get};
use crate::server;

const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const MAP: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"z":"1","b":"two\nlines","c":"on"}}"#;
const TABLE: &str = "application/yaml;as=Table;v=v1;g=meta.k8s.io";

#[tokio::test]
async fn json_answers_end_with_a_line_break() {
    let server = server();
    assert_eq!(ask(&server, "POST", MAPS, &[], MAP).await.code, 201);
    for (method, path, code) in [
        ("GET", MAPS, 200),
        ("GET", "/api/v1/namespaces/default/configmaps/a", 200),
        ("GET", "/apis/example.com/v1/databases", 200),
        ("GET", "/apis/example.com/v1/namespaces/default/databases/none", 404),
        ("GET", "/api", 200),
        ("GET", "/apis", 200),
        ("GET", "/api/v1", 200),
        ("PUT", MAPS, 405),
        ("DELETE", "/api/v1/namespaces/default/configmaps/a", 200),
    ] {
        let answer = ask(&server, method, path, &[], "").await;
        assert_eq!(answer.code, code, "{method} {path}");
        assert_eq!(answer.header("content-type"), "application/json", "{method} {path}");
        assert!(answer.text().ends_with("}\n") && !answer.text().ends_with("\n\n"), "{method} {path}");
    }
    // These are no objects of an API.
    for path in ["/version", "/openapi/v3", "/openapi/v3/api/v1"] {
        assert!(get(&server, path, &[]).await.text().ends_with('}'), "{path}");
    }
    assert_eq!(get(&server, "/readyz", &[]).await.text(), "ok");
}

#[tokio::test]
async fn each_event_of_a_watch_is_one_line() {
    let server = server();
    ask(&server, "POST", MAPS, &[], MAP).await;
    let path = format!("{MAPS}?watch=1&timeoutSeconds=1");
    let answer = get(&server, &path, &[]).await;
    let lines: Vec<&str> = answer.text().split_terminator('\n').collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with(r#"{"type":"ADDED""#), "{lines:?}");
    // A refusal before the watch begins is an answer as any other.
    let refused = get(&server, &format!("{path}&resourceVersionMatch=Exact"), &[]).await;
    assert!(refused.code == 422 && refused.text().ends_with("}\n"));
}

#[tokio::test]
async fn clients_that_accept_yaml_get_it() {
    let server = server();
    let yaml = [("accept", "application/yaml")];
    let made = ask(&server, "POST", MAPS, &yaml, MAP).await;
    assert_eq!((made.code, made.header("content-type")), (201, "application/yaml"));
    assert!(
        made.text()
            .starts_with("apiVersion: v1\ndata:\n  b: |-\n    two\n    lines\n  c: 'on'\n  z: '1'\nkind: ")
    );
    let list = get(&server, MAPS, &yaml).await;
    assert!(list.text().contains("kind: ConfigMapList\n"), "{}", list.text());
    let table = get(&server, MAPS, &[("accept", TABLE)]).await;
    assert!(table.text().contains("kind: Table\n") && table.header("content-type") == "application/yaml");
    let discovered = get(&server, "/api/v1", &yaml).await;
    assert!(discovered.text().contains("kind: APIResourceList\n"), "{}", discovered.text());
    let missing = get(&server, "/api/v1/namespaces/default/configmaps/none", &yaml).await;
    assert_eq!((missing.code, missing.header("content-type")), (404, "application/yaml"));
    assert!(missing.text().contains("reason: NotFound\n"), "{}", missing.text());
    // What a client sends has no part in it.
    let sent = [("accept", "application/json"), ("content-type", "application/yaml")];
    let made =
        ask(&server, "POST", MAPS, &sent, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n").await;
    assert_eq!((made.code, made.header("content-type")), (201, "application/json"));
    let deleted = ask(&server, "DELETE", "/api/v1/namespaces/default/configmaps/b", &yaml, "").await;
    assert!(deleted.text().contains("status: Success\n"), "{}", deleted.text());
}

#[tokio::test]
async fn the_preferred_format_counts() {
    let server = server();
    ask(&server, "POST", MAPS, &[], MAP).await;
    let path = "/api/v1/namespaces/default/configmaps/a";
    for (accept, code, media) in [
        ("", 200, "application/json"),
        ("*/*", 200, "application/json"),
        ("application/yaml, application/json", 200, "application/yaml"),
        ("application/json, application/yaml", 200, "application/json"),
        ("application/json;q=0.1, application/yaml", 200, "application/yaml"),
        ("application/vnd.kubernetes.protobuf, application/yaml", 200, "application/yaml"),
        ("application/vnd.kubernetes.protobuf", 406, "application/json"),
        ("text/html", 406, "application/json"),
    ] {
        let answer = get(&server, path, &[("accept", accept)]).await;
        assert_eq!((answer.code, answer.header("content-type")), (code, media), "{accept}");
    }
    // An error is no table, so it has the format of the next clause.
    let missing = get(&server, &format!("{path}x"), &[("accept", TABLE)]).await;
    assert_eq!((missing.code, missing.header("content-type")), (404, "application/json"));
}

#[tokio::test]
async fn a_watch_has_no_yaml() {
    let server = server();
    let answer = get(&server, &format!("{MAPS}?watch=1"), &[("accept", "application/yaml")]).await;
    assert_eq!(answer.code, 406);
    assert!(answer.text().contains(
        "only the following media types are accepted: application/json;stream=watch, \
         application/vnd.kubernetes.protobuf;stream=watch"
    ));
}

/// A ConfigMap whose text has this number of bytes in an answer.
fn large(bytes: usize) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"l"}},"data":{{"k":"{}"}}}}"#,
        "a".repeat(bytes)
    )
}

#[tokio::test]
async fn large_answers_are_compressed_for_clients_that_accept_it() {
    let server = server();
    assert_eq!(ask(&server, "POST", MAPS, &[], &large(140_000)).await.code, 201);
    let path = format!("{MAPS}/l");
    let plain = get(&server, &path, &[]).await;
    assert!(plain.header("content-encoding").is_empty() && plain.header("vary").is_empty());
    for (path, accepted, is_packed) in [
        (&*path, "gzip", true),
        (&path, "deflate, gzip", true),
        (MAPS, "gzip", true),
        // A quality is no name of an encoding to servers.
        (&path, "gzip;q=1.0", false),
        (&path, "br", false),
        ("/api/v1/namespaces", "gzip", false),
        ("/api/v1/namespaces/default/configmaps/none", "gzip", false),
    ] {
        let answer = get(&server, path, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.header("content-encoding") == "gzip", is_packed, "{path} {accepted}");
        assert_eq!(answer.header("vary") == "Accept-Encoding", is_packed, "{path} {accepted}");
        assert_eq!(answer.body.starts_with(&[0x1f, 0x8b]), is_packed, "{path} {accepted}");
    }
    let packed = get(&server, &path, &[("accept-encoding", "gzip")]).await;
    let deflated = &packed.body[10..packed.body.len() - 8];
    assert_eq!(miniz_oxide::inflate::decompress_to_vec(deflated).unwrap(), plain.body);
}

#[tokio::test]
async fn answers_up_to_the_limit_are_not_compressed() {
    let server = server();
    ask(&server, "POST", MAPS, &[], &large(100_000)).await;
    let path = format!("{MAPS}/l");
    let size = get(&server, &path, &[]).await.body.len();
    // One byte more or less decides: the whole answer counts, with its line break.
    for (bytes, is_packed) in [(128 * 1024, false), (128 * 1024 + 1, true)] {
        let data = "a".repeat(100_000 + bytes - size);
        let patch = format!(r#"{{"data":{{"k":"{data}"}},"metadata":{{"managedFields":[{{}}]}}}}"#);
        let media = [("content-type", "application/merge-patch+json")];
        ask(&server, "PATCH", &path, &media, &patch).await;
        let got = get(&server, &path, &[]).await.body.len();
        let more = "a".repeat(data.len() + bytes - got);
        let patch = format!(r#"{{"data":{{"k":"{more}"}}}}"#);
        ask(&server, "PATCH", &path, &media, &patch).await;
        assert_eq!(get(&server, &path, &[]).await.body.len(), bytes);
        let answer = get(&server, &path, &[("accept-encoding", "gzip")]).await;
        assert_eq!(answer.header("content-encoding") == "gzip", is_packed, "{bytes}");
    }
}
