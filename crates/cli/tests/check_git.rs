//! `crdc check --old` with several old documents, and with those of a commit.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::{Folder, Ran};

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
fn repository(name: &str) -> Folder {
    let files = [
        ("crds/sizes.yaml", &*crd("sizes", 7)),
        ("crds/gone.yaml", &*crd("gone", 7)),
        ("crds/notes.md", "no document"),
    ];
    let folder = Folder::new(name, &files);
    folder.commit("before");
    folder.git(&["tag", "before"]);
    folder.write("crds/sizes.yaml", crd("sizes", 5));
    folder.write("crds/new.yaml", crd("new", 5));
    fs::remove_file(folder.join("crds/gone.yaml")).unwrap();
    folder
}

fn check(folder: &Folder, files: &str, old: &str) -> Ran {
    folder.run(&["check", files, "--format", "plain", "--old", old])
}

#[test]
fn documents_of_a_commit_are_compared() {
    let folder = repository("compared");
    let absolute = folder.join("crds");
    let absolute = absolute.to_str().unwrap();
    for (from, files, old, named) in [
        (folder.below("."), "crds", "git:before", "before:crds/gone.yaml"),
        (folder.below("."), "crds", "git:before:crds", "before:crds/gone.yaml"),
        (folder.below("crds"), ".", "git:before", "before:gone.yaml"),
        (folder.below("."), "./crds/", "git:HEAD", "HEAD:crds/gone.yaml"),
        (folder.below("."), absolute, "git:before", "gone.yaml"),
    ] {
        let output = check(&from, files, old);
        let text = &output.out;
        assert_eq!(output.code, 0, "{files} {old}: {output:?}");
        assert!(text.contains("`spec.size` must be at most 5; it was at most 7"), "{files} {old}: {text}");
        assert!(text.contains("the CustomResourceDefinition of kind `Kind` was removed"), "{text}");
        assert!(text.contains("the CustomResourceDefinition of kind `Kind` is new"), "{text}");
        assert!(text.contains(named), "{files} {old}: {text}");
    }
    let text = check(&folder, "crds/sizes.yaml", "git:before").out;
    assert!(text.contains("it was at most 7") && !text.contains("was removed"), "{text}");
}

#[test]
fn files_that_a_commit_lacks_are_named() {
    let folder = repository("lacks");
    let text = folder.run(&["check", "crds/new.yaml", "crds/sizes.yaml", "--old", "git:before"]).err;
    let note = "note: git:before has no .yaml, .yml or .json file at crds/new.yaml: what is there now is compared with nothing\n";
    assert!(text.contains(note), "{text}");
}

#[test]
fn a_folder_is_compared() {
    let folder = repository("folder");
    fs::create_dir(folder.join("old")).unwrap();
    fs::write(folder.join("old/a.yaml"), crd("other", 7)).unwrap();
    fs::write(folder.join("old/b.yaml"), crd("sizes", 9)).unwrap();
    let text = check(&folder, "crds", "old").out;
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
        let text = &output.err;
        assert_eq!(output.code, 2, "{old}: {output:?}");
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
    folder.commit("strange");
    fs::write(folder.join(name), crd("strange", 5)).unwrap();
    fs::remove_file(folder.join("crds/link.yaml")).unwrap();
    let output = check(&folder, "crds", "git:HEAD");
    let text = &output.out;
    assert_eq!(output.code, 0, "{output:?}");
    assert!(text.contains("`spec.size` must be at most 5; it was at most 7"), "{text}");
}

/// What a workflow meets first: a clone with one commit, a variable that is empty, no repository.
#[test]
fn a_commit_that_git_does_not_know_says_why() {
    let folder = repository("git-unknown");
    let clone = Folder::new("git-unknown-shallow", &[]);
    let outside = std::env::temp_dir().join(format!("crdc-git-outside-{}", std::process::id()));
    let outside = Folder(outside);
    fs::create_dir_all(outside.join("crds")).unwrap();
    let from = format!("file://{}", folder.display());
    // The commit must not be the only one, or the clone is whole.
    folder.git(&["commit", "-q", "-a", "-m", "second"]);
    clone.git(&["clone", "-q", "--depth", "1", &from, "."]);
    for (folder, old, words) in [
        (&folder, "git:nope", "git knows no commit \"nope\" in .\n"),
        (&folder, "git:origin/", "git knows no commit \"origin/\" in .: the name of the branch is empty\n"),
        (&folder, "git:", "the name of the branch is empty\n"),
        (&clone, "git:origin/before", "(fetch-depth: 0 for actions/checkout)\n"),
        (&outside, "git:main", ".: git says: not a git repository"),
    ] {
        let output = check(folder, "crds", old);
        let text = &output.err;
        assert!(output.code == 2 && text.contains(words), "{old}: {text}");
    }
    fs::remove_dir_all(&*outside).unwrap();
}
