//! Measures how much views and owned types add to the time of a build. In: the largest of the three CRDs.
//! Out: seconds, medians of rounds in which the same crate is compiled without them, with views, and with
//! types.

use anyhow::{Context, Result};
use crdc_codegen::{Options, generate};
use crdc_source::Source;

use super::bars::{Bar, Figure};
use super::inputs::{self, Inputs};
use super::ratios::median;
use super::weight;

/// The number of times that each program is compiled.
const ROUNDS: usize = 5;

/// Compiles the module of the kind whose build is measured.
pub(super) fn measure(inputs: &Inputs) -> Result<Vec<Figure>> {
    let crd = &inputs.weighed_crd;
    let text = std::fs::read_to_string(crd).with_context(|| crd.display().to_string())?;
    let source = Source::new("crd.yaml", text);
    let code = |views, types| -> Result<String> {
        let options = Options { views, types, ..Options::default() };
        let generated = generate(std::slice::from_ref(&source), &options);
        Ok(inputs::as_kind(generated.files.first().context("no code")?))
    };
    let sides = [code(false, false)?, code(true, false)?, code(false, true)?];
    let object = crd.file_stem().unwrap_or_default().to_string_lossy();
    let mut figures = Vec::new();
    let bars = [(Bar::ViewsDev, Bar::TypesDev, "dev"), (Bar::ViewsRelease, Bar::TypesRelease, "release")];
    for (views_bar, types_bar, profile) in bars {
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        // The first round compiles the dependencies.
        for round in 0..=ROUNDS {
            for (text, times) in sides.iter().zip(&mut times) {
                inputs.write("weighed.rs", text)?;
                let seconds = weight::seconds(inputs, profile)?;
                times.extend((round > 0).then_some(seconds));
            }
        }
        let [alone, views, types] = times.map(median);
        for (bar, with) in [(views_bar, views), (types_bar, types)] {
            let note = format!("{with:.2} s - {alone:.2} s");
            figures.push(Figure { note, ..Figure::new(bar, &object, with - alone) });
        }
    }
    inputs.write("weighed.rs", &sides[0])?;
    Ok(figures)
}
