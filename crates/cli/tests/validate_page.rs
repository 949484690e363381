//! docs/validate.md, docs/from-kubeconform.md and docs/from-envtest.md: what they show is what the command
//! prints. In: the files that a page shows, by the name in their first line, those of `tests/pages/PAGE`, and
//! its blocks of `$ crdc …`. `BLESS=1 cargo test -p crdc-cli --test validate_page` writes the answers.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A block of code of a page, between its fences.
struct Block<'p> {
    language: &'p str,
    text: &'p str,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced
        .map(|block| {
            let (language, text) = block.split_once('\n').unwrap();
            Block { language, text }
        })
        .collect()
}

/// What a command prints in a folder.
fn answer(folder: &Path, command: &str) -> String {
    let words = command.strip_prefix("$ crdc ").expect("a block begins with a command of crdc");
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    let command = command.current_dir(folder).args(words.split_whitespace()).stdin(Stdio::null());
    let output = command.env("NO_COLOR", "1").output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Copies the files of a folder, if it is there.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten() {
        let from = entry.unwrap().path();
        let to = to.join(from.file_name().unwrap());
        if from.is_dir() {
            fs::create_dir_all(&to).unwrap();
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

#[test]
fn pages_show_what_the_command_prints() {
    for name in ["validate.md", "from-kubeconform.md", "from-envtest.md"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
        let page = fs::read_to_string(&path).unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validate-page").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(name.trim_end_matches(".md")),
            &folder,
        );
        let (mut ran, mut now) = (0, page.clone());
        for Block { language, text } in blocks(&page) {
            let (first, _) = text.split_once('\n').unwrap_or((text, ""));
            if language == "yaml" {
                if let Some(file) = first.strip_prefix("# ").filter(|file| file.ends_with(".yaml")) {
                    let file = folder.join(file);
                    fs::create_dir_all(file.parent().unwrap()).unwrap();
                    fs::write(file, format!("{text}\n")).unwrap();
                }
            } else if language == "console" {
                let shown = answer(&folder, first);
                now = now.replace(text, &format!("{first}\n{}", shown.trim_end()));
                ran += 1;
            }
        }
        assert!(ran > 0, "{name} shows nothing");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(page, now, "{name}");
        }
    }
}
