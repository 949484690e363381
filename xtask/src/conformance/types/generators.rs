//! The generators of types. In: CRDs. Out: the text of a module for each version, and the name of the type of
//! an object in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use crdc_check::{CheckedCrd, Outcome};
use crdc_codegen::Options;
use crdc_source::Source;

use super::super::generate::{Code, Generated};
use super::super::{Unit, spelling};

/// A generator of types.
pub(super) enum Generator {
    /// The generator `crdc types`.
    Plain,
    /// The generator `crdc types --kube`.
    Kube,
    /// The generator kopium, with its command.
    Kopium(PathBuf),
}

impl Generator {
    /// All generators; kopium only if its command is given.
    pub(super) fn all(kopium: Option<&Path>) -> Vec<Generator> {
        let kopium = kopium.map(|command| Generator::Kopium(command.to_owned()));
        [Generator::Plain].into_iter().chain(kopium).chain([Generator::Kube]).collect()
    }

    /// The name of the generator in the table.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Generator::Plain => "`crdc types`",
            Generator::Kube => "`crdc types --kube`",
            Generator::Kopium(_) => "kopium",
        }
    }

    /// The name of the generator in files.
    pub(super) fn file_name(&self) -> &'static str {
        match self {
            Generator::Plain => "plain",
            Generator::Kube => "kube",
            Generator::Kopium(_) => "kopium",
        }
    }

    pub(super) fn is_kopium(&self) -> bool {
        matches!(self, Generator::Kopium(_))
    }

    /// The types of a version.
    fn types(&self, source: &Source, file: &Path, version: &str) -> Result<String, String> {
        let crdc = |kube_types| {
            let options = Options { kube_types, ..Options::default() };
            crdc_codegen::types(std::slice::from_ref(source), Some(version), &options)
        };
        match self {
            Generator::Plain => Ok(crdc(false)),
            Generator::Kube => Ok(crdc(true)),
            Generator::Kopium(command) => {
                let mut kopium = Command::new(command);
                // Everything else is as it is by default.
                let run = kopium.arg("-f").arg(file).args(["--api-version", version]).output();
                let output = run.map_err(|error| format!("{}: {error}", command.display()))?;
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                match output.status.success() {
                    true if text.contains("struct") => Ok(text),
                    true => Err("it wrote no struct".to_owned()),
                    false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
                }
            }
        }
    }

    /// The type of an object in a text.
    fn root(&self, text: &str) -> Option<String> {
        let after = |before: &str, end| Some(text.split_once(before)?.1.split(end).next()?.to_owned());
        match self {
            Generator::Plain | Generator::Kube => after("pub struct ", ' '),
            // The derive of kube writes the type: of this name, or of the kind.
            Generator::Kopium(_) => after("root = \"", '"').or_else(|| after("kind = \"", '"')),
        }
    }
}

/// The types of all versions of CRDs.
pub(super) fn generate(generator: &Generator, crds: &BTreeSet<PathBuf>, home: &Path) -> Result<Generated> {
    let (mut units, mut failed) = (Vec::new(), BTreeMap::new());
    let written = home.join("crd.yaml");
    for crd in crds {
        let text = std::fs::read_to_string(crd).with_context(|| crd.display().to_string())?;
        let text = spelling::as_recorded(&text);
        std::fs::write(&written, &text)?;
        let source = Source::new("crd.yaml", text);
        let checked = crdc_check::check_source(&source, None);
        let accepted = checked.crds.iter().filter_map(Outcome::accepted);
        for version in accepted.flat_map(CheckedCrd::versions) {
            let name = version.version().name.as_ref().map_or("", |at| &at.value).to_owned();
            let unit = Unit { crd: crd.clone(), version: name };
            let types = generator.types(&source, &written, &unit.version);
            match types.map(|text| (generator.root(&text), text)) {
                Ok((Some(type_name), text)) => units.push(Code { unit, type_name, text }),
                Ok((None, _)) => drop(failed.insert(unit, "no type of an object".to_owned())),
                Err(reason) => drop(failed.insert(unit, reason)),
            }
        }
    }
    Ok(Generated { units, failed })
}
