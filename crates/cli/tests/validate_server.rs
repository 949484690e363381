//! `crdc validate --kubernetes`: custom resources, and the CRDs themselves, as the chosen version has them.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::{Folder, Ran};

/// A definition whose schema has these properties.
fn crd(properties: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: notes.example.com}}\n\
         spec:\n  group: example.com\n  scope: Namespaced\n  names: {{plural: notes, singular: note, kind: Note, listKind: NoteList}}\n  \
         versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
         properties:\n          spec:\n            type: object\n            properties: {{{properties}}}\n"
    )
}

/// An object with this `spec`.
fn note(spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Note\nmetadata: {{name: a}}\nspec: {{{spec}}}\n")
}

/// The answer for a version, with the CRD among the files and as `--crd`, which must agree about the object.
#[track_caller]
fn answer(folder: &Folder, version: &str) -> (i32, String) {
    let arguments = ["validate", "object.yaml", "crd.yaml", "--kubernetes", version, "--summary"];
    let Ran { code, out: among, err } = folder.run(&arguments);
    assert_eq!(err, "", "{among}");
    let Ran { code: given, out: text, err } =
        folder.run(&["validate", "object.yaml", "--crd", "crd.yaml", "--kubernetes", version]);
    assert_eq!(given, code, "{among}\n{text}{err}");
    let of_object = |text: &str| {
        let blocks = text.split("\n\n").filter(|block| block.contains("--> object.yaml"));
        blocks
            .map(|block| block.split_once("\nchecked").map_or(block, |(own, _)| own).trim().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(of_object(&among), of_object(&text), "{version}");
    (code, among)
}

#[test]
fn errors_have_the_words_of_the_version() {
    let rules = "x-kubernetes-validations: [{rule: self != 7, message: not seven}]";
    let text = crd(&format!(
        "text: {{type: string, maxLength: 2}}, one: {{type: string, maxLength: 1}}, size: {{type: integer, {rules}}}"
    ));
    for (name, spec, version, words) in [
        ("long-31", "text: long", "1.31", "spec.text: Too long: may not be longer than 2\n"),
        ("long-32", "text: long", "1.32", "spec.text: Too long: may not be more than 2 bytes\n"),
        ("one-33", "one: long", "1.33", "spec.one: Too long: may not be more than 1 bytes\n"),
        ("one-34", "one: long", "v1.34.2", "spec.one: Too long: may not be more than 1 byte\n"),
        ("rule-34", "size: 7", "1.34", "spec.size: Invalid value: \"integer\": not seven\n"),
        ("rule-35", "size: 7", "1.35", "spec.size: Invalid value: 7: not seven\n"),
        ("rule-29", "size: 7", "1.29", "spec.size: Invalid value: \"integer\": not seven\n"),
        ("rule-37", "size: 7", "1.37", "spec.size: Invalid value: 7: not seven\n"),
    ] {
        let all = Folder::new(name, &[("crd.yaml", &text), ("object.yaml", &note(spec))]);
        let (code, out) = answer(&all, version);
        assert!(code == 1 && out.contains(words), "{name}: {out}");
        // The place is that of the value in every version.
        assert!(out.contains("--> object.yaml:4:"), "{name}: {out}");
    }
}

#[test]
fn places_are_those_of_the_values_whatever_the_version_says() {
    let rule = |field: &str| {
        format!("{{rule: \"!has(self.a) || self.a != 'x'\", fieldPath: .{field}, message: {field}}}")
    };
    let text = crd(&format!(
        "s: {{type: object, properties: {{a: {{type: string}}, b: {{type: string}}}}, x-kubernetes-validations: [{}, {}]}}",
        rule("b"),
        rule("a")
    ));
    let owners = "ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u}, {apiVersion: v1, kind: '', name: p, uid: v}]";
    let object = note("s: {a: x, b: z}").replace("{name: a}", &format!("{{name: a, {owners}}}"));
    let all = Folder::new("places", &[("crd.yaml", &text), ("object.yaml", &object)]);
    // 1.29 puts the second rule of a value below the first; 1.37 says which owner it is.
    let (_, out) = answer(&all, "1.29");
    assert!(out.contains("spec.s.b.a: Invalid value: \"object\": a\n --> object.yaml:4:15"), "{out}");
    let (_, out) = answer(&all, "1.30");
    assert!(out.contains("spec.s.a: Invalid value: \"object\": a\n --> object.yaml:4:15"), "{out}");
    let (_, out) = answer(&all, "1.36");
    assert!(out.contains("error[invalid-value]: metadata.ownerReferences.kind: Invalid value: \"\": must not be empty\n --> object.yaml:3:"), "{out}");
    let (_, out) = answer(&all, "1.37");
    let words = "error[required-value]: metadata.ownerReferences[1].kind: Required value: must not be empty\n --> object.yaml:3:";
    let column = object.lines().nth(2).unwrap().find("kind: ''").unwrap() + "kind: ".len() + 1;
    assert!(out.contains(&format!("{words}{column}\n")), "{out}");
}

#[test]
fn objects_are_accepted_or_refused_as_by_the_version() {
    for (name, property, spec, refused, accepted) in [
        ("int32", "size: {type: integer, format: int32}", "size: 3000000000", "1.36", "1.35"),
        ("float", "size: {type: number, format: float}", "size: 1.0e+300", "1.36", "1.31"),
        ("name", "to: {type: string, format: k8s-short-name}", "to: No_Name", "1.35", "1.34"),
        ("long-name", "to: {type: string, format: k8s-long-name}", "to: No_Name", "1.36", "1.30"),
    ] {
        let all = Folder::new(name, &[("crd.yaml", &crd(property)), ("object.yaml", &note(spec))]);
        let (code, out) = answer(&all, refused);
        assert!(code == 1 && out.contains("1 valid against Kubernetes "), "{name}: {out}");
        let (code, out) = answer(&all, accepted);
        assert_eq!(code, 0, "{name}: {out}");
        assert!(out.contains(&format!("2 valid against Kubernetes {accepted}")), "{name}: {out}");
    }
}

#[test]
fn a_definition_that_the_version_refuses_is_an_error_as_for_check() {
    let text = crd("a: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: isIP(self)}]}");
    let all = Folder::new("refused", &[("crd.yaml", &text), ("object.yaml", &note("a: b"))]);
    let Ran { code, out, .. } = all.run(&["check", "--kubernetes", "1.30", "crd.yaml"]);
    let words = "error[rule-server]: servers before 1.31 refuse the rule: 1.30 has no `isIP`";
    assert!(code == 1 && out.contains(words), "{out}");
    let (code, out) = answer(&all, "1.30");
    assert!(code == 1 && out.contains(words), "{out}");
    assert!(out.contains("undeclared reference to 'isIP' (in container '')"), "{out}");
    assert!(out.contains("its CRD has errors: correct them first"), "{out}");
    let Ran { err, .. } = all.run(&["validate", "object.yaml", "--crd", "crd.yaml", "--kubernetes", "1.30"]);
    assert!(err.contains(words) && err.contains("checked the schemas: 1 error"), "{err}");
    // Of a version that has it, the rule answers.
    let (code, out) = answer(&all, "1.31");
    assert!(code == 1 && out.contains("failed rule: isIP(self)") && !out.contains("rule-server"), "{out}");
}

#[test]
fn what_the_version_drops_of_a_definition_is_a_warning_as_for_check() {
    let selectable = crd("a: {type: string}")
        .replace("    schema:", "    selectableFields: [{jsonPath: .spec.a}]\n    schema:");
    for (name, text, version, words) in [
        (
            "dropped-field",
            &selectable,
            "1.30",
            "warning[field-server]: servers before 1.31 drop `selectableFields`",
        ),
        (
            "dropped-format",
            &crd("a: {type: string, format: k8s-short-name}"),
            "1.31",
            "warning[format-server]: servers before 1.35 ignore the format `k8s-short-name`",
        ),
        (
            "dropped-set",
            &crd(
                "l: {type: array, x-kubernetes-list-type: set, items: {type: object, x-kubernetes-map-type: atomic}}",
            ),
            "1.37",
            "warning[set-server]: servers from 1.37 on warn of sets of objects",
        ),
    ] {
        let all = Folder::new(name, &[("crd.yaml", text), ("object.yaml", &note("a: b"))]);
        let Ran { out, .. } = all.run(&["check", "--kubernetes", version, "crd.yaml"]);
        assert!(out.contains(words), "{name}: {out}");
        let Ran { code, out, err } =
            all.run(&["validate", "object.yaml", "crd.yaml", "--kubernetes", version]);
        assert!(out.contains(words) && err.is_empty(), "{name}: {out}{err}");
        let given = ["validate", "object.yaml", "--crd", "crd.yaml", "--kubernetes", version];
        let Ran { code: given, err, .. } = all.run(&given);
        assert!(
            err.contains(words) && err.contains("checked the schemas: no errors, 1 warning"),
            "{name}: {err}"
        );
        assert_eq!(code, given, "{name}");
        // The newest keeps it.
        let Ran { err, .. } = all.run(&["validate", "object.yaml", "--crd", "crd.yaml"]);
        assert_eq!(err, "", "{name}");
    }
}

#[test]
fn updates_keep_errors_since_1_30_only() {
    let rules = "x-kubernetes-validations: [{rule: self < 3}]";
    let text = crd(&format!(
        "size: {{type: integer, maximum: 3}}, count: {{type: integer, {rules}}}, set: {{type: array, x-kubernetes-list-type: set, items: {{type: string}}}}, text: {{type: string}}"
    ));
    for (name, kept, refused) in [
        ("kept-value", "size: 9", true),
        ("kept-rule", "count: 9", true),
        // Errors of lists may stay in every version.
        ("kept-set", "set: [a, a]", false),
    ] {
        let (old, new) = (note(kept), note(&format!("{kept}, text: x")));
        let all = Folder::new(name, &[("crd.yaml", &text), ("old.yaml", &old), ("object.yaml", &new)]);
        let code = |version: &str| {
            let arguments = [
                "validate",
                "object.yaml",
                "--crd",
                "crd.yaml",
                "--old",
                "old.yaml",
                "--kubernetes",
                version,
            ];
            let Ran { code, out, err } = all.run(&arguments);
            assert_eq!(err, "", "{out}");
            (code, out)
        };
        let (found, out) = code("1.29");
        assert_eq!(found, i32::from(refused), "{name}: {out}");
        let (found, out) = code("1.30");
        assert_eq!(found, 0, "{name}: {out}");
        if name == "kept-rule" {
            assert!(
                out.contains(
                    "warning[server-warning]: spec.count: Invalid value: \"integer\": failed rule: self < 3"
                ),
                "{out}"
            );
        }
    }
}

#[test]
fn the_version_of_the_settings_and_of_files_answers_too() {
    let text = crd(
        "text: {type: string, maxLength: 2}, a: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: isIP(self)}]}",
    );
    let all = Folder::new(
        "settings",
        &[("crd.yaml", &text), ("object.yaml", &note("text: long")), (".crdc.yaml", "kubernetes: 1.31\n")],
    );
    let arguments = ["validate", "object.yaml", "crd.yaml", "--summary"];
    let Ran { out, .. } = all.run(&arguments);
    assert!(out.contains("may not be longer than 2") && out.contains("against Kubernetes 1.31"), "{out}");
    // The command line counts before the settings.
    let Ran { out, .. } = all.run(&[&arguments[..], &["--kubernetes", "1.32"]].concat());
    assert!(out.contains("may not be more than 2 bytes"), "{out}");
    // `check` answers the same.
    assert_eq!(all.run(&["check", "crd.yaml"]).code, 0);
    fs::write(all.join(".crdc.yaml"), "kubernetes: 1.30\n").unwrap();
    let Ran { code, out, .. } = all.run(&["check", "crd.yaml"]);
    assert!(code == 1 && out.contains("1.30 has no `isIP`"), "{out}");
    assert_eq!(all.run(&["check", "crd.yaml", "--kubernetes", "1.31"]).code, 0);
    let Ran { out, .. } = all.run(&arguments);
    assert!(out.contains("1.30 has no `isIP`"), "{out}");
    // A file of a server says its version.
    let document = r#"{"swagger": "2.0", "info": {"title": "k", "version": "v1.31.4"}, "paths": {}, "definitions": {
        "io.k8s.api.core.v1.ConfigMap": {"type": "object", "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"}},
          "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "ConfigMap"}]}}}"#;
    fs::write(all.join("kinds.json"), document).unwrap();
    let Ran { out, err, .. } = all.run(&[&arguments[..], &["--kubernetes", "kinds.json"]].concat());
    assert!(
        out.contains("may not be longer than 2") && out.contains("against Kubernetes 1.31"),
        "{out}{err}"
    );
}

#[test]
fn versions_whose_kinds_are_not_built_in_answer_for_definitions() {
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let all = Folder::new(
        "not-built-in",
        &[
            ("crd.yaml", &crd("text: {type: string, maxLength: 2}")),
            ("object.yaml", &note("text: a")),
            ("map.yaml", map),
        ],
    );
    assert_eq!(answer(&all, "1.29").0, 0);
    let Ran { code, out, err } = all.run(&["validate", "map.yaml", "--kubernetes", "1.30"]);
    assert!(code == 1 && err.is_empty(), "{out}{err}");
    assert!(out.contains("no schema for v1 ConfigMap"), "{out}");
    assert!(out.contains("the kinds of Kubernetes 1.30 are not built in, only those of 1.31 to 1.36: make a file of them with crdc kubernetes"), "{out}");
    // They are not left out as if nobody knew the group, as those of other projects are.
    let route = "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: a}\n";
    fs::write(all.join("route.yaml"), route).unwrap();
    let ignoring =
        |file| all.run(&["validate", file, "--kubernetes", "1.30", "--ignore-missing-schemas"]).code;
    assert_eq!([ignoring("map.yaml"), ignoring("route.yaml")], [1, 0]);
    for version in ["1.24", "1.99"] {
        let Ran { code, err, .. } = all.run(&["validate", "object.yaml", "--kubernetes", version]);
        assert!(code == 2 && err.contains("are not built in, only those of 1.31 to 1.36"), "{err}");
    }
}

#[test]
fn the_newest_version_answers_as_without_one() {
    let text = crd(
        "text: {type: string, maxLength: 2}, size: {type: integer, x-kubernetes-validations: [{rule: self != 7}]}",
    );
    let all = Folder::new("newest", &[("crd.yaml", &text), ("object.yaml", &note("text: long, size: 7"))]);
    let arguments = ["validate", "object.yaml", "crd.yaml", "--format", "json"];
    let (usual, newest) =
        (all.run(&arguments), all.run(&[&arguments[..], &["--kubernetes", "1.36"]].concat()));
    let findings = |out: &str| out.split("\"summary\"").next().map(str::to_owned);
    assert_eq!((usual.code, findings(&usual.out)), (newest.code, findings(&newest.out)));
}
