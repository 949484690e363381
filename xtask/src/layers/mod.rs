//! `cargo xtask layers`. In: the sources of the crates that are published. Out: whether they import each other in one direction only:
//! crates, the rooms of every folder, and so all files.
//!
//! `xtask/layers.txt` has the arrows between crates, and the imports that are part of circles today. The first list is what must be; the
//! second may only shrink. A line that no longer holds is a finding too, so that nothing comes back unseen.

mod cycles;
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::places;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the list anew
    #[arg(long)]
    bless: bool,
}

/// Prints a table of the crates and every finding; true if there are none.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut found = BTreeMap::new();
    println!("{:16} {:>6} {:>7} {:>9}", "crate", "files", "arrows", "circular");
    for package in packages()? {
        let root = package.root()?;
        let sources = imports::Sources::read(&root)?;
        let folders = cycles::folders(&sources);
        let before = found.len();
        for (module, folder) in &folders {
            let name = [std::slice::from_ref(&package.name), module.as_slice()].concat().join("/");
            for (from, to, place) in folder.circular() {
                found.insert(format!("{name}: {from} -> {to}"), place.to_owned());
            }
        }
        let arrows: usize = folders.values().map(cycles::Folder::arrows).sum();
        println!(
            "{:16} {:>6} {arrows:>7} {:>9}",
            package.name,
            sources.modules().count(),
            found.len() - before
        );
        for to in
            package.dependencies.iter().filter(|to| to.path.is_some() && to.kind.as_deref() != Some("dev"))
        {
            found.insert(format!("{} -> {}", package.name, to.name), "Cargo.toml".to_owned());
        }
    }
    let path = places::repository().join("xtask/layers.txt");
    if args.bless {
        fs::write(&path, found.keys().fold(String::new(), |text, line| text + line + "\n"))?;
    }
    let listed = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let listed: BTreeSet<&str> = listed.lines().collect();
    let new = found.iter().filter(|(line, _)| !listed.contains(line.as_str()));
    let mut findings: Vec<String> =
        new.map(|(line, place)| format!("not allowed: {line} ({place})")).collect();
    let gone = listed.iter().filter(|line| !found.contains_key(**line));
    findings.extend(gone.map(|line| format!("no longer so, remove it from xtask/layers.txt: {line}")));
    findings.iter().for_each(|finding| println!("{finding}"));
    let arrows = found.keys().filter(|line| !line.contains(": ")).count();
    println!(
        "layers: {arrows} arrows between crates, {} imports in circles, {} findings",
        found.len() - arrows,
        findings.len()
    );
    Ok(findings.is_empty())
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    publish: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    kind: Option<String>,
    path: Option<PathBuf>,
}

impl Package {
    fn root(&self) -> Result<PathBuf> {
        Ok(self.manifest_path.parent().context("a manifest without a folder")?.join("src"))
    }
}

/// The packages that are published.
fn packages() -> Result<Vec<Package>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let output = places::cargo().args(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let mut packages = serde_json::from_slice::<Metadata>(&output.stdout)?.packages;
    packages.retain(|package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty()));
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}
