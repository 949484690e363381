//! `cargo xtask units CRATE`: counts how often cargo compiles a crate. In: the unit graphs of the commands
//! that CI builds with and of the aliases, or of other commands. Out: a line for each compilation, with its
//! features and the commands that share it; the task fails if there are more than `--at-most`.
//!
//! Nothing is compiled. A compilation is shared if all inputs of cargo's hash are equal: package, features,
//! profile, and the same of all dependencies.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

/// Arguments of `cargo xtask units`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The crate, such as crdc-codegen
    #[arg(value_name = "CRATE")]
    name: String,
    /// Fail if it is compiled more often
    #[arg(long, value_name = "COUNT")]
    at_most: Option<usize>,
    /// Commands of cargo instead of those of CI, such as `test --workspace`
    #[arg(long = "command", value_name = "COMMAND")]
    commands: Vec<String>,
}

/// The commands of `.ci/run` in its order, then the aliases. `OTHERS` stands for the members that `cargo
/// test` leaves out.
const COMMANDS: [&str; 8] = [
    "clippy --workspace --lib --bins --tests --examples",
    "build -p quickstart",
    "test",
    "build --profile test --bins --examples",
    "build --profile test OTHERS --bins --examples",
    "test OTHERS",
    "build --profile test -p xtask",
    "build --profile test -p crdc-measure",
];
/// The word that stands for these arguments.
const OTHERS: &str = "OTHERS";

/// The units that cargo plans for a command (`-Z unstable-options --unit-graph`).
#[derive(Deserialize)]
struct Graph {
    units: Vec<Unit>,
}

/// A unit: one run of a compiler or of a build script.
#[derive(Deserialize)]
struct Unit {
    pkg_id: String,
    target: Target,
    profile: BTreeMap<String, Value>,
    platform: Option<String>,
    mode: String,
    features: BTreeSet<String>,
    dependencies: Vec<Dependency>,
}

/// The library, binary or other target of a unit.
#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

/// A dependency of a unit, by its index in the graph.
#[derive(Deserialize)]
struct Dependency {
    index: usize,
}

/// A compilation of the crate.
struct Compilation {
    features: BTreeSet<String>,
    commands: Vec<String>,
}

/// Prints the compilations.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let others = others()?;
    let ci = COMMANDS.map(str::to_owned);
    let commands = if args.commands.is_empty() { ci.as_slice() } else { &args.commands };
    let mut compilations = Compilations::default();
    for command in commands {
        compilations.add(command, &graph(command, &others)?, &args.name.replace('-', "_"))?;
    }
    let found = compilations.found;
    for Compilation { features, commands } in found.values() {
        let features = features.iter().map(String::as_str).collect::<Vec<_>>().join(",");
        println!("{} [{features}]: cargo {}", args.name, commands.join("; cargo "));
    }
    println!("units: {} is compiled {} times", args.name, found.len());
    ensure!(!found.is_empty(), "none of these commands compiles {}", args.name);
    let is_more = args.at_most.is_some_and(|most| found.len() > most);
    if is_more {
        println!("expected fewer: tests/features/Cargo.toml has the features that all commands share");
    }
    Ok(!is_more)
}

/// The arguments that exclude the crates that `cargo test` tests.
fn others() -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
        workspace_default_members: BTreeSet<String>,
    }
    #[derive(Deserialize)]
    struct Package {
        id: String,
        name: String,
    }
    let mut cargo = places::cargo();
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(places::repository());
    let output = cargo.output().context("cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let Metadata { mut packages, workspace_default_members } = serde_json::from_slice(&output.stdout)?;
    packages.retain(|package| workspace_default_members.contains(&package.id));
    let excluded = packages.iter().map(|package| format!("--exclude={}", package.name));
    Ok(std::iter::once("--workspace".to_owned()).chain(excluded).collect())
}

/// The unit graph of a command.
fn graph(command: &str, others: &[String]) -> Result<Graph> {
    let mut cargo = places::cargo();
    for word in command.split_whitespace() {
        match word {
            OTHERS => cargo.args(others),
            // clippy checks with another compiler.
            "clippy" => cargo.arg("check"),
            _ => cargo.arg(word),
        };
    }
    // Stable cargo refuses the option without the variable.
    cargo.args(["-Z", "unstable-options", "--unit-graph"]).env("RUSTC_BOOTSTRAP", "1");
    let output = cargo.current_dir(places::repository()).output().context("cargo")?;
    ensure!(output.status.success(), "cargo {command}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The compilations of a crate by their number.
#[derive(Default)]
struct Compilations {
    /// The number of each unit; equal units of all graphs have the same number.
    numbers: BTreeMap<String, usize>,
    found: BTreeMap<usize, Compilation>,
}

impl Compilations {
    /// Adds the compilations of the library `name` in the graph of a command.
    fn add(&mut self, command: &str, graph: &Graph, name: &str) -> Result<()> {
        let mut known = vec![None; graph.units.len()];
        for (at, unit) in graph.units.iter().enumerate() {
            let is_library =
                unit.target.kind.iter().any(|kind| kind.ends_with("lib") || kind == "proc-macro");
            if unit.target.name != name || unit.mode != "build" || !is_library {
                continue;
            }
            let number = self.number(command, graph, at, &mut known)?;
            let compilation = self
                .found
                .entry(number)
                .or_insert_with(|| Compilation { features: unit.features.clone(), commands: Vec::new() });
            if compilation.commands.last().is_none_or(|last| last != command) {
                compilation.commands.push(command.to_owned());
            }
        }
        Ok(())
    }

    /// The number of a unit, after those of its dependencies. The graph has no circles.
    fn number(
        &mut self,
        command: &str,
        graph: &Graph,
        at: usize,
        known: &mut [Option<usize>],
    ) -> Result<usize> {
        if let Some(number) = known.get(at).copied().flatten() {
            return Ok(number);
        }
        let unit = graph.units.get(at).context("a unit of the graph")?;
        let mut depends = BTreeSet::new();
        for dependency in &unit.dependencies {
            depends.insert(self.number(command, graph, dependency.index, known)?);
        }
        // The name of a profile is not hashed, but its contents are. clippy compiles the crates of the
        // workspace itself.
        let profile: Vec<_> = unit.profile.iter().filter(|(key, _)| *key != "name").collect();
        let compiler = command.starts_with("clippy") && unit.pkg_id.starts_with("path+");
        let Unit { pkg_id, target, platform, mode, features, .. } = unit;
        let key = serde_json::to_string(&(
            pkg_id,
            &target.name,
            &target.kind,
            profile,
            platform,
            mode,
            features,
            depends,
            compiler,
        ))?;
        let next = self.numbers.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if let Some(slot) = known.get_mut(at) {
            *slot = Some(number);
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of `a`, which depends on `b` with these features.
    fn graph(profile: &str, features: &str, mode: &str) -> Graph {
        let unit = |name: &str, mode: &str, features: &str, dependencies: &str| {
            format!(
                r#"{{"pkg_id": "path+{name}", "target": {{"name": "{name}", "kind": ["lib"]}}, "profile": {profile},
                    "platform": null, "mode": "{mode}", "features": [{features}], "dependencies": [{dependencies}]}}"#
            )
        };
        let units = [unit("a", mode, "", r#"{"index": 1}"#), unit("b", "build", features, "")].join(",");
        serde_json::from_str(&format!(r#"{{"units": [{units}]}}"#)).expect("a graph")
    }

    const DEV: &str = r#"{"name": "dev", "opt_level": "0"}"#;
    const TEST: &str = r#"{"name": "test", "opt_level": "0"}"#;
    const FAST: &str = r#"{"name": "test", "opt_level": "1"}"#;

    #[test]
    fn compilations_are_shared_if_all_that_is_below_is_equal() {
        let mut all = Compilations::default();
        let mut count = |command: &str, graph: &Graph| {
            all.add(command, graph, "a").expect("a graph");
            all.found.len()
        };
        assert_eq!(count("build", &graph(DEV, "", "build")), 1);
        // The name of a profile compiles nothing.
        assert_eq!(count("test", &graph(TEST, "", "build")), 1);
        assert_eq!(count("test", &graph(FAST, "", "build")), 2);
        // A feature of what is below.
        assert_eq!(count("build -p c", &graph(DEV, r#""x""#, "build")), 3);
        // Checking compiles nothing, and clippy has a compiler of its own.
        assert_eq!(count("check", &graph(DEV, "", "check")), 3);
        assert_eq!(count("clippy", &graph(DEV, "", "build")), 4);
        let shared = all.found.values().map(|found| found.commands.join(", ")).collect::<Vec<_>>();
        assert_eq!(shared, ["build, test", "test", "build -p c", "clippy"]);
    }
}
