//! What tests of the command share. In: files and arguments. Out: a folder of its own for each test, the exit
//! code, and what is printed.
//!
//! Easy to break: tests of a file run at once, so each folder there has another name.
// Each file of tests uses a part.
#![allow(dead_code, clippy::unwrap_used)]

pub(crate) mod things;
#[cfg(unix)]
pub(crate) mod watch;

use std::fs::{self, File};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that the command runs in.
pub(crate) struct Folder(pub(crate) PathBuf);

/// The variables that name proxies.
const PROXIES: [&str; 6] =
    ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "https_proxy", "http_proxy"];

/// A CRD of the kind Note, `example.com/v1`, with these properties.
pub(crate) fn note_crd(properties: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: notes.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: notes, singular: note, kind: Note, listKind: NoteList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, properties: {{{properties}}}}}}}
"
    )
}

/// What the command did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// All that is printed.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Folder {
    /// A new one with these files.
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let files: Vec<(&str, &[u8])> = files.iter().map(|(file, text)| (*file, text.as_bytes())).collect();
        Folder::of_bytes(name, &files)
    }

    /// A new one with these files, which may be no text.
    pub(crate) fn of_bytes(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let folder = Folder(path);
        for (file, bytes) in files {
            folder.write(file, bytes);
        }
        folder
    }

    /// One in it.
    pub(crate) fn below(&self, path: &str) -> Folder {
        Folder(self.join(path))
    }

    /// Writes a file, and makes the folders above it.
    pub(crate) fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs the command with nothing on the standard input.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, Stdio::null(), &[])
    }

    /// Runs the command with variables of the environment.
    pub(crate) fn run_in(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
        self.run_with(arguments, Stdio::null(), variables)
    }

    /// The exit code, and all that is printed.
    pub(crate) fn said(&self, arguments: &[&str]) -> (i32, String) {
        let ran = self.run(arguments);
        (ran.code, ran.text())
    }

    /// Runs the command with a file on the standard input.
    pub(crate) fn given(&self, file: impl AsRef<Path>, arguments: &[&str]) -> Ran {
        self.run_with(arguments, File::open(self.join(file)).unwrap().into(), &[])
    }

    fn run_with(&self, arguments: &[&str], stdin: Stdio, variables: &[(&str, &str)]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
        command.current_dir(&self.0).args(arguments).stdin(stdin).env("NO_COLOR", "1");
        // Requests of tests are to this machine, and what they leave is below the folder.
        for name in PROXIES {
            command.env_remove(name);
        }
        command.env("XDG_CACHE_HOME", self.join(".cache")).envs(variables.iter().copied());
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Runs git, as somebody.
    pub(crate) fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(&self.0).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        assert!(git.args(arguments).output().unwrap().status.success(), "{arguments:?}");
    }

    /// Commits all files; the first time, the folder becomes a repository with a branch `main`.
    pub(crate) fn commit(&self, message: &str) {
        if !self.join(".git").exists() {
            self.git(&["init", "-q", "-b", "main"]);
        }
        self.git(&["add", "."]);
        self.git(&["commit", "-q", "-m", message]);
    }
}
