//! Compiles the resources twice: with the old rules, under which the objects were stored, and with the new
//! ones.

use std::path::PathBuf;

fn main() {
    for (when, folder) in [("before", "crds-before"), ("after", "crds")] {
        let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join(when);
        crdc_codegen::Config::new().out_dir(out).compile(&[folder]).unwrap_or_else(|error| error.exit());
    }
}
