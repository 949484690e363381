//! `crdc check`: transcripts. Each folder of `tests/check` but `input` has a `command`, which runs in
//! `input`, and what it prints: `stdout`, `stderr` and `code`. `BLESS=1 cargo test -p crdc-cli --test check`
//! writes them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check")
}

fn run(subcommand: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    command.current_dir(root().join("input")).arg(subcommand).args(arguments);
    command.stdin(Stdio::null()).env("NO_COLOR", "1").output().unwrap()
}

#[test]
fn transcripts() {
    let bless = std::env::var_os("BLESS").is_some();
    let (mut ran, mut failed) = (0, Vec::new());
    for folder in fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()) {
        if folder.ends_with("input") {
            continue;
        }
        ran += 1;
        let command = fs::read_to_string(folder.join("command")).unwrap();
        let output = run("check", &command.split_whitespace().collect::<Vec<_>>());
        let code = format!("{}\n", output.status.code().unwrap());
        let parts = [("stdout", output.stdout), ("stderr", output.stderr), ("code", code.into_bytes())];
        for (name, now) in parts {
            let (file, now) = (folder.join(name), String::from_utf8(now).unwrap());
            let expected = fs::read_to_string(&file).unwrap_or_default();
            match (now == expected, bless, now.is_empty()) {
                (true, ..) => {}
                (false, true, true) => fs::remove_file(&file).unwrap(),
                (false, true, false) => fs::write(&file, now).unwrap(),
                (false, false, _) => {
                    failed.push(format!("{}: now\n{now}\nexpected\n{expected}", file.display()))
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(ran > 8, "{ran}");
}

/// A patch has the name of the document that it changes, and is no copy of it.
#[test]
fn patches_are_no_crds_for_any_command() {
    let config = root().join("input/config");
    let patch = config.join("patches/webhook_in_databases.yaml");
    let (config, patch) = (config.to_str().unwrap(), patch.to_str().unwrap());
    let text = |output: &Output| {
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let validated = run("validate", &[patch, "--crd", config, "--verbose"]);
    assert!(validated.status.success(), "{}", text(&validated));
    assert!(
        text(&validated).contains("webhook_in_databases.yaml:1: left out: patch of kustomize"),
        "{}",
        text(&validated)
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("patches");
    let generated = run("generate", &[config, "--output", folder.to_str().unwrap()]);
    assert!(generated.status.success(), "{}", text(&generated));
    let counted = ["kustomize-skipped", "skipped 5 documents of kustomize"]
        .map(|part| text(&generated).matches(part).count());
    assert_eq!(counted, [0, 1], "{}", text(&generated));
    let alone = run("generate", &[patch, "--output", folder.to_str().unwrap()]);
    assert_eq!(text(&alone).matches("kustomize-skipped").count(), 1, "{}", text(&alone));
    for command in ["explain", "skeleton"] {
        let output = run(command, &[patch]);
        assert_eq!(output.status.code(), Some(1), "{command}: {}", text(&output));
        assert!(text(&output).contains("no CustomResourceDefinition"), "{command}: {}", text(&output));
    }
    // As the old document it changes nothing, and as the new one it removes nothing but the name.
    let old = run("check", &["--old", patch, config]);
    assert_eq!(old.status.code(), Some(2), "{}", text(&old));
    let same = run("check", &["--old", config, config]);
    assert!(text(&same).ends_with("for stored objects: nothing changed\n"), "{}", text(&same));
}
