//! `cargo xtask catalogue`: makes the built-in catalogue of CRDs. In: `xtask/catalogue.toml`, and clones of
//! the projects that it names, or the corpus beside the repository. Out:
//! `crates/catalogue/data/catalogue.bin`, and `crates/catalogue/NOTICE`, which says where its parts come
//! from.
//!
//! Clones are read through `git`, and nothing of them is ever checked out or run. The result has schemas of
//! other projects: who commits one that was made of clones has looked at their licences.

mod charts;
mod corpus;
mod documents;
mod git;
mod list;
mod mirrors;
mod newer;
mod notice;
mod openapi;
mod relax;
mod tags;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use crdc_catalogue::{Builder, Catalogue};

use notice::Taken;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A folder with bare clones, `OWNER+NAME/repo` or `OWNER/NAME.git`
    #[arg(long, value_name = "FOLDER")]
    mirrors: Option<PathBuf>,
    /// The corpus, which is read if there are no clones [default: ../shared/corpus beside the repository]
    #[arg(long, value_name = "FOLDER", conflicts_with = "mirrors")]
    corpus: Option<PathBuf>,
    /// The projects [default: xtask/catalogue.toml]
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Write the catalogue to this file, and no NOTICE
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Compare with the files instead of writing them; with clones, report newer releases
    #[arg(long)]
    check: bool,
}

/// A catalogue that has been made.
struct Made {
    bytes: Vec<u8>,
    taken: Vec<Taken>,
    warnings: Vec<String>,
}

/// Makes or compares the catalogue.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let folder = places::repository().join("crates/catalogue");
    let file = args.out.clone().unwrap_or_else(|| folder.join("data/catalogue.bin"));
    let list = args.list.clone().unwrap_or_else(|| places::repository().join("xtask/catalogue.toml"));
    let list = list::read(&list)?;
    let made = match &args.mirrors {
        Some(mirrors) if args.check => {
            let known = std::fs::read(&file).with_context(|| file.display().to_string())?;
            let known = Catalogue::read(known).with_context(|| file.display().to_string())?;
            return newer::report(&list, &mut mirrors::Mirrors::new(mirrors), &known);
        }
        Some(mirrors) => of_mirrors(&list, &mut mirrors::Mirrors::new(mirrors))?,
        None => match &args.corpus {
            Some(corpus) => corpus::make(&list, corpus)?,
            None => corpus::make(&list, &places::shared(None)?.join("corpus"))?,
        },
    };
    made.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    let notice = notice::text(&made.taken);
    let summary = summary(&made.bytes, args.check)?;
    if args.check {
        let same = std::fs::read(&file).is_ok_and(|known| known == made.bytes);
        ensure!(same, "{} differs from what it is made of: run `cargo xtask catalogue`", file.display());
        let same = args.out.is_some()
            || std::fs::read(folder.join("NOTICE")).is_ok_and(|known| known == notice.as_bytes());
        ensure!(same, "crates/catalogue/NOTICE differs from what is built in: run `cargo xtask catalogue`");
        println!("{summary}, as they are built in");
    } else {
        places::write_if_changed(&file, &made.bytes)?;
        if args.out.is_none() {
            places::write_if_changed(&folder.join("NOTICE"), notice.as_bytes())?;
        }
        println!("{summary}");
    }
    Ok(true)
}

/// The catalogue of all projects of the list that have a clone.
fn of_mirrors(list: &list::List, mirrors: &mut mirrors::Mirrors) -> Result<Made> {
    let (mut builder, mut taken, mut warnings) = (Builder::new(), Vec::new(), Vec::new());
    for project in &list.projects {
        mirrors::add(project, &list.from, mirrors, &mut builder, &mut taken, &mut warnings)
            .with_context(|| project.name.clone())?;
    }
    Ok(Made { bytes: builder.finish(), taken, warnings })
}

/// What the catalogue has, in one sentence; prints a line for each project unless it is only compared.
fn summary(bytes: &[u8], check: bool) -> Result<String> {
    let catalogue = Catalogue::read(bytes.to_vec())?;
    let (mut releases, mut definitions, mut texts) = (0, 0, 0);
    for project in catalogue.projects() {
        releases += project.releases.len();
        definitions += project.definitions.len();
        texts += project.size();
        let versions: Vec<&str> = project.releases.iter().map(|release| release.version.as_str()).collect();
        if !check {
            let count = project.definitions.len();
            println!(
                "{:>8} bytes  {:<40} {count:>3} CRDs  {}",
                project.size(),
                project.name,
                versions.join(" ")
            );
        }
    }
    let projects = catalogue.projects().len();
    let rest = bytes.len() - texts;
    Ok(format!(
        "{projects} projects, {releases} releases, {definitions} CRDs in {} bytes, {rest} of them the index",
        bytes.len()
    ))
}
