//! Pages of `docs/` that are generated from the tables of this crate; `BLESS=1` writes them. They are outside
//! of the crate, so its package does not contain this test.
#![allow(clippy::unwrap_used)]

#[test]
fn the_page_of_servers_is_that_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/servers.md");
    let expected = crdc_documents::servers::page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &expected).unwrap();
        return;
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert!(found == expected, "docs/servers.md differs from its table; BLESS=1 writes it");
}
