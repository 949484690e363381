//! Pages of `docs/` that are generated from the tables of this crate; `BLESS=1` writes them. They are outside
//! of the crate, so its package does not contain this test.
#![allow(clippy::unwrap_used)]

use crdc_derive::{item::tool_attributes, markers};

/// Compares a page with what it should contain, given its text.
fn check(name: &str, expected: impl Fn(&str) -> String) {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    let found = std::fs::read_to_string(&path).unwrap();
    let expected = expected(&found);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &expected).unwrap();
        return;
    }
    assert!(found == expected, "docs/{name} differs from its table; BLESS=1 writes it");
}

#[test]
fn the_page_of_markers_is_that_of_the_registry() {
    check("markers.md", |_| markers::page());
}

#[test]
fn attributes_of_other_tools_are_those_of_the_table() {
    check("derive.md", |page| {
        let (begin, end) = ("<!-- attributes -->\n", "<!-- /attributes -->");
        let (before, rest) = page.split_once(begin).unwrap();
        let (_, after) = rest.split_once(end).unwrap();
        format!("{before}{begin}{}{end}{after}", tool_attributes::table())
    });
}
