//! Compiles types and reads objects with them. In: types of versions, and objects. Out: the result for each
//! object. A crate of types reads lines from its input, an index of a type and an object, and answers each
//! with a line: the object that the type wrote, or the reason why it wrote none.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::super::Unit;
use super::super::build;
use super::super::chunks::{self, Chunk, Recipe};
use super::super::generate::Code;
use super::compare::{Became, compare};
use super::generators::Generator;
use super::objects::{Object, Objects};

/// The result for an object.
pub(super) struct Found {
    pub(super) became: Became,
    pub(super) valid: bool,
    unit: Unit,
    /// The difference, or the reason of the refusal.
    said: String,
}

/// The crate for types of crdc, which need only serde.
const PLAIN: Recipe = Recipe { dependencies: || SERDE.to_owned(), main };

/// The crate for types of kube.
const KUBE: Recipe = Recipe {
    dependencies: || {
        format!(
            "{SERDE}kube = {{ version = \"5\", default-features = false, features = [\"derive\"] }}\n\
             k8s-openapi = {{ version = \"0.29\", features = [\"v1_36\"] }}\n"
        )
    },
    main,
};

const SERDE: &str = "serde = { version = \"1\", features = [\"derive\"] }\n\
                     serde_json = { version = \"1\", features = [\"float_roundtrip\"] }\n";

/// The program of the crate: every type reads and writes in the same way.
const PROGRAM: &str = r#"
fn again<T: serde::de::DeserializeOwned + serde::Serialize>(text: &str) -> Result<String, String> {
    let read: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    serde_json::to_string(&read).map_err(|error| error.to_string())
}

fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let (index, text) = line.split_once('\t').unwrap_or_default();
        match index.parse().ok().and_then(|index: usize| TYPES.get(index)).map(|again| again(text)) {
            Some(Ok(written)) => println!("ok\t{written}"),
            Some(Err(error)) => println!("error\t{}", error.replace('\n', " ")),
            None => println!("error\tno such type"),
        }
    }
}
"#;

fn main(chunk: &Chunk) -> String {
    let mut text = "\nconst TYPES: &[fn(&str) -> Result<String, String>] = &[\n".to_owned();
    for (index, code) in chunk.units.iter().enumerate() {
        let _ = writeln!(text, "    again::<u{index}::{}>,", code.type_name);
    }
    text + "];\n" + PROGRAM
}

/// Compiles the types of a generator, and reads the objects of each version with its type.
pub(super) fn run(
    home: &Path,
    generator: &Generator,
    units: Vec<Code>,
    objects: &Objects,
    failed: &mut BTreeMap<Unit, String>,
) -> Result<Vec<Found>> {
    let recipe = if matches!(generator, Generator::Plain) { &PLAIN } else { &KUBE };
    let mut chunks = chunks::lay_out(units);
    for chunk in &mut chunks {
        chunk.name = format!("{}-{}", generator.file_name(), chunk.name);
    }
    let mut found = Vec::new();
    for built in build::build(home, chunks, recipe, failed)? {
        let asked: Vec<(usize, &Unit, &Object)> = (built.chunk.units.iter().enumerate())
            .filter_map(|(index, code)| Some((index, &code.unit, objects.get(&code.unit)?)))
            .flat_map(|(index, unit, objects)| objects.iter().map(move |object| (index, unit, object)))
            .collect();
        let lines: String =
            asked.iter().map(|(index, _, object)| format!("{index}\t{}\n", object.text)).collect();
        let said = said(&built.binary, lines).with_context(|| built.chunk.name.clone())?;
        ensure!(said.lines().count() == asked.len(), "{} answered too little", built.chunk.name);
        for ((_, unit, object), line) in asked.into_iter().zip(said.lines()) {
            let (became, said) = match line.split_once('\t') {
                Some(("ok", written)) => {
                    let stored: Value = serde_json::from_str(&object.text)?;
                    compare(&stored, &serde_json::from_str(written)?)
                }
                _ => (Became::Refused, line.trim_start_matches("error\t").to_owned()),
            };
            found.push(Found { became, valid: object.valid, unit: unit.clone(), said });
        }
    }
    Ok(found)
}

/// The output of a program for an input.
fn said(binary: &Path, input: String) -> Result<String> {
    let mut child = Command::new(binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().context("stdin")?;
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("the writer panicked"))?.context("input")?;
    ensure!(output.status.success(), "it ended with {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Writes the reasons why versions have no types, and the objects that differ.
pub(super) fn write_report(
    path: &Path,
    ungenerated: &BTreeMap<Unit, String>,
    failed: &BTreeMap<Unit, String>,
    found: &[Found],
) -> Result<()> {
    let mut text = String::new();
    for (what, units) in [("not generated", ungenerated), ("does not compile", failed)] {
        for (Unit { crd, version }, reason) in units {
            writeln!(text, "{what}: {} {version}: {reason}", crd.display())?;
        }
    }
    for Found { became, valid, unit, said } in found.iter().filter(|found| found.became != Became::Same) {
        let of = if *valid { "" } else { ", keeps errors" };
        writeln!(text, "{became:?}{of}: {} {}: {said}", unit.crd.display(), unit.version)?;
    }
    std::fs::write(path, text)?;
    Ok(())
}
