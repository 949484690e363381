//! Compiles the CRD that `examples/crdgen.rs` writes, for `tests/verdicts.rs`, which compares the derive with
//! the code for JSON. A real operator needs no build script.

fn main() {
    crdc_codegen::Config::new()
        .quiet(true)
        .compile(&["crds/backups.example.com.yaml"])
        .unwrap_or_else(|error| error.exit());
    println!("cargo::rerun-if-changed=crds");
}
