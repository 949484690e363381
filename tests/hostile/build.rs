//! Compiles the CRDs of hostile objects.
#![allow(clippy::unwrap_used)]

fn main() {
    crdc_codegen::Config::new()
        .allow("lints")
        .compile(&["../vectors/hostile.yaml", "../unions/wide/crd.yaml", "../immutability/crd.yaml"])
        .unwrap_or_else(|error| error.exit());
}
