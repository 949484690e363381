//! Pages of `docs/` that are generated from the tables of this crate; `BLESS=1` writes them. They are outside
//! of the crate, so its package does not contain this test.
#![allow(clippy::unwrap_used)]

/// Compares a page with what it should contain.
fn check(name: &str, expected: &str) {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, expected).unwrap();
        return;
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert!(found == expected, "docs/{name} differs from its table; BLESS=1 writes it");
}

#[test]
fn the_page_of_servers_is_that_of_the_table() {
    check("servers.md", &crdc_documents::servers::page());
}

#[test]
fn the_page_of_cel_is_that_of_its_functions() {
    check("cel-functions.md", &crdc_documents::cel_page());
}
