//! `crdc check --old` with several old documents, and with those of a commit.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn crd(plural: &str, most: u8) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  scope: Cluster
  names: {{plural: {plural}, kind: Kind, listKind: KindList, singular: kind}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {{spec: {{type: object, properties: {{size: {{type: integer, maximum: {most}}}}}}}}}
"
    )
}

/// A repository whose commit `before` has two CRDs, which the working tree changes.
fn repository(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("crds")).unwrap();
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(&folder).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        assert!(git.args(arguments).output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    fs::write(folder.join("crds/sizes.yaml"), crd("sizes", 7)).unwrap();
    fs::write(folder.join("crds/gone.yaml"), crd("gone", 7)).unwrap();
    fs::write(folder.join("crds/notes.md"), "no document").unwrap();
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "before"]);
    git(&["tag", "before"]);
    fs::write(folder.join("crds/sizes.yaml"), crd("sizes", 5)).unwrap();
    fs::write(folder.join("crds/new.yaml"), crd("new", 5)).unwrap();
    fs::remove_file(folder.join("crds/gone.yaml")).unwrap();
    folder
}

fn check(folder: &Path, files: &str, old: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crdc"))
        .current_dir(folder)
        .args(["check", files, "--format", "plain", "--old", old])
        .output()
        .unwrap()
}

#[test]
fn documents_of_a_commit_are_compared() {
    let folder = repository("compared");
    let absolute = folder.join("crds");
    let absolute = absolute.to_str().unwrap();
    for (from, files, old, named) in [
        (folder.clone(), "crds", "git:before", "before:crds/gone.yaml"),
        (folder.clone(), "crds", "git:before:crds", "before:crds/gone.yaml"),
        (folder.join("crds"), ".", "git:before", "before:gone.yaml"),
        (folder.clone(), "./crds/", "git:HEAD", "HEAD:crds/gone.yaml"),
        (folder.clone(), absolute, "git:before", "gone.yaml"),
    ] {
        let output = check(&from, files, old);
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        assert_eq!(output.status.code(), Some(0), "{files} {old}: {output:?}");
        assert!(text.contains("`spec.size` must be at most 5; it was at most 7"), "{files} {old}: {text}");
        assert!(text.contains("the CustomResourceDefinition of kind `Kind` was removed"), "{text}");
        assert!(text.contains("the CustomResourceDefinition of kind `Kind` is new"), "{text}");
        assert!(text.contains(named), "{files} {old}: {text}");
    }
    let output = check(&folder, "crds/sizes.yaml", "git:before");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("it was at most 7") && !text.contains("was removed"), "{text}");
}

#[test]
fn files_that_a_commit_lacks_are_named() {
    let folder = repository("lacks");
    let output = Command::new(env!("CARGO_BIN_EXE_crdc"))
        .current_dir(&folder)
        .args(["check", "crds/new.yaml", "crds/sizes.yaml", "--old", "git:before"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let note = "note: git:before has no .yaml, .yml or .json file at crds/new.yaml: what is there now is compared with nothing\n";
    assert!(text.contains(note), "{text}");
}

#[test]
fn a_folder_is_compared() {
    let folder = repository("folder");
    fs::create_dir(folder.join("old")).unwrap();
    fs::write(folder.join("old/a.yaml"), crd("other", 7)).unwrap();
    fs::write(folder.join("old/b.yaml"), crd("sizes", 9)).unwrap();
    let text = String::from_utf8(check(&folder, "crds", "old").stdout).unwrap();
    assert!(text.contains("it was at most 9") && text.contains("was removed"), "{text}");
}

#[test]
fn what_git_does_not_know_is_an_error() {
    let folder = repository("unknown");
    for (files, old, said) in [
        ("crds", "git:nowhere", "cannot read git:nowhere: git knows no commit \"nowhere\" in ."),
        ("crds", "git:--output=x", "cannot read git:--output=x: git knows no commit \"--output=x\" in ."),
        ("crds", "git:", "cannot read git:: git knows no commit \"\" in ."),
        (
            "crds",
            "git:before:charts",
            "cannot read git:before:charts: the commit has no .yaml, .yml or .json file there",
        ),
        ("crds/new.yaml", "git:before", "--old: no CustomResourceDefinition in git:before"),
    ] {
        let output = check(&folder, files, old);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{old}: {output:?}");
        assert!(text.contains(said), "{old}: {text}");
    }
}

/// Names that are no text, names with line breaks, and links are no reason to read nothing.
#[cfg(unix)]
#[test]
fn strange_files_of_a_commit_are_read() {
    use std::os::unix::ffi::OsStrExt;
    let folder = repository("strange");
    let name = std::ffi::OsStr::from_bytes(b"crds/\xff\n.yaml");
    fs::write(folder.join(name), crd("strange", 7)).unwrap();
    fs::write(folder.join("crds/empty.yaml"), "").unwrap();
    std::os::unix::fs::symlink("sizes.yaml", folder.join("crds/link.yaml")).unwrap();
    for arguments in [&["add", "."][..], &["commit", "-q", "-m", "strange"]] {
        let mut git = Command::new("git");
        git.arg("-C").arg(&folder).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        assert!(git.args(arguments).output().unwrap().status.success());
    }
    fs::write(folder.join(name), crd("strange", 5)).unwrap();
    fs::remove_file(folder.join("crds/link.yaml")).unwrap();
    let output = check(&folder, "crds", "git:HEAD");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text.contains("`spec.size` must be at most 5; it was at most 7"), "{text}");
}

/// What a workflow meets first: a clone with one commit, a variable that is empty, no repository.
#[test]
fn a_commit_that_git_does_not_know_says_why() {
    let folder = repository("git-unknown");
    let clone = folder.with_file_name("git-unknown-shallow");
    let outside = std::env::temp_dir().join(format!("crdc-git-outside-{}", std::process::id()));
    let _ = fs::remove_dir_all(&clone);
    fs::create_dir_all(outside.join("crds")).unwrap();
    let from = format!("file://{}", folder.display());
    let mut git = Command::new("git");
    git.args(["clone", "-q", "--depth", "1"]).arg(from).arg(&clone);
    // The commit must not be the only one, or the clone is whole.
    let second =
        ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-a", "-m", "second"];
    assert!(Command::new("git").arg("-C").arg(&folder).args(second).output().unwrap().status.success());
    assert!(git.output().unwrap().status.success());
    for (folder, old, words) in [
        (&folder, "git:nope", "git knows no commit \"nope\" in .\n"),
        (&folder, "git:origin/", "git knows no commit \"origin/\" in .: the name of the branch is empty\n"),
        (&folder, "git:", "the name of the branch is empty\n"),
        (&clone, "git:origin/before", "(fetch-depth: 0 for actions/checkout)\n"),
        (&outside, "git:main", ".: git says: not a git repository"),
    ] {
        let output = check(folder, "crds", old);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(words), "{old}: {text}");
    }
    fs::remove_dir_all(&outside).unwrap();
}
