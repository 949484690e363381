//! `crdc check --style` and the setting `style`: what is reported, and that nothing is without them.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::Command;

/// The codes of the warnings about booleans and maps, with the exit code.
fn reported(arguments: &[&str], config: &str) -> (Vec<&'static str>, Option<i32>) {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/reject");
    let settings = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "style{}{}.yaml",
        config.len(),
        arguments.join("")
    ));
    std::fs::write(&settings, config).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crdc"))
        .args(["check", "--format", "plain", "--config"])
        .arg(settings)
        .args(arguments)
        .arg(tests.join("style-bool/crd.yaml"))
        .arg(tests.join("style-map/crd.yaml"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut codes = ["style-bool", "style-map"].to_vec();
    codes.retain(|code| text.contains(&format!("warning[{code}]")));
    (codes, output.status.code())
}

#[test]
fn style_is_reported_if_it_is_asked_for() {
    assert_eq!(reported(&[], ""), (vec![], Some(0)));
    assert_eq!(reported(&["--style"], ""), (vec!["style-bool", "style-map"], Some(0)));
}

#[test]
fn a_policy_replaces_the_option() {
    assert_eq!(reported(&["--style"], "style: {style-bool: allow}"), (vec!["style-map"], Some(0)));
    assert_eq!(reported(&[], "style: {style-bool: warn}"), (vec!["style-bool"], Some(0)));
    assert_eq!(reported(&[], "style: {style-bools: warn}"), (vec![], Some(2)));
}
