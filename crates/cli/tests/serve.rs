//! `crdc serve`: a real process, asked over HTTP.
#![allow(clippy::unwrap_used)]

#[path = "support/served.rs"]
mod served;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use served::{ask, serve};

fn crds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/webhook/crds")
}

#[test]
fn definitions_and_objects_are_served() {
    let folder = std::env::temp_dir().join(format!("crdc-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (kubeconfig, objects) = (folder.join("kubeconfig"), folder.join("objects.yaml"));
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m, namespace: team}\ndata: {k: v}\n";
    std::fs::write(&objects, object).unwrap();
    let texts = [crds(), kubeconfig.clone(), objects].map(|path| path.to_str().unwrap().to_owned());
    let [crds, file, objects] = &texts;
    let served = serve(&["--crds", crds, "--kubeconfig", file, objects]);
    assert!(served.line.contains("notes.example.com"), "{}", served.line);
    let (code, body) = ask(&served, "GET", "/api/v1/namespaces/team/configmaps/m", "");
    assert_eq!(code, "200");
    assert!(body.contains(r#""data":{"k":"v"}"#), "{body}");
    assert_eq!(ask(&served, "GET", "/nowhere", "").0, "404");
    assert!(std::fs::read_to_string(&kubeconfig).unwrap().contains(&served.address));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn with_tls_clients_find_what_they_trust() {
    let folder = std::env::temp_dir().join(format!("crdc-serve-tls-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (kubeconfig, pod) = (folder.join("kubeconfig"), folder.join("pod"));
    let texts = [&kubeconfig, &pod].map(|path| path.to_str().unwrap().to_owned());
    let served = serve(&["--tls", "--kubeconfig", &texts[0], "--in-cluster", &texts[1]]);
    assert!(served.line.starts_with("https://127.0.0.1:"), "{}", served.line);
    let text = std::fs::read_to_string(&kubeconfig).unwrap();
    for part in ["certificate-authority-data: ", "client-certificate-data: ", "client-key-data: ", "token: "]
    {
        assert!(text.contains(part), "{part}");
    }
    let mut files: Vec<String> = std::fs::read_dir(&pod)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["ca.crt", "environment", "namespace", "token"]);
    std::fs::remove_dir_all(&folder).unwrap();
    let alone =
        Command::new(env!("CARGO_BIN_EXE_crdc")).args(["serve", "--in-cluster", &texts[1]]).output().unwrap();
    assert!(!alone.status.success() && String::from_utf8(alone.stderr).unwrap().contains("--tls"));
}

#[test]
fn what_a_server_refuses_ends_the_command() {
    let folder = std::env::temp_dir().join(format!("crdc-serve-broken-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("objects.yaml");
    std::fs::write(&file, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a b}\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crdc")).arg("serve").arg(&file).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains(r#"ConfigMap "a b" is invalid: metadata.name"#), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_server_ends_with_its_input_if_that_is_asked_for() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_crdc"))
        .args(["serve", "--until-input-ends"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("http://127.0.0.1:"), "{line}");
    assert!(process.try_wait().unwrap().is_none());
    drop(process.stdin.take());
    assert!(process.wait().unwrap().success());
}
