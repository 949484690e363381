//! `--schema-location` with addresses: what a server answers decides, and what fails is never taken for a
//! kind without a schema. In: a server on this machine, objects, options. Out: what is asked for, and what is
//! said.
#![cfg(feature = "network")]
#![allow(clippy::unwrap_used)]

#[path = "support/schema_server.rs"]
mod schema_server;
mod support;

use std::fs::{self, File};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use schema_server::{Answer, SchemaServer};
use support::Folder;

const CATALOGUE: &str = "{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";

const SCHEMA: &str = r#"{"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}}}"#;

fn thing(kind: &str, spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: {kind}\nmetadata: {{name: a}}\nspec: {spec}\n")
}

/// A server with the schema of one path.
fn with(path: &'static str) -> SchemaServer {
    SchemaServer::new(move |asked| match asked == path {
        true => Answer::Status(200, SCHEMA.to_owned()),
        false => Answer::Status(404, "<html>".to_owned()),
    })
}

fn at(server: &SchemaServer, template: &str) -> String {
    format!("{}{template}", server.address)
}

#[test]
fn templates_decide_what_is_asked_for() {
    let folder = Folder::new("http-templates", &[("a.yaml", &thing("Thing", "{b: 1}"))]);
    for (template, options, expected) in [
        (CATALOGUE, &[] as &[&str], "/example.com/thing_v1.json"),
        ("{{ .ResourceKind }}{{ .KindSuffix }}.json", &[], "/thing-example-v1.json"),
        ("", &[], "/master-standalone-strict/thing-example-v1.json"),
        ("x/", &["-kubernetes-version", "1.34.0"], "/x/v1.34.0-standalone-strict/thing-example-v1.json"),
        ("x", &["-strict=false"], "/x/master-standalone/thing-example-v1.json"),
        ("x?a={{.Group}}.json", &[], "/x?a=example.com.json"),
    ] {
        let server = with(expected);
        let location = at(&server, template);
        let (_, text) =
            folder.said(&[&["validate", "a.yaml", "-schema-location", &location], options].concat());
        assert_eq!(server.asked(), [expected], "{text}");
        assert!(text.contains("[unknown-field]: unknown field \"spec.b\""), "{template}: {text}");
        let mark = format!("  = against: a JSON Schema of {}{}\n", server.address, &expected[1..]);
        assert!(text.contains(&mark), "{text}");
    }
}

#[test]
fn a_kind_that_is_not_there_is_asked_for_at_the_next_location() {
    let folder = Folder::new("http-next", &[("a.yaml", &thing("Thing", "{b: 1}"))]);
    let (first, second) = (with("/other"), with("/example.com/thing_v1.json"));
    let (one, two) = (at(&first, CATALOGUE), at(&second, CATALOGUE));
    let (_, text) =
        folder.said(&["validate", "a.yaml", "--schema-location", &one, "--schema-location", &two]);
    assert!(text.contains("unknown field") && first.asked() == second.asked(), "{text}");
    let (code, text) = folder.said(&["validate", "a.yaml", "--schema-location", &one]);
    assert!(code == 0 && text.contains("warning[missing-schema]"), "{text}");
}

#[test]
fn each_kind_is_asked_for_once() {
    let files: Vec<(String, String)> =
        (0..200).map(|at| (format!("{at}.yaml"), thing(["Thing", "Other"][at % 2], "{}"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    let folder = Folder::new("http-once", &files);
    let server = with("/example.com/thing_v1.json");
    let location = at(&server, CATALOGUE);
    let (_, text) = folder.said(&["validate", ".", "-n", "20", "--schema-location", &location]);
    assert!(text.contains("validated 100 of 200 objects"), "{text}");
    assert_eq!(server.asked(), ["/example.com/other_v1.json", "/example.com/thing_v1.json"], "{text}");
}

/// Whatever the options are, exit code 1: nobody knows whether there is a schema.
#[test]
fn what_fails_is_an_error() {
    let tls = SchemaServer::tls(|_| Answer::Status(200, SCHEMA.to_owned()));
    let plain = with("/x.json");
    let (plain_address, tls_address) = (at(&plain, "x.json"), at(&tls, "x.json"));
    let down = SchemaServer::tls(move |_| Answer::To(plain_address.clone()));
    let servers = [
        (SchemaServer::new(|_| Answer::Status(500, String::new())), "answers with the status 500", 2 * 2),
        (SchemaServer::new(|_| Answer::Status(403, String::new())), "answers with the status 403", 2),
        (SchemaServer::new(|_| Answer::Status(200, "<html>".to_owned())), "it cannot be read as JSON", 2),
        (SchemaServer::new(|path| Answer::To(path.to_owned())), "redirects more than 5 times", 2 * 6),
        (SchemaServer::new(|_| Answer::Part), "the answer ends too early", 2),
        (SchemaServer::new(|_| Answer::Endless("\r\n{")), "it is larger than 32 MiB", 2),
        (SchemaServer::new(|_| Answer::Endless("a: b\r\n")), "no schema from http://127.0.0.1", 2),
        (SchemaServer::new(move |_| Answer::To(tls_address.clone())), "no safe connection", 1),
        (down, "redirects from https to http", 2),
    ];
    let objects = [thing("Thing", "{}"), thing("Other", "{}")].join("---\n");
    let folder = Folder::new("http-fails", &[("a.yaml", &objects)]);
    for (server, words, asked) in servers {
        let location = at(&server, CATALOGUE);
        let certificate = folder.join("certificate.pem");
        fs::write(&certificate, &server.certificate).unwrap();
        let variables = [("SSL_CERT_FILE", certificate.to_str().unwrap())];
        // One thread, so that the second kind comes after the first.
        let ran = folder.run_in(
            &variables,
            &["validate", "a.yaml", "-n", "1", "--ignore-missing-schemas", "--schema-location", &location],
        );
        assert!(ran.code == 1 && ran.text().contains(words), "{words}: {}", ran.text());
        assert!(
            ran.text().contains("error[schema-location]: no schema") || words == "it cannot be read as JSON",
            "{}",
            ran.text()
        );
        assert!(
            ran.text().ends_with("validated 0 of 2 objects in 1 file: 2 errors; 2 without a schema\n"),
            "{}",
            ran.text()
        );
        assert_eq!(server.asked().len(), asked, "{words}: {:?}", server.asked());
    }
    assert!(plain.asked().is_empty() && tls.asked().is_empty());
}

#[test]
fn a_server_that_does_not_answer_is_asked_once() {
    let objects = [thing("Thing", "{}"), thing("Other", "{}"), thing("Third", "{}")].join("---\n");
    let folder = Folder::new("http-slow", &[("a.yaml", &objects)]);
    let server = SchemaServer::new(|_| Answer::Silence);
    let location = at(&server, CATALOGUE);
    let (code, text) =
        folder.said(&["validate", "a.yaml", "--schema-timeout", "1", "--schema-location", &location]);
    let words = format!("no schemas from {}: the server has not answered after 1 second:", server.address);
    assert!(code == 1 && text.contains(&words) && text.contains(": 3 objects, the first in"), "{text}");
    assert_eq!(server.asked(), ["/example.com/thing_v1.json"]);
    // Nobody listens there.
    let (code, text) = folder.said(&["validate", "a.yaml", "--schema-location", "http://127.0.0.1:1/a.json"]);
    assert!(code == 1 && text.contains("no schemas from http://127.0.0.1:1/a.json: "), "{text}");
}

#[test]
fn redirects_are_followed() {
    let folder = Folder::new("http-redirects", &[("a.yaml", &thing("Thing", "{b: 1}"))]);
    let last = with("/last.json");
    let address = at(&last, "last.json");
    let server = SchemaServer::new(move |path| match path {
        "/5" => Answer::To(address.clone()),
        "/4" => Answer::To("5".to_owned()),
        "/3" => Answer::To("/4".to_owned()),
        "/2" => Answer::To("/3".to_owned()),
        _ => Answer::To("/2".to_owned()),
    });
    let location = at(&server, CATALOGUE);
    let (_, text) = folder.said(&["validate", "a.yaml", "--schema-location", &location]);
    assert!(text.contains("unknown field \"spec.b\"") && last.asked() == ["/last.json"], "{text}");
}

#[test]
fn certificates_are_checked() {
    let folder = Folder::new("http-tls", &[("a.yaml", &thing("Thing", "{b: 1}"))]);
    let server = SchemaServer::tls(|_| Answer::Status(200, SCHEMA.to_owned()));
    let location = at(&server, CATALOGUE);
    let arguments = ["validate", "a.yaml", "--schema-location", &location];
    let (code, text) = folder.said(&arguments);
    assert!(code == 1 && text.contains("no safe connection: invalid peer certificate"), "{text}");
    assert!(server.asked().is_empty());
    folder.write("certificate.pem", &server.certificate);
    let trusted = folder.join("certificate.pem");
    let ran = folder.run_in(&[("SSL_CERT_FILE", trusted.to_str().unwrap())], &arguments);
    assert!(ran.text().contains("unknown field \"spec.b\""), "{}", ran.text());
    fs::remove_dir_all(folder.join(".cache")).unwrap();
    let (_, text) = folder.said(&[&arguments as &[&str], &["-insecure-skip-tls-verify"]].concat());
    assert!(text.contains("unknown field \"spec.b\""), "{text}");
}

#[test]
fn a_page_about_an_error_is_not_kept() {
    let folder = Folder::new("http-page", &[("a.yaml", &thing("Thing", "{b: 1}"))]);
    let asked = AtomicUsize::new(0);
    let server = SchemaServer::new(move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        0 => Answer::Status(200, "<html>".to_owned()),
        _ => Answer::Status(200, SCHEMA.to_owned()),
    });
    let location = at(&server, CATALOGUE);
    for words in
        ["cannot be used: it cannot be read as JSON", "unknown field \"spec.b\"", "unknown field \"spec.b\""]
    {
        let (_, text) = folder.said(&["validate", "a.yaml", "--schema-location", &location]);
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(server.asked().len(), 2);
}

/// The server is the proxy of all requests.
#[test]
fn nothing_is_asked_for_without_an_address() {
    let folder = Folder::new("http-none", &[("a.yaml", &thing("Thing", "{}")), ("schemas/x", "")]);
    let server = with("/none");
    let proxy = server.address.as_str();
    let variables = [("HTTP_PROXY", proxy), ("HTTPS_PROXY", proxy), ("ALL_PROXY", proxy)];
    for options in [&[] as &[&str], &["-schema-location", "default"], &["-schema-location", "schemas"]] {
        let ran = folder.run_in(&variables, &[&["validate", "a.yaml"], options].concat());
        assert!(ran.text().contains("[missing-schema]"), "{}", ran.text());
    }
    assert!(server.asked().is_empty() && !folder.join(".cache").exists());
    folder
        .run_in(&variables, &["validate", "a.yaml", "-schema-location", "http://a.example/{{.Group}}.json"]);
    assert!(!server.asked().is_empty());
}

#[test]
fn the_cache_has_what_was_got() {
    let folder = Folder::new(
        "http-cache",
        &[("a.yaml", &thing("Thing", "{b: 1}")), ("other.yaml", &thing("Other", "{}"))],
    );
    let server = with("/example.com/thing_v1.json");
    let location = at(&server, CATALOGUE);
    let arguments = |more: &[&'static str]| -> Vec<String> {
        let all =
            ["validate", "a.yaml", "--schema-location", &location].into_iter().chain(more.iter().copied());
        all.map(str::to_owned).collect()
    };
    let said = |more: &[&'static str]| {
        let arguments = arguments(more);
        folder.said(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).1
    };
    // Offline, a kind that the cache has not is one without a schema.
    assert!(said(&["--offline"]).contains("[missing-schema]") && server.asked().is_empty());
    for _ in 0..2 {
        assert!(said(&[]).contains("unknown field"));
        assert_eq!(server.asked().len(), 1);
    }
    let host = server.address.trim_start_matches("http://").trim_end_matches('/').replace(':', "%3a");
    let below = folder.join(".cache/crdc/schemas/http").join(host).join("example.com");
    let files: Vec<_> = fs::read_dir(&below).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["thing_v1.json"]);
    // After a day it is got again.
    let file = File::options().write(true).open(below.join("thing_v1.json")).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(100_000)).unwrap();
    assert!(said(&["--offline"]).contains("unknown field") && server.asked().len() == 1);
    assert!(said(&[]).contains("unknown field") && server.asked().len() == 2);
    // A folder of its own, as kubeconform has it.
    assert!(said(&["-cache", "kept"]).contains("unknown field") && server.asked().len() == 3);
    assert!(
        said(&["-cache", "kept", "--offline"]).contains("unknown field") && folder.join("kept/http").exists()
    );
    // A cache that cannot be written is none.
    folder.write("file", "");
    assert!(said(&["--cache", "file"]).contains("unknown field"));
}
