//! `--schema-location` with servers, caches, schemas and names that do harm. In: answers that are none, files
//! that somebody else wrote. Out: errors, and nothing that is read or written elsewhere.
#![cfg(feature = "network")]
#![allow(clippy::unwrap_used)]

#[path = "support/schema_server.rs"]
mod schema_server;
mod support;

use std::fs;
use std::process::{Command, Stdio};

use schema_server::{Answer, SchemaServer};
use serde_json::json;
use support::Folder;

const THING: &str = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {b: 1}\n";

const SCHEMA: &str = r#"{"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}}}"#;

/// The path of a file in the cache of an address.
fn cached(server: &SchemaServer, file: &str) -> String {
    let host = server.address.trim_start_matches("http://").trim_end_matches('/').replace(':', "%3a");
    format!("kept/http/{host}/{file}")
}

/// Arguments that validate `a.yaml`, with a cache in `kept`.
fn validate(location: &str) -> [&str; 6] {
    ["validate", "a.yaml", "--cache", "kept", "--schema-location", location]
}

/// None of these answers is a schema, nor says that there is none.
#[test]
fn answers_that_are_none_are_errors() {
    let redirect = |to: &str| {
        format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    };
    let ok =
        |head: &str, body: &[u8]| [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), body].concat();
    let whole = |body: &[u8]| ok(&format!("content-length: {}", body.len()), body);
    let status = |status: u16| {
        format!("HTTP/1.1 {status} A\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{{}}").into_bytes()
    };
    let headers: String = (0..5000).map(|at| format!("x{at}: y\r\n")).collect();
    let numbers = format!("{{\"properties\": {{\"spec\": {{\"enum\": [{}0]}}}}}}", "0,".repeat(2_000_000));
    let folder = Folder::new("answers", &[("a.yaml", THING)]);
    for (bytes, words) in [
        (Vec::new(), "the answer ends too early"),
        (b"<html>\r\n\r\n".to_vec(), "does not answer as HTTP says"),
        (b"\0\xff\r\n\r\n".to_vec(), "does not answer as HTTP says"),
        (ok("content-length: -1", b"{}"), "content-length header not a number"),
        (ok("content-length: 99999999999999999999999", b"{}"), "content-length header not a number"),
        (ok("content-length: 2\r\ncontent-length: 5", b"{}"), "content-length headers"),
        (ok("content-length: 5", b"{}"), "the answer ends too early"),
        (ok("transfer-encoding: chunked", b"ffffffffffffffff\r\n{}"), "the answer ends too early"),
        (ok("transfer-encoding: chunked", b"zz\r\n{}"), "chunk length"),
        (ok(&headers, b"{}"), "too many headers"),
        (status(206), "the status 206"),
        (status(410), "the status 410"),
        (status(499), "the status 499"),
        (redirect("ftp://127.0.0.1/a.json").into_bytes(), "unknown scheme: ftp"),
        (redirect("../../../../a.json").into_bytes(), "location header is malformed"),
        (b"HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n".to_vec(), "missing a location header"),
        (whole(b"\x1f\x8b\x08\0"), "cannot be read as JSON"),
        (whole(&[SCHEMA.as_bytes(), b"{}"].concat()), "trailing characters"),
        (whole(b"{\"\xff\": 1}"), "cannot be read as JSON"),
        (whole(br#"{"minimum": 1e999999}"#), "number out of range"),
        (whole(numbers.as_bytes()), "it has more than 2000000 values"),
        (whole(br#"{"properties": {"\u001b[31m##[error]\u202e": {"if": {}}}}"#), "`if` has no form"),
    ] {
        let server = SchemaServer::new(move |_| Answer::Bytes(bytes.clone()));
        // The password is not shown.
        let location = server.address.replace("://", "://user:secret@") + "{{.ResourceKind}}.json";
        let (code, text) = folder.said(&validate(&location));
        assert!(
            code == 1 && text.contains("error[schema-location]") && text.contains(words),
            "{words}: {text}"
        );
        let is_shown = ["secret", "##[", "\u{1b}", "\u{202e}"].iter().any(|hidden| text.contains(hidden));
        assert!(!is_shown, "{words}: {text}");
        assert_eq!(server.asked().len(), 1, "{words}");
    }
    assert!(!folder.join("kept").join("http").join("thing.json").exists());
}

#[test]
fn no_redirect_leads_to_a_file() {
    let folder = Folder::new("redirect", &[("a.yaml", THING), ("secret.json", SCHEMA)]);
    let secret = format!("file://{}", folder.join("secret.json").display());
    let server = SchemaServer::new(move |asked| match asked {
        "/thing.json" => Answer::To(secret.clone()),
        _ => Answer::Status(404, String::new()),
    });
    let (_, text) = folder.said(&validate(&format!("{}{{{{.ResourceKind}}}}.json", server.address)));
    assert!(text.contains("validated 0 of 1 object"), "{text}");
}

#[test]
fn what_somebody_else_did_to_the_cache_does_no_harm() {
    let server = SchemaServer::new(|_| Answer::Status(200, SCHEMA.to_owned()));
    let location = format!("{}{{{{.ResourceKind}}}}.json", server.address);
    let folder = Folder::new("cache", &[("a.yaml", THING), ("other.json", "other")]);
    let kept = cached(&server, "thing.json");
    let refuses = || {
        let (code, text) = folder.said(&validate(&location));
        assert!(code == 1 && text.contains("unknown field \"spec.b\""), "{text}");
    };
    // A part of a file, or another text, is got again.
    for (asked, text) in [("", 1), (&SCHEMA[..20], 2), ("<html>", 3)].map(|(text, asked)| (asked, text)) {
        folder.write(&kept, text);
        refuses();
        assert_eq!(server.asked().len(), asked);
        assert_eq!(fs::read_to_string(folder.join(&kept)).unwrap(), SCHEMA);
    }
    // A folder in place of a file.
    fs::remove_file(folder.join(&kept)).unwrap();
    fs::create_dir(folder.join(&kept)).unwrap();
    refuses();
    // A link to another file is not written through.
    #[cfg(unix)]
    {
        fs::remove_dir(folder.join(&kept)).unwrap();
        std::os::unix::fs::symlink(folder.join("other.json"), folder.join(&kept)).unwrap();
        refuses();
        assert_eq!(fs::read_to_string(folder.join("other.json")).unwrap(), "other");
    }
}

#[test]
fn processes_share_a_cache() {
    let server = SchemaServer::new(|_| Answer::Status(200, SCHEMA.to_owned()));
    let location = format!("{}{{{{.ResourceKind}}}}.json", server.address);
    let folder = Folder::new("processes", &[("a.yaml", THING)]);
    let start = |_| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
        command.current_dir(&folder.0).args(validate(&location)).env("NO_COLOR", "1");
        for proxy in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
            command.env_remove(proxy);
        }
        command.stdout(Stdio::piped()).spawn().unwrap()
    };
    let all: Vec<_> = (0..8).map(start).collect();
    for process in all {
        let output = process.wait_with_output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains("unknown field \"spec.b\""));
    }
    let kept = folder.join(cached(&server, "thing.json"));
    assert_eq!(fs::read_to_string(&kept).unwrap(), SCHEMA);
    assert_eq!(fs::read_dir(kept.parent().unwrap()).unwrap().count(), 1, "files that are not whole are gone");
}

/// A query is no part of the folder that references are relative to.
#[test]
fn references_are_beside_the_path_of_an_address() {
    let definitions =
        json!({"definitions": {"Spec": {"type": "object", "properties": {}, "additionalProperties": false}}});
    let schema = json!({"type": "object", "properties": {"spec": {"$ref": "all.json#/definitions/Spec"}}});
    let server = SchemaServer::new(move |asked| match asked {
        "/x/y?of=a/b/thing.json" => Answer::Status(200, schema.to_string()),
        "/x/all.json" => Answer::Status(200, definitions.to_string()),
        _ => Answer::Status(404, String::new()),
    });
    let folder = Folder::new("query", &[("a.yaml", THING)]);
    let (_, text) =
        folder.said(&validate(&format!("{}x/y?of=a/b/{{{{.ResourceKind}}}}.json", server.address)));
    assert!(text.contains("unknown field \"spec.b\""), "{text} {:?}", server.asked());
}

/// Each document has a limit, and so have all of them.
#[test]
fn many_large_documents_are_refused() {
    let reference = |name: &str| json!({"$ref": format!("{name}.json#/a")});
    let [a, b, c] = ["a", "b", "c"].map(reference);
    let schema = json!({"type": "object", "properties": {"a": a, "b": b, "c": c}}).to_string();
    let folder = Folder::new("large", &[("a.yaml", THING), ("schemas/thing.json", &schema)]);
    for name in ["a", "b", "c"] {
        folder.write(&format!("schemas/{name}.json"), format!("{{\"a\": {{}}}}{}", " ".repeat(30 << 20)));
    }
    let (code, text) = folder.said(&validate("schemas/{{.ResourceKind}}.json"));
    assert!(code == 1 && text.contains("it and what it refers to are larger than 64 MiB"), "{text}");
}

/// A name that no file can have is one of no file.
#[test]
fn long_names_have_no_schema() {
    let folder = Folder::new("long", &[("schemas/a.json", "{}")]);
    let group = ["a"; 100].join(".");
    folder.write(
        "a.yaml",
        format!("apiVersion: {group}/v1\nkind: {}\nmetadata: {{name: a}}\n", "K".repeat(250)),
    );
    let server = SchemaServer::new(|_| Answer::Status(404, String::new()));
    for location in ["schemas/", &server.address] {
        let location = format!("{location}{{{{.Group}}}}_{{{{.ResourceKind}}}}.json");
        let (code, text) = folder.said(&validate(&location));
        assert!(code == 0 && text.contains("warning[missing-schema]"), "{location}: {text}");
    }
}

/// The schema of a stranger would hide what is wrong.
#[test]
fn untrusted_files_are_not_validated_with_their_own_schemas() {
    let open = json!({"type": "object"}).to_string();
    let folder = Folder::new("untrusted", &[("a.yaml", THING), ("example.com/thing.json", &open)]);
    for (location, words) in [
        ("{{.Group}}/{{.ResourceKind}}.json", "--schema-location: . is in the checked tree"),
        ("./{{.Group}}/{{.ResourceKind}}.json", "--schema-location: ./ is in the checked tree"),
        ("example.com", "--schema-location: example.com/ is in the checked tree"),
    ] {
        let (code, text) = folder.said(&["validate", ".", "--untrusted", "--schema-location", location]);
        assert!(code == 2 && text.contains(words), "{location}: {text}");
        let (code, text) = folder.said(&["validate", "a.yaml", "--schema-location", location]);
        assert!(code == 0 && text.contains("validated "), "{location}: {text}");
    }
}
