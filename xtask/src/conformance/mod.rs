//! `cargo xtask conformance`: replays the recorded cases, and counts those that generated code answers as the
//! server did. Steps: `record` reads the cases, `select` chooses, `generate` compiles CRDs to code, `chunks`
//! writes crates, `build` compiles them, `execute` runs the cases, `compare` compares the answers, `report`
//! prints the result. A case whose CRD did not compile, or that crashed, is a mismatch at every level. With
//! `--dynamic`, crdc-dynamic answers (`dynamic`), and nothing is generated; with `--derive`, structs with the
//! derive (`derive`).
//!
//! With `--kind crds` the cases are CRDs, which are compared with `crdc check` in this process (`crds`); no
//! code is generated. `--kind cel` compares single expressions (`expressions`), which generated code
//! (`evaluate`) or the interpreter (`interpret`) evaluates. `--kind rules` compares the rules of CRDs
//! (`rules`), `--kind openapi` the schemas that servers publish (`openapi`), and `--kind types` reads
//! accepted objects as owned types and writes them again (`types`).

mod answer;
mod args;
mod build;
mod chunks;
mod classes;
mod compare;
mod crds;
mod derive;
mod dynamic;
mod evaluate;
mod execute;
mod expressions;
mod generate;
mod ignored;
mod interpret;
mod level;
mod lines;
mod message;
mod openapi;
mod progress;
mod record;
mod report;
mod rules;
mod select;
mod spelling;
mod table;
mod types;
mod value;
mod wiped;

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

pub(crate) use args::Args;

use answer::Answer;
use record::{Case, Record};

/// One version of one CRD file, the unit of generation and compilation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Unit {
    crd: std::path::PathBuf,
    version: String,
}

/// Runs all steps; returns whether everything compiled and every `--min` was reached.
pub(crate) fn run(args: &Args) -> Result<bool> {
    match args.kind {
        args::Kind::Objects if args.derive => return derive::run(args),
        args::Kind::Objects => {}
        args::Kind::Crds => return crds::run(args),
        args::Kind::Cel => return expressions::run(args),
        args::Kind::Rules => return lines::run::<rules::Line>(args),
        args::Kind::Openapi => return lines::run::<openapi::Line>(args),
        args::Kind::Types => return types::run(args),
    }
    let home = places::target().join("conformance");
    std::fs::create_dir_all(&home)?;
    let record = Record::read(&args.inputs()?)?;
    let cases = select::select(record.cases, &args.selection());
    ensure!(!cases.is_empty(), "no case was selected");

    let units = select::units(&cases);
    let mut failed = BTreeMap::new();
    let answers = if args.dynamic {
        dynamic::execute(&cases, &mut failed)?
    } else {
        let generated = generate::generate(&units);
        failed = generated.failed;
        let built = build::build(&home, chunks::lay_out(generated.units), &chunks::ANSWERS, &mut failed)?;
        execute::execute(&home, &built, &cases)?
    };

    // Recorded objects may be as deep as the server allows, and are compared recursively.
    let outcome = std::thread::scope(|scope| {
        let validate = || report::validate(&record.sources, &cases, answers, &failed, &args.ignored());
        std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn_scoped(scope, validate)?
            .join()
            .map_err(|_| anyhow::anyhow!("comparing panicked; the message stands above"))
    })?;
    report::write_mismatches(&home.join("mismatches.jsonl"), &cases, &outcome)?;
    if let Some(path) = &args.outcomes {
        report::write_outcomes(path, &cases, &outcome)?;
    }
    report::print(&record.sources, &outcome, &level::Level::ALL, args.top);
    let whole = report::failures(&home.join("failures.txt"), &failed)?;
    let held = report::minimums(&outcome, &args.min);
    report::last_line(&units, &failed, &outcome);
    Ok(whole && held)
}
