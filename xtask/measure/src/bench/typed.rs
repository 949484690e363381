//! Compares the derive with other libraries: `validate_update` with kube's validation in CEL, its
//! allocations, and its compile time with serde's derives.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::bars::{Bar, Figure};
use super::derives;
use super::inputs::{self, Inputs};
use super::ratios::ratio;

/// The output of the typed crate.
#[derive(Deserialize)]
struct Line {
    object: String,
    bytes: usize,
    trouble: Vec<String>,
    times: BTreeMap<String, Vec<f64>>,
}

/// Runs all measurements of the derive.
pub(crate) fn measure(inputs: &Inputs, build: bool) -> Result<Vec<Figure>> {
    let binary = inputs.binary("typed", "measure", "")?;
    let said = inputs::output(&mut Command::new(&binary))?;
    let line: Line = serde_json::from_str(said.trim()).context("the typed crate")?;
    for trouble in &line.trouble {
        eprintln!("error: {}: {trouble}", line.object);
    }
    println!("an object of {} bytes", line.bytes);
    let times = |name: &str| line.times.get(name).with_context(|| format!("no times of {name}"));
    let figure = |bar, above: &str| -> Result<Figure> {
        let mut figure = ratio(bar, &line.object, times(above)?, times("derive")?);
        figure.invalid = !line.trouble.is_empty();
        Ok(figure)
    };
    let mut figures = vec![
        figure(Bar::Cel, "kube")?,
        figure(Bar::CelCompiled, "kube_compiled")?,
        figure(Bar::CelRules, "kube_rules")?,
    ];
    let count = inputs::output(&mut Command::new(binary.with_file_name("allocations")))?;
    figures.push(Figure::new(Bar::TypedAllocations, &line.object, count.trim().parse()?));
    if build {
        figures.extend(derives::weigh(inputs)?);
    }
    Ok(figures)
}
