//! `cargo xtask package`: builds and tests the packages outside of the repository. In: the crates that can be
//! published. Out: whether their packages are complete. Each package is built and tested outside of the
//! repository, and so are the programs of README.md and docs/derive.md.
//!
//! Easy to break: no file of the repository may be accessible, so the packages and the programs are unpacked
//! to a workspace below the system's temporary directory. Only the build output is shared.
//!
//! Tests that read files outside of their crate are in `exclude` of its manifest. A manifest has no
//! `repository` until there is a public address. `cargo package --workspace` does not work, since it needs
//! the other crates from crates.io as well; `cargo publish --workspace` finds the order of the crates.

mod contents;
mod programs;

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::published::{self, Package};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only print the names of the packages that can be published
    #[arg(long)]
    names: bool,
}

/// Prints every finding; returns whether there are none.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let packages = published::packages()?;
    if args.names {
        packages.iter().for_each(|package| println!("{}", package.name));
        return Ok(true);
    }
    let names: Vec<&str> = packages.iter().flat_map(|package| ["-p", &package.name]).collect();
    // Uncommitted changes are allowed, so that they can be checked before the commit. The builds below
    // replace that of the verification, which takes longer and runs no test.
    let flags = ["--no-verify", "--allow-dirty", "--quiet"];
    step(places::cargo().args(["publish", "--workspace", "--dry-run"]).args(flags), &places::repository())?;
    step(places::cargo().arg("package").args(&names).args(flags), &places::repository())?;

    let scratch = Scratch::new(&packages)?;
    let mut complete = true;
    for package in &packages {
        let findings = contents::findings(package, &scratch.root.join(package.folder()));
        complete &= findings.is_empty();
        findings.iter().for_each(|finding| println!("{}: {finding}", package.name));
    }
    programs::quickstart(&scratch)?;
    programs::operator(&scratch)?;
    // At once, so that each crate is built once; "oldest Rust" of `.ci/run` builds each with its own features
    // alone.
    scratch.cargo(&[&["test", "--all-features"], names.as_slice()].concat())?;
    // The folder is kept after a failure, for inspection.
    fs::remove_dir_all(&scratch.root)?;
    println!("packages: {} built, tested and used outside of the repository", packages.len());
    Ok(complete)
}

/// The workspace outside of the repository.
struct Scratch {
    root: PathBuf,
}

impl Scratch {
    /// Unpacks the packages. A section `[patch]` lets them find each other as if crates.io had them.
    fn new(packages: &[Package]) -> Result<Scratch> {
        let repository = places::repository().canonicalize()?;
        // The path is the same each time, since cargo keeps the output of every path.
        let mut hasher = DefaultHasher::new();
        repository.hash(&mut hasher);
        let root = std::env::temp_dir().join(format!("crdc-packages-{:016x}", hasher.finish()));
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        fs::create_dir_all(&root)?;
        let mut manifest = String::from("[workspace]\nresolver = \"3\"\nmembers = [\n");
        for package in packages {
            let archive = places::target().join("package").join(format!("{}.crate", package.folder()));
            // `m`: the files in the archive have one old date, and cargo would not build a changed one again.
            step(Command::new("tar").arg("-xzmf").arg(&archive), &root)?;
            manifest += &format!("    {:?},\n", package.folder());
        }
        manifest += &format!("    {:?},\n    {:?},\n]\n\n", programs::QUICKSTART, programs::OPERATOR);
        // The profile is that of the repository, so that compiled dependencies are reused.
        manifest += "[profile.dev]\ndebug = false\n\n[patch.crates-io]\n";
        for package in packages {
            manifest += &format!("{} = {{ path = {:?} }}\n", package.name, package.folder());
        }
        fs::write(root.join("Cargo.toml"), manifest)?;
        fs::copy(repository.join("Cargo.lock"), root.join("Cargo.lock"))?;
        programs::write(&root, &repository, packages)?;
        Ok(Scratch { root })
    }

    /// Runs cargo in the workspace, and returns its output.
    fn cargo(&self, arguments: &[&str]) -> Result<String> {
        let start = Instant::now();
        let mut cargo = places::cargo();
        cargo.args(arguments).arg("--quiet").env("CARGO_TARGET_DIR", places::target());
        let output = step(&mut cargo, &self.root)?;
        println!("cargo {}: {} s", arguments.join(" "), start.elapsed().as_secs());
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Runs a command in a folder, and returns its output; fails if the command fails.
fn step(command: &mut Command, folder: &Path) -> Result<Output> {
    let output = command.current_dir(folder).output().with_context(|| format!("{command:?}"))?;
    let text = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    ensure!(output.status.success(), "{command:?}: {}\n{}{}", output.status, text[0], text[1]);
    Ok(output)
}
