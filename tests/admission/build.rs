//! Compiles the resources of the tests, and one of the skew tests in its two releases.

use std::path::PathBuf;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    for (folder, source) in
        [("current", "crds"), ("older", "../skew/older.yaml"), ("newer", "../skew/newer.yaml")]
    {
        let out = out.join(folder);
        crdc_codegen::Config::new().out_dir(out).compile(&[source]).unwrap_or_else(|error| error.exit());
    }
}
