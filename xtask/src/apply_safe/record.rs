//! Compares lowered rules with the record. In: the recorded cases of immutability and unions, and their CRDs.
//! Out: the cases that a server with the lowered rules decides differently, by the entry of the report that
//! names the difference.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use crdc_check::check_source;
use crdc_documents::publish::apply_safe::{ApplySafe, Difference, Options, Unexpressed, apply_safe};
use crdc_oracle::interpreter::{Answer, Server};
use crdc_oracle::load;
use crdc_oracle::lowered::{pattern, without_annotation};
use crdc_oracle::record::{Case, Op, cases};
use crdc_oracle::stack::deep;
use crdc_source::Source;
use crdc_vocabulary::Minor;

use super::Args;

/// A CRD with extensions, and its published form with rules.
struct Lowered {
    published: ApplySafe,
    /// Interpreters of the CRD with rules.
    servers: Vec<Server>,
    /// Interpreters of the CRD with its extensions.
    own: Vec<Server>,
}

/// The counts of one file of cases.
#[derive(Default)]
struct Counts {
    cases: usize,
    equal: usize,
    unknown: usize,
    /// Cases that the interpreter decides in another way with the extensions too.
    unread: usize,
    /// The number of differences by the entry that names them.
    named: BTreeMap<String, usize>,
    unnamed: usize,
}

/// Compares all cases; returns whether each difference is named.
pub(super) fn run(shared: &Path, args: &Args) -> Result<bool> {
    let seeds = shared.join("golden/seeds");
    let mut lowered: BTreeMap<String, Option<Lowered>> = BTreeMap::new();
    let (mut good, mut over) = (true, 0);
    for file in ["immutable.jsonl", "unions.jsonl"] {
        let text = fs::read_to_string(seeds.join(file)).with_context(|| file.to_owned())?;
        let mut counts = Counts::default();
        for case in cases(&text) {
            if !lowered.contains_key(&case.crd) {
                let found = lower(&seeds.join("crds").join(&case.crd), args)?;
                // The oracle has no cost budget, so rules over the budget are compared as well.
                over += found.iter().filter(|found| !found.published.problems.is_empty()).count();
                good &= found.is_some();
                lowered.insert(case.crd.clone(), found);
            }
            if let Some(Some(lowered)) = lowered.get(&case.crd) {
                compare(&case, lowered, args, &mut counts);
            }
        }
        let Counts { cases, equal, unknown, unread, named, unnamed } = counts;
        let differ: usize = named.values().sum();
        println!(
            "{file}: {cases} cases, {equal} verdicts equal, {differ} differ as reported, {unnamed} differ otherwise, {unknown} not known, {unread} differ with the extensions too"
        );
        for (row, count) in named {
            println!("  {count:>5} {row}");
        }
        good &= unnamed == 0;
    }
    println!("{} CRDs, {over} of them over the budget", lowered.len());
    Ok(good)
}

/// Publishes a CRD as apply-safe; `None` if the file has no CRD.
fn lower(path: &Path, args: &Args) -> Result<Option<Lowered>> {
    let source = Source::read(path).with_context(|| path.display().to_string())?;
    let options = Options { server: Minor(args.server) };
    let mut documents = apply_safe(&source, &check_source(&source, None), options);
    Ok(documents.pop().map(|published| {
        let servers = load::servers("lowered.yaml", &without_annotation(&published.to_yaml()));
        Lowered { published, servers, own: load::servers("crd.yaml", &source.text) }
    }))
}

/// Compares one case, and counts the result.
fn compare<'l>(case: &Case, lowered: &'l Lowered, args: &Args, counts: &mut Counts) {
    let of_case = |servers: &'l [Server]| servers.iter().find(|server| server.version == case.version);
    let (Some(server), Some(own)) = (of_case(&lowered.servers), of_case(&lowered.own)) else { return };
    let Some(wanted) = &case.answer else { return };
    let answer = |server: &Server| {
        deep(|| match case.op {
            Op::Create => server.create(&case.new),
            Op::Update => server.update(&case.new, &case.old),
            Op::UpdateStatus => server.update_status(&case.new, &case.old),
        })
    };
    let given = answer(server);
    counts.cases += 1;
    if !given.unknown.is_empty() {
        counts.unknown += 1;
        return;
    }
    if wanted.accepted == given.is_accepted() {
        counts.equal += 1;
        return;
    }
    let fields: Vec<&str> = if wanted.accepted {
        given.errors.iter().map(|error| error.field.as_str()).collect()
    } else {
        wanted.errors.iter().map(|error| error.field.as_str()).collect()
    };
    let row = fields.iter().find_map(|field| named(lowered, case, field, wanted.accepted));
    // A row of the second table of docs/apply-safe.md.
    let ratcheted = || {
        let of_union = |message: &&str| given.warnings.iter().any(|warning| warning.starts_with(*message));
        let paths: Vec<String> = wanted
            .errors
            .iter()
            .filter(|error| error.source == "union")
            .map(|error| format!("{}: ", error.field))
            .collect();
        paths.iter().map(String::as_str).any(|path| of_union(&path))
    };
    let row = row.or_else(|| {
        (!wanted.accepted && ratcheted())
            .then(|| "x-kubernetes-unions: ratcheted: errors of unchanged objects".to_owned())
    });
    match row {
        Some(row) => {
            *counts.named.entry(row).or_default() += 1;
            if args.words {
                print_difference(case, &given, wanted.accepted);
            }
        }
        // The record has read the CRD in another way: a key `n` is a boolean in YAML.
        None if answer(own).is_accepted() == given.is_accepted() => counts.unread += 1,
        None => {
            counts.unnamed += 1;
            print_difference(case, &given, wanted.accepted);
        }
    }
}

/// The entry of the report that names a difference at a path; `None` if there is none.
fn named(lowered: &Lowered, case: &Case, field: &str, accepted: bool) -> Option<String> {
    let field = pattern(field);
    let fits = |entry: &Unexpressed| match entry.difference {
        Difference::Accepted => !accepted,
        Difference::Refused => accepted,
        // The server refuses an object with a field that a union would clear.
        Difference::NotDone => accepted || entry.keyword != "x-kubernetes-unions",
    };
    let found = lowered.published.unexpressed.iter().find(|entry| {
        let path = pattern(&entry.path);
        // An entry about a union is at its discriminator or its object.
        let path = match entry.keyword {
            "x-kubernetes-unions" => path.rsplit_once('.').map_or("", |(object, _)| object),
            _ => &path,
        };
        entry.version == case.version && fits(entry) && field.starts_with(path)
    })?;
    Some(format!("{}: {}: {}", found.keyword, found.difference.name(), found.detail))
}

/// Prints a case with the recorded and the given answer.
fn print_difference(case: &Case, given: &Answer, accepted: bool) {
    println!("{} {:?}: recorded {accepted}", case.id, case.op);
    for error in case.answer.iter().flat_map(|answer| &answer.errors) {
        println!("  recorded {} {}: {} ({})", error.error_type, error.field, error.detail, error.source);
    }
    for error in &given.errors {
        println!("  lowered  {} {}: {} ({})", error.error_type, error.field, error.detail, error.source);
    }
    for warning in &given.warnings {
        println!("  warning  {warning}");
    }
    println!("  new {}\n  old {}", String::from_utf8_lossy(&case.new), String::from_utf8_lossy(&case.old));
}
