//! `cargo measure bench` measures the bench objects and prints one line per measurement and object. `inputs`
//! writes code and schemas, `ratios` compares crdc with other libraries and kinds with and without immutable
//! fields, `rules` with kube's CEL, `weight` measures build time and size, `added` the build time of views
//! and types, `instructions` counts with callgrind, `typed` and `derives` measure the derive, `bars` has the
//! targets, `webhook` loads servers, `table` prints the table. The measured crates are in
//! `xtask/measure/bench`.

mod added;
mod bars;
mod derives;
mod inputs;
mod instructions;
mod json_schema;
mod marked;
mod ratios;
mod rules;
mod structs;
mod table;
mod typed;
mod webhook;
mod weight;

use std::path::PathBuf;

use anyhow::{Result, ensure};

use bars::Figure;
use inputs::Inputs;

/// Arguments of `cargo measure bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory with golden, corpus and bench [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// Only objects whose name contains this, such as httproute or -20k
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Count instructions per byte with callgrind (P4) instead of measuring times
    #[arg(long)]
    instructions: bool,
    /// Measure only the derive, against kube's validation in CEL and serde's derives
    #[arg(long)]
    derive: bool,
    /// Measure only the cost of immutability markers
    #[arg(long)]
    marks: bool,
    /// Measure only the cost of an admission chain
    #[arg(long)]
    admission: bool,
    /// Measure only plans that are not compiled, against generated code
    #[arg(long)]
    dynamic: bool,
    /// Measure only reading objects as types, against serde_json
    #[arg(long)]
    reading: bool,
    /// Measure only CEL rules, against kube's evaluation of the same rules
    #[arg(long)]
    rules: bool,
    /// Measure only the webhook under load, beside one that parses with serde_json
    #[arg(long)]
    webhook: bool,
    /// Skip build times and size (P8), which rebuild the module
    #[arg(long)]
    no_build: bool,
    /// Build for the processor of this machine, for all libraries
    #[arg(long)]
    native: bool,
    /// Fail if a target is missed
    #[arg(long)]
    check: bool,
    /// Also print the table in Markdown
    #[arg(long)]
    markdown: bool,
}

/// Runs the benchmarks; returns `false` if `--check` finds a missed target.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let home = places::target().join("bench");
    let inputs = Inputs::prepare(&shared, &home, args.only.as_deref(), args.native)?;
    // Rules are measured on other objects as well.
    ensure!(args.rules || !inputs.objects.is_empty(), "no such object");
    if args.webhook {
        return Ok(webhook::measure(&inputs, &shared)? || !args.check);
    }
    let mut figures: Vec<Figure> = Vec::new();
    let mut show = |more: Vec<Figure>| {
        more.iter().for_each(|figure| println!("{figure}"));
        figures.extend(more);
    };
    if args.instructions {
        show(instructions::count(&inputs)?);
    } else if args.derive {
        show(typed::measure(&inputs, !args.no_build)?);
    } else if args.rules {
        show(rules::measure(&inputs, &shared, args.only.as_deref(), !args.no_build)?);
    } else if args.marks {
        show(ratios::measure_marks(&inputs)?);
    } else if args.dynamic {
        show(ratios::measure_dynamic(&inputs)?);
    } else if args.reading {
        show(ratios::measure_reading(&inputs)?);
        if !args.no_build {
            show(added::measure(&inputs)?);
        }
    } else if args.admission {
        show(ratios::measure_admission(&inputs)?);
    } else {
        show(ratios::measure(&inputs)?);
        show(ratios::measure_marks(&inputs)?);
        if !args.no_build {
            show(weight::weigh(&inputs)?);
        }
    }
    if args.markdown {
        print!("\n{}", table::markdown(&figures));
    }
    let missed = figures.iter().filter(|figure| figure.missed()).count();
    if missed > 0 {
        eprintln!("{missed} targets missed");
    }
    Ok(!args.check || missed == 0)
}
