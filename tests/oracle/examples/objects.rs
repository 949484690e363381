//! Compares the interpreter with the recorded answers for CRDs that have rules: `cargo run -p crdc-oracle
//! --example objects -- SHARED`, where `SHARED` is the directory of the record. Only errors of rules and of
//! what blocks them count, and warnings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::record::{Case, Given, Op, cases};
use crdc_oracle::stack::deep;

#[derive(Default)]
struct Counts {
    cases: usize,
    rules: usize,
    unknown: BTreeMap<String, usize>,
    different: usize,
}

fn main() -> ExitCode {
    let Some(shared) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("the directory of the record is missing");
        return ExitCode::from(2);
    };
    let mut counts = Counts::default();
    for (folder, crds) in [("golden/cases", "corpus/crds"), ("golden/suites", "corpus")] {
        let Ok(files) = std::fs::read_dir(shared.join(folder)) else { continue };
        let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        files.sort();
        for file in files {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            deep(|| compare(&cases(&text), &shared.join(crds), &mut counts));
        }
    }
    let Counts { cases, rules, unknown, different } = &counts;
    for (why, count) in unknown {
        println!("not known: {count} {why}");
    }
    let unknown: usize = unknown.values().sum();
    println!("{cases} cases, {rules} rules evaluated, {different} cases differ, {unknown} are not known");
    if *different == 0 && *cases > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(cases: &[Case], crds: &Path, counts: &mut Counts) {
    let mut servers: BTreeMap<(&str, &str), Option<Server>> = BTreeMap::new();
    for case in cases {
        let server = servers.entry((&case.crd, &case.version)).or_insert_with(|| {
            let text = std::fs::read_to_string(crds.join(&case.crd)).ok()?;
            let mut all = load::servers(&case.crd, &text).into_iter();
            all.find(|server| server.version == case.version && server.rules.is_some())
        });
        let (Some(server), Some(expected)) = (server, &case.answer) else { continue };
        counts.cases += 1;
        let answer = match case.op {
            Op::Create => server.create(&case.new),
            Op::Update => server.update(&case.new, &case.old),
            Op::UpdateStatus => server.update_status(&case.new, &case.old),
        };
        if let Some(why) = answer.unknown.first() {
            *counts.unknown.entry(why.clone()).or_default() += 1;
            continue;
        }
        counts.rules += answer.evaluated;
        let given = Given::from(answer);
        let of_rules = |source: &str| matches!(source, "cel" | "blocked");
        let mut wanted: Vec<String> = (expected.errors.iter().filter(|error| of_rules(&error.source)))
            .map(|error| format!("{} {} {}", error.error_type, error.field, error.detail))
            .chain(expected.warnings.iter().cloned())
            .collect();
        let mut found: Vec<String> = (given.errors.iter().filter(|error| of_rules(&error.source)))
            .map(|error| format!("{} {} {}", error.error_type, error.field, error.detail))
            .chain(given.warnings.iter().cloned())
            .collect();
        for all in [&mut wanted, &mut found] {
            all.sort();
            all.dedup();
        }
        if wanted != found {
            counts.different += 1;
            println!("{}\n  recorded    {wanted:?}\n  interpreter {found:?}", case.id);
        }
    }
}
