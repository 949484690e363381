//! `crdc test`: transcripts of suites in both formats, reports, coverage, exit codes. `BLESS=1` writes the
//! transcripts; review the diff.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::path::Path;

use support::{Folder, Ran, note_crd};

/// Runs the command among the suites.
fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["test"], arguments].concat())
}

fn suites() -> Folder {
    Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites"))
}

/// Compares what is printed with a file.
fn transcript(name: &str, arguments: &[&str]) {
    let Ran { code, out, err } = run(&suites(), arguments);
    let found = format!("$ crdc test {}\n{out}{err}exit code {code}\n", arguments.join(" "));
    let path = suites().join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} differs; BLESS=1 writes it\n{found}");
}

#[test]
fn suites_of_both_formats_pass() {
    transcript("plain.txt", &["plain", "--verbose", "--coverage"]);
    transcript("openshift.txt", &["openshift", "--verbose", "--coverage"]);
    transcript("forms.txt", &["forms", "--verbose", "--coverage"]);
}

#[test]
fn failures_say_what_differs() {
    transcript("failing.txt", &["failing", "--crd", "plain"]);
    transcript("failing.xml", &["failing", "--crd", "plain", "--format", "junit"]);
    transcript("forms-failing.txt", &["forms-failing", "--crd", "forms"]);
}

/// A webhook that answers as the tests say, and one that tests do not have to describe.
#[test]
fn a_command_converts_between_versions() {
    let script = suites().0.join("forms-failing/convert.sh");
    let command = format!("sh {}", script.display());
    let arguments = ["forms-failing/webhook.test.yaml", "--filter", "webhook", "--conversion"];
    let Ran { code, out, err } = run(&suites(), &[&arguments[..], &[&command]].concat());
    assert!(code == 0 && out == "3 tests: all passed\n", "{out}{err}");
    // Neither side waits for the other, however large the object is.
    let name = "a".repeat(200_000);
    let large = format!(
        "crd: webhook.yaml\ntests:\n- name: large\n  create: {{apiVersion: shop.example.com/v1, kind: Shelf, metadata: {{annotations: {{a: {name}}}}}}}\n  errors: any\n"
    );
    let crd = fs::read_to_string(suites().0.join("forms-failing/webhook.yaml")).unwrap();
    let folder = Folder::new("large-conversion", &[("webhook.yaml", &crd), ("large.test.yaml", &large)]);
    assert_eq!(run(&folder, &["large.test.yaml", "--conversion", "cat"]).code, 0);
    let Ran { code, out, .. } = run(&suites(), &[&arguments[..], &["false"]].concat());
    assert!(code == 1 && out.contains("Kind=Shelf failed: `false`: exit status: 1"), "{out}");
}

#[test]
fn a_filter_chooses_tests_by_name() {
    for (filter, expected) in [("zone c", "3 tests"), ("versions.*: a ", "2 tests"), ("^$", "0 tests")] {
        let Ran { code, out, err } = run(&suites(), &["forms", "--filter", filter]);
        assert!(code == 0 && out.starts_with(expected), "{filter}: {out}{err}");
    }
    assert_eq!(run(&suites(), &["forms", "--filter", "("]).code, 2);
}

#[test]
fn unlisted_warnings_may_be_allowed() {
    let arguments = ["forms-failing", "--crd", "forms", "--filter", "a warning"];
    assert_eq!(run(&suites(), &arguments).code, 1);
    let Ran { out, .. } = run(&suites(), &[&arguments[..], &["--lenient"]].concat());
    assert!(!out.contains("a warning that nobody lists"), "{out}");
}

#[test]
fn values_of_messages_count_if_asked() {
    let Ran { code, out, .. } = run(&suites(), &["openshift", "--exact"]);
    assert!(
        code == 1 && out.contains("-spec.count: Invalid value: \"integer\": count may not shrink"),
        "{out}"
    );
}

/// Every kind of constraint is found by an error of it. One is not reached, since no test breaks it.
#[test]
fn each_kind_of_constraint_is_covered() {
    let Ran { code, out, .. } = run(&suites(), &["coverage", "--coverage"]);
    let missed: Vec<&str> = out.lines().filter(|line| line.contains("never failed")).collect();
    assert_eq!(
        missed,
        ["  coverage/crd.yaml:31:31: never failed: maxProperties of .one: at most 30 entries"],
        "{out}"
    );
    assert_eq!(code, 0, "{out}");
}

#[test]
fn rules_are_covered_if_they_held_and_failed() {
    let rules = "a: {type: integer, x-kubernetes-validations: [{rule: self < 3}]}, \
        b: {type: integer, x-kubernetes-validations: [{rule: self >= oldSelf}]}, \
        c: {type: array, items: {type: integer, x-kubernetes-validations: [{rule: self > 0}]}}, \
        d: {type: integer, maximum: 3, x-kubernetes-validations: [{rule: self != 2}]}";
    let crd = note_crd(rules);
    let suite = "crd: crd.yaml
object: {apiVersion: example.com/v1, kind: Note}
tests:
- {name: both sides of a, create: {a: 1}}
- {name: the other side, create: {a: 3}, errors: any}
- {name: a create is no update, create: {b: 1}}
- {name: c fails only, create: {c: [0]}, errors: any}
";
    let folder = Folder::new("rules", &[("crd.yaml", &crd), ("t.yaml", suite)]);
    let Ran { code, out, .. } = run(&folder, &["t.yaml", "--coverage=rules", "--fail-under", "30"]);
    let lines: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(code, 1, "{out}");
    assert_eq!(
        lines,
        [
            "notes.example.com v1 (crd.yaml): 1 of 4 rules held in a test and failed in another",
            "  crd.yaml:12:178: never ran: rule of .b: self >= oldSelf",
            "  crd.yaml:12:272: never held: rule of .c[*]: self > 0",
            "  crd.yaml:12:351: never ran: rule of .d: self != 2",
            "coverage: 1 of 4 rules, 25.0 %",
        ]
    );
    // An update runs the rule about the old value, and items run theirs.
    let more = format!(
        "{suite}- {{name: b grows, old: {{b: 1}}, update: {{b: 2}}}}\n- {{name: b shrinks, old: {{b: 1}}, update: {{b: 0}}, errors: any}}\n- {{name: c, create: {{c: [1]}}}}\n"
    );
    folder.write("t.yaml", more);
    let Ran { code, out, .. } = run(&folder, &["t.yaml", "--coverage=rules", "--fail-under", "75"]);
    assert!(code == 0 && out.ends_with("coverage: 3 of 4 rules, 75.0 %\n"), "{out}");
}

#[test]
fn coverage_may_not_fall() {
    let Ran { code, err, .. } = run(&suites(), &["openshift", "--fail-under", "80"]);
    assert_eq!((code, err.as_str()), (1, "crdc: coverage is 75.0 %, less than 80 %\n"));
    assert_eq!(run(&suites(), &["openshift", "--fail-under", "75%"]).code, 0);
    assert_eq!(run(&suites(), &["openshift", "--fail-under", "101"]).code, 2);
}

#[test]
fn coverage_leaves_reports_for_programs_alone() {
    let Ran { out, err, .. } = run(&suites(), &["openshift", "--coverage", "--format", "junit"]);
    assert!(out.starts_with("<?xml") && out.trim_end().ends_with("</testsuites>"), "{out}");
    assert!(err.contains("never failed: maxLength of .spec.color"), "{err}");
}

#[test]
fn hostile_files_end_in_a_message() {
    let deep = format!("tests:\n- {}1{}\n", "[".repeat(100_000), "]".repeat(100_000));
    let bomb = "a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n\
                d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n\
                tests: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n";
    let cases: [(&str, &[u8], i32, &str); 13] = [
        ("empty", b"", 2, "no tests in"),
        ("binary", b"\xff\xfe\x00tests:\n\x00", 2, "no tests in"),
        ("binary-suite", b"tests:\n- \xff\xfe", 1, "not UTF-8"),
        ("no-list", b"tests: 3\n", 1, "expected a list"),
        ("null", b"tests:\n", 1, "there is no CustomResourceDefinition"),
        ("texts", b"tests: [1, null, a]\n", 1, "the test has no name"),
        ("broken", b"tests:\n- name: [\n", 1, "the text"),
        ("tab", b"tests:\n\t- name: a\n", 1, "the text"),
        ("deep", deep.as_bytes(), 1, "the text"),
        ("bomb", bomb.as_bytes(), 1, "the text"),
        ("no-crd", b"crd: none.yaml\ntests: [{name: a, create: {}}]\n", 1, "cannot read"),
        ("no-crds", b"tests: [{name: a, create: {}}]\n", 1, "there is no CustomResourceDefinition"),
        (
            "openshift",
            b"crdName: a\ntests: {onCreate: [{name: 3, initial: 4}], onUpdate: 5}\n",
            1,
            "there is no CRD a",
        ),
    ];
    for (name, bytes, expected, words) in cases {
        let Ran { code, out, err } = run(&Folder::of_bytes(name, &[("suite.yaml", bytes)]), &["suite.yaml"]);
        assert!(code == expected && (out + &err).contains(words), "{name}: {code}");
    }
    assert_eq!(run(&suites(), &["/nowhere"]).code, 2);
}

/// Other tools have files with the key `tests`.
#[test]
fn suites_of_other_tools_are_left_alone() {
    for (name, text, expected) in [
        ("helm", "suite: a\ntemplates: [a.yaml]\ntests:\n- it: works\n  asserts: []\n", 2),
        ("object", "apiVersion: v1\nkind: Test\nspec: {}\ntests: {a: b}\n", 2),
        ("misspelled", "obejct: {}\ntests:\n- name: a\n  create: {}\n", 1),
        ("crd", "crd: a.yaml\ntests: 3\n", 1),
    ] {
        let Ran { code, out, err } = run(&Folder::new(name, &[("a.yaml", text)]), &[]);
        assert_eq!(code, expected, "{name}: {out}{err}");
    }
}

/// Who may write a suite may not read other files of the machine with it.
#[test]
fn suites_name_crds_of_their_checkout() {
    let suite = |crd: &str| {
        format!(
            "crd: {crd}\nobject: {{apiVersion: example.com/v1, kind: Store}}\ntests:\n- {{name: a, create: {{metadata: {{name: a}}}}}}\n"
        )
    };
    let folder = Folder::new("outside", &[("crd.yaml", STORE), ("repo/crds/crd.yaml", STORE)]);
    fs::create_dir_all(folder.join("repo/.git")).unwrap();
    std::os::unix::fs::symlink("../../crd.yaml", folder.join("repo/crds/link.yaml")).unwrap();
    std::os::unix::fs::symlink("crd.yaml", folder.join("repo/crds/own.yaml")).unwrap();
    std::os::unix::fs::symlink("../..", folder.join("repo/crds/up")).unwrap();
    let absolute = |path: &str| folder.join(path).display().to_string();
    for (crd, is_outside) in [
        ("../crds/crd.yaml".to_owned(), false),
        ("../tests/../crds/crd.yaml".to_owned(), false),
        ("../crds/own.yaml".to_owned(), false),
        (absolute("repo/crds/crd.yaml"), false),
        ("../../crd.yaml".to_owned(), true),
        ("../crds/../../crd.yaml".to_owned(), true),
        ("../crds/link.yaml".to_owned(), true),
        ("../crds/up/crd.yaml".to_owned(), true),
        ("[../crds/crd.yaml, ../../crd.yaml]".to_owned(), true),
        (absolute("crd.yaml"), true),
        ("/dev/zero".to_owned(), true),
    ] {
        folder.write("repo/tests/suite.yaml", suite(&crd));
        // Wherever it is run, and however it is named.
        for (below, named) in [("repo", "."), ("repo", "tests/suite.yaml"), ("repo/tests", ".")] {
            let Ran { code, out, err } = run(&folder.below(below), &[named]);
            let said = out.contains("leads out of the checked folder, and is not read");
            assert_eq!(
                (code, said),
                (i32::from(is_outside), is_outside),
                "{below} {named} {crd}: {out}{err}"
            );
        }
    }
    // The user may name what the suite may not.
    folder.write("repo/tests/suite.yaml", suite("x").replace("crd: x\n", ""));
    assert_eq!(run(&folder.below("repo/tests"), &[".", "--crd", "../../crd.yaml"]).code, 0);
}

/// What a suite says and nobody runs is a failure, not a pass.
#[test]
fn nothing_is_passed_that_did_not_run() {
    let passing = "- {name: a, create: {metadata: {name: a}}}";
    let suite =
        |rest: &str| format!("crd: crd.yaml\nobject: {{apiVersion: example.com/v1, kind: Store}}\n{rest}");
    let tests = |tests: &str| suite(&format!("tests:\n{tests}\n"));
    let folder = Folder::new("not-run", &[("crd.yaml", STORE)]);
    for (text, said) in [
        (tests(passing), None),
        (suite("tests: []\n"), Some("the suite has no tests")),
        (suite("tests:\n"), Some("the suite has no tests")),
        (suite("tests: {onCreate: [], onUpdate: []}\n"), Some("the suite has no tests")),
        (
            suite(&format!("tests:\n- {{name: b, create: {{spec: 1}}}}\ntests:\n{passing}\n")),
            Some("\"tests\""),
        ),
        (tests("- {name: a, create: {spec: 1}, create: {metadata: {name: a}}}"), Some("\"create\"")),
        (tests("- {name: a, create: {metadata: {name: a}, size: 1, size: 2}}"), Some("\"size\"")),
        (
            tests("- {name: a, create: {size: 9}, errors: [size], stored: {size: 3}}"),
            Some("nothing is stored"),
        ),
        (tests("- {name: a, create: {size: 9}, errors: ['']}"), Some("an empty text fits every message")),
        (tests("- {name: a, create: {size: 9}, errors: ''}"), Some("an empty text fits every message")),
        (tests("- {name: a, create: {size: 2}, warnings: [' ']}"), Some("an empty text fits every message")),
        (tests("- {name: a, create: {size: 2}, errors: [], stored: {size: 2}}"), None),
        (tests(passing).replace("crd: crd.yaml", "crd: []"), Some("no test runs without a CRD")),
    ] {
        fs::write(folder.join("a.test.yaml"), &text).unwrap();
        let Ran { code, out, err } = run(&folder, &["."]);
        assert_eq!(code, i32::from(said.is_some()), "{text}{out}{err}");
        assert!(said.is_none_or(|said| out.contains(said)), "{text}{out}{err}");
    }
}

const STORE: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: stores.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: stores, singular: store, kind: Store, listKind: StoreList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {size: {type: integer, maximum: 5}}}}
";
