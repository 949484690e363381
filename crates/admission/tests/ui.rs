//! What the compiler says of plugins in the wrong place: `tests/ui/<case>.rs` and its `.stderr`.
//! `TRYBUILD=overwrite` writes the current output; review the diff.

#[test]
fn the_compiler_refuses_plugins_in_the_wrong_place() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
