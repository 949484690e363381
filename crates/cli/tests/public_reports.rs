//! Situations that people reported in public, with two or three neighbours of each. Each folder of
//! `tests/public_reports` has the files and `commands`, a command line each, with ` < FILE` for the standard
//! input, and what they answer: `expected.txt`. `BLESS=1 cargo test -p crdc-cli --test public_reports` writes
//! it.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the commands of a folder print.
fn answers(folder: &Path) -> String {
    let commands = fs::read_to_string(folder.join("commands")).unwrap();
    let mut all = String::new();
    for line in commands.lines() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
        let (words, file) = line.split_once(" < ").unwrap_or((line, ""));
        let stdin =
            if file.is_empty() { Stdio::null() } else { File::open(folder.join(file)).unwrap().into() };
        command.current_dir(folder).args(words.split(' ')).stdin(stdin).env("NO_COLOR", "1");
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        all += &format!("$ crdc {line}\n{}{}", text(output.stdout), text(output.stderr));
        all += &format!("[exit code {}]\n\n", output.status.code().unwrap());
    }
    all
}

#[test]
fn the_answers_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/public_reports");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(folders.len() > 10);
    let mut wrong = Vec::new();
    for folder in folders {
        let (file, now) = (folder.join("expected.txt"), answers(&folder));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, now).unwrap();
        } else if fs::read_to_string(&file).unwrap_or_default() != now {
            wrong.push(format!("{}: now\n{now}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
