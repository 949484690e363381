//! P4: callgrind counts the instructions of one `create` with warm buffers, per input byte. Counts do not
//! depend on the load of the machine, so regressions are visible. It also counts an update with and without
//! the extension steps compiled in.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::bars::{Bar, Figure};
use super::inputs::{Inputs, Object};

/// Compiles the runtime without the extension steps (`runtime/src/request/steps.rs`).
const WITHOUT_EXTENSIONS: &str = "--cfg crdc_without_extensions";

/// Instructions per byte of each object, and the cost of extension steps for kinds without extensions.
pub(crate) fn count(inputs: &Inputs) -> Result<Vec<Figure>> {
    let binary = inputs.binary("count", "measure", "")?;
    let without = inputs.binary("count", "measure", WITHOUT_EXTENSIONS)?;
    let mut figures = Vec::new();
    for object in &inputs.objects {
        let bytes = std::fs::metadata(inputs.path(object))?.len();
        let (counted, accepted) = of_run(&binary, inputs, object, "create")?;
        let mut figure = Figure::new(Bar::P4, object.name(), counted / bytes as f64);
        figure.note = format!("{counted} instructions, {bytes} bytes");
        figure.invalid = !accepted;
        figures.push(figure);
        let (with, accepted) = of_run(&binary, inputs, object, "update")?;
        let (without, _) = of_run(&without, inputs, object, "update")?;
        let mut figure = Figure::new(Bar::Unmarked, object.name(), with / without);
        figure.note = format!("{with} / {without} instructions");
        figure.invalid = !accepted;
        figures.push(figure);
    }
    figures.sort_by_key(|figure| figure.bar);
    Ok(figures)
}

/// The number of instructions of one operation, and whether it was accepted.
fn of_run(binary: &Path, inputs: &Inputs, object: &Object, operation: &str) -> Result<(f64, bool)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(["--collect-atstart=no", "--toggle-collect=*measured*"])
        .arg(binary)
        .arg(object.kind())
        .arg(if operation == "update" { inputs.stored(object) } else { inputs.path(object) })
        .arg(operation)
        .stdin(Stdio::null())
        .output()
        .context("cannot run valgrind (install the package of that name)")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let counted = said.lines().find_map(|line| line.split_once("Collected :"));
    let counted = counted.and_then(|(_, number)| number.trim().parse::<f64>().ok());
    let counted = counted.with_context(|| format!("unexpected output of callgrind: {said}"))?;
    ensure!(counted > 0.0, "callgrind did not find the function `measured`");
    if !output.status.success() {
        eprintln!("error: {}: {operation} refused it", object.name());
    }
    Ok((counted, output.status.success()))
}
