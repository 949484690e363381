//! Tests of the catalogue's tool, with small repositories and a small corpus of their own.

#![allow(clippy::unwrap_used, clippy::panic)]

mod corpus;
mod documents;
mod files;
mod list;
mod openapi;
mod releases;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crdc_catalogue::Catalogue;
use serde_json::Value;

use super::Made;
use super::list::{List, parse};
use super::mirrors::Mirrors;

/// The name of a tag, its day, and the files that it changes with their texts.
type TaggedFiles<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("crdc-xtask-catalogue-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// Writes a file, and the folders that it is in.
    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A repository, with a commit for each tag; an empty text removes a file.
    fn repository(&self, name: &str, tags: &[TaggedFiles<'_>]) {
        let work = Folder::new();
        let git = |day: &str, arguments: &[&str]| git(&work.0, day, arguments);
        git("2020-01-01", &["init", "--quiet"]);
        for (number, (tag, day, files)) in tags.iter().enumerate() {
            for (path, text) in *files {
                match text.is_empty() {
                    true => fs::remove_file(work.0.join(path)).unwrap(),
                    false => work.write(path, text),
                }
            }
            git(day, &["add", "--all"]);
            git(day, &["commit", "--quiet", "--allow-empty", "--message", tag]);
            // Tags are names of commits, or objects of their own.
            match number % 2 {
                0 => git(day, &["tag", tag]),
                _ => git("2030-01-01", &["tag", "--annotate", "--message", tag, tag]),
            }
        }
        // Both forms of clones.
        let clone = match name.len() % 2 {
            0 => self.0.join(name.replace('/', "+")).join("repo"),
            _ => self.0.join(format!("{name}.git")),
        };
        git("2020-01-01", &["clone", "--quiet", "--bare", ".", clone.to_str().unwrap()]);
    }

    /// The catalogue of a list.
    fn make(&self, list: &List) -> Made {
        super::of_mirrors(list, &mut Mirrors::new(&self.0)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn git(folder: &Path, day: &str, arguments: &[&str]) {
    let date = format!("{day}T12:00:00Z");
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]).args(arguments);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    command.env("GIT_AUTHOR_DATE", &date).env("GIT_COMMITTER_DATE", &date);
    // A hook of git runs tests with these set.
    command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
    let output = command.output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The text of a CRD whose schema has a property of this name.
fn crd(group: &str, kind: &str, property: &str) -> String {
    let plural = format!("{}s", kind.to_lowercase());
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: {plural}.{group}\n\
         spec:\n  group: {group}\n  names: {{kind: {kind}, plural: {plural}}}\n  scope: Namespaced\n  versions:\n  \
         - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        \
         description: prose\n        properties:\n          {property}: {{type: string}}\n"
    )
}

/// A list with the project `a/tool`, with these further lines.
fn listed(lines: &str) -> List {
    parse(&format!(
        "from = \"2024-09-01\"\n[[project]]\nname = \"tool\"\nrepository = \"a/tool\"\nlicence = \"MIT\"\ntags = \"v{{}}\"\n\
         groups = [\"tool.io\"]\n{lines}\n"
    ))
    .unwrap()
}

/// The definitions of a catalogue: for each release of each project its CRDs with their properties.
fn definitions(made: &Made) -> Vec<String> {
    let catalogue = Catalogue::read(made.bytes.clone()).unwrap();
    let mut lines = Vec::new();
    for project in catalogue.projects() {
        for (index, release) in project.releases.iter().enumerate() {
            let mut line = format!("{} {}:", project.name, release.version);
            for definition in &project.definitions {
                let Some(text) = definition.line(index).map(|text| catalogue.text(project, text).unwrap())
                else {
                    continue;
                };
                assert!(!text.contains("prose"), "{text}");
                let crd: Value = serde_json::from_str(&text).unwrap();
                let properties = crd.pointer("/spec/versions/0/schema/openAPIV3Schema/properties").unwrap();
                let names: Vec<&str> = properties.as_object().unwrap().keys().map(String::as_str).collect();
                line.push_str(&format!(" {}.{}={}", definition.kind, definition.group, names.join("+")));
            }
            lines.push(line);
        }
    }
    lines
}
