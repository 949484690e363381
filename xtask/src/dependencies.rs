//! `cargo xtask dependencies`: checks licences and sources of dependencies. In: the lock files and the
//! licences that `deny.toml` allows. Out: one line for each dependency with another licence, or from another
//! source than crates.io.
//!
//! This is the part of cargo-deny that takes a second: building that tool would take too long in CI.
//! cargo-deny also reads the texts of licences and reports crates with two versions.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// The workspaces whose dependencies users or CI build. The dependencies of the bench are libraries for
/// comparisons.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "fuzz/Cargo.toml"];
/// The source of packages of crates.io.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for a path, and so for the crates of this repository.
    source: Option<String>,
}

/// Prints every finding; returns whether there are none.
pub(crate) fn run() -> Result<bool> {
    let root = places::repository();
    let allowed = allowed(&fs::read_to_string(root.join("deny.toml"))?)?;
    let mut count = 0;
    let mut findings = Vec::new();
    for manifest in MANIFESTS {
        let mut cargo = places::cargo();
        cargo.args(["metadata", "--locked", "--format-version", "1", "--manifest-path"]);
        let output = cargo.arg(root.join(manifest)).output().context("cargo metadata")?;
        ensure!(output.status.success(), "{manifest}: {}", String::from_utf8_lossy(&output.stderr));
        let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
        count += metadata.packages.len();
        let found = metadata.packages.iter().filter_map(|package| finding(package, &allowed));
        findings.extend(found.map(|found| format!("{manifest}: {found}")));
    }
    findings.iter().for_each(|finding| println!("{finding}"));
    println!(
        "dependencies: {count} packages, {} with a licence or source that is not allowed",
        findings.len()
    );
    Ok(findings.is_empty())
}

/// What is wrong with a package; `None` if its licence and source are allowed.
fn finding(package: &Package, allowed: &[String]) -> Option<String> {
    let what = match (package.source.as_deref(), package.license.as_deref()) {
        (Some(source), _) if source != CRATES_IO => format!("is from {source}"),
        (_, Some(license)) if accepts(license, allowed) => return None,
        (_, Some(license)) => format!("has the licence {license}"),
        (_, None) => "has no licence".to_owned(),
    };
    Some(format!("{} {} {what}", package.name, package.version))
}

/// The strings of `allow` in `deny.toml`, one for each line.
fn allowed(text: &str) -> Result<Vec<String>> {
    let (_, rest) = text.split_once("\nallow = [\n").context("deny.toml: no `allow = [`")?;
    let lines = rest.lines().map(str::trim).take_while(|line| *line != "]");
    let names = lines.filter_map(|line| line.strip_prefix('"')?.strip_suffix("\","));
    Ok(names.map(str::to_owned).collect())
}

/// Whether a licence expression can be satisfied. A slash is the older form of `OR`.
fn accepts(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { tokens: &tokens, allowed };
    parser.any().is_some_and(|accepted| accepted && parser.tokens.is_empty())
}

/// A parser of licence expressions. Each function returns whether its part is satisfied, or `None` if it
/// cannot be read. `AND` binds tighter than `OR`.
struct Parser<'t> {
    tokens: &'t [&'t str],
    allowed: &'t [String],
}

impl Parser<'_> {
    /// Whether the next token is this one; if so, it is consumed.
    fn takes(&mut self, token: &str) -> bool {
        let found = self.tokens.first() == Some(&token);
        self.tokens = &self.tokens[usize::from(found)..];
        found
    }

    /// Parses an expression with `OR`.
    fn any(&mut self) -> Option<bool> {
        let mut accepted = self.all()?;
        while self.takes("OR") {
            accepted |= self.all()?;
        }
        Some(accepted)
    }

    /// Parses an expression with `AND`.
    fn all(&mut self) -> Option<bool> {
        let mut accepted = self.one()?;
        while self.takes("AND") {
            accepted &= self.one()?;
        }
        Some(accepted)
    }

    /// Parses a licence, or an expression in parentheses.
    fn one(&mut self) -> Option<bool> {
        if self.takes("(") {
            let accepted = self.any()?;
            return self.takes(")").then_some(accepted);
        }
        let (name, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        let mut name = (*name).to_owned();
        if self.takes("WITH") {
            let (exception, rest) = self.tokens.split_first()?;
            self.tokens = rest;
            name = format!("{name} WITH {exception}");
        }
        Some(self.allowed.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_without_comments() {
        let text = "[licenses]\nallow = [\n    \"A\",\n    # why\n    \"B\",\n]\nskip = [\"C\"]\n";
        assert_eq!(allowed(text).expect("a list"), ["A", "B"]);
        assert!(allowed("[licenses]\n").is_err());
    }

    #[test]
    fn expressions_are_satisfied_by_allowed_licences() {
        let allowed = ["A".to_owned(), "B".to_owned(), "D WITH E".to_owned()];
        for (expression, expected) in [
            ("A", true),
            ("C", false),
            ("C OR A", true),
            ("C/A", true),
            ("A AND C", false),
            ("A AND B", true),
            ("C OR A AND B", true),
            ("(A OR C) AND B", true),
            ("(A OR B) AND C", false),
            ("A OR B AND C", true),
            ("D WITH E", true),
            ("D", false),
            ("A WITH E", false),
            ("(A", false),
            ("A B", false),
            ("", false),
        ] {
            assert_eq!(accepts(expression, &allowed), expected, "{expression}");
        }
    }

    #[test]
    fn a_finding_names_the_package() {
        let package = |license: Option<&str>, source: Option<&str>| Package {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            license: license.map(str::to_owned),
            source: source.map(str::to_owned),
        };
        let find = |license, source| finding(&package(license, source), &["A".to_owned()]);
        assert_eq!(find(Some("A"), Some(CRATES_IO)), None);
        assert_eq!(find(Some("A"), None), None);
        assert_eq!(find(Some("B"), None).as_deref(), Some("a 1.0.0 has the licence B"));
        assert_eq!(find(None, None).as_deref(), Some("a 1.0.0 has no licence"));
        assert_eq!(find(Some("A"), Some("git+b")).as_deref(), Some("a 1.0.0 is from git+b"));
    }
}
