//! Rules of single extensions, and what holds for every document.

use super::{ApplySafe, Difference, Options, apply_safe};
use crate::publish::tree;
use crdc_check::check_source;
use crdc_plan::explain;
use crdc_source::diag::{Diagnostic, Severity};
use crdc_source::{Node, Source, parse};
use crdc_vocabulary::Minor;

/// A CRD with a schema of `spec`.
fn crd(spec: &str) -> Source {
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.example.com, labels: {{a: b}}}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: things, singular: thing, kind: Thing, listKind: ThingList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {spec}}}}}}}
"
    );
    Source::new("crd.yaml", text)
}

fn published(source: &Source, server: u8) -> ApplySafe {
    let checked = check_source(source, None);
    let errors = checked.diagnostics.iter().filter(|found| found.severity() == Severity::Error);
    assert_eq!(errors.count(), 0, "{:?}", checked.diagnostics);
    apply_safe(source, &checked, Options { server: Minor(server) }).remove(0)
}

/// The rules of `spec` and of its fields, without the comments.
fn rules(spec: &str, server: u8) -> Vec<String> {
    fn own(schema: &Node, found: &mut Vec<String>) {
        for rule in schema.get("x-kubernetes-validations").map(tree::items).unwrap_or_default() {
            let text = rule.get("rule").and_then(Node::as_str).unwrap_or_default();
            let field = rule.get("fieldPath").and_then(Node::as_str).unwrap_or("self");
            found.push(format!("{field}: {}", text.split(" // crdc ").next().unwrap_or_default()));
        }
        for property in schema.get("properties").map(tree::members).unwrap_or_default() {
            own(&property.value, found);
        }
        for below in ["items", "additionalProperties"] {
            schema.get(below).into_iter().for_each(|schema| own(schema, found));
        }
    }
    let mut published = published(&crd(spec), server).document().clone();
    let mut found = Vec::new();
    if let Some(schema) = crdc_schema::kept::schema_of(&mut published, "v1") {
        own(schema, &mut found);
    }
    found
}

#[test]
fn values_and_their_presence_are_compared() {
    let found = rules("{type: object, properties: {a-b: {type: string, x-kubernetes-immutable: true}}}", 30);
    assert_eq!(found, ["['a-b']: has(self.a__dash__b) == has(oldSelf.a__dash__b)", "self: self == oldSelf"]);
    // It is always there.
    let found = rules(
        "{type: object, properties: {a: {type: string, default: x, x-kubernetes-immutable: true}}}",
        30,
    );
    assert_eq!(found, ["self: self == oldSelf"]);
    // Extensions below have no effect.
    let inner = "{type: object, properties: {b: {type: string, x-kubernetes-immutable: true}}, x-kubernetes-immutable: true}";
    assert_eq!(rules(&format!("{{type: object, properties: {{a: {inner}}}}}"), 30).len(), 2);
}

#[test]
fn keys_are_compared_without_order() {
    let of = |schema: &str| {
        rules(
            &format!("{{type: object, properties: {{a: {{{schema}, x-kubernetes-addition-only: true}}}}}}"),
            30,
        )
    };
    let guard = ".a: has(self.a) || !has(oldSelf.a) || oldSelf.a.size() == 0";
    let cases = [
        ("type: object, additionalProperties: {type: string}", "oldSelf.all(key, key in self)"),
        (
            "type: array, items: {type: string}, x-kubernetes-list-type: set",
            "(self + oldSelf).size() == self.size()",
        ),
        (
            "type: array, items: {type: number}, x-kubernetes-list-type: set, maxItems: 9",
            "oldSelf.all(item, item in self)",
        ),
        (
            "type: array, items: {type: object, required: [in], properties: {in: {type: string, maxLength: 9, x-kubernetes-immutable: true}}}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [in], maxItems: 9",
            "oldSelf.all(item, self.exists(other, item.__in__ == other.__in__))",
        ),
    ];
    for (schema, rule) in cases {
        assert_eq!(of(schema), [guard.to_owned(), format!("self: {rule}")], "{schema}");
    }
}

#[test]
fn what_equality_cannot_compare_is_compared_by_item_or_reported() {
    let set = "type: array, maxItems: 9, items: {type: object, x-kubernetes-map-type: atomic, properties: {x: {type: integer}}}, x-kubernetes-list-type: set";
    let own = format!("{{type: object, properties: {{a: {{{set}, x-kubernetes-immutable: true}}}}}}");
    assert!(rules(&own, 30)[1].contains("self.all(item, item in oldSelf)"));
    let deep = format!(
        "{{type: object, properties: {{a: {{type: object, properties: {{b: {{{set}}}}}, x-kubernetes-immutable: true}}}}}}"
    );
    assert_eq!(rules(&deep, 30), [".a: has(self.a) == has(oldSelf.a)"]);
    let report = published(&crd(&deep), 30).unexpressed;
    let shown: Vec<String> = report.iter().map(ToString::to_string).collect();
    let expected = "spec.a: x-kubernetes-immutable: accepted: changes inside of it: servers cannot compare sets of such items with `==`";
    assert!(shown.iter().any(|shown| shown == expected), "{shown:#?}");
    assert!(report.iter().all(|entry| entry.version == "v1" && entry.span.start > 0));
}

#[test]
fn older_unions_need_optional_old_values_on_creates() {
    let spec = "{type: object, x-kubernetes-unions: [{discriminator: by, fields-to-discriminateBy: {a: A}}], properties: {by: {type: string}, a: {type: string}}}";
    assert_eq!(
        rules(spec, 29),
        [
            "self: !has(self.a) || !has(self.by) || self.by in ['', 'A'] || has(oldSelf.by) && oldSelf.by == self.by"
        ]
    );
    assert!(rules(spec, 30)[0].contains("oldSelf.hasValue()"));
    let on_create = |server| {
        let report = published(&crd(spec), server).unexpressed;
        report.iter().any(|entry| entry.difference == Difference::Accepted)
    };
    assert_eq!([on_create(29), on_create(30)], [true, false]);
}

#[test]
fn own_rules_stay_and_nothing_else_changes() {
    let own = "x-kubernetes-validations: [{rule: 'self.a != \"\"', message: m}]";
    let spec = format!(
        "{{type: object, required: [a], properties: {{a: {{type: string, x-kubernetes-immutable: true}}}}, {own}}}"
    );
    let source = crd(&spec);
    let first = published(&source, 30);
    assert_eq!(rules(&spec, 30)[0], "self: self.a != \"\"");
    // The document is that of the CRD, but for the annotation, the extension and the rules.
    let again = Source::new("published.yaml", first.to_yaml());
    assert_eq!(published(&again, 30).to_yaml(), again.text);
    assert_eq!(explain(&[again], None), explain(&[source], None));
    let without = crd(&spec.replace(", x-kubernetes-immutable: true", ""));
    let unchanged = published(&without, 30);
    assert_eq!(parse(&without).0[0], *unchanged.document());
    assert!(unchanged.unexpressed.is_empty() && unchanged.problems.is_empty());
}

#[test]
fn missing_limits_are_named_at_the_extension() {
    let list = |items: &str| {
        format!(
            "{{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {{type: object, required: [k], properties: {{k: {{type: string}}, {items}}}}}}}"
        )
    };
    let inner = list("t: {type: string, x-kubernetes-immutable: true}");
    let source = crd(&format!("{{type: object, properties: {{l: {}}}}}", list(&format!("m: {inner}"))));
    let problems = published(&source, 30).problems;
    let text =
        |problem: &Diagnostic| source.text[problem.span.start as usize..problem.span.end as usize].to_owned();
    let rule = problems.iter().find(|problem| text(problem) == "x-kubernetes-immutable");
    let Some(rule) = rule else { panic!("{problems:?}") };
    assert!(rule.help.as_deref().is_some_and(|help| help.starts_with("set `max")), "{rule:?}");
    assert!(rule.message.starts_with("rules for servers: "), "{rule:?}");
}

#[test]
fn annotations_that_do_not_fit_are_refused() {
    let spec = "{type: object, properties: {a: {type: string, x-kubernetes-immutable: true}}}";
    let yaml = published(&crd(spec), 30).to_yaml();
    for (from, to) in [
        (" a:\n", " b:\n"),
        ("'{\"v1\"", "'[\"v1\""),
        ("{\"v1\"", "{\"v2\""),
        ("x-kubernetes-immutable\": ", "x-other\": "),
    ] {
        assert!(yaml.contains(from), "{from}: {yaml}");
        let checked = check_source(&Source::new("crd.yaml", yaml.replacen(from, to, 1)), None);
        let found = checked.diagnostics.iter().any(|found| found.code.name() == "apply-safe-annotation");
        assert!(found, "{from}: {:?}", checked.diagnostics);
    }
}

/// The errors of a rule of `spec`, and of its fields, on a server.
fn refused(spec: &str, server: u8) -> Vec<String> {
    let problems = published(&crd(spec), server).problems;
    assert!(
        problems.iter().all(|problem| problem.code.name() == "publish-server" && problem.help.is_some()),
        "{problems:?}"
    );
    problems.iter().map(|problem| format!("{}: {}", problem.message, problem.label)).collect()
}

#[test]
fn rules_that_a_server_does_not_know_are_refused() {
    let fields = "properties: {a: {type: string, maxLength: 9}, namespace: {type: string, maxLength: 9}, n: {type: integer}, f: {type: number}, l: {type: array, maxItems: 3, items: {type: string, maxLength: 9}}}";
    // The rule, and the first server that accepts it.
    let cases = [
        ("isIP(self.a)", 31),
        ("isCIDR(self.a)", 31),
        ("sets.contains(self.l, ['a'])", 30),
        ("quantity(self.a).isGreaterThan(quantity('1'))", 29),
        ("!format.dns1123Label().validate(self.a).hasValue()", 32),
        ("isSemver(self.a)", 34),
        ("self.l.all(i, v, v != '')", 33),
        ("self.l.transformList(i, v, v).size() > 0", 33),
        ("has(self.namespace)", 32),
        ("self.namespace != ''", 32),
        ("self.?a.orValue('') != ''", 29),
        ("optional.of(1).hasValue()", 29),
        ("has(self.__namespace__)", 25),
        ("self.a.matches('^a')", 25),
        ("self.l.all(v, v != '')", 25),
    ];
    for (rule, since) in cases {
        let spec = format!("{{type: object, {fields}, x-kubernetes-validations: [{{rule: \"{rule}\"}}]}}");
        for server in 25..=36 {
            let found = refused(&spec, server);
            assert_eq!(found.is_empty(), server >= since, "{rule} {server}: {found:?}");
            let expected = format!("servers before 1.{since} refuse the rule: 1.{server} has no ");
            assert!(found.iter().all(|text| text.starts_with(&expected)), "{rule} {server}: {found:?}");
        }
    }
    // Also where the document has extensions, and in messages.
    let spec = "{type: object, properties: {a: {type: string, maxLength: 9, x-kubernetes-immutable: true, x-kubernetes-validations: [{rule: isIP(self), messageExpression: 'string(ip(self).family())'}]}}}";
    assert_eq!(
        refused(spec, 30),
        [
            "servers before 1.31 refuse the rule: 1.30 has no `isIP`: from 1.31 on",
            "servers before 1.31 refuse the rule: 1.30 has no `ip`: from 1.31 on",
        ]
    );
    assert!(refused(spec, 31).is_empty());
}

#[test]
fn fields_of_rules_that_a_server_drops_are_refused() {
    let of = |field: &str, server| {
        let rule = format!(
            "{{type: object, properties: {{a: {{type: string}}}}, x-kubernetes-validations: [{{rule: 'true || oldSelf == oldSelf', {field}}}]}}"
        );
        refused(&rule, server)
    };
    for (field, name, since) in [
        ("messageExpression: \"'a'\"", "messageExpression", 27),
        ("fieldPath: .a", "fieldPath", 28),
        ("reason: FieldValueRequired", "reason", 28),
        ("optionalOldSelf: true", "optionalOldSelf", 30),
    ] {
        let before = of(field, since - 1);
        assert_eq!(before.len(), 1, "{before:?}");
        assert!(before[0].starts_with(&format!("servers before 1.{since} drop `{name}`")), "{before:?}");
        assert_eq!(of(field, since), [""; 0]);
    }
}

#[test]
fn rules_for_extensions_are_known_to_the_named_server() {
    let spec = "{type: object, x-kubernetes-unions: [{discriminator: namespace, fields-to-discriminateBy: {a: A, in: B}}], properties: {
        namespace: {type: string}, a: {type: string, x-kubernetes-immutable: true}, in: {type: string},
        kind-of: {type: string, x-kubernetes-unions: {fieldMembers: {'': null, Disk: {name: disk}}}}, disk: {type: string},
        m: {type: object, maxProperties: 3, additionalProperties: {type: string, maxLength: 9}, x-kubernetes-immutable-keys: true},
        s: {type: array, maxItems: 3, items: {type: number}, x-kubernetes-list-type: set, x-kubernetes-immutable: true}}}";
    for server in 25..=36 {
        assert_eq!(refused(spec, server), [""; 0], "{server}");
    }
}
