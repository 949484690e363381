//! `docs/webhook.md`: its table is that of the settings, and its program is one that compiles. `BLESS=1` writes the table.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- The table is generated: BLESS=1 cargo test -p crdc-webhook --test page -->\n";
const END: &str = "<!-- end -->\n";

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/webhook.md")
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
