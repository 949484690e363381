//! Compiles the resource.

fn main() {
    crdc_codegen::Config::new().compile(&["crds/workers.yaml"]).unwrap_or_else(|error| error.exit());
}
