//! `cargo xtask openapi`: compiles the schemas that a server publishes for CRDs of the corpus, v3 and v2, and
//! compares their plans with the plans of the CRDs. v3 must be equal except for additions of the server. v2
//! loses information by design; the losses are counted. `own` does the same with the documents of `crdc
//! publish --extensions`, which must lose nothing.

mod own;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use crdc_check::check_source;
use crdc_check::{CheckedCrd, Outcome};
use crdc_codegen::{Options, generate_openapi};
use crdc_plan as plan;
use crdc_plan::check_openapi;
use crdc_source::Source;
use crdc_source::diag::Severity;
use serde_json::{Value, json};

/// Arguments of `cargo xtask openapi`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// Print every difference with its path, not only sums
    #[arg(long)]
    words: bool,
}

/// The operations at each path: lines of the plan's text without node numbers.
type Places = BTreeMap<String, Vec<String>>;

/// Runs the comparison; returns whether all documents are read and the plans of v3 equal those of the CRDs.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let path = shared.join("golden/openapi.jsonl");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut good = true;
    let mut kinds: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    let mut equal: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let word = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let (crd, version, form) = (word("crd"), word("version"), word("openapi"));
        let crd = Source::read(&shared.join("corpus/crds").join(&crd)).with_context(|| crd.clone())?;
        let document = match form.as_str() {
            "v3" => json!({"openapi": "3.0.0", "components": {"schemas": row["schemas"]}}),
            _ => json!({"swagger": "2.0", "definitions": row["schemas"]}),
        };
        let source = Source::new(format!("{}.{form}.json", crd.name), document.to_string());
        let checked = check_openapi(&source, &[]);
        let errors = checked.diagnostics.iter().filter(|problem| problem.severity() == Severity::Error);
        let errors: Vec<&str> = errors.map(|problem| problem.message.as_str()).collect();
        let plans = checked.plans();
        let files = generate_openapi(&source, &[], &Options::default()).files.len();
        if !errors.is_empty() || plans.len() != 1 || files != 1 {
            println!("{}: {} plans, {files} files, {errors:?}", source.name, plans.len());
            good = false;
            continue;
        }
        // Without the programs of rules, which `explain` adds.
        let own = check_source(&crd, None).crds;
        let own = own.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions).map(plan::build);
        let own: String = own.filter(|plan| plan.version == version).map(|plan| plan.text()).collect();
        let published: String = plans.iter().map(plan::Plan::text).collect();
        let found = differences(&places_of(&own), &places_of(&published));
        *equal.entry(form.clone()).or_default() += usize::from(found.is_empty());
        for (what, at) in found {
            if args.words {
                println!("{} {at}: {what}", source.name);
            }
            let added = what.ends_with("(added by servers)");
            good &= form != "v3" || added;
            *kinds.entry(form.clone()).or_default().entry(what).or_default() += 1;
        }
    }
    for (form, kinds) in &kinds {
        println!(
            "{form}: {} plans equal those of the CRDs; differences of the others:",
            equal.get(form).unwrap_or(&0)
        );
        for (what, count) in kinds {
            println!("  {count:>5} {what}");
        }
    }
    Ok(own::run(&shared)? && good)
}

/// The lines of a plan's text by path, starting at the root. Lines that lead to other nodes become paths of
/// their own.
fn places_of(text: &str) -> Places {
    let mut nodes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut root = "";
    for block in text.split("\n\n").skip(1) {
        let mut lines = block.lines();
        let head = lines.next().unwrap_or_default();
        let (id, place) = head.split_once(' ').unwrap_or((head, ""));
        if place == "(root)" {
            root = id;
        }
        nodes.insert(id, lines.map(str::trim).collect());
    }
    let mut found = Places::new();
    let mut waiting = vec![(String::new(), root)];
    while let Some((path, id)) = waiting.pop() {
        let mut own = Vec::new();
        for line in nodes.get(id).map(Vec::as_slice).unwrap_or_default() {
            match line.split_once(" -> ") {
                Some((step, to)) => waiting.push((format!("{path}{step}"), to)),
                None => match line.split_once(' ') {
                    Some((word @ ("allOf" | "anyOf" | "oneOf" | "not"), ids)) => {
                        let ids = ids.split(", ").enumerate();
                        waiting.extend(ids.map(|(index, to)| (format!("{path}<{word} {index}>"), to)));
                    }
                    _ => own.push((*line).to_owned()),
                },
            }
        }
        found.insert(path, own);
    }
    found
}

/// The paths at which two plans differ, with the difference.
fn differences(own: &Places, published: &Places) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (path, lines) in published {
        match own.get(path) {
            None if is_type_meta(path, own) => {
                found.push(("a field of the type meta (added by servers)".to_owned(), path.clone()));
            }
            None if is_kind_of_number(path, own) => {
                found.push(("a kind of an integer or string (added by servers)".to_owned(), path.clone()));
            }
            None => found.push((format!("only published: {}", lines.join("; ")), path.clone())),
            Some(before) => {
                // A server requires these of embedded resources anyway.
                let is_embedded = lines.iter().any(|line| line == "embedded resource");
                let is_added = |line: &str, before: &[String]| {
                    let rest = line.strip_suffix("kind, apiVersion").filter(|_| is_embedded);
                    rest.is_some_and(|rest| {
                        let rest = rest.trim_end_matches([',', ' ']);
                        rest == "required" || before.iter().any(|line| line == rest)
                    })
                };
                let required: Vec<String> =
                    lines.iter().filter(|line| is_added(line, before)).cloned().collect();
                for line in lines.iter().filter(|line| !before.contains(line)) {
                    let added = required.contains(line);
                    let by = if added { " (added by servers)" } else { "" };
                    found.push((format!("only published: {}{by}", short(line)), path.clone()));
                }
                let stays = |line: &String| required.iter().any(|longer| longer.starts_with(line.as_str()));
                for line in before.iter().filter(|line| !lines.contains(line) && !stays(line)) {
                    found.push((format!("only in the CRD: {}", short(line)), path.clone()));
                }
            }
        }
    }
    let lost = own.keys().filter(|path| !published.contains_key(*path));
    found.extend(lost.map(|path| ("only in the CRD: a path".to_owned(), path.clone())));
    found
}

/// Whether a path is a field that the server adds to every resource and embedded resource.
fn is_type_meta(path: &str, own: &Places) -> bool {
    let (holder, name) = path.rsplit_once('.').unwrap_or(("", path));
    let embedded = own.get(holder).is_some_and(|lines| lines.iter().any(|line| line == "embedded resource"));
    (holder.is_empty() || embedded) && ["apiVersion", "kind", "metadata"].contains(&name)
}

/// Whether a path is in a branch that the server writes beside `x-kubernetes-int-or-string` even if the CRD
/// does not have it.
fn is_kind_of_number(path: &str, own: &Places) -> bool {
    let holder = path.rsplit_once("<anyOf ").map(|(holder, _)| holder);
    let lines = holder.and_then(|holder| own.get(holder));
    lines.is_some_and(|lines| lines.iter().any(|line| line.starts_with("integer | string")))
}

/// A line for counting: without its value for some keywords, so that differences of the same kind are counted
/// together.
fn short(line: &str) -> &str {
    let keyword = line.split(' ').next().unwrap_or(line);
    if ["rule", "message", "default", "enum", "pattern", "length"].contains(&keyword) {
        keyword
    } else {
        line
    }
}
