//! Compiles the resource.

fn main() {
    crdc_codegen::Config::new().compile(&["crds/databases.yaml"]).unwrap_or_else(|error| error.exit());
}
