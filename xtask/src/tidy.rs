//! `cargo xtask tidy`: checks the files of the repository. In: the files of the repository. Out: one line for
//! each problem. It checks files that git tracks or would add, so build output is ignored.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{named_paths, prose, sentences};

/// The largest number of lines of a file. A longer file has more than one topic.
const MOST_LINES: usize = 600;
/// Generic names, which do not describe the content of a file.
const NAMELESS: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];
/// The largest width of a line of a comment. The width of code is set in `rustfmt.toml`.
const MOST_WIDTH: usize = 110;
/// Words of open notes, concatenated so that this file does not contain them.
const OPEN: [&str; 5] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
];
/// Words that readers had to learn, concatenated like those above; CONTRIBUTING.md has plain ones.
const STEMS: [&str; 8] = [
    concat!("jud", "ge"),
    concat!("jud", "ging"),
    concat!("held ", "against"),
    concat!("stands ", "twice"),
    concat!("stands ", "at"),
    concat!("who", "ever"),
    concat!("men", "ded"),
    concat!("in times", " of"),
];
/// An ignored test.
const IGNORED: &str = concat!("#[ig", "nore");

/// Prints every finding; returns whether there are none.
pub(crate) fn run() -> Result<bool> {
    let root = places::repository();
    let root = root.canonicalize().with_context(|| root.display().to_string())?;
    let private = private_places(&root);
    let mut findings = String::new();
    let files = files(&root)?;
    for path in &files {
        // Skips binary files and dangling links.
        let Ok(text) = std::fs::read_to_string(root.join(path)) else { continue };
        for finding in look(path, &text, &private) {
            writeln!(findings, "{}{finding}", path.display())?;
        }
        for (line, lost) in named_paths::lost(path, &text, &files) {
            writeln!(findings, "{}:{line}: `{lost}` is not there", path.display())?;
        }
    }
    // The bench crates are a separate workspace, which `cargo fmt --all` does not format.
    let mut format = places::cargo();
    format
        .args(["fmt", "--check", "--all", "--manifest-path"])
        .arg(root.join("xtask/measure/bench/Cargo.toml"));
    if !format.status()?.success() {
        writeln!(findings, "xtask/measure/bench: not formatted")?;
    }
    print!("{findings}");
    Ok(findings.is_empty())
}

/// The files that git tracks or would add.
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
    let output = git.output().context("git")?;
    ensure!(output.status.success(), "git ls-files: {}", output.status);
    let names = String::from_utf8(output.stdout)?;
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

/// Local paths that generated text could contain.
fn private_places(root: &Path) -> Vec<String> {
    let places = [Some(root.to_path_buf()), Some(places::target())];
    let places = places
        .into_iter()
        .chain(["CARGO_HOME", "RUSTUP_HOME"].map(|name| std::env::var_os(name).map(PathBuf::from)));
    places.flatten().map(|place| place.display().to_string()).collect()
}

/// The findings in one file, each with its line.
fn look(path: &Path, text: &str, private: &[String]) -> Vec<String> {
    let mut findings: Vec<String> = prose::lines(path, text)
        .into_iter()
        .map(|line| format!(":{line}: prose of another project; `cargo xtask prose` removes it"))
        .collect();
    let is_rust = path.extension().is_some_and(|extension| extension == "rs");
    // Most of `tests` is goldens and their data; these two folders are code.
    let is_code = ["tests/src", "tests/oracle"].iter().any(|code| path.starts_with(code));
    let is_data = path.starts_with("tests") && !is_code;
    if is_rust && !is_data {
        let lines = text.lines().count();
        if lines > MOST_LINES {
            findings.push(format!(": {lines} lines; the maximum is {MOST_LINES}"));
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let folders = path.parent().into_iter().flat_map(Path::components);
        let folders = folders.map(|folder| folder.as_os_str().to_string_lossy());
        if let Some(name) = folders.chain([stem]).find(|name| NAMELESS.contains(&name.as_ref())) {
            findings.push(format!(": generic name `{name}`"));
        }
        for (number, line) in text.lines().enumerate() {
            let words = OPEN.iter().filter(|word| line.contains(**word));
            findings.extend(words.map(|word| format!(":{}: {word}", number + 1)));
            if line.contains(IGNORED) {
                findings.push(format!(":{}: ignored test", number + 1));
            }
        }
    }
    if is_rust {
        let lines = sentences::read_back(path, text);
        findings.extend(lines.into_iter().map(|line| format!(":{line}: a sentence is read back")));
    }
    if is_rust && !is_data {
        findings
            .extend(wide_comments(text).map(|line| format!(":{line}: a comment wider than {MOST_WIDTH}")));
    }
    if (is_rust || path.extension().is_some_and(|extension| extension == "md")) && !is_data {
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            let mut stems = STEMS.iter().filter(|stem| line.contains(**stem));
            findings.extend(stems.next().map(|stem| format!(":{}: \"{stem}\"", number + 1)));
        }
    }
    if is_data || path.starts_with("examples") {
        for (number, line) in text.lines().enumerate() {
            let mut places = private.iter().filter(|place| line.contains(place.as_str()));
            if let Some(place) = places.next() {
                findings.push(format!(":{}: local path {place}", number + 1));
            }
        }
    }
    findings
}

/// The lines of comments that are too wide. Tables, and code in documentation, cannot be wrapped.
fn wide_comments(text: &str) -> impl Iterator<Item = usize> {
    let mut is_code = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let comment = line.trim_start().strip_prefix("//")?.trim_start_matches(['/', '!']);
        is_code ^= comment.trim_start().starts_with("```");
        let is_wide = line.chars().count() > MOST_WIDTH && !is_code;
        // A marker is one line, and a comment within a text of a test has its escapes.
        let is_prose = !comment.starts_with(" |") && !comment.starts_with(" +") && !comment.contains("\\n");
        (is_wide && is_prose).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_comments_are_found() {
        let wide = "wide ".repeat(30);
        let text = format!(
            "fn a() {{}} // {wide}\n//! {wide}\n/// | {wide}\n    // {wide}\n/// ```\n/// {wide}\n/// ```\n/// {wide}"
        );
        assert_eq!(wide_comments(&text).collect::<Vec<_>>(), [2, 4, 8]);
    }

    fn found(path: &str, text: &str) -> Vec<String> {
        look(Path::new(path), text, &["/work/main".to_owned()])
    }

    #[test]
    fn findings_have_places() {
        assert!(found("codegen/src/emit/array.rs", "fn tidy() {}\n").is_empty());
        assert_eq!(found("a/src/utils.rs", ""), [": generic name `utils`"]);
        assert_eq!(found("a/common/b.rs", ""), [": generic name `common`"]);
        let open = format!("fn a() {{}}\n// {}: b\n", OPEN[0]);
        assert_eq!(found("a/b.rs", &open), [format!(":2: {}", OPEN[0])]);
        assert_eq!(found("a/b.rs", &format!("{IGNORED}]\n")), [":1: ignored test"]);
        let stem = format!("fn a() {{}}\n// {} the old value\n", STEMS[2]);
        assert_eq!(found("a/b.rs", &stem), [format!(":2: \"{}\"", STEMS[2])]);
        let long = "\n".repeat(MOST_LINES + 1);
        assert_eq!(found("a/b.rs", &long), [": 601 lines; the maximum is 600"]);
        assert!(found("tests/keywords/enum/generated.rs", &long).is_empty());
    }

    #[test]
    fn goldens_carry_no_path_of_this_machine() {
        let text = "ok\n// from /work/main/crds/a.yaml\n";
        let finding = ":2: local path /work/main";
        assert_eq!(found("tests/keywords/enum/plan.txt", text), [finding]);
        assert!(found("docs/a.md", text).is_empty());
    }
}
