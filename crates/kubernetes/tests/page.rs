//! `docs/validate.md`: its table of kinds is that of the code. `BLESS=1 cargo test -p crdc-kubernetes --test
//! page` writes it.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use crdc_kubernetes::{Kinds, archive::Archive, rules_page};

const BEGIN: &str = "<!-- The table is generated: BLESS=1 cargo test -p crdc-kubernetes --test page -->\n";
const END: &str = "<!-- end of the table -->\n";

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/validate.md")
}

#[test]
fn the_table_of_kinds_is_the_codes() {
    let text = std::fs::read_to_string(page()).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let archive = Archive::built_in().unwrap();
    let newest = archive.versions().into_iter().max().unwrap();
    let expected = rules_page(&Kinds::of(archive, newest).unwrap());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(page(), format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(found, expected, "BLESS=1 writes it");
}
