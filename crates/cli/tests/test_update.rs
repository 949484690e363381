//! `crdc test --update`: what is written into suites, and what is left as it is.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Folder, Ran, note_crd};

fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["test"], arguments].concat())
}

#[test]
fn answers_are_written_into_suites() {
    let folder = Folder::new(
        "update",
        &[("crd.yaml", &note_crd("size: {type: integer, maximum: 9}, engine: {type: string, enum: [a, b]}"))],
    );
    let before = "# why
crd: crd.yaml
object: {apiVersion: example.com/v1, kind: Note, size: 2}
tests:
- {name: on a line, patch: {size: 10}, errors: any} # because
- name: in items
  patch: {size: 10}
  errors: # other ones
  - another
  # last
- name: several
  patch: {size: 10, engine: x}
  errors: any
- name: stored
  patch: {engine: a}
  stored:
    engine: b
- name: accepted
  patch: {engine: a}
  errors: any
- name: steps
  steps:
  - {create: {}, stored: {size: 3}}
  - {patch: {size: 11}, errors: [x, w]}
- name: fine
  patch: {size: 10}
  errors: [less than or equal to 9]
";
    let after = "# why
crd: crd.yaml
object: {apiVersion: example.com/v1, kind: Note, size: 2}
tests:
- {name: on a line, patch: {size: 10}, errors: ['size: Invalid value: 10: size in body should be less than or equal to 9']} # because
- name: in items
  patch: {size: 10}
  errors: # other ones
  - 'size: Invalid value: 10: size in body should be less than or equal to 9'
  # last
- name: several
  patch: {size: 10, engine: x}
  errors:
  - 'engine: Unsupported value: \"x\": supported values: \"a\", \"b\"'
  - 'size: Invalid value: 10: size in body should be less than or equal to 9'
- name: stored
  patch: {engine: a}
  stored:
    engine: a
- name: accepted
  patch: {engine: a}
  errors: any
- name: steps
  steps:
  - {create: {}, stored: {size: 2}}
  - {patch: {size: 11}, errors: ['size: Invalid value: 11: size in body should be less than or equal to 9']}
- name: fine
  patch: {size: 10}
  errors: [less than or equal to 9]
";
    folder.write("t.yaml", before);
    for (wrote, text) in [("wrote 6 answers into the suites\n", after), ("", after)] {
        let ran = run(&folder, &["t.yaml", "--update"]);
        assert_eq!((ran.code, ran.err.as_str()), (1, wrote), "{}", ran.text());
        assert!(
            ran.out.contains("t.yaml: accepted") && ran.out.ends_with("7 tests: 6 passed, 1 failed\n"),
            "{}",
            ran.text()
        );
        assert_eq!(std::fs::read_to_string(folder.join("t.yaml")).unwrap(), text);
    }
}

#[test]
fn tests_that_share_a_list_get_their_own() {
    let folder = Folder::new("shared", &[("crd.yaml", &note_crd("size: {type: integer, maximum: 9}"))]);
    let suite = |one: &str, other: &str| {
        format!(
            "crd: crd.yaml
object: {{apiVersion: example.com/v1, kind: Note}}
tests:
- {{name: a, patch: {{size: 10}}, errors: &any {one}}}
- {{name: b, patch: {{size: 11}}, errors: {other}}}
"
        )
    };
    folder.write("t.yaml", suite("[x]", "*any"));
    let ran = run(&folder, &["t.yaml", "--update"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "wrote 2 answers into the suites\n"), "{}", ran.text());
    let error = |size: u32| {
        format!("['size: Invalid value: {size}: size in body should be less than or equal to 9']")
    };
    assert_eq!(std::fs::read_to_string(folder.join("t.yaml")).unwrap(), suite(&error(10), &error(11)));
}

#[test]
fn answers_that_differ_by_crd_are_not_written() {
    let folder = Folder::new("update-not", &[("crd.yaml", &note_crd("size: {type: integer, maximum: 9}"))]);
    let object = "object: {apiVersion: example.com/v1, kind: Note}";
    // A suite that runs against two CRDs with two messages.
    folder.write("other.yaml", note_crd("size: {type: integer, maximum: 8}"));
    let suite = format!(
        "crd: [crd.yaml, other.yaml]\n{object}\ntests:\n- {{name: a, patch: {{size: 10}}, errors: [x]}}\n"
    );
    folder.write("t.yaml", &suite);
    let ran = run(&folder, &["t.yaml", "--update"]);
    assert!(ran.code == 1 && ran.out.contains("2 failed"), "{}", ran.text());
    assert_eq!(std::fs::read_to_string(folder.join("t.yaml")).unwrap(), suite);
}
