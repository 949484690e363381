//! Compiles the CRD; `src/main.rs` includes what comes of it.

fn main() {
    crdc_codegen::Config::new()
        .compile(&["crds/databases.example.com.yaml"])
        .unwrap_or_else(|error| error.exit());
}
