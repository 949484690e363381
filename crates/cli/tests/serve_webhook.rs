//! `crdc serve --webhook`: Services stand for webhooks on this machine, of admission and of conversion.
#![allow(clippy::unwrap_used)]

#[path = "support/review_server.rs"]
mod review_server;
#[path = "support/served.rs"]
mod served;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use review_server::ReviewServer;
use serde_json::{Value, json};
use served::{ask, serve};

const SERVICE: &str = "system/webhook-service";
const HOST: &str = "webhook-service.system.svc";

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-webhook").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The client configuration that kubebuilder writes: cert-manager adds the CA in a cluster.
fn client(path: &str) -> Value {
    json!({"service": {"namespace": "system", "name": "webhook-service", "path": path}})
}

/// A definition whose version v2 has another name for the size.
fn definition(conversion: &Value) -> String {
    let version = |name: &str, field: &str, stored: bool| {
        json!({"name": name, "served": true, "storage": stored, "schema": {"openAPIV3Schema": {"type": "object",
            "properties": {"spec": {"type": "object", "properties": {field: {"type": "integer"}}}}}}})
    };
    let definition = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "sets.example.com"}, "spec": {"group": "example.com", "scope": "Namespaced",
            "names": {"plural": "sets", "singular": "set", "kind": "Set"}, "conversion": conversion,
            "versions": [version("v1", "size", false), version("v2", "replicas", true)]}});
    definition.to_string()
}

fn set(spec: &Value) -> String {
    json!({"apiVersion": "example.com/v1", "kind": "Set", "metadata": {"name": "a"}, "spec": spec})
        .to_string()
}

const SETS: &str = "/apis/example.com/v1/namespaces/default/sets";

/// Refuses Sets above 3.
fn small(review: &Value) -> Value {
    let uid = &review["request"]["uid"];
    let allowed = review["request"]["object"]["spec"]["size"].as_i64() <= Some(3);
    json!({"uid": uid, "allowed": allowed, "status": {"code": 403, "message": "at most 3"}})
}

/// Renames the size.
fn renamed(review: &Value) -> Value {
    let (uid, version) = (&review["request"]["uid"], &review["request"]["desiredAPIVersion"]);
    let rename = |object: &Value| {
        let mut object = object.clone();
        let size =
            [&object["spec"]["size"], &object["spec"]["replicas"]].into_iter().find(|size| !size.is_null());
        let spec = match (version.as_str(), size) {
            (Some("example.com/v1"), Some(size)) => json!({"size": size}),
            (_, Some(size)) => json!({"replicas": size}),
            (_, None) => json!({}),
        };
        object["spec"] = spec;
        object["apiVersion"] = version.clone();
        object
    };
    let objects: Vec<Value> = review["request"]["objects"].as_array().unwrap().iter().map(rename).collect();
    json!({"uid": uid, "result": {"status": "Success"}, "convertedObjects": objects})
}

fn configuration(client: &Value) -> String {
    let rules = json!([{"apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["sets"]}]);
    json!({"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
        "metadata": {"name": "v"}, "webhooks": [{"name": "v.example.com", "clientConfig": client, "rules": rules,
            "sideEffects": "None", "admissionReviewVersions": ["v1"]}]})
    .to_string()
}

#[test]
fn a_service_of_an_admission_webhook_stands_for_an_address() {
    let folder = folder("admission");
    let webhook = ReviewServer::start(HOST, small);
    let crds = write(&folder, "crd.yaml", &definition(&json!({"strategy": "None"})));
    let hooks = write(&folder, "hooks.yaml", &configuration(&client("/validate")));
    let (at, ca) = (format!("{SERVICE}={}", webhook.address), write(&folder, "ca.crt", &webhook.certificate));
    let served = serve(&["--crds", &crds, &hooks, "--webhook", &at, "--webhook-ca", &ca]);
    let (code, answer) = ask(&served, "POST", SETS, &set(&json!({"size": 4})));
    assert!(
        code == "403"
            && answer.contains(r#"admission webhook \"v.example.com\" denied the request: at most 3"#),
        "{answer}"
    );
    let (code, answer) = ask(&served, "POST", SETS, &set(&json!({"size": 3})));
    assert_eq!(code, "201", "{answer}");
    assert_eq!(webhook.asked(), ["/validate?timeout=10s"; 2]);
}

#[test]
fn a_service_of_a_conversion_webhook_stands_for_an_address() {
    let folder = folder("conversion");
    let webhook = ReviewServer::start(HOST, renamed);
    let conversion = json!({"strategy": "Webhook", "webhook": {"clientConfig": client("/convert"), "conversionReviewVersions": ["v1"]}});
    let crds = write(&folder, "crd.yaml", &definition(&conversion));
    let (at, ca) = (format!("{SERVICE}={}", webhook.address), write(&folder, "ca.crt", &webhook.certificate));
    let served = serve(&["--crds", &crds, "--webhook", &at, "--webhook-ca", &ca]);
    let (code, answer) = ask(&served, "POST", SETS, &set(&json!({"size": 4})));
    assert!(code == "201" && answer.contains(r#""spec":{"size":4}"#), "{answer}");
    let (code, answer) = ask(&served, "GET", "/apis/example.com/v2/namespaces/default/sets/a", "");
    assert!(code == "200" && answer.contains(r#""spec":{"replicas":4}"#), "{answer}");
}

#[test]
fn the_ca_of_a_configuration_comes_before_that_of_the_option() {
    let folder = folder("trust");
    let webhook = ReviewServer::start(HOST, small);
    let crds = write(&folder, "crd.yaml", &definition(&json!({"strategy": "None"})));
    let trusts = |name: &str, certificate: &str| {
        let mut client = client("/validate");
        client["caBundle"] = json!(base64(certificate.as_bytes()));
        write(&folder, name, &configuration(&client))
    };
    let other = ReviewServer::start("other.system.svc", small).certificate;
    let at = format!("{SERVICE}={}", webhook.address);
    let ca = write(&folder, "ca.crt", &webhook.certificate);
    let unknown = "certificate signed by unknown authority";
    for (case, hooks, option, expected) in [
        ("none", write(&folder, "none.yaml", &configuration(&client("/validate"))), None, unknown),
        ("its own", trusts("own.yaml", &webhook.certificate), None, "at most 3"),
        ("another", trusts("other.yaml", &other), Some(&ca), unknown),
    ] {
        let mut arguments = vec!["--crds", &crds, &hooks, "--webhook", &at];
        arguments.extend(option.into_iter().flat_map(|ca| ["--webhook-ca", ca]));
        let (code, answer) = ask(&serve(&arguments), "POST", SETS, &set(&json!({"size": 4})));
        assert!(matches!(&*code, "403" | "500") && answer.contains(expected), "{case}: {answer}");
    }
}

/// As envtest writes it into the configurations that it installs.
#[test]
fn a_url_with_two_slashes_is_called_at_the_path() {
    let folder = folder("slashes");
    let webhook = ReviewServer::start("127.0.0.1", small);
    let crds = write(&folder, "crd.yaml", &definition(&json!({"strategy": "None"})));
    let url = format!("https://{}//validate", webhook.address);
    let client = json!({"url": url, "caBundle": base64(webhook.certificate.as_bytes())});
    let hooks = write(&folder, "hooks.yaml", &configuration(&client));
    let (code, answer) = ask(&serve(&["--crds", &crds, &hooks]), "POST", SETS, &set(&json!({"size": 4})));
    assert!(code == "403" && answer.contains("at most 3"), "{answer}");
    assert_eq!(webhook.asked(), ["/validate?timeout=10s"]);
}

/// Base64 of these bytes, as a `caBundle` has it.
fn base64(bytes: &[u8]) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let number =
            (0..3).fold(0_u32, |number, at| number << 8 | u32::from(part.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let letter = letters[(number >> (18 - 6 * at)) as usize & 63];
            text.push(if at > part.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[test]
fn what_is_malformed_ends_the_command_and_says_what_to_write() {
    let folder = folder("malformed");
    let empty = write(&folder, "empty.crt", "");
    let garbage = write(&folder, "garbage.crt", "no certificate\n");
    let at = "system/webhook-service=127.0.0.1:9443";
    for (arguments, expected) in [
        (
            vec!["--webhook", "webhook-service=127.0.0.1:9443"],
            "write NAMESPACE/webhook-service=127.0.0.1:9443",
        ),
        (vec!["--webhook", "system/webhook-service"], "such as system/webhook-service=127.0.0.1:9443"),
        (vec!["--webhook", "system/webhook-service=127.0.0.1"], "has no host or no port"),
        (vec!["--webhook-ca", &empty], "--webhook <NAMESPACE/NAME=HOST:PORT>"),
        (vec!["--webhook", at, "--webhook-ca", &empty], "is empty: give the CA of the webhook"),
        (vec!["--webhook", at, "--webhook-ca", &garbage], "unable to parse bytes as PEM block; give the CA"),
        (vec!["--webhook", at, "--webhook-ca", "nowhere.crt"], "cannot read nowhere.crt"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_crdc")).arg("serve").args(&arguments).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && text.contains(expected), "{arguments:?}: {text}");
    }
}
