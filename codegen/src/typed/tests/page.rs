//! `docs/markers.md` is generated from the registry; `BLESS=1` writes it.

use super::super::markers::page;

#[test]
fn the_page_of_markers_is_made_of_the_registry() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/markers.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page()).expect("docs can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == page(), "docs/markers.md differs from the registry; BLESS=1 writes it");
}
