//! Compiles the CRD; `src/main.rs` includes the generated code.

fn main() {
    crdc_codegen::Config::new()
        // A method for each field: `Database::view(value)`.
        .views(true)
        .compile(&["crds/databases.example.com.yaml"])
        .unwrap_or_else(|error| error.exit());
}
