//! Compiles the CRD that `examples/crdgen.rs` writes, for `tests/verdicts.rs`: what is said of the types is held against
//! what is said of their JSON. An operator needs no build script.

fn main() {
    crdc_codegen::Config::new()
        .quiet(true)
        .compile(&["crds/backups.example.com.yaml"])
        .unwrap_or_else(|error| error.exit());
    println!("cargo::rerun-if-changed=crds");
}
