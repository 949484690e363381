//! `cargo xtask bench`: in come the bench objects, out goes a line for each bar and object.
//! `inputs` makes code and schemas for them, `ratios` runs crdc beside its peers and marked kinds beside plain ones, `weight`
//! takes build times and size, `instructions` counts with callgrind, `typed` and `derives` measure
//! the derive, `bars` says what is asked, `table` shows it. The crates that are built stand in `xtask/bench`.

mod bars;
mod derives;
mod inputs;
mod instructions;
mod json_schema;
mod marked;
mod ratios;
mod table;
mod typed;
mod weight;

use std::path::PathBuf;

use anyhow::Result;

use bars::Figure;
use inputs::Inputs;

use crate::places;

/// Arguments of `cargo xtask bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory that holds golden, corpus and bench [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// Only objects whose name contains this, such as httproute or -20k
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Count instructions per byte with callgrind (P4) in place of taking times
    #[arg(long)]
    instructions: bool,
    /// Measure the derive against kube's validation in CEL and serde's derives in place of the rest
    #[arg(long)]
    derive: bool,
    /// Measure only what marks of immutability cost
    #[arg(long)]
    marks: bool,
    /// Leave out build times and size (P8), which build the module anew
    #[arg(long)]
    no_build: bool,
    /// Build for this machine's processor, crdc and its peers alike
    #[arg(long)]
    native: bool,
    /// Fail where a bar is missed
    #[arg(long)]
    check: bool,
    /// Print the table of the README as well
    #[arg(long)]
    markdown: bool,
}

/// Runs it; false where `--check` finds a bar missed.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let home = places::target().join("bench");
    let inputs = Inputs::prepare(&shared, &home, args.only.as_deref(), args.native)?;
    let mut figures: Vec<Figure> = Vec::new();
    let mut show = |more: Vec<Figure>| {
        more.iter().for_each(|figure| println!("{figure}"));
        figures.extend(more);
    };
    if args.instructions {
        show(instructions::count(&inputs)?);
    } else if args.derive {
        show(typed::measure(&inputs, !args.no_build)?);
    } else if args.marks {
        show(ratios::measure_marks(&inputs)?);
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
        eprintln!("{missed} bars missed");
    }
    Ok(!args.check || missed == 0)
}
