//! Measures the compile time of the derive. Writes fifty typical structs, with the compared derives under
//! features, and measures their compilation: as a library that only defines them, and as one that reads,
//! writes and validates each.
//!
//! Easy to break: this measures CPU time, not wall-clock time, since the machine may be busy.

use anyhow::{Context, Result, ensure};

use super::bars::{Bar, Figure};
use super::inputs::Inputs;
use super::ratios::median;

/// The number of compilations of each variant, in rotating order.
const ROUNDS: usize = 9;
/// Features: no derives, serde's derives, and `Rules` after or before them; then the first two in use.
const VARIANTS: [&str; 6] = ["", "serde", "rules", "rules-first", "serde,used", "rules,used"];

/// CPU time of the derive relative to serde's two derives, on the same structs.
pub(super) fn weigh(inputs: &Inputs) -> Result<Vec<Figure>> {
    let mut times = VARIANTS.map(|_| Vec::new());
    // The first round compiles the dependencies.
    for round in 0..=ROUNDS {
        for turn in 0..VARIANTS.len() {
            let index = (round + turn) % VARIANTS.len();
            let seconds = compile(inputs, VARIANTS[index])?;
            if round > 0 {
                times[index].push(seconds);
            }
        }
    }
    let [none, serde, rules, first, serde_used, rules_used] = times.map(median);
    let figure = |bar, with: f64, serde: f64| {
        let (derive, both) = (with - serde, serde - none);
        let note = format!(
            "{:.0} ms / {:.0} ms; the crate {none:.2} s, with serde {serde:.2} s, with both {with:.2} s",
            derive * 1e3,
            both * 1e3
        );
        Figure { note, ..Figure::new(bar, "derives-50", derive / both) }
    };
    Ok(vec![
        figure(Bar::DeriveBuild, rules, serde),
        figure(Bar::DeriveBuildFirst, first, serde),
        figure(Bar::DeriveBuildUsed, rules_used, serde_used),
    ])
}

fn compile(inputs: &Inputs, feature: &str) -> Result<f64> {
    let mut clean = inputs.cargo("clean", "derives");
    clean.arg("--quiet");
    ensure!(clean.status()?.success(), "cargo clean");
    let mut build = inputs.cargo("build", "derives");
    build.args(["--lib", "--quiet", "--features", feature]);
    let start = of_children()?;
    ensure!(build.status()?.success(), "the structs do not compile");
    Ok(of_children()? - start)
}

/// CPU seconds of all child processes that have ended, including their children.
pub(super) fn of_children() -> Result<f64> {
    /// Linux always counts in hundredths of a second here.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").context("processor times, which Linux has")?;
    // The name is in parentheses and may contain spaces.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok());
    // `cutime` and `cstime` are fields 16 and 17; the first field after the name is 3.
    Ok((ticks(13).context("cutime")? + ticks(14).context("cstime")?) / TICKS)
}
