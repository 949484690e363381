//! P4: callgrind counts the instructions of one `create` with warm buffers, figures per
//! input byte go out. Counts do not depend on the machine's load, so a regression shows.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::bars::{Bar, Figure};
use super::inputs::Inputs;

/// Instructions per byte of every object.
pub(crate) fn count(inputs: &Inputs) -> Result<Vec<Figure>> {
    let binary = inputs.binary("count", "measure")?;
    let mut figures = Vec::new();
    for object in &inputs.objects {
        let path = inputs.path(object);
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .args(["--collect-atstart=no", "--toggle-collect=*measured*"])
            .arg(&binary)
            .arg(object.kind())
            .arg(&path)
            .stdin(Stdio::null())
            .output()
            .context("valgrind (it comes in a package of that name)")?;
        let said = String::from_utf8_lossy(&output.stderr);
        let counted = said.lines().find_map(|line| line.split_once("Collected :"));
        let counted = counted.and_then(|(_, number)| number.trim().parse::<f64>().ok());
        let counted = counted.with_context(|| format!("callgrind said: {said}"))?;
        ensure!(counted > 0.0, "callgrind did not find the function `measured`");
        let bytes = std::fs::metadata(&path)?.len();
        let mut figure = Figure::new(Bar::P4, object.name(), counted / bytes as f64);
        figure.note = format!("{counted} instructions, {bytes} bytes");
        figure.invalid = !output.status.success();
        if figure.invalid {
            eprintln!("error: {}: create refused it", object.name());
        }
        figures.push(figure);
    }
    Ok(figures)
}
