//! Compiles the same resources twice: as they were when the objects were stored, and as they are.

use std::path::PathBuf;

fn main() {
    for (when, folder) in [("before", "crds-before"), ("after", "crds")] {
        let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join(when);
        crdc_codegen::Config::new().out_dir(out).compile(&[folder]).unwrap_or_else(|error| error.exit());
    }
}
