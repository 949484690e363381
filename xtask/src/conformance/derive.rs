//! `--derive`. In: recorded cases of objects. Out: whether the derive gives the errors that the server did, on structs that
//! `crdc_oracle::random::structs` writes from the schemas of `spec` and `status`. What structs cannot have is counted by reason: a
//! keyword without a marker, a value of any type.
//!
//! Crates of structs are written to `target/derive-golden`, each with its program (`crdc_oracle::typed::golden`), and run on the record.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use crdc_codegen::source::{Source, parse};
use crdc_oracle::json::Json;
use crdc_oracle::random::structs::{self, Style};

use super::record::Record;
use super::{Args, Unit, select, spelling};
use crate::places::{self, write_if_changed};

/// The most text of structs in one crate.
const CRATE_BYTES: usize = 400_000;

/// A version with structs.
struct Written {
    /// The file as cases name it.
    crd: String,
    version: String,
    document: String,
    parts: Vec<(&'static str, String)>,
}

/// What became of the versions of the record.
#[derive(Default)]
struct Found {
    written: Vec<Written>,
    /// Parts without structs, by reason.
    without: BTreeMap<String, usize>,
    parts: usize,
}

/// Runs all steps; whether there is no difference.
pub(super) fn run(args: &Args) -> Result<bool> {
    let inputs = args.inputs()?;
    let record = Record::read(&inputs)?;
    let units = select::units(&select::select(record.cases, &args.selection()));
    let mut found = Found::default();
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
    let home = places::target().join("derive-golden");
    let binaries = build(&home, &found.written)?;
    let mut totals = [0u64; 4];
    let mut skipped: BTreeMap<String, u64> = BTreeMap::new();
    let mut held = true;
    for binary in binaries {
        let output = std::process::Command::new(&binary)
            .args(inputs.iter().map(|input| &input.answers))
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| binary.display().to_string())?;
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
fn structs_of(unit: &Unit, name: &Path, found: &mut Found) -> Result<()> {
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
            let why = match structs::structs(of, part, Style::OPEN) {
                Ok(_) if limited.is_some() => {
                    format!("a struct is not asked {}", limited.unwrap_or_default())
                }
                Ok(structs) if structs.left_out.is_empty() => {
                    parts.push((part, structs.text));
                    continue;
                }
                Ok(structs) => structs.left_out.into_iter().next().map(|(_, why)| why).unwrap_or_default(),
                Err(why) => why,
            };
            // Without the value of the marker.
            let why = why.split('=').next().unwrap_or_default().to_owned();
            *found.without.entry(why).or_default() += 1;
        }
    }
    if !parts.is_empty() {
        let crd = name.display().to_string();
        found.written.push(Written { crd, version: unit.version.clone(), document, parts });
    }
    Ok(())
}

/// Writes and compiles the crates; returns their programs.
fn build(home: &Path, written: &[Written]) -> Result<Vec<std::path::PathBuf>> {
    let start = Instant::now();
    let repository = places::repository();
    let lock = std::fs::read(repository.join("Cargo.lock")).unwrap_or_default();
    if write_if_changed(&home.join("repository.lock"), &lock)? {
        std::fs::write(home.join("Cargo.lock"), &lock)?;
    }
    let mut crates: Vec<Vec<&Written>> = vec![Vec::new()];
    let mut size = 0;
    for one in written {
        let bytes: usize = one.parts.iter().map(|(_, text)| text.len()).sum();
        if size + bytes > CRATE_BYTES && size > 0 {
            crates.push(Vec::new());
            size = 0;
        }
        size += bytes;
        crates.last_mut().into_iter().for_each(|last| last.push(one));
    }
    let names: Vec<String> = (0..crates.len()).map(|number| format!("golden{number}")).collect();
    for (name, units) in names.iter().zip(&crates) {
        let mut main = String::from(
            "#[allow(unused_imports)]\nuse crdc_oracle::typed::{self, Entry, golden::{Unit, main as run}};\n",
        );
        let mut entries = String::new();
        for (at, unit) in units.iter().enumerate() {
            write_if_changed(&home.join(format!("{name}/src/u{at}.yaml")), unit.document.as_bytes())?;
            let mut parts = String::new();
            for (part, text) in &unit.parts {
                write_if_changed(&home.join(format!("{name}/src/u{at}_{part}.rs")), text.as_bytes())?;
                writeln!(main, "#[allow(warnings)]\nmod u{at}_{part} {{ include!(\"u{at}_{part}.rs\"); }}")?;
                write!(
                    parts,
                    "Entry::of::<u{at}_{part}::Whole>({:?}, {part:?}, |_| unreachable!()), ",
                    unit.crd
                )?;
            }
            let (crd, version) = (&unit.crd, &unit.version);
            writeln!(
                entries,
                "    Unit {{ crd: {crd:?}, version: {version:?}, text: include_str!(\"u{at}.yaml\"), parts: &[{parts}] }},"
            )?;
        }
        write!(
            main,
            "static UNITS: &[Unit] = &[\n{entries}];\nfn main() -> std::process::ExitCode {{ run(UNITS) }}\n"
        )?;
        write_if_changed(&home.join(format!("{name}/src/main.rs")), main.as_bytes())?;
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             crdc = {{ path = {:?}, features = [\"cel-regex\", \"cel-timezones\", \"derive\"] }}\n\
             crdc-oracle = {{ path = {:?}, features = [\"typed\"] }}\nserde = {{ version = \"1\", features = [\"derive\"] }}\n",
            repository.join("runtime"),
            repository.join("tests/oracle"),
        );
        write_if_changed(&home.join(format!("{name}/Cargo.toml")), manifest.as_bytes())?;
    }
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {names:?}\n\n[profile.dev]\ndebug = 0\nincremental = false\n\n\
         [profile.dev.package.\"*\"]\nopt-level = 1\n\n[profile.dev.package.crdc-codegen]\nopt-level = 0\n"
    );
    write_if_changed(&home.join("Cargo.toml"), workspace.as_bytes())?;
    let target = home.join("target");
    let status = places::cargo()
        .args(["build", "--quiet", "--keep-going", "--manifest-path"])
        .arg(home.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status()
        .context("cargo")?;
    ensure!(status.success(), "the structs in {} do not compile", home.display());
    eprintln!("compiled {} crates of structs in {:.0}s", names.len(), start.elapsed().as_secs_f64());
    Ok(names
        .iter()
        .map(|name| target.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
        .collect())
}
