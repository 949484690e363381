//! Prints and writes the results. In: answers. Out: the table, the mismatches, the outcomes and the summary
//! line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use super::classes::{self, Classes};
use super::compare;
use super::ignored::Ignored;
use super::level::{Comparison, Level, Tally};
use super::{Answer, Case, Unit};

/// Every case with its answer and comparison.
pub(crate) struct Outcome {
    answers: Vec<Answer>,
    comparisons: Vec<Comparison>,
    /// The counts by source.
    tallies: Vec<Tally>,
    whole: Tally,
    classes: Classes,
}

/// Compares every case; a case without an answer fails because its CRD failed.
pub(crate) fn validate(
    sources: &[String],
    cases: &[Case],
    answers: Vec<Option<Answer>>,
    failed: &BTreeMap<Unit, String>,
    ignored: &Ignored,
) -> Outcome {
    let reason = |case: &Case| failed.get(&case.unit).map_or("not answered", |reason| reason);
    let answers: Vec<_> = answers
        .into_iter()
        .zip(cases)
        .map(|(answer, case)| answer.unwrap_or_else(|| Answer::trouble(reason(case))))
        .collect();
    let mut outcome = Outcome {
        answers: Vec::new(),
        comparisons: Vec::new(),
        tallies: vec![Tally::default(); sources.len()],
        whole: Tally::default(),
        classes: Classes::default(),
    };
    for (case, got) in cases.iter().zip(&answers) {
        let (new, expected) = (&case.new, &case.expected);
        let comparison = compare::compare(new, expected, got, ignored);
        outcome.tallies[case.source].add(&comparison);
        outcome.whole.add(&comparison);
        if comparison.missed().next().is_some() {
            let classes = classes::of(new, expected, got, ignored, &comparison);
            outcome.classes.add(&case.id, classes);
        }
        outcome.comparisons.push(comparison);
    }
    outcome.answers = answers;
    outcome
}

/// Writes every case with a mismatch at some level, with both answers.
pub(crate) fn write_mismatches(path: &Path, cases: &[Case], outcome: &Outcome) -> Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        id: &'a str,
        levels: Vec<&'static str>,
        crd: String,
        expected: &'a Answer,
        got: &'a Answer,
    }
    let lines = cases.iter().zip(&outcome.answers).zip(&outcome.comparisons);
    let lines = lines.filter_map(|((case, got), comparison)| {
        let levels: Vec<_> = comparison.missed().map(Level::as_str).collect();
        let crd = case.unit.crd.display().to_string();
        (!levels.is_empty()).then_some(Line { id: &case.id, levels, crd, expected: &case.expected, got })
    });
    write_lines(path, lines)
}

/// Writes all answers in the record's form.
pub(crate) fn write_outcomes(path: &Path, cases: &[Case], outcome: &Outcome) -> Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        id: &'a str,
        answer: &'a Answer,
    }
    let lines = cases.iter().zip(&outcome.answers);
    write_lines(path, lines.map(|(case, answer)| Line { id: &case.id, answer }))
}

fn write_lines(path: &Path, lines: impl Iterator<Item = impl Serialize>) -> Result<()> {
    let mut file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
    for line in lines {
        serde_json::to_writer(&mut file, &line)?;
        file.write_all(b"\n")?;
    }
    Ok(file.flush()?)
}

/// Prints the table, and the largest classes of mismatches.
pub(crate) fn print(sources: &[String], outcome: &Outcome, levels: &[Level], top: usize) {
    let width = sources.iter().map(String::len).max().unwrap_or_default().max(5);
    print!("{:width$} {:>6}", "", "cases");
    levels.iter().for_each(|level| print!(" {:>9}", level.as_str()));
    println!();
    let row = |name: &str, tally: &Tally| {
        print!("{name:width$} {:>6}", tally.cases);
        levels.iter().for_each(|level| print!(" {:>9}", tally.percent(*level)));
        println!();
    };
    for (source, tally) in sources.iter().zip(&outcome.tallies).filter(|(_, t)| t.cases > 0) {
        row(source, tally);
    }
    row("all", &outcome.whole);
    let troubled = outcome.answers.iter().filter(|answer| answer.trouble.is_some()).count();
    if troubled > 0 {
        println!("{troubled} cases have no answer: not compiled, panicked, crashed or timed out");
    }
    let classes = outcome.classes.top(top);
    if !classes.is_empty() {
        println!("\nmismatches by class (cases, class, example):");
    }
    for (cases, class, id) in classes {
        println!("{cases:>6}  {class}\n        {id}");
    }
}

/// Prints which CRDs did not generate or compile, with full errors in a file; returns whether there are none.
pub(crate) fn failures(path: &Path, failed: &BTreeMap<Unit, String>) -> Result<bool> {
    const SHOWN: usize = 12;
    let mut whole = String::new();
    for (number, (unit, reason)) in failed.iter().enumerate() {
        let (crd, version) = (unit.crd.display(), &unit.version);
        whole.push_str(&format!("error: {crd} {version}: {}\n", reason.trim_end()));
        // The first error is printed in rustc's form; the others are often the same bug.
        let brief: Vec<_> = reason.lines().take(if number == 0 { 12 } else { 1 }).collect();
        if number < SHOWN {
            eprintln!("error: {crd} {version}: {}", brief.join("\n"));
        }
    }
    std::fs::write(path, whole).with_context(|| path.display().to_string())?;
    if !failed.is_empty() {
        eprintln!("error: {} versions did not compile, see {}", failed.len(), path.display());
    }
    Ok(failed.is_empty())
}

/// Prints the missed minimums; returns whether there are none. Percentages are not rounded here.
pub(crate) fn minimums(outcome: &Outcome, minimums: &[(Level, f64)]) -> bool {
    let mut held = true;
    for (level, percent) in minimums {
        if outcome.whole.ratio(*level) * 100.0 < *percent {
            eprintln!("error: {} is below {percent} %", level.as_str());
            held = false;
        }
    }
    held
}

/// Prints the summary line of `--kind crds`.
pub(crate) fn last_line_of_crds(outcome: &Outcome) {
    let mut line = format!("conformance: cases {}", outcome.whole.cases);
    for level in [Level::Verdict, Level::Errors, Level::Messages] {
        line.push_str(&format!(" {} {}", level.as_str(), outcome.whole.percent(level)));
    }
    println!("{line}");
}

/// Prints the summary line.
pub(crate) fn last_line(units: &BTreeSet<Unit>, failed: &BTreeMap<Unit, String>, outcome: &Outcome) {
    let crds = |units: &mut dyn Iterator<Item = &Unit>| -> usize {
        units.map(|unit| unit.crd.as_path()).collect::<BTreeSet<_>>().len()
    };
    let all = crds(&mut units.iter());
    let good = all - crds(&mut failed.keys());
    let mut line = format!("conformance: crds {good}/{all} cases {}", outcome.whole.cases);
    for level in Level::COMPARED {
        line.push_str(&format!(" {} {}", level.as_str(), outcome.whole.percent(level)));
    }
    println!("{line}");
}
