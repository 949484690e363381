//! Builds and runs the programs of README.md and docs/derive.md. In: README.md and docs/derive.md. Out: their
//! programs, as packages that depend on the unpacked crates, and whether their output is that of the pages
//! and the repository.
//!
//! Easy to break: the manifests come from the pages. Only the paths to a clone are replaced.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{Package, Scratch};

/// The folder of the program of README.md.
pub(super) const QUICKSTART: &str = "quickstart";
/// The folder of the program of docs/derive.md. The sources find the page by this depth.
pub(super) const OPERATOR: &str = "examples/operator";

/// Writes both programs.
pub(super) fn write(root: &Path, repository: &Path, packages: &[Package]) -> Result<()> {
    let readme = fs::read_to_string(repository.join("README.md"))?;
    let folder = root.join(QUICKSTART);
    let dependencies = with_packages(block(&readme, "toml", 0)?, root, packages)?;
    put(&folder.join("Cargo.toml"), &(header("readme") + &dependencies))?;
    for at in 0..2 {
        let code = block(&readme, "rust", at)?;
        // The first line has the name of the file.
        let name =
            code.lines().next().and_then(|line| line.strip_prefix("// ")).context("a name of a file")?;
        put(&folder.join(name), code)?;
    }
    let crds = Path::new("examples/quickstart/crds");
    copy(&repository.join(crds), &folder.join("crds"))?;

    let page = fs::read_to_string(repository.join("docs/derive.md"))?;
    put(&root.join("docs/derive.md"), &page)?;
    let example = repository.join(OPERATOR);
    let folder = root.join(OPERATOR);
    for name in ["src", "examples", "objects"] {
        copy(&example.join(name), &folder.join(name))?;
    }
    // The page omits dependencies that every kube-rs operator has.
    let manifest = fs::read_to_string(example.join("Cargo.toml"))?;
    let (_, rest) = manifest.split_once("[dependencies]\n").context("[dependencies]")?;
    let theirs = rest.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("crdc "));
    let theirs: String = theirs.map(|line| format!("{line}\n")).collect();
    let page_says = |at| with_packages(block(&page, "toml", at)?, root, packages);
    // The dependencies of the webhook are in the same table.
    let webhook = page_says(2)?;
    let (_, webhook) = webhook.split_once("[dependencies]\n").context("[dependencies] of the webhook")?;
    let dependencies = page_says(0)? + &theirs + webhook;
    put(&folder.join("Cargo.toml"), &(header("operator") + &dependencies + "\n" + &page_says(1)?))
}

/// Runs the program of README.md.
pub(super) fn quickstart(scratch: &Scratch) -> Result<()> {
    let readme = fs::read_to_string(places::repository().join("README.md"))?;
    let printed = scratch.cargo(&["run", "-p", "readme"])?;
    let expected = block(&readme, "text", 0)?;
    ensure!(printed == expected, "README.md shows\n{expected}but its program prints\n{printed}");
    Ok(())
}

/// Runs the code of docs/derive.md, and the program that writes the CRD of the example.
pub(super) fn operator(scratch: &Scratch) -> Result<()> {
    let tested = scratch.cargo(&["test", "--doc", "-p", "operator"])?;
    let page = fs::read_to_string(places::repository().join("docs/derive.md"))?;
    let blocks = page.split("```rust\n").count() - 1;
    let passed = blocks > 0 && tested.contains(&format!("test result: ok. {blocks} passed"));
    ensure!(passed, "docs/derive.md has {blocks} blocks of Rust, and each is a test:\n{tested}");
    let printed = scratch.cargo(&["run", "-p", "operator", "--example", "crdgen"])?;
    let committed = places::repository().join(OPERATOR).join("crds/backups.example.com.yaml");
    ensure!(printed == fs::read_to_string(committed)?, "the example writes another CRD:\n{printed}");
    Ok(())
}

/// The beginning of a manifest.
fn header(name: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n")
}

/// A code block of a page, by language and number.
fn block<'p>(page: &'p str, language: &str, at: usize) -> Result<&'p str> {
    let found = page.split(&format!("```{language}\n")).nth(at + 1);
    let found = found.and_then(|rest| rest.split("```").next());
    found.with_context(|| format!("no code block {at} of {language}"))
}

/// The dependencies with the unpacked packages in place of paths to a clone. There must be such a path.
fn with_packages(dependencies: &str, root: &Path, packages: &[Package]) -> Result<String> {
    let mut out = String::new();
    let mut count = 0;
    for line in dependencies.lines() {
        let package = packages.iter().find(|package| line.starts_with(&format!("{} = ", package.name)));
        match (
            package,
            line.split_once("path = \"").and_then(|(before, rest)| Some((before, rest.split_once('"')?))),
        ) {
            (Some(package), Some((before, (_, after)))) => {
                out += &format!("{before}path = {:?}{after}\n", root.join(package.folder()));
                count += 1;
            }
            _ => out += &format!("{line}\n"),
        }
    }
    ensure!(count > 0, "no path to a crate in\n{dependencies}");
    Ok(out)
}

/// Writes a file and its folder.
fn put(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_to_a_clone_are_replaced() {
        let manifest = r#"{"name": "crdc", "version": "1.0.0", "keywords": [], "categories": [],
            "metadata": null, "manifest_path": "crdc/Cargo.toml", "dependencies": []}"#;
        let packages = [serde_json::from_str(manifest).expect("a package")];
        let written = "crdc = { path = \"../crdc/runtime\", features = [\"derive\"] }\nserde_json = \"1\"\n";
        let expected = "crdc = { path = \"/x/crdc-1.0.0\", features = [\"derive\"] }\nserde_json = \"1\"\n";
        assert_eq!(with_packages(written, Path::new("/x"), &packages).expect("a path"), expected);
        assert!(with_packages("crdc = \"1\"\n", Path::new("/x"), &packages).is_err());
    }

    #[test]
    fn blocks_have_a_language_and_a_number() {
        let page = "a\n```toml\nb\n```\n```rust\nc\n```\n```toml\nd\n```\n";
        assert_eq!(block(page, "toml", 1).expect("a block"), "d\n");
        assert!(block(page, "rust", 1).is_err());
    }
}
