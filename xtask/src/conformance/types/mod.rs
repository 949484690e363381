//! `--kind types`: reads each accepted object of real samples and random ones as its owned type, and writes
//! it again. In: the record of the corpus. Out: a table of the results of each generator's types.
//! `generators` writes the types of all versions, `objects` has the objects that crdc stores, `run` compiles
//! the types and reads objects with them, and `compare` compares each written object with the stored one.
//!
//! Types read the stored text with `serde_json`, like the types of other generators; `tests/reading` compares
//! that with reading an outcome.

mod compare;
mod generators;
mod objects;
mod run;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::Unit;
use super::args::Args;
use super::record::Record;
use super::select;
use compare::Became;
use generators::Generator;

/// Runs the comparison; returns whether crdc's own types compile and write equal objects.
pub(super) fn run(args: &Args) -> Result<bool> {
    let home = places::target().join("types");
    std::fs::create_dir_all(&home)?;
    let corpus = args.shared()?.join("corpus/crds");
    let inputs: Vec<_> = args.inputs()?.into_iter().filter(|input| input.crds == corpus).collect();
    let cases = select::select(Record::read(&inputs)?.cases, &args.selection());
    let crds: BTreeSet<_> = cases.iter().map(|case| case.unit.crd.clone()).collect();
    let objects = objects::accepted(&cases)?;
    let accepted: usize = objects.values().map(Vec::len).sum();
    let valid = objects.values().flatten().filter(|object| object.valid).count();
    println!("{} CRDs, {accepted} accepted objects, of which {} keep errors\n", crds.len(), accepted - valid);
    let columns = [
        "types of",
        "versions",
        "not generated",
        "do not compile",
        "valid objects",
        "the same",
        "another form",
        "changed",
        "refused",
        "objects that keep errors",
        "refused",
    ];
    println!("| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()));
    let mut held = true;
    for generator in Generator::all(args.kopium.as_deref()) {
        let generated = generators::generate(&generator, &crds, &home)?;
        let versions = generated.units.len() + generated.failed.len();
        let ungenerated = generated.failed.len();
        let mut failed: BTreeMap<Unit, String> = BTreeMap::new();
        let found = run::run(&home, &generator, generated.units, &objects, &mut failed)?;
        let count =
            |wanted: Became| found.iter().filter(|found| found.valid && found.became == wanted).count();
        let (kept, lost) = found.iter().filter(|found| !found.valid).fold((0, 0), |(all, refused), found| {
            (all + 1, refused + usize::from(found.became == Became::Refused))
        });
        let [same, form, changed, refused] =
            [Became::Same, Became::AnotherForm, Became::Changed, Became::Refused].map(count);
        println!(
            "| {} | {versions} | {ungenerated} | {} | {} | {same} | {form} | {changed} | {refused} | {kept} | {lost} |",
            generator.name(),
            failed.len(),
            found.len() - kept,
        );
        let report = home.join(format!("{}.txt", generator.file_name()));
        run::write_report(&report, &generated.failed, &failed, &found)?;
        held &= generator.is_kopium() || ungenerated + failed.len() + changed == 0;
    }
    println!("\n{}/*.txt has the reasons", home.display());
    Ok(held)
}
