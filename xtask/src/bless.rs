//! `cargo xtask bless`: writes the goldens anew by running the golden tests with `BLESS=1`.
//! What comes out is only as good as the reading of its diff.

use anyhow::{Context, Result};

use crate::places;

/// Runs the golden tests; whether they pass once they are blessed.
pub(crate) fn run() -> Result<bool> {
    let test = |bless: bool| {
        let mut cargo = places::cargo();
        cargo.args(["test", "--package", "crdc-tests"]).current_dir(places::repository());
        if bless {
            cargo.env("BLESS", "1");
        }
        cargo.status().context("cargo test")
    };
    // Goldens are also compiled and run, so what was just written is tested once more.
    let _ = test(true)?;
    Ok(test(false)?.success())
}
