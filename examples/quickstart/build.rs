//! Compiles the CRD; `src/main.rs` includes the generated code.

fn main() {
    crdc_codegen::Config::new()
        .compile(&["crds/databases.example.com.yaml"])
        .unwrap_or_else(|error| error.exit());
}
