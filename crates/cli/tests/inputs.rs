//! What the command does with inputs that have nothing in them, cannot be read, or are there twice: nothing
//! passes in silence.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Folder, Ran};

fn crd(plural: &str, kind: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  names: {{plural: {plural}, kind: {kind}}}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object}}}}
---
"
    )
}

#[test]
fn an_input_without_a_document_is_an_error_for_every_subcommand() {
    let folder = Folder::of_bytes("empty", &[("empty.yaml", b""), ("other.yaml", b"kind: ConfigMap\n")]);
    for file in ["empty.yaml", "other.yaml"] {
        for arguments in [&["check"][..], &["explain"], &["skeleton"], &["generate", "--output", "out"]] {
            let (code, text) = folder.said(&[arguments, &[file]].concat());
            assert_eq!(code, 1, "{arguments:?} {file}: {text}");
            assert!(
                text.contains(&format!("crdc: no CustomResourceDefinition in {file}\n")),
                "{arguments:?}: {text}"
            );
        }
    }
}

#[test]
fn what_cannot_be_compared_is_an_error() {
    let one = crd("foos", "Foo");
    let folder = Folder::of_bytes(
        "old",
        &[
            ("new.yaml", one.as_bytes()),
            ("empty.yaml", b""),
            ("other.yaml", b"kind: ConfigMap\n"),
            ("broken.yaml", b"kind: [\n"),
            ("wrong.yaml", one.replace("plural: foos", "plural: 3").as_bytes()),
            ("same.yaml", one.as_bytes()),
            ("latin.yaml", b"kind: \xff\n"),
        ],
    );
    for (old, new, code, words) in [
        ("same.yaml", "new.yaml", 0, "nothing changed"),
        ("empty.yaml", "new.yaml", 2, "no CustomResourceDefinition in empty.yaml"),
        ("other.yaml", "new.yaml", 2, "no CustomResourceDefinition in other.yaml"),
        ("broken.yaml", "new.yaml", 1, "broken.yaml:"),
        ("wrong.yaml", "new.yaml", 1, "wrong.yaml:"),
        ("latin.yaml", "new.yaml", 1, "latin.yaml:1:7"),
        ("missing.yaml", "new.yaml", 2, "missing.yaml"),
        ("same.yaml", "empty.yaml", 1, "no CustomResourceDefinition in empty.yaml"),
        ("-", "-", 2, "cannot both be the standard input"),
    ] {
        let (found, text) = folder.said(&["check", new, "--old", old]);
        assert_eq!(found, code, "{old} {new}: {text}");
        assert!(text.contains(words), "{old} {new}: {text}");
    }
    let (code, text) = folder.said(&["check", "-", "-"]);
    assert_eq!((code, text.as_str()), (2, "crdc: the standard input (-) can be read only once\n"));
}

#[test]
fn a_document_that_is_gone_and_another_kind_are_denied() {
    let (foo, bar) = (crd("foos", "Foo"), crd("bars", "Bar"));
    let files: &[(&str, String)] = &[
        ("both.yaml", foo.clone() + &bar),
        ("foo.yaml", foo.clone()),
        ("bar.yaml", bar),
        ("kind.yaml", foo.replace("kind: Foo", "kind: Fou")),
        ("short.yaml", foo.replace("kind: Foo", "kind: Foo, shortNames: [f]")),
    ];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let folder = Folder::of_bytes("gone", &files);
    for (old, new, code, words) in [
        ("both.yaml", &["foo.yaml"][..], 1, "breaks[definition]"),
        ("both.yaml", &["foo.yaml", "bar.yaml"], 0, "nothing changed"),
        ("foo.yaml", &["both.yaml"], 0, "of kind `Bar` is new"),
        ("foo.yaml", &["kind.yaml"], 1, "breaks[names]"),
        ("foo.yaml", &["short.yaml"], 0, "`names.shortNames`"),
    ] {
        let (found, text) = folder.said(&[&["check", "--deny", "breaks", "--old", old], new].concat());
        assert_eq!(found, code, "{old} {new:?}: {text}");
        assert!(text.contains(words), "{old} {new:?}: {text}");
        // The server refuses another kind.
        let refused = i32::from(new == ["kind.yaml"]);
        let (found, _) = folder.said(&[&["check", "--old", old], new].concat());
        assert_eq!(found, refused, "without --deny: {old} {new:?}: {text}");
    }
}

#[test]
fn two_documents_of_one_name_are_an_error() {
    let foo = crd("foos", "Foo");
    let twice = foo.repeat(2);
    let folder = Folder::of_bytes(
        "twice",
        &[("a.yaml", foo.as_bytes()), ("b.yaml", foo.as_bytes()), ("c.yaml", twice.as_bytes())],
    );
    for files in [&["a.yaml", "b.yaml"][..], &["c.yaml"], &["a.yaml", "a.yaml"]] {
        for arguments in [&["check"][..], &["generate", "--output", "out"]] {
            let (code, text) = folder.said(&[arguments, files].concat());
            assert_eq!(code, 1, "{arguments:?} {files:?}: {text}");
            assert!(
                text.contains("error[name-duplicate]: another document is named `foos.example.com`"),
                "{text}"
            );
        }
    }
}

#[test]
fn a_policy_for_a_name_that_is_not_there_is_an_error() {
    let foo = crd("foos", "Foo");
    let folder = Folder::of_bytes("policy", &[("a.yaml", foo.as_bytes())]);
    let (code, text) =
        folder.said(&["generate", "--output", "out", "--ratcheting", "fos.example.com=off", "a.yaml"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("no document has this name; known: foos.example.com"), "{text}");
    assert!(!folder.join("out").exists());
    let (code, _) =
        folder.said(&["generate", "--output", "out", "--ratcheting", "foos.example.com=off", "a.yaml"]);
    assert_eq!(code, 0);
}

#[test]
fn a_file_that_is_not_utf_8_hides_no_other() {
    let wrong = crd("foos", "Foo").replace("Namespaced", "Global");
    let latin = b"# caf\xe9\nkind: ConfigMap\n";
    let folder = Folder::of_bytes("latin", &[("a.yaml", latin), ("b.yaml", wrong.as_bytes())]);
    let (code, text) = folder.said(&["check", "--format", "plain", "."]);
    assert_eq!(code, 1);
    assert!(
        text.contains("a.yaml:1:6: error[source-not-utf8]: the file is not UTF-8: byte 0xe9 at offset 5"),
        "{text}"
    );
    assert!(text.contains("error[scope-invalid]"), "{text}");
}

#[test]
fn a_tab_is_shown_where_it_is() {
    for (text, place) in [
        ("a:\n  b: 1\n\tc: 2\n", "3:1"),
        ("a:\n\tb: 1\n", "2:1"),
        ("a: |\n\tb\n", "2:1"),
        ("a:\n  - b\n\t- c\n", "3:1"),
        ("a:\r\n  b: 1\r\n\r\n\tc: d\r\n", "4:1"),
        ("a: 'b'\ne: f\n\tg: h\n", "3:1"),
    ] {
        let folder = Folder::of_bytes("tab", &[("a.yaml", text.as_bytes())]);
        let (_, found) = folder.said(&["check", "--format", "plain", "a.yaml"]);
        assert!(found.starts_with(&format!("a.yaml:{place}: error[yaml-syntax]")), "{text:?}: {found}");
    }
}

#[test]
fn a_name_does_not_command_the_terminal() {
    let schema = r#"{type: object, properties: {"\e[31mred": {type: string}}}"#;
    let crd = crd("foos", "Foo").replace("{type: object}", schema);
    let folder = Folder::of_bytes("escape", &[("a.yaml", crd.as_bytes())]);
    for command in ["check", "explain", "skeleton"] {
        let (code, text) = folder.said(&[command, "a.yaml"]);
        assert!(code == 0 && !text.contains('\u{1b}'), "{command}: {text}");
    }
}

/// A hook names every file that changed.
#[test]
fn files_that_a_program_found_are_as_those_of_folders() {
    let folder = Folder::of_bytes(
        "as-found",
        &[
            ("ci.yaml", b"on: push\njobs: {}\n"),
            ("package.json", b"{\"name\": \"a\"}"),
            ("compose.yml", b"services: {a: {image: b}}\n"),
            ("Chart.yaml", b"apiVersion: v2\nname: a\nversion: 1.0.0\n"),
            ("values.yaml", b"replicas: 1\n"),
            ("template.yaml", b"kind: CustomResourceDefinition\nx: {{ .Values.a }}\n"),
            ("kustomization.yaml", b"resources: [good.yaml]\n"),
            ("good.yaml", b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"),
            ("lost.yaml", b"apiVersion: v1\nmetadata: {name: a}\ndata: {}\n"),
            ("crd.yaml", crd("foos", "Foo").as_bytes()),
        ],
    );
    let others = [
        "ci.yaml",
        "package.json",
        "compose.yml",
        "Chart.yaml",
        "values.yaml",
        "template.yaml",
        "kustomization.yaml",
    ];
    let with = |command: &str, more: &[&str]| {
        let named = folder.said(&[&[command], &others[..], more].concat());
        let found = folder.said(&[&[command, "--as-found"], &others[..], more].concat());
        (named.0, found)
    };
    let (named, (code, text)) = with("validate", &["good.yaml"]);
    assert!(named == 1 && code == 0, "{text}");
    assert!(
        text.starts_with("left out: ")
            && text.ends_with("\nvalidated 1 object in 8 files against Kubernetes 1.36: no errors\n"),
        "{text}"
    );
    // A manifest that lost its kind is one, and a file that is named must be there.
    assert_eq!(with("validate", &["lost.yaml"]).1.0, 1);
    assert_eq!(with("validate", &["missing.yaml"]).1.0, 2);
    for more in [&["good.yaml"][..], &["crd.yaml"]] {
        let (_, (code, text)) = with("check", more);
        assert!(code == 0 && text.ends_with("no errors\n") && !text.contains("skipped"), "{text}");
    }
    assert_eq!(folder.said(&["check", "good.yaml"]).0, 1);
}

/// What a program found need not be a document at all.
#[test]
fn files_that_a_program_found_are_read_if_they_are_documents() {
    let good = b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let text = b"# CustomResourceDefinition\n\n- `a`: [b\n";
    let folder = Folder::of_bytes(
        "as-found-others",
        &[
            ("README.md", text),
            ("Makefile", text),
            ("picture.png", b"\x89PNG\xff\xfe CustomResourceDefinition"),
            ("values.yaml.tpl", text),
            ("main.rs", text),
            ("good.YML", good),
        ],
    );
    let others = ["README.md", "Makefile", "picture.png", "values.yaml.tpl", "main.rs"];
    let found =
        |command: &str, more: &[&str]| folder.said(&[&[command, "--as-found"], &others[..], more].concat());
    let (code, text) = found("validate", &["good.YML", "--verbose"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("left out: 5 files that are no .yaml, .yml or .json files\n"), "{text}");
    assert!(text.contains("README.md:1: left out: file that is no .yaml, .yml or .json file\n"), "{text}");
    assert!(text.contains("validated 1 object in 6 files"), "{text}");
    assert_eq!(found("validate", &["missing.md"]).0, 2);
    let (code, text) = found("check", &["good.YML"]);
    assert_eq!(code, 0, "{text}");
    // Who names a file wants it to be read.
    assert_eq!(folder.said(&["validate", "README.md"]).0, 1);
}

#[test]
fn endings_of_documents_are_read_in_any_case_of_letters() {
    let bad: &[u8] = b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a_b}\n";
    let json: &[u8] = br#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a_b"}}"#;
    let crds = [crd("foos", "Foo"), crd("bars", "Bar")];
    let folder = Folder::of_bytes(
        "endings",
        &[
            ("A.YAML", bad),
            ("b.Yml", bad),
            ("c.JSON", json),
            ("d.yaml", bad),
            ("e.yamlx", bad),
            ("CRD.YAML", crds[0].as_bytes()),
            ("crd.yaml", crds[1].as_bytes()),
        ],
    );
    let (code, text) = folder.said(&["validate", ".", "--format", "plain"]);
    assert!(code == 1 && text.matches("error[invalid-value]").count() == 4, "{text}");
    let (_, text) = folder.said(&["check", "."]);
    assert!(text.contains("checked 6 documents"), "{text}");
}

/// A pipeline that lost its input must not pass.
/// A stranger may have named the files.
#[test]
fn options_that_are_names_of_files_are_refused_where_a_program_names_the_files() {
    let bad = b"apiVersion: v1\nkind: Pod\nmetadata: {name: A_B}\nspec: {containers: []}\n";
    let hostile = [
        "--ignore-filename-pattern=.yaml",
        "--skip=Pod,a.yaml",
        "-skip=Pod,a.yaml",
        "--write-baseline=known.yaml",
        "--baseline=known.yaml",
        "--config=.yaml",
        "--crd=bad.yaml",
        "--exit-on-error=.yaml",
        "--output=folder",
        "-h.yaml",
        "-V.yaml",
        "-v",
        "-.yaml",
        "--.yaml",
        "--\u{1b}[31m.yaml",
        "-",
    ];
    for name in hostile {
        let folder = Folder::of_bytes("option-names", &[("bad.yaml", bad), (name, b"")]);
        for command in ["validate", "check"] {
            for arguments in
                [&[command, "--as-found", name, "bad.yaml"], &[command, name, "bad.yaml", "--as-found"]]
            {
                let (code, text) = folder.said(arguments);
                assert!(
                    code == 2 && text.contains("an option, and the name of a file"),
                    "{arguments:?}: {text}"
                );
                assert!(!text.contains('\u{1b}'), "{text}");
            }
        }
        // The names of files.
        assert_eq!(
            folder.said(&["validate", "--as-found", "--", name, "bad.yaml"]).0,
            if name == "-" { 2 } else { 1 }
        );
        let path = format!("./{name}");
        assert_eq!(folder.said(&["validate", "--as-found", &path, "bad.yaml"]).0, 1, "{name}");
    }
    // A folder, and a link to nothing.
    let folder = Folder::of_bytes("option-folders", &[("bad.yaml", bad), ("--output=x/a.yaml", b"")]);
    assert_eq!(folder.said(&["validate", "--as-found", "--output=x/a.yaml", "bad.yaml"]).0, 2);
    // Without --as-found, a person writes the options.
    let folder = Folder::of_bytes("option-typed", &[("bad.yaml", bad), ("--skip=Pod", b"")]);
    assert_eq!(folder.said(&["validate", "--skip=Pod", "bad.yaml"]).0, 0);
}

#[test]
fn an_empty_standard_input_is_an_error_however_it_is_named() {
    let good = b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let folder = Folder::of_bytes(
        "empty-stdin",
        &[("good.yaml", good), ("space.txt", b" \n\t\n"), ("empty.txt", b"")],
    );
    let with = |stdin: &str, arguments: &[&str]| {
        let Ran { code, err, .. } = folder.given(stdin, &[&["validate"], arguments].concat());
        (code, err)
    };
    for stdin in ["empty.txt", "space.txt"] {
        for arguments in [
            &[][..],
            &["-"],
            &["-", "good.yaml"],
            &["good.yaml", "-"],
            &["-", "--as-found"],
            &["-", "--format", "junit"],
        ] {
            let (code, text) = with(stdin, arguments);
            assert!(
                code == 2 && text.contains("nothing is on the standard input"),
                "{stdin} {arguments:?}: {text}"
            );
        }
    }
    for arguments in [&[][..], &["-"], &["-", "good.yaml"]] {
        assert_eq!(with("good.yaml", arguments).0, 0, "{arguments:?}");
    }
}

/// A name that no finding has ignores nothing, wherever it is written.
#[test]
fn names_that_no_finding_has_are_reported_where_they_are_ignored() {
    let annotated = b"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a_b\n  annotations:\n    crdc/ignore-invalid-valu: x\n    crdc/ignore-all: why\n";
    let commented = b"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ab # crdc:ignore nope-nope: x\n  # crdc:ignore\n";
    let custom = b"apiVersion: example.com/v1\nkind: Foo\nmetadata:\n  name: ab\n  annotations:\n    crdc/ignore-ruel: x\n";
    let config = b"ignore:\n- {id: forbiden, reason: x}\n- {id: rule, reason: x}\n";
    let folder = Folder::of_bytes(
        "ignore-unknown",
        &[
            ("a.yaml", annotated),
            ("b.yaml", commented),
            ("c.yaml", custom),
            ("crd.yaml", crd("foos", "Foo").as_bytes()),
            ("config.yaml", config),
        ],
    );
    for (file, words) in [
        ("a.yaml", &["a.yaml:6:5: warning[ignore-unknown]", "did you mean `invalid-value`?"][..]),
        ("b.yaml", &["b.yaml:4:12: warning[ignore-unknown]", "b.yaml:5:3: warning[ignore-without-reason]"]),
        ("c.yaml", &["c.yaml:6:5: warning[ignore-unknown]", "did you mean `rule`?"]),
    ] {
        let (code, text) = folder.said(&["validate", file, "--crd", "crd.yaml", "--format", "plain"]);
        assert_eq!(code, 0, "{text}");
        let (_, shown) = folder.said(&["validate", file, "--crd", "crd.yaml"]);
        words.iter().for_each(|words| {
            assert!(text.contains(words) || shown.contains(words), "{words}: {text}{shown}")
        });
    }
    for command in [&["validate", "b.yaml"], &["check", "crd.yaml"]] {
        let (code, text) = folder.said(&[&command[..], &["--config", "config.yaml"]].concat());
        assert_eq!(code, 2, "{text}");
        assert!(
            text.contains("no finding has the name `forbiden`") && text.contains("did you mean `forbidden`?"),
            "{text}"
        );
        assert!(!text.contains("`rule`"), "{text}");
    }
}
