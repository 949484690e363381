//! `crdc check --from` and `--kubernetes`, and `crdc test --kubernetes`: answers of servers of other
//! versions.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Folder, Ran};

/// A document whose schema has a property of this form.
fn crd(plural: &str, more: &str, property: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {plural}.example.com}}\n\
         spec:\n  group: example.com\n  scope: Namespaced\n  names: {{plural: {plural}, singular: s{plural}, kind: K{plural}, listKind: K{plural}List}}\n  \
         versions:\n  - name: v1\n    served: true\n    storage: true\n{more}    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          a: {property}\n"
    )
}

#[test]
fn a_line_says_from_which_version_on_a_document_works() {
    let rule = "{type: string, maxLength: 9, x-kubernetes-validations: [{rule: isIP(self)}]}";
    let files = [
        ("a.yaml", crd("plain", "", "{type: string}")),
        ("b.yaml", crd("routes", "", rule)),
        (
            "c.yaml",
            crd(
                "shirts",
                "    selectableFields: [{jsonPath: .a}]\n",
                "{type: string, format: k8s-short-name}",
            ),
        ),
        ("d.yaml", crd("wrong", "", "{type: strin}")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let all = Folder::new("all", &files);
    let Ran { code, out, err } = all.run(&["check", "--from", "1.29", "."]);
    let schema = "spec.versions[0].schema.openAPIV3Schema.properties.a";
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "./a.yaml: plain.example.com: works from 1.29 on".to_owned(),
            format!(
                "./b.yaml:16:77: routes.example.com: works from 1.31 on; 1.30 refuses {schema}.x-kubernetes-validations[0].rule: isIP(self)"
            ),
            format!(
                "./c.yaml:17:37: shirts.example.com: works from 1.35 on; 1.34 ignores {schema}.format: k8s-short-name"
            ),
        ],
        "{err}"
    );
    let start =
        format!("./d.yaml:16:21: wrong.example.com: does not work on 1.36; 1.36 refuses {schema}.type: ");
    assert!(lines[3].starts_with(&start) && lines.len() == 4, "{out}");
    assert_eq!((code, err.as_str()), (1, ""));
    // Two editions of a document are no error.
    let two = Folder::new("two", &[("a.yaml", files[0].1), ("b.yaml", files[0].1)]);
    assert_eq!(two.run(&["check", "--from", "1.29", "."]).code, 0);
    // It works from the version that is asked for.
    assert_eq!(all.run(&["check", "--from", "1.31", "b.yaml"]).code, 0);
    let Ran { code, out, .. } = all.run(&["check", "--from", "1.34", "--format", "json", "c.yaml"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &json["worksFrom"], &json["stoppedBy"]["version"]),
        (1, &"1.35".into(), &"1.34".into())
    );
    assert_eq!(
        (&json["stoppedBy"]["line"], &json["stoppedBy"]["what"]),
        (&17.into(), &"k8s-short-name".into())
    );
}

#[test]
fn what_is_no_document_is_an_error_too() {
    let all = Folder::new("broken", &[("a.yaml", "a: [\n"), ("b.yaml", "kind: ConfigMap\n")]);
    let Ran { code, out, err } = all.run(&["check", "--from", "1.30", "a.yaml"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("a.yaml:"), "{err}");
    let Ran { code, err, .. } = all.run(&["check", "--from", "1.30", "b.yaml"]);
    assert!(code == 1 && err.contains("no CustomResourceDefinition in b.yaml"), "{err}");
    let Ran { code, err, .. } = all.run(&["check", "--from", "1.30", "--old", "b.yaml", "a.yaml"]);
    assert!(code == 2 && err.contains("--old"), "{err}");
    for (version, words) in
        [("1.24", "servers before 1.25 do not run rules"), ("1.99", "servers are known up to 1.37")]
    {
        let Ran { code, err, .. } = all.run(&["check", "--from", version, "a.yaml"]);
        assert!(code == 2 && err.contains(words), "{err}");
    }
}

#[test]
fn hooks_may_name_files_without_documents() {
    let all = Folder::new(
        "as-found",
        &[
            ("a.yaml", &crd("plain", "", "{type: string}")),
            ("b.yaml", "kind: ConfigMap\n"),
            ("c.md", "CustomResourceDefinition: [\n"),
        ],
    );
    for (files, code, words) in [
        (&["b.yaml", "c.md"] as &[_], 0, ""),
        (&["a.yaml", "b.yaml", "c.md"], 0, "a.yaml: plain.example.com: works from 1.30 on\n"),
    ] {
        let found = all.run(&[&["check", "--from", "1.30", "--as-found"], files].concat());
        assert_eq!(found, Ran { code, out: words.to_owned(), err: String::new() }, "{files:?}");
    }
    // They are for findings, and this finds none.
    for option in ["--baseline=x", "--write-baseline=x", "--max-findings=1"] {
        let Ran { code, err, .. } = all.run(&["check", "--from", "1.30", "a.yaml", option]);
        assert!(code == 2 && err.contains("cannot be used with"), "{option}: {err}");
    }
}

#[test]
fn both_names_of_the_version_work_and_help_has_one() {
    let text =
        crd("routes", "", "{type: string, maxLength: 9, x-kubernetes-validations: [{rule: isIP(self)}]}");
    let all = Folder::new("names", &[("a.yaml", &text)]);
    let [old, new] = ["--server", "--kubernetes"].map(|name| all.run(&["check", name, "1.30", "a.yaml"]));
    assert_eq!(old, new);
    assert!(new.code == 1 && new.out.contains("1.30 has no `isIP`"), "{}", new.out);
    assert!(new.out.contains("undeclared reference to 'isIP' (in container '')"), "{}", new.out);
    for command in ["check", "publish", "test"] {
        let help = all.run(&[command, "--help"]).out;
        assert!(help.contains("--kubernetes <VERSION>") && !help.contains("--server <"), "{help}");
    }
}

#[test]
fn tests_run_as_another_version_answers() {
    let text = crd(
        "notes",
        "",
        "{type: integer, format: int32, x-kubernetes-validations: [{rule: self != 7, message: not seven}]}",
    );
    let suite = "crd: crd.yaml\nobject: {apiVersion: example.com/v1, kind: Knotes}\ntests:\n\
                 - name: seven\n  create: {a: 7}\n  errors: ['a: Invalid value: \"integer\": not seven']\n\
                 - name: large\n  create: {a: 3000000000}\n\
                 - name: kept\n  old: {a: 7}\n  update: {a: 7}\n  errors: ['a: Invalid value: \"integer\": not seven']\n";
    let all = Folder::new("suite", &[("crd.yaml", &text), ("a.test.yaml", suite)]);
    let Ran { code, out, err } = all.run(&["test", "--kubernetes", "1.29", "."]);
    assert_eq!(code, 0, "{out}{err}");
    let Ran { code, out, .. } = all.run(&["test", "."]);
    assert!(code == 1 && out.contains("a: Invalid value: 7: not seven"), "{out}");
    assert!(out.contains("Checked value must be of type integer with format int32"), "{out}");
    // A rule that the version refuses.
    let text = text.replace("self != 7", "string(self) != '7' && !isIP('7')");
    let all = Folder::new("refused", &[("crd.yaml", &text), ("a.test.yaml", suite)]);
    let Ran { code, out, .. } = all.run(&["test", "--kubernetes", "1.30", "."]);
    assert!(code == 1 && out.contains("servers before 1.31 refuse the rule"), "{out}");
}
