//! Fragments of the folders of `publish/`: schemas of types, as the derive would generate them.
//! `fragments/<Name>.json` has `schema` and, in `refs`, the name of a type or null for each reference number.
//! `rules.txt` has a line `[VERSION] PATH NAME` for each path. The build script converts them to statics,
//! since fragments refer to each other by functions.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crdc_source::{Node, Source, Value, parse};

/// The source text of a table with the name and the rules `(version, path, fragment)` of each folder, and of
/// the fragments.
pub(crate) fn table(root: &Path) -> String {
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let (mut statics, mut rows) = (String::new(), String::new());
    for folder in &folders {
        let name = folder.file_name().unwrap().to_str().unwrap();
        write!(rows, "({name:?}, &[").unwrap();
        for line in fs::read_to_string(folder.join("rules.txt")).unwrap().lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let (version, path, of) = match words[..] {
                [path, of] => (None, path, of),
                [version, path, of] => (Some(version), path, of),
                _ => panic!("{}: {line}", folder.display()),
            };
            write!(rows, "({version:?}, {path:?}, &{}),", identifier(name, of)).unwrap();
        }
        rows.push_str("]),\n");
        for entry in fs::read_dir(folder.join("fragments")).unwrap() {
            statics.push_str(&fragment(name, &entry.unwrap().path()));
        }
    }
    format!(
        "{statics}\n/// What is laid where: a version or all of them, the field of the root, its rules.\n\
         pub(crate) type Laid = (Option<&'static str>, &'static str, &'static Fragment);\n\
         /// Folders of `publish/` with their rules.\npub(crate) static PUBLISH: &[(&str, &[Laid])] = &[\n{rows}];\n"
    )
}

/// The name of the static of a fragment.
fn identifier(folder: &str, name: &str) -> String {
    format!("{folder}_{name}").to_uppercase()
}

/// The source text of the static of a fragment.
fn fragment(folder: &str, path: &Path) -> String {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let source = Source::new("fragment.json", fs::read_to_string(path).unwrap());
    let node: Node = parse(&source).0.remove(0);
    let span = node.get("schema").unwrap().span;
    let text = &source.text[span.start as usize..span.end as usize];
    let Value::Array(refs) = &node.get("refs").unwrap().value else { panic!("{}", path.display()) };
    let refs = refs.iter().map(|of| match of.as_str() {
        Some(of) => format!("|| Some(&{}),", identifier(folder, of)),
        None => "|| None,".to_owned(),
    });
    let (id, refs) = (identifier(folder, name), refs.collect::<String>());
    format!("static {id}: Fragment = Fragment {{ name: {name:?}, text: {text:?}, refs: &[{refs}] }};\n")
}
