//! Compiles the CRD. Its code records which rules held and failed, in tests alone: `cargo build` compiles
//! none of that.

fn main() {
    crdc_codegen::Config::new()
        .rule_coverage(true)
        .compile(&["crds/gateways.example.com.yaml"])
        .unwrap_or_else(|error| error.exit());
}
