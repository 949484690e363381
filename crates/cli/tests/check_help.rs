//! Help that leads on: what is advised is accepted, and findings are at the character that they are about.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

fn crd(spec: &str, more: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: packs.shop.example}}
spec:
  group: shop.example
  scope: Namespaced
  names: {{plural: packs, singular: pack, kind: Pack, listKind: PackList}}
  versions:
  - name: v1
    served: true
    storage: true
{more}    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
{spec}"
    )
}

const OPTIONAL: &str = "            type: object
            properties: {a: {type: string, maxLength: 20}, b: {type: string, maxLength: 20}}
            x-kubernetes-validations: [{rule: \"RULE\"}]
";

#[test]
fn comparisons_of_optionals_have_another_form_that_costs_little() {
    let folder = Folder::new("optionals", &[]);
    for (rule, other) in [
        (
            "self.?a == oldSelf.?a",
            Some("has(self.a) == has(oldSelf.a) && (!has(self.a) || self.a == oldSelf.a)"),
        ),
        ("self.?a != self.?b", Some("has(self.a) != has(self.b) || has(self.a) && self.a != self.b")),
        ("self.?a == optional.of('a')", None),
        ("!(self.?a == self.?b)", Some("has(self.a) == has(self.b) && (!has(self.a) || self.a == self.b)")),
    ] {
        folder.write("crd.yaml", crd(&OPTIONAL.replace("RULE", rule), ""));
        let (code, text) = folder.said(&["check", "crd.yaml"]);
        let help = match other {
            Some(other) => format!("servers take an optional to be of any size; write `{other}`"),
            None => "servers take an optional to be of any size; ask `has(…)`".to_owned(),
        };
        assert!(code == 1 && text.contains(&help), "{rule}: {text}");
        if let Some(other) = other {
            folder.write("crd.yaml", crd(&OPTIONAL.replace("RULE", other), ""));
            let (code, text) = folder.said(&["check", "crd.yaml", "--allow", "rule-unset"]);
            assert_eq!(code, 0, "{other}: {text}");
        }
    }
}

#[test]
fn an_enum_in_all_of_is_to_be_written_beside_the_type() {
    let folder = Folder::new("enums", &[]);
    let field = |keywords: &str| {
        crd(
            &format!(
                "            type: object
            properties:
              rows:
                type: array
                items: {{type: array, items: {{type: string, {keywords}, x-kubernetes-validations: [{{rule: \"self.contains('h')\"}}]}}}}
"
            ),
            "",
        )
    };
    let help =
        "write the `enum` of `.spec.rows[*][*]` beside its `type`: inside of `allOf` it is not counted";
    for keywords in [
        "allOf: [{enum: [low, high]}]",
        "allOf: [{pattern: a}, {enum: [low, high]}]",
        "allOf: [{allOf: [{enum: [low, high]}]}]",
    ] {
        folder.write("crd.yaml", field(keywords));
        let (code, text) = folder.said(&["check", "crd.yaml"]);
        assert!(code == 1 && text.contains(help), "{keywords}: {text}");
    }
    for (keywords, code) in [("enum: [low, high]", 0), ("anyOf: [{enum: [low]}, {enum: [high]}]", 1)] {
        folder.write("crd.yaml", field(keywords));
        let (found, text) = folder.said(&["check", "crd.yaml"]);
        assert!(found == code && !text.contains("beside its `type`"), "{keywords}: {text}");
    }
}

#[test]
fn one_of_several_fields_is_named() {
    let schema = "            type: object
            oneOf: [{required: [matchExpressions]}, {required: [matchLabels]}]
            properties: {matchExpressions: {type: array, items: {type: string}}, matchLabels: {type: object, additionalProperties: {type: string}}}
";
    let object = |spec: &str| {
        format!("apiVersion: shop.example/v1\nkind: Pack\nmetadata: {{name: a}}\nspec: {spec}\n")
    };
    let folder = Folder::new("one-of", &[("crd.yaml", &crd(schema, ""))]);
    for (spec, set) in [("{}", "none is set"), ("{matchExpressions: [], matchLabels: {}}", "2 are set")] {
        folder.write("a.yaml", object(spec));
        let (code, text) = folder.said(&["validate", "a.yaml", "--crd", "crd.yaml"]);
        let help = format!("help: set exactly one of `matchExpressions`, `matchLabels`: {set}");
        assert!(code == 1 && text.contains(&help), "{spec}: {text}");
    }
}

#[test]
fn paths_of_scale_that_lead_nowhere_are_named() {
    let folder = Folder::new("scale", &[]);
    let scale = |paths: [&str; 3]| {
        let [spec, status, selector] = paths;
        let scale = format!(
            "    subresources: {{status: {{}}, scale: {{specReplicasPath: {spec}, statusReplicasPath: {status}, labelSelectorPath: {selector}}}}}\n"
        );
        crd(
            "            {type: object, properties: {size: {type: integer}, text: {type: string}}}\n          status: {type: object, properties: {size: {type: integer}, selector: {type: string}}}\n",
            &scale,
        )
    };
    for (paths, said) in [
        ([".spec.size", ".status.size", ".status.selector"], None),
        ([".spec.size", ".status.size", ".status.labels"], Some("`.status.labels` leads to no field")),
        ([".spec.size", ".status.sizes", ".status.selector"], Some("`/scale` always shows 0 replicas")),
        ([".spec.replicas", ".status.size", ".status.selector"], Some("`.spec.replicas` leads to no field")),
        ([".spec.text", ".status.size", ".status.selector"], Some("leads to a value that is no integer")),
        ([".spec.size", ".status.size", ".status.size"], Some("leads to a value that is no string")),
    ] {
        folder.write("crd.yaml", scale(paths));
        let (code, text) = folder.said(&["check", "crd.yaml"]);
        assert_eq!(code, 0, "{text}");
        assert_eq!(text.contains("warning[scale-path-unknown]"), said.is_some(), "{paths:?}: {text}");
        assert!(said.is_none_or(|said| text.contains(said)), "{paths:?}: {text}");
    }
}

const POLICY: &str = "apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: fixed}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
  validations:
  - expression: ";

#[test]
fn errors_of_expressions_are_at_their_character() {
    let folder = Folder::new("expressions", &[]);
    for (expression, place) in [
        (
            "|\n      // no tolerations\n      !has(object.spec.tolerations) ||\n      !exists(object.spec, t, true)\n",
            "a.yaml:11:14: ",
        ),
        ("\"request.objec == null\"\n", "a.yaml:8:25: "),
        ("'object.a == ''a'' && objec.b'\n", "a.yaml:8:39: "),
        (">-\n      object.a\n      == objec.b\n", "a.yaml:10:10: "),
        ("object.a && objec.b\n", "a.yaml:8:29: "),
    ] {
        folder.write("a.yaml", format!("{POLICY}{expression}"));
        let (code, text) = folder.said(&["validate", "a.yaml", "--format", "plain"]);
        assert!(code == 1 && text.contains(place), "{expression}: {text}");
    }
}

#[test]
fn comments_that_take_lines_are_named() {
    let folder = Folder::new("comments", &[]);
    const UNFOLD: &str = "write the expression as a block with `|`";
    // The expression, the exit code, and whether it is said.
    for (expression, code, said) in [
        (">\n      // no tolerations\n      !has(object.spec.tolerations)\n", 1, true),
        (">\n      true // why\n      && object.spec.hostNetwork == false\n", 0, true),
        ("true // why\n      && object.spec.hostNetwork == false\n", 0, true),
        ("'true // why\n      && object.spec.hostNetwork == false'\n", 0, true),
        ("|\n      true // why\n      && object.spec.hostNetwork == false\n", 0, false),
        (">\n      true && 'http://a' ==\n      'b'\n", 0, false),
    ] {
        folder.write("a.yaml", format!("{POLICY}{expression}"));
        let (found, text) = folder.said(&["validate", "a.yaml"]);
        assert!(found == code && text.contains(UNFOLD) == said, "{expression}: {text}");
        // Rules of CRDs, which are folded alike.
        let rule = expression.replace("object.spec.hostNetwork == false", "self.number > 0");
        let rule = rule
            .replace("!has(object.spec.tolerations)", "self.number > 0")
            .replace("\n      ", "\n                ");
        let schema = format!(
            "            type: object
            required: [number]
            properties: {{number: {{type: integer}}}}
            x-kubernetes-validations:
            - message: m
              rule: {rule}"
        );
        folder.write("crd.yaml", crd(&schema, ""));
        let (found, text) = folder.said(&["check", "crd.yaml"]);
        assert!(found == code && text.contains(UNFOLD) == said, "{rule}: {text}");
    }
}

#[test]
fn labels_of_what_is_made_later_are_warnings() {
    let folder = Folder::new("later", &[]);
    let job = |metadata: &str| {
        format!(
            "apiVersion: batch/v1\nkind: CronJob\nmetadata: {{name: nightly}}\nspec:\n  schedule: '@daily'\n  jobTemplate:\n    metadata: {metadata}\n    spec: {{template: {{spec: {{restartPolicy: Never, containers: [{{name: c, image: c}}]}}}}}}\n"
        )
    };
    let set = |metadata: &str| {
        format!(
            "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: db}}\nspec:\n  serviceName: db\n  selector: {{matchLabels: {{app: db}}}}\n  template: {{metadata: {{labels: {{app: db}}}}, spec: {{containers: [{{name: c, image: c}}]}}}}\n  volumeClaimTemplates:\n  - metadata: {metadata}\n    spec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1Gi}}}}}}\n"
        )
    };
    for (text, said) in [
        (job("{labels: {version: '1+2'}}"), Some("each of its Jobs is refused")),
        (job("{annotations: {'bad key': a}}"), Some("each of its Jobs is refused")),
        (job("{labels: {version: '1.2'}}"), None),
        (set("{name: data, labels: {version: '1+2'}}"), Some("its claims are refused")),
        (set("{name: data, labels: {'a/b/c': a}}"), Some("its claims are refused")),
        (set("{name: data, annotations: {a: 'b c'}}"), None),
    ] {
        folder.write("a.yaml", &text);
        let (code, shown) = folder.said(&["validate", "a.yaml"]);
        assert_eq!(code, 0, "{text}: {shown}");
        assert_eq!(shown.contains("warning[invalid-value]"), said.is_some(), "{text}: {shown}");
        assert!(said.is_none_or(|said| shown.contains(said)), "{text}: {shown}");
    }
}

#[test]
fn many_changes_are_summed_up_first() {
    let fields = |kind: &str, count: usize| {
        let fields: Vec<String> =
            (0..count).map(|n| format!("f{n}: {{type: {kind}, maxLength: {n}}}")).collect();
        crd(&format!("            {{type: object, properties: {{{}}}}}\n", fields.join(", ")), "")
    };
    let folder =
        Folder::new("summary", &[("old.yaml", &fields("string", 60)), ("new.yaml", &fields("string", 20))]);
    for (format, separator) in [("text", "\n"), ("plain", "\n"), ("markdown", "\n")] {
        let ran = folder.run(&["check", "new.yaml", "--old", "old.yaml", "--format", format]);
        let lines: Vec<&str> =
            ran.out.split(separator).filter(|line| line.starts_with("for stored objects: ")).collect();
        let is_long = ran.out.lines().count() > 110;
        assert_eq!(lines.len(), if is_long { 2 } else { 1 }, "{format}: {}", ran.out);
        let first = ran.out.find("for stored objects: ").unwrap();
        assert!(!is_long || ran.out[..first].lines().count() < 5, "{format}: {}", ran.out);
    }
    let text = folder.said(&["check", "new.yaml", "--old", "old.yaml"]).1;
    assert!(
        text.contains("for stored objects: 40 changes break some of them\n  breaks: field (40)\n"),
        "{text}"
    );
    let json = folder.said(&["check", "new.yaml", "--old", "old.yaml", "--format", "json"]).1;
    assert!(!json.contains("for stored objects"), "{json}");
}

#[test]
fn features_of_modules_are_named() {
    let rule = |rule: &str| {
        crd(
            &format!(
                "            type: object
            properties: {{a: {{type: string, maxLength: 9}}, b: {{type: string, maxLength: 9}}}}
            x-kubernetes-validations: [{{rule: \"!has(self.a) || !has(self.b) || {rule}\"}}]
"
            ),
            "",
        )
    };
    let folder = Folder::new("features", &[]);
    for (text, needed) in [
        ("self.a.find('[0-9]') == ''", true),
        ("self.a.findAll('[0-9]').size() == 1", true),
        ("self.a.matches(self.b)", true),
        ("self.a.matches('^a+$')", false),
        ("self.a != 'program::Search'", false),
    ] {
        folder.write("crd.yaml", rule(text));
        let (code, said) = folder.said(&["generate", "crd.yaml", "-o", "out"]);
        assert_eq!((code, said.contains("needs the feature `cel-regex`")), (0, needed), "{text}: {said}");
    }
}

#[test]
fn crds_of_tests_lose_and_versions_that_are_gone_are_not_served() {
    let one = crd("            {type: object, properties: {a: {type: string}}}\n", "");
    let other = one.replace("a: {type: string}", "b: {type: string}");
    let object = "apiVersion: shop.example/v1\nkind: Pack\nmetadata: {name: a}\nspec: {a: x}\n";
    let folder = Folder::new(
        "copies",
        &[("config/crd.yaml", &one), ("internal/testdata/crd.yaml", &other), ("a.yaml", object)],
    );
    let (code, text) = folder.said(&["validate", "."]);
    assert!(code == 0 && text.contains("the one counts that is not below a folder of tests, in "), "{text}");
    let (code, text) = folder.said(&["validate", "a.yaml", "--crd", "internal/testdata"]);
    assert!(code == 1 && text.contains("unknown field \"spec.a\""), "{text}");
    folder.write("a.yaml", object.replace("/v1", "/v1beta2"));
    for arguments in [
        &["validate", "a.yaml", "--crd", "config"] as &[_],
        &["validate", "a.yaml", "--crd", "config", "--ignore-missing-schemas"],
    ] {
        let (code, text) = folder.said(arguments);
        assert!(
            code == 1 && text.contains("error[version-not-served]: shop.example/v1beta2 Pack is not served"),
            "{text}"
        );
        assert!(text.contains("= help: write `apiVersion: shop.example/v1`\n"), "{text}");
    }
    // A gap in what is known stays one.
    folder.write("a.yaml", object.replace("kind: Pack", "kind: Crate"));
    let (_, text) = folder.said(&["validate", "a.yaml", "--crd", "config"]);
    assert!(text.contains("error[missing-schema]"), "{text}");
}
