//! The command: settings, lines of JSON, SIGTERM.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::client::Client;
use super::crds::text;
use super::faults::load;
use super::kinds::database;
use super::pki::Ca;
use super::running::{folder, review, until};

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc-webhook"));
    command.env_clear().stderr(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// Ends with the test, however that ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_loses_no_request() {
    let (ca, folder) = (Ca::new(), folder());
    let files = ca.write(&folder.join("certs"));
    std::fs::create_dir_all(folder.join("crds")).unwrap();
    std::fs::write(folder.join("crds/databases.yaml"), text(5)).unwrap();
    std::fs::write(
        folder.join("settings.yaml"),
        "listen: 127.0.0.1:0\noperations: none\ndrain-delay: 300ms\n",
    )
    .unwrap();
    let mut command = command();
    command.arg("--config").arg(folder.join("settings.yaml")).arg("--crds").arg(folder.join("crds"));
    command.env("CRDC_WEBHOOK_TLS_CERT", &files.certificate).env("CRDC_WEBHOOK_TLS_KEY", &files.key);
    let mut process = Process(command.spawn().unwrap());
    let mut lines = BufReader::new(process.0.stderr.take().unwrap()).lines();
    let serving: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(
        (&serving["message"], &serving["kinds"]),
        (&json!("serving"), &json!("example.com/v1 Database"))
    );
    let address = serving["address"].as_str().unwrap().parse().unwrap();
    let client = Client { address, tls: Some(ca.client(None)) };

    // A refusal is logged, without what the object has.
    let (old, new) = (database(json!({"engine": "secret"})), database(json!({"engine": "other"})));
    let refused = client.post("/validate", review("UPDATE", "databases", &new, &old).to_string()).await;
    assert!(refused.body.contains("field is immutable"));
    let logged = lines.next().unwrap().unwrap();
    let line: Value = serde_json::from_str(&logged).unwrap();
    assert_eq!(
        (&line["message"], &line["code"], &line["user"]),
        (&json!("refused"), &json!(400), &json!("admin"))
    );
    assert_eq!(line["fields"], "spec.engine: FieldValueInvalid");
    assert!(!logged.contains("secret") && !logged.contains("other"), "{logged}");

    let sent = Arc::new(AtomicUsize::new(0));
    let loads: Vec<_> = (0..8).map(|_| tokio::spawn(load(client.clone(), Arc::clone(&sent)))).collect();
    until("requests are answered", async || sent.load(Ordering::Relaxed) > 50).await;
    let before = sent.load(Ordering::Relaxed);
    let killed = Command::new("kill").args(["-TERM", &process.0.id().to_string()]).status().unwrap();
    assert!(killed.success());
    for load in loads {
        load.await.unwrap().unwrap();
    }
    assert!(process.0.wait().unwrap().success());
    assert!(sent.load(Ordering::Relaxed) >= before);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Names in requests and reviews come from anybody who may connect.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_writes_a_line_of_its_own_into_the_log() {
    for format in ["text", "json"] {
        let folder = folder();
        std::fs::write(folder.join("databases.yaml"), text(5)).unwrap();
        let mut command = command();
        command.args(["--plain-http", "true", "--listen", "127.0.0.1:0", "--operations", "none"]);
        command.args(["--log-format", format]).arg("--crds").arg(&folder);
        let mut process = Process(command.spawn().unwrap());
        let mut lines = BufReader::new(process.0.stderr.take().unwrap()).lines();
        let serving = lines.next().unwrap().unwrap();
        let address = serving.split([' ', '"', '=']).find_map(|part| part.parse().ok());
        let client = Client { address: address.unwrap(), tls: None };
        let forged =
            "x\n2026-01-01T00:00:00.000000Z ERROR crdc_webhook::fake: forged\r\u{85}\u{2028}\u{1b}[31m";
        let (old, new) = (database(json!({"engine": "p"})), database(json!({"engine": "q"})));
        let mut sent = 0;
        for pointer in [
            "/request/resource/resource",
            "/request/resource/group",
            "/request/kind/kind",
            "/request/subResource",
            "/request/uid",
            "/request/userInfo/username",
            "/request/operation",
            "/request/name",
            "/request/object/metadata/name",
            "/request/object/kind",
            "/apiVersion",
            "/kind",
        ] {
            let mut review = review("UPDATE", "databases", &new, &old);
            review["request"]["subResource"] = json!("");
            *review.pointer_mut(pointer).unwrap() = json!(forged);
            client.post("/validate", review.to_string()).await;
            sent += 1;
        }
        client.get("/x%0aforged").await;
        process.0.kill().unwrap();
        let lines: Vec<String> = lines.map(Result::unwrap).collect();
        assert!(lines.len() >= sent, "{format}: {lines:?}");
        for line in &lines {
            if format == "json" {
                assert!(serde_json::from_str::<Value>(line).is_ok(), "{line:?}");
                continue;
            }
            let begins = line.starts_with("20");
            assert!(begins && !line.contains(['\r', '\u{85}', '\u{2028}', '\u{1b}']), "{line:?}");
            assert!(!line.starts_with("2026-01-01T00:00:00.000000Z"), "{line:?}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn wrong_settings_end_the_command() {
    let mut process = Process(command().args(["--crds", "/nowhere", "--plain-http=true"]).spawn().unwrap());
    assert_eq!(process.0.wait().unwrap().code(), Some(2));
    let mut said = String::new();
    process.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("cannot read /nowhere"), "{said}");
    let mut process = Process(command().args(["--crd", "crds"]).spawn().unwrap());
    assert_eq!(process.0.wait().unwrap().code(), Some(2));
    said.clear();
    process.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("--crd: there is no such setting") && said.contains("--tls-cert"), "{said}");
}
