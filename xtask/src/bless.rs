//! `cargo xtask bless`: updates the goldens, files with the expected output of tests, by running the tests
//! with `BLESS=1`. Review the diff.

use anyhow::{Context, Result};

/// Runs the golden tests; returns whether they pass after the update.
pub(crate) fn run() -> Result<bool> {
    let test = |bless: bool| {
        let mut cargo = places::cargo();
        cargo.args(["test", "--package", "crdc-tests"]).current_dir(places::repository());
        if bless {
            cargo.env("BLESS", "1");
        }
        cargo.status().context("cargo test")
    };
    // Goldens are also compiled and run, so the updated ones are tested again.
    let _ = test(true)?;
    Ok(test(false)?.success())
}
