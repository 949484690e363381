//! P8: build time and size for the largest of the three CRDs. Compile times are for the crate of the module
//! only, with cargo's own profiles and a compiled runtime. The size is the difference of machine code between
//! the linked program and one with a trivial CRD.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::bars::{Bar, Figure};
use super::inputs::{self, Inputs};

/// Runs all measurements of P8.
pub(crate) fn weigh(inputs: &Inputs) -> Result<Vec<Figure>> {
    let object = inputs.weighed_crd.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let figure = |bar, value| Figure::new(bar, &object, value);
    let generate = |profile| -> Result<f64> {
        let binary = inputs.binary("generate", profile, "")?;
        let seconds = inputs::output(Command::new(binary).arg(&inputs.weighed_crd))?;
        seconds.trim().parse().context("the generate crate")
    };
    let mut figures = vec![
        figure(Bar::P8Generate, generate("release")?),
        figure(Bar::P8Script, generate("dev")?),
        figure(Bar::P8Dev, compile(inputs, "dev")?),
        figure(Bar::P8Release, compile(inputs, "release")?),
    ];
    let mut text = Vec::new();
    for module in [true, false] {
        let mut cargo = inputs.cargo("build", "build");
        cargo.args(["--release", if module { "--features=module" } else { "--no-default-features" }]);
        cargo.args(["--message-format=json"]);
        let messages = inputs::output(&mut cargo)?;
        let binary = messages.lines().rev().find_map(|line| {
            let message: serde_json::Value = serde_json::from_str(line).ok()?;
            message["executable"].as_str().map(str::to_owned)
        });
        text.push(sections(Path::new(&binary.context("no binary")?))?);
    }
    let mut size = figure(Bar::P8Text, (text[0].0 - text[1].0) / 1e6);
    size.note = format!("and {:.2}MB of constants", (text[0].1 - text[1].1) / 1e6);
    figures.push(size);
    Ok(figures)
}

/// Seconds to compile only the crate of the module.
fn compile(inputs: &Inputs, profile: &str) -> Result<f64> {
    // The first build compiles the dependencies, the second is measured.
    seconds(inputs, profile)?;
    seconds(inputs, profile)
}

/// Compiles that crate, and returns the seconds.
pub(super) fn seconds(inputs: &Inputs, profile: &str) -> Result<f64> {
    clean(inputs, profile)?;
    let start = Instant::now();
    build(inputs, profile)?;
    Ok(start.elapsed().as_secs_f64())
}

/// Removes the compiled crate of the module, so that it is compiled again.
pub(super) fn clean(inputs: &Inputs, profile: &str) -> Result<()> {
    let mut clean = inputs.cargo("clean", "build");
    clean.args(["--profile", profile, "--quiet"]);
    ensure!(clean.status()?.success(), "cargo clean");
    Ok(())
}

/// Compiles only the crate of the module.
pub(super) fn build(inputs: &Inputs, profile: &str) -> Result<()> {
    let mut build = inputs.cargo("build", "build");
    build.args(["--lib", "--features=module", "--quiet", "--profile", profile]);
    ensure!(build.status()?.success(), "the module does not compile");
    Ok(())
}

/// Bytes of machine code and of constants, from `size` of binutils.
fn sections(binary: &Path) -> Result<(f64, f64)> {
    let mut size = Command::new("size");
    size.arg("-A").arg(binary).stderr(Stdio::inherit());
    let said = inputs::output(&mut size).context("size (of binutils)")?;
    let section = |name: &str| {
        said.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            (words.next() == Some(name)).then(|| words.next()?.parse::<f64>().ok())?
        })
    };
    let constants = [".rodata", ".data.rel.ro", ".eh_frame"].map(section).into_iter().flatten().sum();
    Ok((section(".text").context("no .text")?, constants))
}
