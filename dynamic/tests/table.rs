//! The table of calls is the one of crdc-codegen. `BLESS=1` writes it.
#![allow(clippy::unwrap_used)]

use std::path::Path;

#[test]
fn the_table_is_that_of_compiled_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/program/table.rs");
    let table = crdc_codegen::interpreted::table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written == table,
        "the table of calls changed: run `BLESS=1 cargo test -p crdc-dynamic --test table` and compile again"
    );
}
