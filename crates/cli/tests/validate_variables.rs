//! `crdc validate` and variables: an error is dropped only if some value of a variable mends it. In:
//! manifests with a known value, and with a variable in its place.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

const CRD: &str = r#"apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: imms.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: imms, singular: imm, kind: Imm, listKind: ImmList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            oneOf: [{required: [a]}, {required: [b]}]
            x-kubernetes-validations:
            - {rule: "!has(self.engine) || !has(oldSelf.engine) || self.engine == oldSelf.engine", message: engine is fixed}
            properties:
              a: {type: string}
              b: {type: string}
              engine: {type: string}
              c: {type: object, minProperties: 2, properties: {x: {type: string}}}
              n: {type: object, properties: {low: {type: integer}, high: {type: integer}},
                x-kubernetes-validations: [{rule: "!has(self.low) || !has(self.high) || self.low < self.high"}]}
              r: {type: object, properties: {x: {type: string}, w: {type: string}},
                x-kubernetes-validations: [{rule: "!(has(self.x) && has(self.w))"}]}
"#;

const IMM: &str = "apiVersion: example.com/v1\nkind: Imm\nmetadata: {name: a}\nspec: ";
const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: ";

/// The errors of an object, with the stored one if there is one.
fn errors(object: &str, old: Option<&str>) -> Vec<String> {
    let files = [("crd.yaml", CRD), ("new/a.yaml", object), ("old/a.yaml", old.unwrap_or_default())];
    // A folder for each test.
    let thread = std::thread::current();
    let folder = Folder::new(thread.name().unwrap_or("variables"), &files);
    let update: &[&str] = if old.is_some() { &["--old", "old"] } else { &[] };
    let ran = folder.run(&[&["validate", "new", "--crd", "crd.yaml", "--format", "plain"], update].concat());
    let lines =
        ran.out.lines().filter_map(|line| line.split_once(": error[")).map(|(_, error)| error.to_owned());
    lines.collect()
}

fn deployment(label: &str, port: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: a}}\nspec:\n  selector: {{matchLabels: {{a: {label}}}}}\n  template:\n    \
         metadata: {{labels: {{a: {label}}}}}\n    spec:\n      containers:\n      - name: a\n        image: b\n        env: [{{name: PORT, \
         value: \"{port}\"}}]\n        ports:\n        - containerPort: {port}\n"
    )
}

#[test]
fn a_variable_hides_nothing_that_no_value_mends() {
    for object in [
        format!("{IMM}{{a: q, b: 'V'}}\n"),
        format!("{IMM}{{a: q, c: {{x: 'V'}}}}\n"),
        format!("{IMM}{{a: q, r: {{x: 'V', w: 'V'}}}}\n"),
        format!(
            "{POD}{{containers: [{{name: a, image: b, livenessProbe: {{exec: {{command: [a]}}, tcpSocket: {{port: 'V'}}}}}}]}}\n"
        ),
        format!(
            "{POD}{{containers: [{{name: a, image: b}}], volumes: [{{name: v, emptyDir: {{}}, hostPath: {{path: 'V'}}}}]}}\n"
        ),
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, \
             spec: {containers: [{name: a, image: b}]}}, strategy: {type: Recreate, rollingUpdate: {maxSurge: 'V'}}}\n"
            .to_owned(),
    ] {
        let found = errors(&object.replace('V', "${X}"), None);
        assert_eq!(found.len(), 1, "{object} {found:?}");
        let found = errors(&object.replace('V', "$X"), None);
        assert_eq!(found.len(), 1, "{object} {found:?}");
    }
}

#[test]
fn an_error_that_a_value_mends_is_dropped() {
    for object in [
        format!("{IMM}\n  a: q\n  n:\n    low: 5\n    high: ${{X}}\n"),
        format!("{IMM}\n  a: q\n  n:\n    low: ${{X}}\n    high: ${{Y}}\n"),
        // Nothing is null, which servers prune.
        format!("{IMM}\n  a: q\n  b: ${{X}}\n"),
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {selector: {matchLabels: {a: \"${X}\"}}, template: \
         {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}}\n"
            .to_owned(),
        // Two ports have to differ.
        "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  ports:\n  - name: a\n    port: ${P}\n  - name: b\n    \
         port: ${Q}\n"
            .to_owned(),
        // A number without quotes is a text in quotes.
        deployment("\"${N}\"", "${P}"),
        // envsubst takes names without braces.
        deployment("\"$N\"", "$P"),
        // clusterctl takes spaces.
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"${ NAME }-x\"}\n".to_owned(),
        // A key of the labels.
        deployment("b", "80").replace("matchLabels: {a: b}", "matchExpressions: [{key: \"${K}\", operator: In, values: [b]}]"),
    ] {
        assert_eq!(errors(&object, None), [""; 0], "{object}");
    }
}

#[test]
fn what_is_a_variable_on_both_sides_hides_no_change() {
    let set = |service: &str| {
        format!(
            "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: a}}\nspec: {{selector: {{matchLabels: {{a: b}}}}, serviceName: {service}, \
             template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: a, image: \"x:${{TAG}}\"}}]}}}}}}\n"
        )
    };
    assert_eq!(errors(&set("one"), Some(&set("one"))), [""; 0]);
    assert_eq!(errors(&set("two"), Some(&set("one"))).len(), 1);
    let bound = |kind: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {{name: a}}\nroleRef: {{apiGroup: \
             rbac.authorization.k8s.io, kind: {kind}, name: \"${{N}}\"}}\n"
        )
    };
    assert_eq!(errors(&bound("ClusterRole"), Some(&bound("Role"))).len(), 1);
    let job = |policy: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec: {{template: {{spec: {{restartPolicy: {policy}, containers: [{{name: a, image: \"x:${{TAG}}\"}}]}}}}}}\n"
        )
    };
    assert_eq!(errors(&job("Never"), Some(&job("Never"))), [""; 0]);
    assert_eq!(errors(&job("OnFailure"), Some(&job("Never"))).len(), 1);
}

#[test]
fn old_variables_are_not_their_text() {
    let of = |engine: &str| format!("{IMM}{{a: q, engine: \"{engine}\"}}\n");
    assert_eq!(errors(&of("mysql"), Some(&of("${E}"))), [""; 0]);
    assert_eq!(errors(&of("mysql"), Some(&of("pg"))).len(), 1);
}

#[test]
fn an_object_whose_name_is_unknown_is_said_to_be_not_compared() {
    let of = |namespace: &str, engine: &str| {
        format!(
            "apiVersion: example.com/v1\nkind: Imm\nmetadata: {{name: a, namespace: \"{namespace}\"}}\nspec: {{a: q, engine: {engine}}}\n"
        )
    };
    for (new, old, is_said) in [("${NS}", "shop", true), ("${NS}", "${NS}", false), ("b", "shop", false)] {
        let files = [("crd.yaml", CRD), ("new/a.yaml", &of(new, "pg")), ("old/a.yaml", &of(old, "pg"))];
        let folder = Folder::new(&format!("not-compared-{is_said}-{}", new.len()), &files);
        let ran = folder.run(&["validate", "new", "--crd", "crd.yaml", "--old", "old", "--format", "plain"]);
        assert_eq!(ran.out.contains("not compared with an old one"), is_said, "{new} {old}: {}", ran.out);
    }
}

/// A value that cannot be read ends a request before other errors are found.
#[test]
fn an_error_elsewhere_stays_whatever_kind_of_value_is_unknown() {
    let pod = |metadata: &str, spec: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: A_B{metadata}}}\nspec: {{containers: [{{name: a, image: b{spec}}}]}}\n"
        )
    };
    for object in [
        pod(", creationTimestamp: \"${T}\"", ""),
        pod(", deletionTimestamp: \"${T}\", labels: {a: \"${L}\"}", ""),
        pod(", labels: \"${L}\"", ""),
        pod(", managedFields: [{time: \"${T}\"}]", ""),
        pod("", ", resources: {limits: {cpu: \"${C}\"}}"),
        pod("", ", ports: [{containerPort: \"${P}\"}]"),
        pod("", ", stdin: \"${S}\""),
        "apiVersion: v1\nkind: Pod\nmetadata: {name: A_B}\nspec: {tolerations: \"${T}\", containers: [{name: a, image: b}]}\n"
            .to_owned(),
        "apiVersion: v1\nkind: Secret\nmetadata: {name: A_B}\ndata: {a: \"${D}\"}\n".to_owned(),
    ] {
        let folder = Folder::new("variables-elsewhere", &[("a.yaml", &object)]);
        let ran = folder.run(&["validate", "a.yaml", "--format", "plain"]);
        assert!(ran.code == 1 && ran.out.contains("A_B"), "{object}: {}", ran.out);
    }
}

/// A value that was taken for nothing is no part of an error's reason.
#[test]
fn the_reason_of_an_error_is_that_of_real_values() {
    let policy = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: a}\nspec:\n  podSelector: {}\n  ingress:\n  \
                  - ports: [{endPort: 90, port: \"${P}-a\"}]\n";
    let found = errors(policy, None);
    assert!(
        found.len() == 1 && found[0].contains("may not be specified when `port` is non-numeric"),
        "{found:?}"
    );
}

/// The name of its last pod depends on how many a Job has.
#[test]
fn an_error_whose_reason_names_an_unknown_value_stays() {
    let job = |least: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: A_B}}\nspec: {{completionMode: Indexed, completions: \"{least}\", \
             template: {{spec: {{restartPolicy: Never, containers: [{{name: a, image: b}}]}}}}}}\n"
        )
    };
    let found = errors(&job("1${N}"), None);
    assert_eq!(found.iter().filter(|error| error.contains("invalid DNS label")).count(), 1, "{found:?}");
}

/// A kustomization names the namespace of its objects, so the name of a Namespace in it is unknown.
#[test]
fn an_unknown_value_may_be_no_text() {
    for name in ["5", "true", "[a]", "{a: b}", "", "1.5"] {
        let namespace =
            format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {name}, labels: {{\"a b\": c}}}}\n");
        let kustomization = "namespace: x\nresources: [namespace.yaml]\n";
        let files = [("kustomization.yaml", kustomization), ("namespace.yaml", namespace.as_str())];
        let ran = Folder::new("variables-no-text", &files).run(&["validate", "."]);
        assert!(ran.code == 1 && ran.out.contains("error["), "{name}: {}", ran.text());
    }
}
