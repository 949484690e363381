//! `crdc validate`: what is left out, and what a server gets and is therefore validated. In: files of a
//! folder, and arguments. Out: the exit code, and words of the report.
//!
//! Easy to break: a broken object that is left out ends with exit code 0, as a valid one.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::Folder;

/// A resource with a number, a text and a field of any content.
fn crd(group: &str, kind: &str) -> String {
    let plural = format!("{}s", kind.to_lowercase());
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.{group}}}
spec:
  group: {group}
  scope: Namespaced
  names: {{plural: {plural}, singular: {}, kind: {kind}, listKind: {kind}List}}
  versions:
  - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{
      type: object, properties: {{num: {{type: integer}}, text: {{type: string, maxLength: 12}}, a: {{type: string}},
        free: {{type: object, x-kubernetes-preserve-unknown-fields: true}}}},
      x-kubernetes-validations: [{{rule: self.num > 0, fieldPath: .num}}, {{rule: \"!has(self.a) || self.a.size() < 4\"}}]}}}},
      x-kubernetes-validations: [{{rule: self.spec.num < 9}}]}}}}}}
",
        kind.to_lowercase()
    )
}

/// A deployment that every server refuses.
const BROKEN: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: three, selector: {}, template: {}}\n";

/// What a test expects of a folder.
trait Check {
    fn check(&self, arguments: &[&str], code: i32, words: &[&str]);
}

impl Check for Folder {
    #[track_caller]
    fn check(&self, arguments: &[&str], code: i32, words: &[&str]) {
        let (found, text) = self.said(&[&["validate"], arguments].concat());
        assert_eq!(found, code, "{arguments:?}: {text}");
        for words in words {
            assert!(text.contains(words), "{arguments:?}: {words} is not in\n{text}");
        }
    }
}

/// kubectl could not read the lines of these separators either, but nobody applies the files.
#[test]
fn separators_of_files_without_objects_are_not_looked_at() {
    let directive = "%YAML 1.1\n---\n";
    for (name, text, code) in [
        ("compose", format!("{directive}services: {{a: {{image: b}}}}\n"), 0),
        ("behind", "a: 1\n--- # b\nc: 1\n--- {d: 1}\n".to_owned(), 0),
        (
            "kustomization",
            format!("{directive}apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"),
            0,
        ),
        ("object", format!("{directive}apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\n"), 1),
        (
            "both",
            format!("{directive}apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\n---\na: 1\n"),
            1,
        ),
        ("nothing", directive.to_owned(), 1),
    ] {
        let folder = Folder::new(&format!("separators-{name}"), &[("f/a.yaml", &text)]);
        let words = if code == 0 { ": no errors\n" } else { "error[yaml-syntax]: kubectl takes a directive" };
        folder.check(&["f"], code, &[words, if code == 0 { "left out: " } else { "" }]);
    }
}

#[test]
fn braces_in_a_string_make_no_template_of_a_text_that_cannot_be_read() {
    for (index, (text, is_template)) in [
        ("metadata:\n  a:\n    s: \"{{ $labels.instance }} down\"\n     d: bad\n", false),
        ("data:\n  s: \"{{ $labels.instance }} is \"down\"\"\n", false),
        ("# was {{ .Release.Name }}\ndata: [\n", false),
        ("data:\n  x: |\n    {{ range }}\n   y: 1\n", false),
        ("metadata: {name: a}\ndata:\n  {{- toYaml .Values.data | nindent 2 }}\n", true),
        ("metadata:\n  name: {{ .Release.Name }}\n", true),
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("apiVersion: v1\nkind: ConfigMap\n{text}");
        let folder = Folder::new(&format!("braces-{index}"), &[("a.yaml", &text)]);
        let words = if is_template { "warning[template]" } else { "error[yaml-syntax]" };
        folder.check(&["."], i32::from(!is_template), &[words]);
    }
}

#[test]
fn a_name_alone_leaves_nothing_out() {
    for (index, (name, files)) in [
        ("deploy/10-error-pages.yaml", &[] as &[(&str, &str)]),
        ("deploy/hard-assert.yaml", &[]),
        ("overlays/test/error-pages.yaml", &[]),
        ("environments/e2e/errors.yaml", &[]),
        ("k/security-patch-cronjob.yaml", &[("k/kustomization.yaml", "resources: []\n")]),
        ("k/a/b/patch-web.yaml", &[("k/kustomization.yaml", "resources: []\n")]),
        ("k/kustomization.yaml", &[]),
        ("k/Chart.yml", &[]),
        ("k/values.yaml", &[("k/Chart.yml", "apiVersion: v2\nname: a\n")]),
        (
            "k/values.yaml",
            &[("k/Chart.yaml", "apiVersion: helm.cattle.io/v1\nkind: HelmChart\nmetadata: {name: a}\n")],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let files = [&[(name, BROKEN)], files].concat();
        let folder = Folder::new(&format!("name-{index}"), &files);
        folder.check(&["."], 1, &["error[wrong-type]"]);
        folder.check(&[name], 1, &["error[wrong-type]"]);
    }
    // Beside what gives it a meaning, a file of a folder is left out; named itself, it is checked.
    for (index, (name, head, words)) in [
        (
            "t/hard-assert.yaml",
            ("t/kuttl-test.yaml", "apiVersion: kuttl.dev/v1beta1\nkind: TestSuite\n"),
            "tests",
        ),
        ("t/00-errors.yaml", ("t/00-assert.yaml", BROKEN), "tests"),
        ("t/web_patch.yaml", ("t/kustomization.yaml", "resources: []\n"), "patch"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("beside-{index}"), &[(name, BROKEN), head]);
        folder.check(&["."], 0, &["left out: ", words]);
        folder.check(&[name], 1, &["error[wrong-type]"]);
    }
}

#[test]
fn an_object_beside_a_kustomization_is_validated() {
    let flux = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n---\n";
    let text = format!("{flux}{BROKEN}");
    let folder = Folder::new("flux", &[("kustomization.yaml", &text)]);
    folder.check(&[".", "--no-catalogue"], 1, &["error[wrong-type]", "warning[missing-schema]"]);
    folder.check(&["kustomization.yaml"], 1, &["error[wrong-type]"]);
}

#[test]
fn an_object_whose_kind_has_a_schema_is_validated() {
    let crds = [
        ("config.example.com", "Configuration"),
        ("config.karmada.io", "Rule"),
        ("my.config.k8s.io", "A"),
        ("audit.k8s.io", "Policy"),
    ];
    for (group, kind) in crds {
        let object =
            format!("apiVersion: {group}/v1\nkind: {kind}\nmetadata: {{name: a}}\nspec: {{num: x}}\n");
        let folder =
            Folder::new(&format!("kind-{group}"), &[("crd.yaml", &crd(group, kind)), ("a.yaml", &object)]);
        folder.check(&["."], 1, &["spec.num"]);
        folder.check(&["a.yaml"], 0, &["1 configuration"]);
    }
    let object = "apiVersion: x.example.com/v1\nkind: A\nmetadata: {name: a}\nspec: {num: x, free: {containers: [{name: a, $patch: delete}]}}\n";
    let patch =
        "apiVersion: x.example.com/v1\nkind: A\nmetadata: {name: a}\nspec: {$patch: replace, num: x}\n";
    let crd = crd("x.example.com", "A");
    let folder = Folder::new("directive", &[("crd.yaml", &crd), ("a.yaml", object), ("p.yaml", patch)]);
    folder.check(&["."], 1, &["spec.num", "1 patch"]);
    folder.check(&["a.yaml", "--crd", "crd.yaml"], 1, &["spec.num"]);
    folder.check(&["p.yaml", "--crd", "crd.yaml"], 0, &["1 patch"]);
}

#[test]
fn what_lost_a_part_of_its_type_is_an_error() {
    for (index, text) in [
        "{apiVersion: rbac.authorization.k8s.io/v1, rules: []}",
        "{kind: ConfigMap, data: {a: b}}",
        "{apiVersion: v1, Kind: Pod, Metadata: {name: a}}",
        "[{apiVersion: v1, kind: Pod, metadata: {name: a}}]",
        "{metadata: {generateName: a-}, spec: {}}",
        "{apiVersion: v1alpha1, kind: FooConfig, metadata: {name: a}, spec: {}}",
    ]
    .into_iter()
    .enumerate()
    {
        Folder::new(&format!("lost-{index}"), &[("a.yaml", text)]).check(&["."], 1, &["error["]);
    }
}

#[test]
fn a_text_in_another_encoding_is_an_error() {
    let folder = Folder::new("utf-16", &[("b.yaml", "")]);
    let text = |to_bytes: fn(u16) -> [u8; 2]| BROKEN.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
    for bytes in [text(u16::to_le_bytes), text(u16::to_be_bytes)] {
        fs::write(folder.join("a.yaml"), bytes).unwrap();
        folder.check(&["."], 1, &["error[", "a.yaml"]);
    }
}

#[test]
fn definitions_that_a_kustomization_lists_are_used() {
    let object = "apiVersion: x.example.com/v1\nkind: A\nmetadata: {name: a}\nspec: {num: 1}\n";
    let files = [
        ("crd.yaml", &*crd("x.example.com", "A")),
        ("kustomization.yaml", "crds: [crd.yaml, openapi.json]\nresources: [r.yaml]\n"),
        ("openapi.json", "{\"x.A\": {\"Schema\": {\"properties\": {}}}}"),
        ("r.yaml", object),
    ];
    Folder::new("kustomize-crds", &files).check(&["."], 0, &["validated 2 objects"]);
}

#[test]
fn a_kind_that_no_resource_has_is_unknown() {
    for (index, (api_version, kind)) in [
        ("autoscaling/v1", "Scale"),
        ("policy/v1", "Eviction"),
        ("authentication.k8s.io/v1", "TokenRequest"),
        ("v1", "Status"),
        ("v1", "PodList"),
        ("apps/v1", "DeploymentList"),
        ("rbac.authorization.k8s.io/v1", "RoleList"),
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n");
        let words = format!("no matches for kind \"{kind}\" in version \"{api_version}\"");
        Folder::new(&format!("resource-{index}"), &[("a.yaml", &text)]).check(
            &["."],
            1,
            &["error[unknown-kind]", &words],
        );
    }
}

#[test]
fn values_are_put_in_whatever_the_form_of_the_text() {
    let object = |text: &str, more: &str| {
        format!(
            "apiVersion: x.example.com/v1\nkind: A\nmetadata:\n  name: a{more}\nspec:\n  num: 1\n  text: {text}\n"
        )
    };
    let (plain, anchored) = (object("\"${SIZE}\"", ""), object("\"${SIZE}\"", "\n  labels: &l {}"));
    let crd = crd("x.example.com", "A");
    let folder =
        Folder::new("quick", &[("crd.yaml", &crd), ("plain.yaml", &plain), ("anchored.yaml", &anchored)]);
    for file in ["plain.yaml", "anchored.yaml"] {
        folder.check(&[file, "--crd", "crd.yaml"], 0, &[]);
        folder.check(&[file, "--crd", "crd.yaml", "--substitute", "SIZE=short"], 0, &[]);
        let long = ["--substitute", "SIZE=aaaaaaaaaaaaaaaaaaaaaaaaa"];
        folder.check(&[&[file, "--crd", "crd.yaml"], &long[..]].concat(), 1, &["error[too-long]: spec.text"]);
    }
}

#[test]
fn old_objects_have_the_values_of_new_ones() {
    let secret = |namespace: &str, name: &str, value: &str| {
        format!(
            "apiVersion: v1\nkind: Secret\nmetadata: {{name: \"{name}\", namespace: \"{namespace}\"}}\nimmutable: true\ndata: {{a: {value}}}\n"
        )
    };
    for (index, (namespace, name, old)) in
        [("a", "${N}", "${N}"), ("${N}", "b", "${N}"), ("${N}", "b", "x"), ("x", "${M:=y}", "${M:=y}")]
            .into_iter()
            .enumerate()
    {
        let old =
            if namespace == "${N}" { secret(old, name, "YQ==") } else { secret(namespace, old, "YQ==") };
        let files = [("new.yaml", &*secret(namespace, name, "Yg==")), ("old.yaml", &*old)];
        let folder = Folder::new(&format!("old-{index}"), &files);
        let given = ["--substitute", "N=x", "--substitute", "M=z"];
        folder.check(&[&["new.yaml", "--old", "old.yaml"], &given[..]].concat(), 1, &["immutable"]);
    }
}

#[test]
fn a_rule_is_told_unless_it_reads_something_unknown() {
    let crd = crd("x.example.com", "A");
    for (index, (spec, code)) in [
        // Of the value itself, and at the root: what they read is known.
        ("{num: 0, a: \"${A}\"}", 1),
        ("{num: 10, a: \"${A}\"}", 1),
        ("{num: 10, free: {b: [\"${A}\"]}}", 1),
        ("{num: 0, text: \"${A}\", a: x}", 1),
        ("{num: 5, a: long, text: \"${A}\"}", 1),
        ("{num: 5, a: \"${AB}\"}", 0),
        ("{num: \"${A}\"}", 0),
        ("{num: 5, a: \"${A}\"}", 0),
    ]
    .into_iter()
    .enumerate()
    {
        let object = format!("apiVersion: x.example.com/v1\nkind: A\nmetadata: {{name: a}}\nspec: {spec}\n");
        let folder = Folder::new(&format!("rule-{index}"), &[("crd.yaml", &crd), ("a.yaml", &object)]);
        folder.check(&["a.yaml", "--crd", "crd.yaml"], code, &[]);
    }
}

#[test]
fn a_label_of_a_wrong_type_does_not_depend_on_the_selector() {
    let with = |labels: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: a}}\nspec: {{selector: {{matchLabels: {{app: \"${{APP}}\"}}}}, \
             template: {{metadata: {{labels: {labels}}}, spec: {{containers: [{{name: a, image: a}}]}}}}}}\n"
        )
    };
    for (index, (labels, code)) in [
        ("{app: \"${APP}\", tier: 3}", 1),
        ("{app: \"${APP}\", tier: [x]}", 1),
        ("{app: \"${APP}\", tier: x}", 0),
        ("{app: x}", 0),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("labels-{index}"), &[("a.yaml", &with(labels))]);
        folder.check(&["a.yaml"], code, &[]);
    }
}

#[test]
fn many_unknown_fields_hide_no_wrong_type() {
    let unknown: String = (0..250).map(|index| format!("x{index}: 1\n")).collect();
    let text = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\n{unknown}data: {{a: 3}}\n");
    let folder = Folder::new("many-unknown", &[("a.yaml", &text)]);
    for (how, warnings) in
        [("strict", "101 errors"), ("warn", "1 error, 100 warnings"), ("ignore", "1 error")]
    {
        folder.check(&["a.yaml", "--field-validation", how], 1, &["error[wrong-type]", warnings]);
    }
}

#[test]
fn field_validation_is_not_about_items_that_are_there_twice() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [a.b/c, a.b/c]}\n";
    let folder = Folder::new("twice", &[("a.yaml", text)]);
    for how in ["strict", "warn", "ignore"] {
        folder.check(&["a.yaml", "--field-validation", how], 0, &["warning[duplicate-key]", "1 warning"]);
    }
}

#[test]
fn server_side_apply_refuses_items_that_are_there_twice() {
    let pod = |container: &str, more: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec: {{containers: [{{name: a, image: a, {container}}}], {more}}}\n"
        )
    };
    for (index, (text, key)) in [
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [a.b/c, a.b/c]}\n".to_owned(),
            "[=\"a.b/c\"]",
        ),
        (pod("env: [{name: A, value: a}, {name: A, value: b}]", ""), "[name=\"A\"]"),
        (pod("env: [{name: A, value: a}, {name: A, value: $(A)b}]", ""), "[name=\"A\"]"),
        (
            pod("ports: [{containerPort: 80}, {containerPort: 80, protocol: TCP}]", ""),
            "[containerPort=80,protocol=\"TCP\"]",
        ),
        (pod("", "imagePullSecrets: [{name: x}, {name: x}]"), "[name=\"x\"]"),
        (pod("", "hostAliases: [{ip: 1.2.3.4}, {ip: 1.2.3.4}]"), "[ip=\"1.2.3.4\"]"),
        (pod("", "volumes: [{name: x, emptyDir: {}}, {name: x, emptyDir: {}}]"), "[name=\"x\"]"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("apply-{index}"), &[("a.yaml", &text)]);
        let words = format!("duplicate entries for key {key}");
        folder.check(&["a.yaml", "--server-side"], 1, &["error[duplicate-key]", &words, ": 1 error\n"]);
    }
}

#[test]
fn the_help_for_a_schema_is_not_that_for_a_template() {
    let crd =
        crd("x.example.com", "A").replace("a: {type: string}", "a: {type: strin, description: \"{{ y }}\"}");
    let folder = Folder::new("help", &[("crd.yaml", &crd)]);
    folder.check(&["."], 1, &["did you mean `string`?"]);
}

/// kustomize writes labels into the selectors and templates of all these kinds.
// kustomize: api/internal/konfig/builtinpluginconsts/commonlabels.go
#[test]
fn labels_of_kustomizations_reach_the_selectors_of_all_workloads() {
    let folder = Folder::new("validate-left-out-labels", &[]);
    let template = "template: {spec: {containers: [{name: a, image: example.com/a}]}}";
    for (name, labels, is_selecting) in [
        ("commonLabels", "commonLabels: {app: web}\n", true),
        ("labels", "labels: [{pairs: {app: web}, includeSelectors: true}]\n", true),
        ("templates", "labels: [{pairs: {app: web}, includeTemplates: true}]\n", false),
        ("none", "", false),
    ] {
        fs::write(folder.join("kustomization.yaml"), format!("{labels}resources: [o.yaml]\n")).unwrap();
        for kind in ["Deployment", "StatefulSet", "ReplicaSet", "DaemonSet"] {
            for (selector, is_filled) in
                [("", true), ("selector: null, ", true), ("selector: {matchLabels: {b: c}}, ", false)]
            {
                let object = format!(
                    "apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: web}}\nspec: {{{selector}{template}}}\n"
                );
                fs::write(folder.join("o.yaml"), object).unwrap();
                let (code, text) = folder.said(&["validate", "."]);
                assert_eq!(code, i32::from(!(is_selecting && is_filled)), "{name} {kind} {selector}: {text}");
            }
        }
    }
}

/// A report is public, and the one who wrote a folder may not show what is beside it.
#[cfg(unix)]
#[test]
fn links_that_lead_out_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("validate-left-out-links", &[]);
    fs::create_dir_all(folder.join("repo/inner")).unwrap();
    fs::create_dir_all(folder.join("outside")).unwrap();
    fs::write(folder.join("outside/x.yaml"), BROKEN.replace("three", "s3cr3t")).unwrap();
    fs::write(folder.join("repo/inner/a.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
        .unwrap();
    symlink("../outside", folder.join("repo/folder")).unwrap();
    symlink("../outside/x.yaml", folder.join("repo/file.yaml")).unwrap();
    symlink("/", folder.join("repo/inner/root")).unwrap();
    symlink("inner/a.yaml", folder.join("repo/stays.yaml")).unwrap();
    // The working folder is around both.
    folder.check(&["repo"], 1, &["s3cr3t", "left out: 1 link that leads out of the folder"]);
    // Here it is not: the folder is a checkout of its own.
    fs::create_dir(folder.join("repo/.git")).unwrap();
    let root = folder.join("repo").canonicalize().unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_crdc"));
    let output = command.current_dir(&root).args(["validate", ".", "--verbose"]).output().unwrap();
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(!text.contains("s3cr3t"), "{text}");
    for words in
        ["validated 1 object ", "left out: 3 links that lead out of the folder", "file.yaml", "inner/root"]
    {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
}

/// What links lead to within the tree is read once, by whichever name, and time does not grow with their
/// number.
#[cfg(unix)]
#[test]
fn what_links_lead_to_is_read_once() {
    use std::os::unix::fs::symlink;
    let object = |name: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\n");
    let folder = Folder::new(
        "links-once",
        &[
            ("base/a.yaml", &object("a")),
            ("base/deep/b.yaml", &object("b")),
            (".hidden/c.yaml", &object("c")),
            ("base/data.txt", &object("d")),
            (
                "base/p.yaml",
                "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec: {replicas: 2}\n",
            ),
            ("over/kustomization.yaml", "resources: [base/a.yaml]\npatches: [{path: base/p.yaml}]\n"),
        ],
    );
    for (link, target) in [
        ("over/base", "../base"),
        ("again.yaml", "base/a.yaml"),
        ("loop", "."),
        ("base/deep/up", "../.."),
        // What is read by no other name: a hidden folder, a file that is no document by its name.
        ("shown", ".hidden"),
        ("shown-too", ".hidden"),
        ("d.yaml", "base/data.txt"),
        ("d-too.yaml", "base/data.txt"),
    ] {
        symlink(target, folder.join(link)).unwrap();
    }
    // The patch is one by the name of the link.
    folder.check(&["."], 0, &["validated 4 objects in 6 files", "left out: 1 patch of kustomize"]);
    // Folders of links to each other, which have as many ways as there are orders of them.
    let many = Folder::new("links-many", &[]);
    for from in 0..12 {
        many.write(&format!("f{from}/a.yaml"), object("a"));
        for to in 0..12 {
            symlink(format!("../f{to}"), many.join(format!("f{from}/to{to}"))).unwrap();
        }
    }
    many.check(&["."], 0, &["validated 12 objects in 12 files"]);
}

/// A link that is named by hand is followed. One that a tool found is not, whatever part of the path it is.
#[cfg(unix)]
#[test]
fn links_that_a_tool_found_do_not_lead_out() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new(
        "links-found",
        &[("outside/x.yaml", BROKEN), ("outside/crd.yaml", &crd("q.example.com", "A"))],
    );
    let repo = folder.below("repo");
    fs::create_dir_all(repo.join(".git")).unwrap();
    symlink("../outside/x.yaml", repo.join("x.yaml")).unwrap();
    symlink("../outside", repo.join("d")).unwrap();
    repo.write("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    symlink("a.yaml", repo.join("b.yaml")).unwrap();
    for (path, code) in [("x.yaml", 1), ("d", 1), ("d/x.yaml", 1), ("b.yaml", 0), ("../outside/x.yaml", 1)] {
        repo.check(&[path], code, &["validated "]);
        // A path that has no link is where it says.
        let is_link = code == 1 && !path.starts_with("..");
        let words = if is_link { "left out: 1 link that leads out" } else { "validated 1 object" };
        repo.check(&["--as-found", path], if is_link { 0 } else { code }, &[words]);
    }
    // The other folders of the command line show nothing of the machine either.
    symlink("../outside/crd.yaml", repo.join("crd.yaml")).unwrap();
    for arguments in [
        &["check", "."][..],
        &["check", "--as-found", "crd.yaml"],
        &["validate", "a.yaml", "--crd", "."],
        &["validate", "a.yaml", "--old", "."],
    ] {
        let (_, text) = repo.said(arguments);
        assert!(
            text.contains("note: not read: ") && !text.contains("q.example.com"),
            "{arguments:?}: {text}"
        );
    }
    let (code, text) = repo.said(&["check", "crd.yaml"]);
    assert!(code == 0 && text.contains("checked 1 document"), "{text}");
}

/// One template hides nothing but itself: in charts and outside of them, at each place of a file, and in old
/// objects and CRDs too.
#[test]
fn neighbours_of_a_template_are_validated() {
    let template = "name: {{ x }}\n";
    let jinja = "{% for a in b %}\nkind: A\n";
    for (index, (text, templates)) in [
        (format!("{BROKEN}---\n{template}"), 1),
        (format!("{template}---\n{BROKEN}"), 1),
        (format!("{jinja}---\n{BROKEN}---\n{{% endfor %}}\n"), 2),
        (format!("{template}--- # b\n{BROKEN}---\n{template}"), 2),
        (format!("{}---\n{template}", BROKEN.replace("name: a", "name: \"{{ x }}\"")), 1),
    ]
    .iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("neighbours-{index}"), &[("a.yaml", text)]);
        let left_out =
            if *templates == 1 { "1 template".to_owned() } else { format!("{templates} templates") };
        folder.check(&["."], 1, &["error[wrong-type]", "warning[template]", &left_out]);
        folder.check(&["a.yaml"], 1, &["error[wrong-type]", "error[template]"]);
        let chart = [("Chart.yaml", "apiVersion: v2\nname: a\n"), ("templates/a.yaml", text)];
        let folder = Folder::new(&format!("neighbours-chart-{index}"), &chart);
        let is_template_too = index == 4;
        let (code, text) = folder.said(&["validate", "."]);
        // In a chart the string is an action of Helm. Nobody needs to be told of each template.
        assert_eq!(code, i32::from(!is_template_too), "{text}");
        assert!(!text.contains("[template]") && text.contains("left out: "), "{text}");
    }
    let definition = crd("x.example.com", "A");
    let object = "apiVersion: x.example.com/v1\nkind: A\nmetadata: {name: a}\nspec: {num: x}\n";
    let text = format!("{template}---\n{definition}---\n{template}");
    let folder = Folder::new("neighbours-crd", &[("c/crd.yaml", &text), ("a.yaml", object)]);
    folder.check(&["."], 1, &["spec.num", "2 templates"]);
    folder.check(&["a.yaml", "--crd", "c"], 1, &["spec.num"]);
    let secret = |value: &str| {
        format!(
            "apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\nimmutable: true\ndata: {{a: {value}}}\n"
        )
    };
    let old = format!("{}---\n{template}", secret("YQ=="));
    let folder = Folder::new("neighbours-old", &[("old/a.yaml", &old), ("a.yaml", &secret("Yg=="))]);
    folder.check(&["a.yaml", "--old", "old"], 1, &["immutable", "not compared: 1 template"]);
}
