//! `--derive`. In: recorded cases of objects. Out: whether the derive returns the same errors as the server,
//! on structs that `crdc_oracle::random::structs` writes from the schemas of `spec` and `status`. Schemas
//! that structs cannot express are counted by reason: a keyword without a marker, a value of any type.
//!
//! Each chunk is a program (`crdc_oracle::typed::golden`), which runs on the record.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use crdc_oracle::json::Json;
use crdc_oracle::random::structs::{self, Style};
use crdc_source::{Source, parse};

use super::build;
use super::chunks::{self, Recipe};
use super::generate::Code;
use super::record::Record;
use super::{Args, Unit, select, spelling};

/// The program of a chunk.
const PROGRAM: Recipe = Recipe {
    dependencies: || {
        let repository = places::repository();
        let (runtime, oracle) = (repository.join("runtime"), repository.join("tests/oracle"));
        format!(
            "crdc = {{ path = {runtime:?}, features = [\"cel-regex\", \"cel-timezones\", \"derive\"] }}\n\
             crdc-oracle = {{ path = {oracle:?}, features = [\"typed\"] }}\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\n"
        )
    },
    main: |chunk| {
        let units: String = (0..chunk.units.len()).map(|index| format!("    &u{index}::UNIT,\n")).collect();
        format!(
            "\n#[allow(unused_imports)]\nuse crdc_oracle::typed;\n\
             static UNITS: &[&typed::golden::Unit] = &[\n{units}];\n\
             fn main() -> std::process::ExitCode {{ typed::golden::main(UNITS) }}\n"
        )
    },
};

/// The results for the versions of the record.
#[derive(Default)]
struct VersionResults {
    written: Vec<Code>,
    /// The number of parts without structs, by reason.
    without: BTreeMap<String, usize>,
    parts: usize,
}

/// Runs all steps; returns whether there is no difference.
pub(super) fn run(args: &Args) -> Result<bool> {
    let inputs = args.inputs()?;
    let record = Record::read(&inputs)?;
    let units = select::units(&select::select(record.cases, &args.selection()));
    let mut found = VersionResults::default();
    for unit in &units {
        let roots = inputs.iter().map(|input| &input.crds);
        let name = roots.filter_map(|root| unit.crd.strip_prefix(root).ok()).map(Path::to_path_buf).min();
        structs_of(unit, &name.unwrap_or_else(|| unit.crd.clone()), &mut found)?;
    }
    let versions = found.written.len();
    println!(
        "{} versions of CRDs, {} parts; {versions} versions have a part that structs can have",
        units.len(),
        found.parts
    );
    let mut reasons: Vec<_> = found.without.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (why, count) in reasons {
        println!("  {count} parts without structs: {why}");
    }
    ensure!(versions > 0, "there is nothing to compare");
    let home = places::target().join("derive");
    let mut failed = BTreeMap::new();
    let built = build::build(&home, chunks::lay_out(found.written), &PROGRAM, &mut failed)?;
    for (unit, why) in &failed {
        println!("{} {}: {why}", unit.crd.display(), unit.version);
    }
    let mut totals = [0u64; 4];
    let mut skipped: BTreeMap<String, u64> = BTreeMap::new();
    let mut held = failed.is_empty();
    for built in built {
        let output = std::process::Command::new(&built.binary)
            .args(inputs.iter().map(|input| &input.answers))
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| built.binary.display().to_string())?;
        held &= output.status.success();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some(counts) = line.strip_prefix("golden: ") {
                let numbers =
                    counts.split(|c: char| !c.is_ascii_digit()).filter_map(|text| text.parse::<u64>().ok());
                totals.iter_mut().zip(numbers).for_each(|(total, number)| *total += number);
            } else if let Some((count, why)) =
                line.strip_prefix("skipped: ").and_then(|rest| rest.split_once(' '))
            {
                *skipped.entry(why.to_owned()).or_default() += count.parse::<u64>().unwrap_or_default();
            } else {
                println!("{line}");
            }
        }
    }
    for (why, count) in skipped {
        println!("  {count} cases not compared, {why}");
    }
    let [equal, differing, refused, ruled] = totals;
    println!("derive: {equal} of {} cases equal, {refused} refused, {ruled} by rules", equal + differing);
    Ok(held && differing == 0)
}

/// Writes the structs of a version.
fn structs_of(unit: &Unit, name: &Path, found: &mut VersionResults) -> Result<()> {
    let text = std::fs::read_to_string(&unit.crd).with_context(|| unit.crd.display().to_string())?;
    let document = spelling::as_recorded(&text);
    let (nodes, _) = parse(&Source::new(name.display().to_string(), document.as_str()));
    let mut parts = Vec::new();
    for crd in nodes.iter().map(structs::tree) {
        let versions = crd.get("spec").and_then(|spec| spec.get("versions")).and_then(Json::as_array);
        let version = versions
            .into_iter()
            .flatten()
            .find(|version| version.get("name").and_then(Json::as_str) == Some(unit.version.as_str()));
        let schema = version.and_then(|version| version.get("schema")?.get("openAPIV3Schema"));
        for part in ["spec", "status"] {
            let Some(of) = schema.and_then(|schema| schema.get("properties")?.get(part)) else { continue };
            found.parts += 1;
            let limited = ["minProperties", "maxProperties"].into_iter().find(|key| of.get(key).is_some());
            let structs = match (structs::whole(of, part, Style::OPEN), limited) {
                (Ok(_), Some(limited)) => Err(format!("a struct has no check of {limited}")),
                (structs, _) => structs,
            };
            let why = match structs {
                Ok(text) => {
                    parts.push((part, text));
                    continue;
                }
                Err(why) => why,
            };
            // Without the value of the marker.
            let why = why.split('=').next().unwrap_or_default().to_owned();
            *found.without.entry(why).or_default() += 1;
        }
    }
    if !parts.is_empty() {
        let text = unit_of(name, &unit.version, &document, &parts)?;
        found.written.push(Code { unit: unit.clone(), type_name: String::new(), text });
    }
    Ok(())
}

/// The code of a version: its structs, and the constants for the program.
fn unit_of(name: &Path, version: &str, document: &str, parts: &[(&str, String)]) -> Result<String> {
    let crd = name.display().to_string();
    let (mut text, mut entries) = (String::new(), String::new());
    for (part, structs) in parts {
        writeln!(text, "#[allow(warnings)]\nmod {part} {{\n{structs}\n}}")?;
        write!(entries, "Entry::of::<{part}::Whole>({crd:?}, {part:?}, |_| unreachable!()), ")?;
    }
    write!(
        text,
        "use crdc_oracle::typed::{{Entry, golden::Unit}};\n\
         pub static UNIT: Unit = Unit {{ crd: {crd:?}, version: {version:?}, text: {document:?}, parts: &[{entries}] }};\n"
    )?;
    Ok(text)
}
