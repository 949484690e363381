//! `crdc validate`: what people read. In: files with many findings of one cause, and errors between them.
//! Out: words of the report.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

fn pod(name: &str) -> String {
    format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {name}}}\n")
}

fn crd(versions: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: stores.x.example.com}}
spec:
  group: x.example.com
  scope: Namespaced
  names: {{plural: stores, singular: store, kind: Store, listKind: StoreList}}
  versions: {versions}
"
    )
}

const SCHEMA: &str = "schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}}, \
     x-kubernetes-validations: [{rule: 'self.a != oldSelf.a'}]}}}}";

/// Each kind has one line, whatever the number of objects.
#[test]
fn what_is_said_of_a_kind_is_said_once() {
    let versions = format!(
        "[{{name: v1, served: true, storage: true, {SCHEMA}}}, {{name: v1beta1, served: false, storage: false, {SCHEMA}}}]"
    );
    let objects: String = (0..3)
        .flat_map(|index| {
            [
                ("x.example.com/v1beta1", "Store"),
                ("policy/v1beta1", "PodDisruptionBudget"),
                ("y.example.com/v1", "Nope"),
                ("v1", "Endpoints"),
            ]
            .map(|(api_version, kind)| {
                format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a{index}}}\n---\n")
            })
        })
        .collect();
    let templates = "a: {{ x }}\n---\nb: {{ y }}\n";
    let folder =
        Folder::new("kinds", &[("crd.yaml", &crd(&versions)), ("a.yaml", &objects), ("b.yaml", templates)]);
    let (code, text) = folder.said(&["validate", "."]);
    assert_eq!(code, 1);
    for (words, count) in [
        (
            "error[version-not-served]: x.example.com/v1beta1 Store is not served",
            "3 objects, the first in ./a.yaml:2\n",
        ),
        (
            "error[unknown-kind]: policy/v1beta1 PodDisruptionBudget was removed in Kubernetes 1.25",
            "3 objects, the first in ./a.yaml:",
        ),
        (
            "warning[missing-schema]: no schema for y.example.com/v1 Nope",
            "3 objects, the first in ./a.yaml:10\n",
        ),
        ("warning[deprecated-kind]: ", "3 objects, the first in ./a.yaml:"),
        (
            "warning[template]: this document is a template: nothing in it was validated",
            "2 documents, the first in ./b.yaml:1\n",
        ),
    ] {
        assert_eq!(text.matches(words).count(), 1, "{words}: {text}");
        let line = text.lines().find(|line| line.starts_with(words)).unwrap().to_owned() + "\n";
        assert!(line.contains(count), "{count}: {line}");
    }
    // Errors first.
    assert!(text.find("warning[template]") > text.find("error[version-not-served]"), "{text}");
    // Others have a line of each.
    let (_, text) = folder.said(&["validate", ".", "--format", "plain"]);
    assert_eq!(text.matches("[version-not-served]").count(), 3, "{text}");
}

/// Kinds with one cause have one advice, whatever their names are.
#[test]
fn kinds_with_one_cause_are_together() {
    let crd = |kind: &str, served: bool| {
        let name = kind.to_lowercase();
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {name}s.x.example.com}}\n\
             spec:\n  group: x.example.com\n  scope: Namespaced\n  names: {{plural: {name}s, singular: {name}, kind: {kind}, listKind: {kind}List}}\n  \
             versions:\n  - {{name: v1beta1, served: {served}, storage: false, schema: {{openAPIV3Schema: {{type: object}}}}}}\n  \
             - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}\n"
        )
    };
    let object = |api_version: &str, kind: &str| {
        format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n---\n")
    };
    let crds = [crd("Store", false), crd("Shelf", false)].join("---\n");
    for (version, kinds, expected) in [
        // Served before, and gone.
        (
            "x.example.com/v1beta1",
            ["Shelf", "Store"],
            "error[version-not-served]: x.example.com/v1beta1 Shelf is not served: 1 object, the first in ./a.yaml:2\n\
             error[version-not-served]: x.example.com/v1beta1 Store is not served: 1 object, the first in ./a.yaml:6\n  \
             = server: no matches for kind \"Shelf\" in version \"x.example.com/v1beta1\"\n  \
             = help: write `apiVersion: x.example.com/v1`\n\n",
        ),
        (
            "x.example.com/v1alpha1",
            ["Shelf", "Store"],
            "error[version-not-served]: x.example.com/v1alpha1 Shelf is not served: its CRD has no such version: 1 object, the first in ./a.yaml:2\n\
             error[version-not-served]: x.example.com/v1alpha1 Store is not served: its CRD has no such version: 1 object, the first in ./a.yaml:6\n  \
             = server: no matches for kind \"Shelf\" in version \"x.example.com/v1alpha1\"\n  \
             = help: write `apiVersion: x.example.com/v1`\n\n",
        ),
        (
            "x.example.com/v1",
            ["Cupboard", "Drawer"],
            "error[missing-schema]: no schema for x.example.com/v1 Cupboard: 1 object, the first in ./a.yaml:2\n\
             error[missing-schema]: no schema for x.example.com/v1 Drawer: 1 object, the first in ./a.yaml:6\n  \
             = help: give its CRD with --crd FILE, or leave such objects out with --skip KIND; known of x.example.com/v1: Shelf, Store\n\n",
        ),
        (
            "extensions/v1beta1",
            ["Deployment", "DaemonSet"],
            "error[unknown-kind]: extensions/v1beta1 DaemonSet was removed in Kubernetes 1.16: 1 object, the first in ./a.yaml:6\n\
             error[unknown-kind]: extensions/v1beta1 Deployment was removed in Kubernetes 1.16: 1 object, the first in ./a.yaml:2\n  \
             = server: no matches for kind \"DaemonSet\" in version \"extensions/v1beta1\"\n  \
             = help: write `apiVersion: apps/v1`\n\n",
        ),
    ] {
        let objects = kinds.map(|kind| object(version, kind)).concat();
        let folder = Folder::new("one-cause", &[("crd.yaml", &crds), ("a.yaml", &objects)]);
        let (code, text) = folder.said(&["validate", "."]);
        assert!(code == 1 && text.starts_with(expected), "{version}: {text}");
    }
}

/// The templates of a chart are counted.
#[test]
fn templates_of_charts_are_counted() {
    let template = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .x }}}\n";
    let folder = Folder::new(
        "chart",
        &[
            ("Chart.yaml", "apiVersion: v2\nname: a\nversion: 1.0.0\n"),
            ("templates/a.yaml", template),
            ("templates/b.yaml", template),
            ("files/c.yaml", template),
            ("z.yaml", &pod("BAD")),
        ],
    );
    let (code, text) = folder.said(&["validate", ".", "--max-findings", "1"]);
    assert!(
        code == 1 && text.contains("metadata.name: Invalid value") && !text.contains("[template]"),
        "{text}"
    );
    assert!(text.contains("left out: 3 templates") && !text.contains("not shown"), "{text}");
    let (_, text) = folder.said(&["validate", ".", "--verbose"]);
    assert!(text.contains("./templates/a.yaml:3: left out: template"), "{text}");
}

/// The limit is for errors first, wherever they are.
#[test]
fn errors_are_shown_before_all_else() {
    let warned = |name: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, finalizers: [a.b/c, a.b/c]}}\n")
    };
    let folder = Folder::new(
        "limit",
        &[
            ("a.yaml", &warned("a")),
            ("b.yaml", &warned("b")),
            ("c.yaml", &pod("C_1")),
            ("d.yaml", &warned("d")),
            ("e.yaml", &pod("E_1")),
            ("f.yaml", &warned("f")),
        ],
    );
    for format in ["plain", "text", "markdown", "github", "tap"] {
        let level = |word: &str| match format {
            "github" => format!("::{word} file"),
            "markdown" if word == "error" => "**error** `".to_owned(),
            "markdown" => format!("- {word} `"),
            _ => format!("{word}["),
        };
        for (most, errors, warnings) in
            [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 2, 1), (5, 2, 3), (6, 2, 4), (9, 2, 4)]
        {
            let ran = folder.run(&["validate", ".", "--format", format, "--max-findings", &most.to_string()]);
            assert_eq!(ran.code, 1);
            let count = |word: &str| ran.out.matches(&level(word)).count();
            assert_eq!(
                (count("error"), count("warning")),
                (errors, warnings),
                "{format} {most}: {}",
                ran.out
            );
            let not_shown = 6_usize.saturating_sub(most);
            assert_eq!(
                ran.text().contains(&format!("{not_shown} more finding")),
                not_shown > 0,
                "{}",
                ran.text()
            );
            // The order is that of the files.
            let places: Vec<_> =
                ["a.yaml", "c.yaml", "e.yaml"].iter().filter_map(|file| ran.out.find(file)).collect();
            assert!(places.is_sorted(), "{}", ran.out);
        }
    }
    // Warnings of the server about a definition of --crd wait too.
    let dropped = crd(
        "[{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {a: {type: string, format: k8s-short-name}}}}}]",
    );
    folder.write("crds/crd.yaml", &dropped);
    folder.write("store.yaml", "apiVersion: x.example.com/v1\nkind: Store\nmetadata: {name: a}\n");
    let (_, text) = folder.said(&[
        "validate",
        "c.yaml",
        "e.yaml",
        "store.yaml",
        "--crd",
        "crds",
        "--kubernetes",
        "1.31",
        "--max-findings",
        "2",
    ]);
    assert_eq!(text.matches("error[invalid-value]").count(), 2, "{text}");
    assert!(
        text.contains("checked the schemas: no errors, 1 warning") && !text.contains("[format-server]"),
        "{text}"
    );
}

/// Lints are for who writes a definition.
#[test]
fn lints_of_other_definitions_are_not_told() {
    let versions = format!(
        "[{{name: v1, served: true, storage: true, {}}}]",
        SCHEMA.replace("oldSelf.a", "'x'").replace("{type: string}", "{type: number}")
    );
    let object = "apiVersion: x.example.com/v1\nkind: Store\nmetadata: {name: a}\nspec: {}\n";
    let lint = crd(&versions).replace("self.a != 'x'", "self.a > 1.0");
    let folder = Folder::new("lints", &[("crds/crd.yaml", &lint), ("in/a.yaml", object)]);
    let (_, own) = folder.said(&["validate", "crds", "in"]);
    assert!(own.contains("warning["), "{own}");
    let (_, other) = folder.said(&["validate", "in", "--crd", "crds"]);
    assert!(!other.contains("warning["), "{other}");
}

/// What Helm says about the file is the place of a finding in a pipe, whatever the format is.
#[test]
fn rendered_objects_are_those_of_their_templates() {
    let rendered = format!(
        "---\n# Source: app/templates/fine.yaml\n{}---\n# Source: app/templates/bad.yaml\n{}---\n# Source: app/templates/twice.yaml\n{}a: 1\na: 2\n",
        pod("fine"),
        pod("BAD"),
        pod("twice")
    );
    let folder = Folder::new("pipe", &[("rendered.yaml", &rendered)]);
    for (format, expected) in [
        (
            "text",
            &[
                "= object: Namespace BAD of app/templates/bad.yaml",
                "already set in map (app/templates/twice.yaml)",
            ][..],
        ),
        ("plain", &["(app/templates/bad.yaml)", "(app/templates/twice.yaml)"]),
        ("markdown", &["(app/templates/bad.yaml)"]),
        (
            "github",
            &["::error file=app/templates/bad.yaml,title=", "::error file=app/templates/twice.yaml,title="],
        ),
        ("sarif", &["\"uri\": \"app/templates/bad.yaml\"", "\"uri\": \"app/templates/twice.yaml\""]),
        ("junit", &["classname=\"app/templates/bad.yaml\"", "app/templates/twice.yaml (&lt;stdin&gt;:"]),
        (
            "tap",
            &[
                "not ok 3 - app/templates/bad.yaml: Namespace BAD",
                "# app/templates/bad.yaml (<stdin>:10:18): error",
            ],
        ),
        ("json", &["\"origin\":\"app/templates/bad.yaml\""]),
    ] {
        let ran = folder.given("rendered.yaml", &["validate", "-", "--format", format]);
        assert_eq!(ran.code, 1, "{format}: {}", ran.text());
        for words in expected {
            assert!(ran.out.contains(words), "{format}: {words}: {}", ran.out);
        }
    }
    // A file has a place of its own, and known findings have the name that was read.
    let ran = folder.run(&["validate", "rendered.yaml", "--format", "github"]);
    assert!(ran.out.contains("::error file=rendered.yaml,line=10,"), "{}", ran.out);
    folder.write(".crdc.yaml", "ignore: [{file: app/templates/bad.yaml, reason: x}]");
    let ran = folder.given("rendered.yaml", &["validate", "-"]);
    assert!(ran.code == 1 && !ran.out.contains("ignored"), "{}", ran.out);
}

/// Names of files and values of objects are no part of a format.
#[cfg(unix)]
#[test]
fn names_of_files_are_escaped_in_each_format() {
    let text = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: two, selector: {matchLabels: {app: web}}}\n";
    for (index, (name, github, uri)) in [
        ("web, a:b%.yaml", "web%2C a%3Ab%25.yaml", "web%2C%20a%3Ab%25.yaml"),
        ("a::error::b.yaml", "a%3A%3Aerror%3A%3Ab.yaml", "a%3A%3Aerror%3A%3Ab.yaml"),
        ("a#b?c.yaml", "a#b?c.yaml", "a%23b%3Fc.yaml"),
        ("<a>&b.yaml", "<a>&b.yaml", "%3Ca%3E%26b.yaml"),
        ("a%0Ab.yaml", "a%250Ab.yaml", "a%250Ab.yaml"),
        ("\u{fc} \"q\".yaml", "\u{fc} \"q\".yaml", "%C3%BC%20%22q%22.yaml"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("names-{index}"), &[(&format!("d/{name}"), text)]);
        let ran = |format: &str| folder.run(&["validate", "d", "--format", format]).out;
        assert!(ran("github").starts_with(&format!("::error file=d/{github},line=4,")), "{}", ran("github"));
        assert!(ran("sarif").contains(&format!("\"uri\": \"d/{uri}\"")), "{}", ran("sarif"));
        let xml = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        assert!(ran("junit").contains(&format!("classname=\"d/{xml}\"")), "{}", ran("junit"));
    }
}
