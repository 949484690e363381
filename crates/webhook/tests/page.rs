//! `docs/webhook.md`: its table is that of the settings, and its program is one that compiles. `BLESS=1`
//! writes the table.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use crdc_webhook::settings::{Asked, Settings};

const BEGIN: &str = "<!-- The table is generated: BLESS=1 cargo test -p crdc-webhook --test page -->\n";
const END: &str = "<!-- end -->\n";

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/webhook.md")
}

#[test]
fn the_table_of_settings_is_the_codes() {
    let text = std::fs::read_to_string(page()).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let expected = crdc_webhook::settings::page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(page(), format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(found, expected, "BLESS=1 writes it");
}

#[test]
fn the_program_of_the_page_compiles() {
    let text = std::fs::read_to_string(page()).unwrap();
    let (_, program) = include_str!("../examples/minimal.rs").split_once("\n\n").unwrap();
    assert!(text.contains(&format!("```rust\n{program}```\n")), "examples/minimal.rs is not in the page");
}

#[test]
fn the_deployment_has_the_settings_of_the_command() {
    let manifests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/webhook/manifests.yaml");
    let text = std::fs::read_to_string(manifests).unwrap();
    let variables: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| {
            line.trim().strip_prefix("- {name: CRDC_WEBHOOK_")?.strip_suffix('}')?.split_once(", value: ")
        })
        .map(|(name, value)| (format!("CRDC_WEBHOOK_{name}"), value.to_owned()))
        .collect();
    let settings = match Settings::read([], variables).unwrap() {
        Asked::Serve(settings) => settings,
        Asked::Help(text) => panic!("{text}"),
    };
    for path in [Some(settings.crds), settings.certificate, settings.key] {
        let folder = path.unwrap().components().nth(1).unwrap().as_os_str().to_owned();
        assert!(text.contains(&format!("mountPath: /{}, readOnly: true", folder.display())), "{folder:?}");
    }
}
