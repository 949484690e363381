//! The outline of a document as text: everything that it says, one line each.

use super::{Field, Outline, outline};
use crdc_source::Source;
use std::fmt::Write;

fn outlined(schema: &str) -> String {
    let document = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: things, singular: thing, kind: Thing, listKind: ThingList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {schema}
"
    );
    let checked = crdc_check::check_source(&Source::new("crd.yaml", document), None);
    let messages: Vec<_> = checked.diagnostics.iter().map(|found| &found.message).collect();
    let crd = checked.crds[0].accepted().unwrap_or_else(|| panic!("{messages:?}"));
    let Outline { root, rules } = outline(crd.versions().next().expect("a version")).expect("a schema");
    let mut text = String::new();
    if let Some(rules) = rules {
        let _ = writeln!(text, "{} rules, {}, since {}", rules.rules, rules.share, rules.since);
    }
    root.children.iter().for_each(|child| show(child, &mut text));
    text
}

fn show(field: &Field<'_>, text: &mut String) {
    let required = if field.required { " required" } else { "" };
    let _ = writeln!(text, "{} {:?} {}{required}", field.path, field.step, field.type_name);
    for constraint in &field.constraints {
        let not = if constraint.refuses { "" } else { "not " };
        let _ = writeln!(text, "  {}: {} ({not}refused)", constraint.keyword, constraint.words);
    }
    for mark in &field.marks {
        let _ = writeln!(text, "  mark {}: {}, served {}", mark.name, mark.words, mark.served);
        for member in &mark.members {
            let _ = writeln!(text, "    {:?} {:?} optional {}", member.value, member.field, member.optional);
        }
    }
    for rule in &field.rules {
        let cost = rule.cost.as_ref().map(|cost| format!("{} = {} x {}", cost.share, cost.each, cost.times));
        let _ = writeln!(
            text,
            "  rule {:?} {cost:?} since {} {:?}",
            rule.rule.rule.as_ref().map(|at| &at.value),
            rule.since,
            rule.dropped
        );
    }
    field.children.iter().for_each(|child| show(child, text));
}

#[test]
fn everything_that_a_schema_says_is_listed() {
    let text = outlined(
        r#"{type: object, required: [size], properties: {
            size: {type: integer, format: int32, minimum: 1, maximum: 9.5, exclusiveMaximum: true, multipleOf: 2},
            name: {type: string, format: made-up, minLength: 1, maxLength: 63, pattern: "^[a-z]+$", enum: [a, "b\"<"], x-kubernetes-immutable: true},
            when: {type: string, format: date-time, nullable: true},
            port: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]},
            labels: {type: object, maxProperties: 3, additionalProperties: {type: string}},
            lists: {type: array, maxItems: 1, items: {type: array, maxItems: 2, items: {type: integer}}},
            items: {type: array, maxItems: 4, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name],
                properties: {name: {type: string, maxLength: 9}}, x-kubernetes-validations: [
                {rule: "self.name != 'x'", messageExpression: "'not ' + self.name", fieldPath: .name, reason: FieldValueInvalid}]}},
            kind: {type: string, x-kubernetes-unions: {fieldMembers: {"": null, Disk: {name: disk}, Net: {name: net, optional: true}}}},
            disk: {type: object, x-kubernetes-preserve-unknown-fields: true}, net: {type: object}},
            oneOf: [{required: [size]}, {required: [name], properties: {name: {enum: [a]}}}]}"#,
    );
    let expected = r#"1 rules, 0.00 %, since 1.25
.spec Property("spec") object
  oneOf: matches exactly one of 2 alternatives (refused)
.spec.size Property("size") integer required
  minimum: at least 1 (refused)
  maximum: less than 9.5 (refused)
  multipleOf: a multiple of 2 (refused)
  format: format int32 (refused)
.spec.name Property("name") string
  enum: one of "a", "b\"<" (refused)
  minLength: at least 1 character (refused)
  maxLength: at most 63 characters (refused)
  pattern: matches ^[a-z]+$ (refused)
  format: format made-up (not checked) (not refused)
  mark immutable: cannot be changed, served false
.spec.when Property("when") string
  format: format date-time (refused)
  mark nullable: null is a value, served true
"#;
    assert!(text.starts_with(expected), "{text}");
    for part in [
        "port Property(\"port\") integer or string\n  mark integer or string: an integer or a string, served true\n.spec.labels",
        ".spec.labels Property(\"labels\") map[string]string\n  maxProperties: at most 3 entries",
        ".spec.lists Property(\"lists\") [][]integer\n  maxItems: at most 1 item (refused)\n.spec.lists[*] Items []integer",
        "  x-kubernetes-list-type: a map by name: no two items with equal keys (refused)",
        ".spec.items[*].name Property(\"name\") string required",
        "x 4\") since 1.25 [(\"messageExpression\", Minor(27)), (\"reason\", Minor(28)), (\"fieldPath\", Minor(28))]",
        "  mark discriminator: selects which of the fields beside it is set, served false\n    \"\" None optional false\n    \"Disk\" Some(\"disk\") optional false\n    \"Net\" Some(\"net\") optional true",
        ".spec Branch(OneOf, 1) object\n  required: requires name (refused)\n.spec.name Property(\"name\") any required\n  enum: one of \"a\"",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn paths_of_long_keys_are_cut() {
    let key = "k".repeat(5000);
    let spec = format!(
        "{{\"type\": object, properties: {{? {key} : {{type: object, properties: {{a: {{type: string}}}}}}}}}}"
    );
    let text = outlined(&spec);
    assert!(text.lines().all(|line| line.len() < 10_000) && text.contains('…'), "{}", text.len());
}
