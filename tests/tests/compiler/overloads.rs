//! The code of overloads that programs of the runtime call is the one of generated functions. `BLESS=1` writes the file.

use std::path::Path;

#[test]
fn the_overloads_are_those_of_compiled_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cel/src/program/overloads.rs");
    let table = crdc_codegen::interpreted::table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written == table,
        "the code of calls changed: run `BLESS=1 cargo test -p crdc-tests --test compiler overloads` and compile again"
    );
}
