//! `cargo xtask layers`: checks that crates, and the files and folders in a crate, import each other in one
//! direction. In: the sources of the crates that are published. Out: the imports that are not in
//! `xtask/layers.txt`.
//!
//! `xtask/layers.txt` lists the arrows between crates, and the imports that are part of circles today. The
//! first list is required; the second may only shrink. A line that no longer applies is a finding too, so
//! that no import comes back unnoticed. ARCHITECTURE.md contains the first list as a drawing.

mod cycles;
mod drawing;
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};

use crate::published;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the list and the drawing anew
    #[arg(long)]
    bless: bool,
    /// Write the drawing of the list in ARCHITECTURE.md anew
    #[arg(long)]
    drawing: bool,
}

/// Prints a table of the crates and every finding; returns whether there are none.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut found = BTreeMap::new();
    println!("{:16} {:>6} {:>7} {:>9}", "crate", "files", "arrows", "circular");
    for package in published::packages()? {
        let folder = package.manifest_path.parent().context("a manifest without a folder")?;
        let sources = imports::Sources::read(&folder.join("src"))?;
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
    findings.extend(stale_drawing(&listed, args.bless || args.drawing)?);
    findings.iter().for_each(|finding| println!("{finding}"));
    let arrows = found.keys().filter(|line| !line.contains(": ")).count();
    println!(
        "layers: {arrows} arrows between crates, {} imports in circles, {} findings",
        found.len() - arrows,
        findings.len()
    );
    Ok(findings.is_empty())
}

/// A finding if the drawing in ARCHITECTURE.md differs from the list; `None` if they agree, or
/// after the drawing was written.
fn stale_drawing(listed: &BTreeSet<&str>, write: bool) -> Result<Option<String>> {
    let path = places::repository().join("ARCHITECTURE.md");
    let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    // Circles have a path and a colon before their arrow.
    let arrows = listed.iter().filter(|line| !line.contains(": ")).filter_map(|line| line.split_once(" -> "));
    let drawn = drawing::redraw(&page, &arrows.collect::<Vec<_>>())?;
    if write {
        places::write_if_changed(&path, drawn.as_bytes())?;
    }
    let is_stale = !write && drawn != page;
    Ok(is_stale.then(|| {
        "ARCHITECTURE.md: the drawing is not that of xtask/layers.txt: cargo xtask layers --drawing"
            .to_owned()
    }))
}
