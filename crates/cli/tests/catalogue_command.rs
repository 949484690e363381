//! `crdc catalogue`: what it lists, shows and exports of catalogues, and what it adds to one. In: a catalogue
//! that is made here, files of CRDs. Out: texts, files, errors.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use crdc_catalogue::{About, Builder, Catalogue, Chart, Version, VersionRule};
use serde_json::{Value, json};
use support::Folder;

/// A CRD with versions: name, whether it is served, the properties of `spec`. The first one is stored.
fn crd(group: &str, kind: &str, plural: &str, versions: &[(&str, bool, Value)]) -> Value {
    let version = |(index, (name, served, spec)): (usize, &(&str, bool, Value))| {
        json!({"name": name, "served": served, "storage": index == 0, "schema": {"openAPIV3Schema": {
            "type": "object", "properties": {"spec": {"type": "object", "properties": spec}}}}})
    };
    let versions: Vec<Value> = versions.iter().enumerate().map(version).collect();
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": format!("{plural}.{group}")},
        "spec": {"group": group, "scope": "Namespaced",
            "names": {"kind": kind, "listKind": format!("{kind}List"), "plural": plural, "singular": kind.to_lowercase()}, "versions": versions}})
}

fn thing(versions: &[(&str, bool, Value)]) -> Value {
    crd("example.com", "Thing", "things", versions)
}

/// 1.0 serves v1beta1 only, 1.1 also v1, 1.2 has `size` and not `width`, 1.3 does not serve v1beta1 and has
/// another kind. A second project has a kind of the same name.
fn catalogue() -> Vec<u8> {
    let mut builder = Builder::new();
    let chart = |name: &str, versions| Chart {
        name: name.into(),
        versions,
        addresses: vec!["https://charts.example.com".into()],
    };
    let from = VersionRule::From(vec![(Version::new("5.0"), Version::new("1.2.0"))]);
    let about = About {
        name: "things".into(),
        repository: "example/things".into(),
        licence: "MIT".into(),
        charts: vec![chart("things", VersionRule::Same), chart("stack", from)],
        images: vec!["quay.io/example/things".into()],
        packages: vec!["things-operator".into()],
    };
    builder.project(about).unwrap();
    let old = json!({"name": {"type": "string"}, "width": {"type": "integer"}});
    let new = json!({"name": {"type": "string", "default": "a"},
        "size": {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}});
    let releases = [
        ("1.0.4", vec![thing(&[("v1beta1", true, old.clone())])]),
        ("1.1.2", vec![thing(&[("v1", true, old.clone()), ("v1beta1", true, old.clone())])]),
        ("1.2.0", vec![thing(&[("v1", true, new.clone()), ("v1beta1", true, old.clone())])]),
        (
            "1.3.1",
            vec![
                thing(&[("v1", true, new), ("v1beta1", false, old.clone())]),
                crd("example.com", "Part", "parts", &[("v1", true, json!({}))]),
            ],
        ),
    ];
    for (version, crds) in releases {
        builder.release(version, "0123456789abcdef", crds).unwrap();
    }
    builder.project(About { name: "others".into(), ..About::default() }).unwrap();
    let other = crd("other.example.org", "Thing", "things", &[("v2", true, old)]);
    builder.release("@fedcba9876543210", "fedcba9876543210", vec![other]).unwrap();
    builder.finish()
}

fn folder(name: &str) -> Folder {
    Folder::of_bytes(name, &[("things.bin", &catalogue())])
}

/// Runs the command with the catalogue alone.
fn said(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    folder.said(&[&["catalogue"], arguments, &["--catalogue", "things.bin", "--no-catalogue"]].concat())
}

#[test]
fn the_list_has_a_line_for_each_project_and_one_of_totals() {
    let folder = folder("list");
    let expected = "\
PROJECT  REPOSITORY      RELEASES               KINDS  CHARTS
things   example/things  1.0.4 to 1.3.1 (4)     2      things, stack
others                   commit fedcba9876 (1)  1
2 projects, 5 releases, 3 kinds
";
    assert_eq!(said(&folder, &["list"]), (0, expected.to_owned()));
    let (code, text) = said(&folder, &["list", "--format", "json"]);
    let list: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, 0, "{text}");
    assert_eq!(list["totals"], json!({"projects": 2, "releases": 5, "kinds": 3}));
    let expected = json!({"name": "things", "repository": "example/things", "licence": "MIT",
        "releases": ["1.0.4", "1.1.2", "1.2.0", "1.3.1"], "kinds": 2, "charts": ["things", "stack"]});
    assert_eq!(list["projects"][0], expected);
}

#[test]
fn the_catalogues_of_the_configuration_are_read() {
    let folder = folder("configuration");
    folder.write(".crdc.yaml", "catalogues: [things.bin]\n");
    let (code, text) = folder.said(&["catalogue", "list", "--no-catalogue"]);
    assert!(code == 0 && text.ends_with("2 projects, 5 releases, 3 kinds\n"), "{text}");
    folder.write("other.yaml", "catalogues: []\n");
    let (code, text) = folder.said(&["catalogue", "list", "--no-catalogue", "--config", "other.yaml"]);
    assert!(code == 0 && text.ends_with("0 projects, 0 releases, 0 kinds\n"), "{text}");
    folder.write("other.yaml", "catalogues: [none.bin]\n");
    let (code, text) = folder.said(&["catalogue", "list", "--config", "other.yaml"]);
    assert!(code == 2 && text.contains("cannot read none.bin"), "{text}");
    let (code, text) = folder.said(&["catalogue", "list", "--config", "none.yaml"]);
    assert!(code == 2 && text.contains("none.yaml"), "{text}");
}

#[test]
fn a_project_is_shown_with_all_that_is_known_of_it() {
    let folder = folder("project");
    let expected = "\
things (example/things, MIT)
releases: 1.0.4 to 1.3.1
  1.0.4  0123456789abcdef
  1.1.2  0123456789abcdef
  1.2.0  0123456789abcdef
  1.3.1  0123456789abcdef
kinds:
  Part.example.com: v1 since 1.3.1
  Thing.example.com: v1 since 1.1.2, v1beta1 until 1.2.0
charts:
  things: https://charts.example.com, the version of the chart is the release
  stack: https://charts.example.com, from version = release: 5.0=1.2.0
images: quay.io/example/things
packages of OLM: things-operator
";
    assert_eq!(said(&folder, &["show", "things"]), (0, expected.to_owned()));
    let (code, text) = said(&folder, &["show", "things", "spec.size"]);
    assert!(code == 2 && text.contains("things is a project: name a kind, which has fields"), "{text}");
}

#[test]
fn a_kind_is_shown_with_its_versions_and_fields_by_release() {
    let folder = folder("kind");
    let expected = "\
Thing.example.com (things, Namespaced)
in things (1.0.4 to 1.3.1): in all releases
  v1, served and stored: since 1.1.2
  v1beta1, served and stored: until 1.0.4
  v1beta1, served: 1.1.2 to 1.2.0
  v1beta1, not served: since 1.3.1
  fields of v1:
    since 1.2.0: spec.size
    until 1.1.2: spec.width
  fields of v1beta1: none came or went
";
    for word in ["Thing.example.com", "things.example.com", "thing.Example.com"] {
        assert_eq!(said(&folder, &["show", word]), (0, expected.to_owned()), "{word}");
    }
    // Two groups have the kind.
    let (code, text) = said(&folder, &["show", "Thing"]);
    let other = "
Thing.other.example.org (things, Namespaced)
in others (commit fedcba9876): in all releases
  v2, served and stored: in all releases
";
    assert_eq!((code, text), (0, format!("{expected}{other}")));
    let (code, text) = said(&folder, &["show", "parts"]);
    assert!(code == 0 && text.contains("in things (1.0.4 to 1.3.1): since 1.3.1\n"), "{text}");
}

#[test]
fn a_field_is_shown_with_its_releases_type_and_default() {
    let folder = folder("field");
    let head = |path: &str| format!("{path} of Thing.example.com in things (1.0.4 to 1.3.1)\n");
    for (path, expected) in [
        ("spec.size.x", "  v1, since 1.2.0: integer\n"),
        ("spec.width", "  v1, in 1.1.2: integer\n  v1beta1, in all releases: integer\n"),
        (
            "spec.name",
            "  v1, in 1.1.2: string\n  v1, since 1.2.0: string, default \"a\"\n  v1beta1, in all releases: string\n",
        ),
    ] {
        let expected = format!("{}{expected}", head(path));
        assert_eq!(said(&folder, &["show", "Thing.example.com", path]), (0, expected.clone()));
        assert_eq!(said(&folder, &["show", "Thing.example.com", "--field", path]), (0, expected));
    }
    let (code, text) = said(&folder, &["show", "Thing", "spec.width"]);
    assert!(code == 0 && text.contains("Thing.other.example.org in others"), "{text}");
    for (path, expected) in [
        ("spec.sise.x", "no release has the field spec.sise.x of Thing: did you mean `spec.size`?"),
        ("spec.size.z.a", "no release has the field spec.size.z.a of Thing: did you mean `spec.size.x`?"),
        ("status", "no release has the field status of Thing\n"),
    ] {
        let (code, text) = said(&folder, &["show", "Thing.example.com", path]);
        assert!(code == 2 && text.contains(expected), "{path}: {text}");
    }
    let (code, text) = said(&folder, &["show", "Thing", "spec.a", "--field", "spec.b"]);
    assert!(code == 2 && text.contains("cannot be used with"), "{text}");
}

#[test]
fn a_misspelt_name_has_the_nearest_ones() {
    let folder = folder("names");
    for (arguments, expected) in [
        (
            vec!["show", "thigns"],
            "no project and no kind thigns is in the catalogue: did you mean `things` or `Thing`?",
        ),
        (vec!["show", "Prt"], "did you mean `Part`?"),
        (vec!["show", "Thing.exmple.com"], "did you mean `Thing.example.com`?"),
        (vec!["show", "Certificate"], "crdc catalogue list names the projects"),
        (vec!["export", "thing"], "no project thing is in the catalogue: did you mean `things`?"),
        (vec!["export", "certificate"], "crdc catalogue list names the projects"),
    ] {
        let (code, text) = said(&folder, &arguments);
        assert!(code == 2 && text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn crds_of_a_release_are_exported() {
    let folder = folder("export");
    for (release, expected, note) in [
        (None, 2, ""),
        (Some("1.3.1"), 2, ""),
        (Some("v1.2"), 1, ""),
        (Some("1.1.0"), 1, "crdc: note: things 1.1.0: the catalogue has 1.1.2\n"),
    ] {
        let arguments = [&["catalogue", "export", "things"], release.as_slice()].concat();
        let ran = folder.run(&[&arguments[..], &["--catalogue", "things.bin", "--no-catalogue"]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, note), "{release:?}");
        assert_eq!(ran.out.matches("kind: CustomResourceDefinition").count(), expected, "{release:?}");
        folder.write("exported.yaml", &ran.out);
        let (code, text) = folder.said(&["check", "exported.yaml"]);
        assert!(code == 0 && text.contains("no errors"), "{text}");
    }
    let (code, text) = said(&folder, &["export", "things", "--output", "crds"]);
    assert_eq!((code, text.as_str()), (0, "things 1.3.1: wrote 2 files below crds\n"));
    let part = fs::read_to_string(folder.join("crds/example.com_parts.yaml")).unwrap();
    assert!(
        part.starts_with("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"),
        "{part}"
    );
    let (code, text) = folder.said(&["check", "crds"]);
    assert!(code == 0 && text.contains("checked 2 documents: no errors"), "{text}");
    for (release, expected) in [
        ("2.0", "things 2.0 is not in the catalogue, which has 1.0.4 to 1.3.1"),
        ("main", "things main is not in the catalogue"),
    ] {
        let (code, text) = said(&folder, &["export", "things", release]);
        assert!(code == 2 && text.contains(expected), "{release}: {text}");
    }
    let (code, text) = said(&folder, &["export", "others", "@fedcba9"]);
    assert!(code == 0 && text.contains("group: other.example.org"), "{text}");
}

#[test]
fn json_schemas_are_exported_for_editors() {
    let folder = folder("schemas");
    let (code, text) = said(&folder, &["export", "things", "1.2", "--json-schema", "--output", "schemas"]);
    assert_eq!((code, text.as_str()), (0, "things 1.2.0: wrote 2 files below schemas\n"));
    let schema = fs::read_to_string(folder.join("schemas/example.com/thing_v1.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(
        schema["properties"]["spec"]["properties"]["size"]["properties"]["x"]["type"],
        json!(["integer", "null"])
    );
    assert!(folder.join("schemas/example.com/thing_v1beta1.json").exists());
    // One document needs no folder.
    let (code, text) = said(&folder, &["export", "things", "1.0", "--json-schema", "--strict"]);
    assert!(code == 0 && text.contains("\"additionalProperties\": false"), "{text}");
    for (arguments, expected) in [
        (["1.2", "--json-schema"].as_slice(), "several documents need --output DIR"),
        (&["1.2", "--strict"], "--strict needs --json-schema"),
    ] {
        let (code, text) = said(&folder, &[&["export", "things"], arguments].concat());
        assert!(code == 2 && text.contains(expected), "{arguments:?}: {text}");
    }
}

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: orders.shop.example.com, labels: {app: shop}}
spec:
  group: shop.example.com
  scope: Namespaced
  names: {plural: orders, singular: order, kind: Order, listKind: OrderList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, description: An order., properties: {spec: {type: object, properties: {size: {type: integer, maximum: 9}}}}}}
";

const ORDER: &str = "apiVersion: shop.example.com/v1
kind: Order
metadata: {name: a, namespace: b}
spec: {size: 10}
";

fn add<'a>(release: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let options = ["catalogue", "add", "crds", "--name", "shop", "--release", release, "--output", "own.bin"];
    [&options[..], more].concat()
}

#[test]
fn added_crds_are_validated_with_shown_and_exported() {
    let files = [
        ("crds/orders.yaml", CRD),
        // What is no CRD is left out.
        ("crds/values.yaml", "replicas: 3\n"),
        ("crds/kustomization.yaml", "resources: [orders.yaml]\n"),
        ("order.yaml", ORDER),
    ];
    let folder = Folder::new("add", &files);
    let ran = folder.run(&add("v1.2.0", &["--repository", "example/shop"]));
    let wrote = "wrote own.bin: shop 1.2.0 with 1 CRD; the project has 1 release\n";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, wrote, ""));
    folder.write(".crdc.yaml", "catalogues: [own.bin]\nreleases: {shop: \"1.2\"}\n");
    let (code, text) = folder.said(&["validate", "order.yaml"]);
    assert!(code == 1 && text.contains("spec.size: Invalid value: 10"), "{text}");
    assert!(text.contains("release: shop 1.2 (.crdc.yaml)\n"), "{text}");
    let own = ["--no-catalogue"];
    let (code, text) = folder.said(&[&["catalogue", "export", "shop"], &own[..]].concat());
    assert!(code == 0 && !text.contains("An order.") && !text.contains("labels"), "{text}");
    folder.write("exported/orders.yaml", &text);
    let (code, text) = folder.said(&["check", "exported", "--old", "crds"]);
    assert!(code == 0 && text.contains("checked 1 document: no errors"), "{text}");

    // A later release is added, the same one is replaced, and so is the repository.
    folder.write("crds/orders.yaml", CRD.replace("size:", "height:"));
    assert_eq!(folder.run(&add("1.3.0", &[])).code, 0);
    folder.write("crds/orders.yaml", CRD.replace("size:", "length:"));
    let (code, text) = folder.said(&add("1.3.0", &["--repository", "example/shop-operator"]));
    assert_eq!(
        (code, text.as_str()),
        (0, "wrote own.bin: shop 1.3.0 with 1 CRD; the project has 2 releases\n")
    );
    let (code, text) = folder.said(&[&["catalogue", "show", "orders"], &own[..]].concat());
    let expected = "\
Order.shop.example.com (orders, Namespaced)
in shop (1.2.0 to 1.3.0): in all releases
  v1, served and stored: in all releases
  fields of v1:
    since 1.3.0: spec.length
    until 1.2.0: spec.size
";
    assert_eq!((code, text.as_str()), (0, expected));
    let (_, text) = folder.said(&[&["catalogue", "show", "shop"], &own[..]].concat());
    assert!(text.starts_with("shop (example/shop-operator)\n"), "{text}");

    // The order in which releases are added decides nothing.
    fs::rename(folder.join("own.bin"), folder.join("first.bin")).unwrap();
    folder.run(&add("1.3.0", &["--repository", "example/shop-operator"]));
    folder.write("crds/orders.yaml", CRD);
    folder.run(&add("1.2.0", &[]));
    assert_eq!(fs::read(folder.join("own.bin")).unwrap(), fs::read(folder.join("first.bin")).unwrap());
}

#[test]
fn other_projects_of_the_file_stay() {
    let folder = Folder::of_bytes("stay", &[("own.bin", &catalogue()), ("crds/orders.yaml", CRD.as_bytes())]);
    let (code, text) = folder.said(&add("1.0", &[]));
    assert_eq!(code, 0, "{text}");
    let (old, new) = (Catalogue::read(catalogue()).unwrap(), fs::read(folder.join("own.bin")).unwrap());
    let new = Catalogue::read(new).unwrap();
    assert_eq!(new.projects().len(), 3);
    for (was, is) in old.projects().iter().zip(new.projects()) {
        assert_eq!((&was.name, &was.repository, &was.licence), (&is.name, &is.repository, &is.licence));
        assert_eq!((&was.releases, &was.charts, &was.images), (&is.releases, &is.charts, &is.images));
        assert_eq!(was.packages, is.packages);
        for (one, other) in was.definitions.iter().zip(&is.definitions) {
            for release in 0..was.releases.len() {
                let text = |catalogue: &Catalogue, project, line| catalogue.text(project, line).unwrap();
                let one = one.line(release).map(|line| text(&old, was, line));
                assert_eq!(one, other.line(release).map(|line| text(&new, is, line)));
            }
        }
    }
}

#[test]
fn crds_of_commits_and_lists_are_added() {
    let folder = Folder::new("commits", &[("crds/orders.yaml", CRD)]);
    folder.commit("1.0");
    let options = ["--name", "shop", "--release", "1.0", "--output", "own.bin"];
    let ran = folder.run(&[&["catalogue", "add", "git:main:crds/"], &options[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let own = Catalogue::read(fs::read(folder.join("own.bin")).unwrap()).unwrap();
    // The commit that the CRDs were read from.
    assert_eq!(own.projects()[0].releases[0].commit.len(), 40);
    // As kubectl get crds -o yaml writes them.
    let item = CRD.replace('\n', "\n  ");
    folder.write("list.yaml", format!("apiVersion: v1\nkind: List\nitems:\n- {}\n", item.trim_end()));
    let (code, text) = folder.said(&[&["catalogue", "add", "list.yaml"], &options[..]].concat());
    assert!(code == 0 && text.contains("shop 1.0 with 1 CRD; the project has 1 release"), "{text}");
}

#[test]
fn nothing_is_written_if_something_is_wrong() {
    let beta = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1");
    let files = [
        ("crds/orders.yaml", CRD),
        ("wrong/orders.yaml", &CRD.replace("type: integer", "type: int")),
        ("twice/a.yaml", CRD),
        ("twice/b.yaml", CRD),
        ("beta/orders.yaml", &beta),
        ("none/a.yaml", ORDER),
        ("text.bin", "no catalogue"),
    ];
    let folder = Folder::new("wrong", &files);
    folder.commit("all");
    let name = ["--name", "shop", "--release", "1.0"];
    for (files, options, code, expected) in [
        (vec!["crds", "wrong"], [&name[..], &["--output", "own.bin"]].concat(), 1, "wrong/orders.yaml:12:"),
        (vec!["wrong"], [&name[..], &["--output", "own.bin"]].concat(), 1, "own.bin is not written: 1 error"),
        (vec!["twice"], [&name[..], &["--output", "own.bin"]].concat(), 1, "another document is named"),
        (
            vec!["beta"],
            [&name[..], &["--output", "own.bin"]].concat(),
            2,
            "beta/orders.yaml:1: a catalogue has CRDs of apiextensions.k8s.io/v1 only",
        ),
        (
            vec!["none"],
            [&name[..], &["--output", "own.bin"]].concat(),
            2,
            "no CustomResourceDefinition in none",
        ),
        (
            vec!["crds", "none"],
            [&name[..], &["--output", "own.bin"]].concat(),
            2,
            "no CustomResourceDefinition in none",
        ),
        (vec!["gone"], [&name[..], &["--output", "own.bin"]].concat(), 2, "cannot read gone"),
        (
            vec!["git:main"],
            [&name[..], &["--output", "own.bin"]].concat(),
            2,
            "name a path of the commit: git:main:crds/",
        ),
        (
            vec!["crds"],
            [&name[..], &["--output", "text.bin"]].concat(),
            2,
            "text.bin: the file is no catalogue",
        ),
        (vec!["crds"], [&name[..], &["--output", "-"]].concat(), 2, "a catalogue is no text; name a file"),
        (
            vec!["crds/orders.yaml"],
            [&name[..], &["--output", "crds/orders.yaml"]].concat(),
            2,
            "the file is read, and would be lost",
        ),
        (
            vec!["crds"],
            vec!["--name", "a=b", "--release", "1.0", "--output", "own.bin"],
            2,
            "a word without blanks and `=`",
        ),
        (
            vec!["crds"],
            vec!["--name", "shop", "--release", "", "--output", "own.bin"],
            2,
            "a word without blanks and `=`",
        ),
        (
            vec!["crds"],
            vec!["--name", "my shop", "--release", "1.0", "--output", "own.bin"],
            2,
            "a word without blanks",
        ),
    ] {
        let (found, text) = folder.said(&[&["catalogue", "add"], &files[..], &options].concat());
        assert!(found == code && text.contains(expected), "{files:?} {options:?}: {text}");
        assert!(!folder.join("own.bin").exists(), "{files:?}");
    }
    assert_eq!(fs::read_to_string(folder.join("text.bin")).unwrap(), "no catalogue");
}

#[test]
fn a_damaged_file_is_an_error_with_its_name() {
    let whole = catalogue();
    let mut texts = whole.clone();
    // The texts are at the end.
    let end = texts.len();
    texts[end - 8..].fill(0xff);
    let files = [
        ("text.bin", b"a: 1\n".as_slice()),
        ("empty.bin", b""),
        ("cut.bin", &whole[..40]),
        ("short.bin", &whole[..end - 8]),
        ("texts.bin", &texts),
    ];
    let folder = Folder::of_bytes("damaged", &files);
    for (file, _) in files {
        for arguments in
            [vec!["list"], vec!["show", "others"], vec!["show", "Thing"], vec!["export", "others"]]
        {
            let options = ["--catalogue", file, "--no-catalogue"];
            let (code, text) = folder.said(&[&["catalogue"], &arguments[..], &options].concat());
            // The index of a file can be whole, and its texts damaged.
            let is_listed = file == "texts.bin" && arguments == ["list"];
            assert_eq!(code, if is_listed { 0 } else { 2 }, "{file} {arguments:?}: {text}");
            let expected = if file == "texts.bin" { "the texts of others" } else { file };
            assert!(is_listed || text.contains(expected), "{file} {arguments:?}: {text}");
        }
    }
}

/// Names come from a file, whose author may be anybody.
#[test]
fn names_of_a_hostile_file_lead_nowhere() {
    let mut builder = Builder::new();
    builder.project(About { name: "::error::x".into(), ..About::default() }).unwrap();
    let evil = crd("example.com", "Evil\u{202e}", "../../evil", &[("v1", true, json!({"a\nb": {}}))]);
    builder.release("1.0", "c", vec![evil]).unwrap();
    let later = crd("example.com", "Evil\u{202e}", "../../evil", &[("v1", true, json!({"::stop::": {}}))]);
    builder.release("1.1", "c", vec![later]).unwrap();
    let folder = Folder::of_bytes("hostile", &[("below/things.bin", &builder.finish())]);
    let below = folder.below("below");
    let (code, text) = said(&below, &["export", "::error::x", "--output", "crds"]);
    assert_eq!(code, 0, "{text}");
    assert!(below.join("crds/example.com_.._.._evil.yaml").exists() && !folder.join("evil.yaml").exists());
    for arguments in [vec!["list"], vec!["show", "::error::x"], vec!["show", "../../evil"]] {
        let (code, text) = said(&below, &arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        let is_command = |line: &str| line.trim_start().starts_with("::");
        assert!(!text.lines().any(is_command) && !text.contains('\u{202e}'), "{arguments:?}: {text}");
        assert!(!text.contains("a\nb"), "{text}");
    }
}

#[test]
fn many_fields_are_counted() {
    let mut builder = Builder::new();
    builder.project(About { name: "wide".into(), ..About::default() }).unwrap();
    let many: serde_json::Map<String, Value> =
        (0..5000).map(|index| (format!("field{index:04}"), json!({"type": "string"}))).collect();
    for (version, fields) in [("1.0", json!({})), ("1.1", Value::Object(many))] {
        builder.release(version, "c", vec![thing(&[("v1", true, fields)])]).unwrap();
    }
    let folder = Folder::of_bytes("wide", &[("things.bin", &builder.finish())]);
    let (code, text) = said(&folder, &["show", "Thing"]);
    assert!(
        code == 0 && text.contains("    since 1.1: spec.field0199\n    since 1.1: 4800 fields more\n"),
        "{text}"
    );
}
