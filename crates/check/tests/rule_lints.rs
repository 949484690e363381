//! Warnings about rules that depend on more than the schema of the rule: values around it, other rules, other
//! versions of servers.
#![allow(clippy::unwrap_used)]

use crdc_check::{CheckOptions, check_sources_with};
use crdc_source::Source;
use crdc_source::diag::{Code, Diagnostic};

/// What `crdc check` says of a CRD whose root has these keywords besides its type, as YAML in one line.
fn found(root: &str, server: Option<&str>) -> Vec<Diagnostic> {
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: boxes.example.com}}
spec:
  group: example.com
  names: {{plural: boxes, singular: box, kind: Box, listKind: BoxList}}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {{status: {{}}}}
    schema:
      openAPIV3Schema: {{type: object, {root}}}
"
    );
    let server = server.map(|server| server.parse().unwrap());
    let options = CheckOptions { server, ..CheckOptions::default() };
    let mut found = check_sources_with(&[Source::new("crd.yaml", text)], &[], options).remove(0).diagnostics;
    // The root is not complete, and rules do not run on defaults here.
    found.retain(|found| !matches!(found.code, Code::StatusSubresource | Code::DefaultUnchecked));
    found
}

/// The codes for a required `spec` with these keywords.
fn codes(spec: &str) -> Vec<&'static str> {
    of_root(&format!("required: [spec], properties: {{spec: {{type: object, {spec}}}}}"))
}

fn of_root(root: &str) -> Vec<&'static str> {
    found(root, None).iter().map(|found| found.code.name()).collect()
}

/// A rule, quoted for YAML.
fn rules(rules: &[&str]) -> String {
    let all: Vec<String> = rules.iter().map(|rule| format!("{{rule: \"{rule}\"}}")).collect();
    format!("x-kubernetes-validations: [{}]", all.join(", "))
}

/// A field that never changes while it is there.
const KEPT: &str = "a: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self == oldSelf}]}";

#[test]
fn rules_about_updates_of_values_that_can_be_removed_warn() {
    for spec in [
        format!("properties: {{{KEPT}}}"),
        // Numbers that only grow, and lists that only get longer.
        "properties: {num: {type: integer, x-kubernetes-validations: [{rule: self >= oldSelf}]}}".to_owned(),
        "properties: {l: {type: array, maxItems: 5, items: {type: string, maxLength: 5}, \
         x-kubernetes-validations: [{rule: 'oldSelf.all(x, x in self)'}]}}"
            .to_owned(),
        // Below an optional value, and in items.
        format!("properties: {{o: {{type: object, required: [a], properties: {{{KEPT}}}}}}}"),
        format!(
            "properties: {{l: {{type: array, maxItems: 5, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], \
             items: {{type: object, required: [k], properties: {{k: {{type: string}}, {KEPT}}}}}}}}}"
        ),
        // Null stands for an absent value.
        "required: [a], properties: {a: {type: string, nullable: true, maxLength: 9, \
         x-kubernetes-validations: [{rule: self == oldSelf}]}}"
            .to_owned(),
        // Rules that guard something else.
        format!(
            "properties: {{{KEPT}, b: {{type: string}}}}, {}",
            rules(&["has(self.b) == has(oldSelf.b)", "has(self.a) || has(self.b)"])
        ),
        // The kind can change.
        format!(
            "required: [kind], properties: {{kind: {{type: string, enum: [A, B]}}, {KEPT}}}, {}",
            rules(&["self.kind == 'A' ? has(self.a) : !has(self.a)"])
        ),
        // Empty texts cannot come back as others.
        "properties: {a: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: \"oldSelf == '' || self == oldSelf\"}]}}"
            .to_owned(),
    ] {
        assert_eq!(codes(&spec), ["rule-unset"], "{spec}");
    }
    // Each value around it that can be removed has a warning of its own, and its own remedy.
    let all = of_root(&format!("properties: {{spec: {{type: object, properties: {{{KEPT}}}}}}}"));
    assert_eq!(all, ["rule-unset"; 2]);
    // The object itself can be without `spec`; one warning for all rules in it.
    let inner =
        format!("type: object, required: [a, b], properties: {{{KEPT}, {}}}", KEPT.replacen("a:", "b:", 1));
    let all = found(&format!("properties: {{spec: {{{inner}}}}}"), None);
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].message.contains("removes `spec`") && all[0].notes.len() == 2, "{all:?}");
    let help = all[0].help.as_deref().unwrap();
    assert!(help.contains("has(self.spec) == has(oldSelf.spec)"), "{help}");
}

#[test]
fn rules_about_updates_of_values_that_stay_do_not_warn() {
    for spec in [
        format!("required: [a], properties: {{{KEPT}}}"),
        "properties: {a: {type: string, default: x, maxLength: 9, x-kubernetes-validations: [{rule: self == oldSelf}]}}"
            .to_owned(),
        // An item is replaced by another one in any case.
        "properties: {l: {type: array, maxItems: 5, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], \
         items: {type: object, required: [k], properties: {k: {type: string}, num: {type: integer, default: 1}}, \
         x-kubernetes-validations: [{rule: self.num == oldSelf.num}]}}}"
            .to_owned(),
        "properties: {m: {type: object, maxProperties: 5, additionalProperties: {type: integer, \
         x-kubernetes-validations: [{rule: self == oldSelf}]}}}"
            .to_owned(),
        // The rule knows whether there was a value.
        "properties: {a: {type: integer, x-kubernetes-validations: \
         [{rule: 'oldSelf.hasValue() && self == oldSelf.value()', optionalOldSelf: true}]}}"
            .to_owned(),
        // A rule that lets the value become empty keeps nothing.
        "properties: {a: {type: string, maxLength: 9, x-kubernetes-validations: \
         [{rule: \"self == '' || oldSelf == '' || self == oldSelf\"}]}}"
            .to_owned(),
    ] {
        assert!(codes(&spec).is_empty(), "{spec}: {:?}", codes(&spec));
    }
    for guard in [
        "has(self.a) == has(oldSelf.a)",
        "!has(oldSelf.a) || has(self.a)",
        // Once it is gone it stays away.
        "!has(self.a) || has(oldSelf.a)",
        "has(self.a) ? has(oldSelf.a) : !has(oldSelf.a)",
        "has(self.a)",
        "has(self.a) == has(oldSelf.a) && (!has(self.a) || self.a == oldSelf.a)",
        "self.?a.hasValue() == oldSelf.?a.hasValue()",
        "(!has(self.a) && !has(oldSelf.a)) || (has(self.a) && has(oldSelf.a))",
    ] {
        let spec = format!("properties: {{{KEPT}}}, {}", rules(&[guard]));
        assert!(codes(&spec).is_empty(), "{guard}: {:?}", codes(&spec));
    }
    // One literal stands for an absent value, so nothing can change by way of it.
    let number = "num: {type: integer, x-kubernetes-validations: [{rule: self == oldSelf}]}";
    for (field, value) in [
        (number, "self.?num.orValue(0)"),
        (number, "self.?num.orValue(7)"),
        (KEPT, "self.?a.orValue('standard')"),
    ] {
        let guard = format!("{value} == {}", value.replace("self", "oldSelf"));
        let spec = format!("properties: {{{field}}}, {}", rules(&[&guard]));
        assert!(!codes(&spec).contains(&"rule-unset"), "{guard}: {:?}", codes(&spec));
    }
    // The rule is on the whole object, for a field of the spec and for the spec.
    let kept = format!("spec: {{type: object, properties: {{{KEPT}}}}}");
    let guard = rules(&[
        "has(self.spec) == has(oldSelf.spec)",
        "!has(self.spec) || has(self.spec.a) == has(oldSelf.spec.a)",
    ]);
    let root = format!("properties: {{{kept}}}, {guard}");
    assert!(of_root(&root).is_empty(), "{:?}", of_root(&root));
    // A kind that never changes decides about the field.
    let spec = format!(
        "required: [kind], properties: {{kind: {{type: string, enum: [A, B], x-kubernetes-validations: [{{rule: self == oldSelf}}]}}, \
         {KEPT}}}, {}",
        rules(&["self.kind == 'A' ? has(self.a) : !has(self.a)"])
    );
    assert!(codes(&spec).is_empty(), "{:?}", codes(&spec));
    // The value around it never changes.
    let spec = format!(
        "required: [o], properties: {{o: {{type: object, properties: {{{KEPT}}}, {}}}}}",
        rules(&["self == oldSelf"])
    );
    assert!(codes(&spec).is_empty(), "{:?}", codes(&spec));
    // Controllers write the status.
    let status = "phase: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self == oldSelf}]}";
    let root = format!("properties: {{status: {{type: object, properties: {{{status}}}}}}}");
    assert!(of_root(&root).is_empty(), "{:?}", of_root(&root));
}

#[test]
fn a_field_that_may_be_absent_is_reported_once() {
    let fields = "properties: {a: {type: string, maxLength: 9}, b: {type: string}}";
    let spec = format!("{fields}, {}", rules(&["self.a != 'x'", "self.a != 'y'", "size(self.a) < 5"]));
    let all = found(&format!("required: [spec], properties: {{spec: {{type: object, {spec}}}}}"), None);
    assert_eq!(all.iter().map(|found| found.code.name()).collect::<Vec<_>>(), ["rule-absent-field"]);
    assert_eq!(all[0].notes.len(), 2, "{all:?}");
    // Also where it is read from around.
    let inner = format!("type: object, {fields}, {}", rules(&["self.a != 'x'"]));
    let spec = format!("required: [o], properties: {{o: {{{inner}}}}}, {}", rules(&["self.o.a != 'y'"]));
    assert_eq!(codes(&spec), ["rule-absent-field"]);
    // Two fields are two warnings.
    assert_eq!(codes(&format!("{fields}, {}", rules(&["self.a != self.b"]))).len(), 2);
}

#[test]
fn questions_about_texts_guard() {
    let fields = "required: [type], properties: {type: {type: string, enum: [Static, OCI, GitTag]}, url: {type: string}}";
    let guard = "self.type == 'Static' || has(self.url)";
    for question in [
        "!self.type.startsWith('Git')",
        "!self.type.endsWith('Tag')",
        "!self.type.contains('it')",
        "!self.type.matches('^Git|^OCI$')",
        "self.type.matches('^S')",
        "!(self.type in ['OCI', 'GitTag'])",
    ] {
        let spec = format!("{fields}, {}", rules(&[guard, &format!("{question} || self.url != ''")]));
        assert!(codes(&spec).is_empty(), "{question}: {:?}", codes(&spec));
    }
    // What is asked is true of `Static` too.
    for question in ["!self.type.contains('t')", "!self.type.matches('[a-z]')", "!self.type.endsWith('c')"] {
        let spec = format!("{fields}, {}", rules(&[guard, &format!("{question} || self.url != ''")]));
        assert_eq!(codes(&spec), ["rule-absent-field"], "{question}");
    }
    // Without an enum, what is known is what the rules compare the text with.
    let open = "required: [type], properties: {type: {type: string, maxLength: 9}, url: {type: string}}";
    let spec = |other: &str| format!("{open}, {}", rules(&["self.type != 'Git' || has(self.url)", other]));
    assert!(
        codes(&spec("self.type == 'Git' && self.type.startsWith('G') ? self.url != '' : true")).is_empty()
    );
    assert_eq!(codes(&spec("!self.type.startsWith('Git') || self.url != ''")), ["rule-absent-field"]);
}

#[test]
fn rules_around_a_value_guard() {
    let inner = |rule: &str| {
        format!(
            "type: object, properties: {{a: {{type: string, maxLength: 9}}, num: {{type: integer}}}}, {}",
            rules(&[rule])
        )
    };
    for guard in [
        "!has(self.o) || has(self.o.a)",
        "has(self.o) ? has(self.o.a) : true",
        "self.?o.optMap(o, has(o.a)).orValue(true)",
        "!has(self.o) || (has(self.o.a) && has(self.o.num))",
    ] {
        let spec = format!("properties: {{o: {{{}}}}}, {}", inner("self.a != 'x'"), rules(&[guard]));
        assert!(codes(&spec).is_empty(), "{guard}: {:?}", codes(&spec));
    }
    for guard in [
        "!has(self.o) || has(self.o.num)",
        "has(self.o)",
        "!has(self.o) || !has(self.o.num) || has(self.o.a)",
    ] {
        let spec = format!("properties: {{o: {{{}}}}}, {}", inner("self.a != 'x'"), rules(&[guard]));
        assert_eq!(codes(&spec), ["rule-absent-field"], "{guard}");
    }
    // Items and entries.
    let list = format!("l: {{type: array, maxItems: 5, items: {{{}}}}}", inner("self.a != 'x'"));
    let map = format!(
        "m: {{type: object, maxProperties: 5, additionalProperties: {{{}}}}}",
        inner("self.a != 'x'")
    );
    let spec = |guards: &[&str]| format!("required: [l], properties: {{{list}}}, {}", rules(guards));
    assert!(codes(&spec(&["self.l.all(x, has(x.a))"])).is_empty());
    assert_eq!(codes(&spec(&["self.l.exists(x, has(x.a))"])), ["rule-absent-field"]);
    let spec =
        format!("required: [m], properties: {{{map}}}, {}", rules(&["self.m.all(k, has(self.m[k].a))"]));
    assert_eq!(codes(&spec), ["rule-absent-field"], "values that are found by their keys are others");
    // Two levels, and a rule about updates only.
    let root = |guard: &str| {
        let spec = format!("required: [o], properties: {{o: {{{}}}}}", inner("self.a != 'x'"));
        format!("required: [spec], properties: {{spec: {{type: object, {spec}}}}}, {}", rules(&[guard]))
    };
    assert!(of_root(&root("has(self.spec.o.a)")).is_empty());
    assert_eq!(of_root(&root("has(self.spec.o.a) == has(oldSelf.spec.o.a)")), ["rule-absent-field"]);
}

#[test]
fn a_server_that_is_named_is_asked_for_each_part_of_a_rule() {
    let with = |rule: &str| {
        format!(
            "required: [spec], properties: {{spec: {{type: object, required: [a, l], properties: {{a: {{type: string, maxLength: 9}}, \
             l: {{type: array, maxItems: 5, items: {{type: string, maxLength: 9}}}}, num: {{type: integer}}}}, \
             x-kubernetes-validations: [{{{rule}}}]}}}}"
        )
    };
    let said = |rule: &str, server: &str| -> Vec<&'static str> {
        found(&with(rule), Some(server)).iter().map(|found| found.code.name()).collect()
    };
    // The first version that accepts it: one more than that of the server's table, since a new rule must run
    // on the version before, too.
    for (rule, since) in [
        ("rule: isIP(self.a)", 31),
        ("rule: isCIDR(self.a)", 31),
        ("rule: \"quantity(self.a).isInteger()\"", 29),
        ("rule: \"self.?a.orValue('') != ''\"", 29),
        ("rule: \"sets.contains(['a'], self.l)\"", 30),
        ("rule: \"!format.dns1123Label().validate(self.a).hasValue()\"", 32),
        ("rule: \"self.l.all(i, v, i < 3 || v != '')\"", 33),
        ("rule: isSemver(self.a)", 34),
        ("rule: 'oldSelf.hasValue() || self.a.size() > 1', optionalOldSelf: true", 30),
        ("rule: self.a.size() > 1, messageExpression: \"isIP(self.a) ? 'ip' : 'name'\"", 31),
    ] {
        let last = format!("1.{}", since - 1);
        assert!(said(rule, &last).contains(&"rule-server"), "{rule} {last}: {:?}", said(rule, &last));
        assert!(said(rule, &format!("v1.{since}.2")).is_empty(), "{rule} 1.{since}");
        assert!(found(&with(rule), None).is_empty(), "{rule}");
    }
    // Servers drop what they do not know; the rule stays.
    for (rule, since) in [
        ("rule: self.a.size() > 1, messageExpression: \"'too short: ' + self.a\"", 27),
        ("rule: self.a.size() > 1, reason: FieldValueForbidden", 28),
        ("rule: self.a.size() > 1, fieldPath: .a", 28),
    ] {
        assert_eq!(said(rule, &format!("1.{}", since - 1)), ["rule-server-key"], "{rule}");
        assert!(said(rule, &format!("1.{since}")).is_empty(), "{rule}");
    }
    // Macros have the names under which they are written.
    for (rule, server, sentence) in [
        (
            "rule: \"self.l.all(i, v, i < 3 || v != '')\"",
            "1.32",
            "servers before 1.33 refuse the rule: 1.32 has no macro with two variables",
        ),
        (
            "rule: \"self.l.transformMap(i, v, v).size() < 9\"",
            "1.32",
            "servers before 1.33 refuse the rule: 1.32 has no macro with two variables",
        ),
        (
            "rule: \"self.l.sortBy(v, v) == self.l\"",
            "1.34",
            "servers before 1.35 refuse the rule: 1.34 has no `sortBy`",
        ),
        (
            "rule: \"self.?a.optMap(a, a.size()).orValue(1) > 0\"",
            "1.28",
            "servers before 1.29 refuse the rule: 1.28 has no `.?`",
        ),
    ] {
        let found = found(&with(rule), Some(server));
        assert_eq!(found.first().map(|found| found.message.as_str()), Some(sentence), "{rule}");
    }
    // A function that a dropped message calls does not matter.
    let message = "rule: self.a.size() > 1, messageExpression: \"isIP(self.a) ? 'ip' : 'name'\"";
    assert_eq!(said(message, "1.26"), ["rule-server-key"]);
    // A server that is named knows best about reserved words.
    let reserved = "type: object, properties: {namespace: {type: string}}, x-kubernetes-validations: \
                    [{rule: \"!has(self.namespace) || self.namespace != 'a'\"}]";
    let reserved = |server: Option<&str>| -> Vec<&'static str> {
        let root = format!("required: [spec], properties: {{spec: {{{reserved}}}}}");
        found(&root, server).iter().map(|found| found.code.name()).collect()
    };
    assert_eq!(reserved(None), ["rule-reserved-name"; 2]);
    assert!(reserved(Some("1.32")).is_empty());
    assert_eq!(reserved(Some("1.31")), ["rule-server"]);
    // Formats that came later.
    let format = "properties: {spec: {type: object, properties: {a: {type: string, format: k8s-short-name}, b: {type: string, format: uuid}}}}";
    let formats =
        |server: &str| found(format, Some(server)).iter().map(|found| found.code.name()).collect::<Vec<_>>();
    assert_eq!(formats("1.34"), ["format-server"]);
    assert!(formats("1.35").is_empty());
}

/// What the warning says of one rule over optional strings `a`, `b` and `c`, and a boolean `flag`.
fn said_of(rule: &str) -> Vec<String> {
    let spec = format!(
        "properties: {{a: {{type: string, maxLength: 9}}, b: {{type: string, maxLength: 9}}, c: {{type: string, maxLength: 9}}, \
         flag: {{type: boolean, default: true}}, l: {{type: array, maxItems: 3, items: {{type: object, properties: {{x: {{type: string, maxLength: 9}}}}}}}}}}, \
         x-kubernetes-validations: [{{rule: \"{rule}\"}}]"
    );
    let root = format!("required: [spec], properties: {{spec: {{type: object, {spec}}}}}");
    let found = found(&root, None);
    found.into_iter().filter(|found| found.code == Code::RuleAbsentField).map(|found| found.message).collect()
}

// CEL: an error of one side of `||` or `&&` does not count if another side decides.
#[test]
fn a_read_whose_error_can_be_hidden_says_by_what() {
    for (rule, expected) in [
        ("self.a != ''", &["the rule fails if `self.a` is absent"][..]),
        (
            "size(self.a) > 0 || size(self.b) > 0",
            &[
                "the rule fails if `self.a` is absent, unless `size(self.b) > 0` is true",
                "the rule fails if `self.b` is absent, unless `size(self.a) > 0` is true",
            ],
        ),
        ("self.flag && self.a != ''", &["the rule fails if `self.a` is absent, unless `self.flag` is false"]),
        (
            "self.flag ? self.a != '' : true",
            &["the rule fails if `self.a` is absent and `self.flag` is true"],
        ),
        (
            "self.flag ? true : self.a != ''",
            &["the rule fails if `self.a` is absent and `self.flag` is false"],
        ),
        ("self.a == '' ? true : self.flag", &["the rule fails if `self.a` is absent"]),
        // The other side needs the field too.
        ("self.a == 'x' || self.a == 'y'", &["the rule fails if `self.a` is absent"]),
        (
            "self.flag || has(self.b) || self.a == 'x'",
            &["the rule fails if `self.a` is absent, unless another side of `||` is true"],
        ),
        // All operators around it.
        (
            "!self.flag || (has(self.b) && self.a == 'x')",
            &["the rule fails if `self.a` is absent, unless `has(self.b)` is false or `!self.flag` is true"],
        ),
        // A loop hides more than one of its operators does.
        (
            "!has(self.l) || self.l.all(x, self.flag || x.x == '')",
            &["the rule fails if `x.x` is absent, unless `self.flag` is true"],
        ),
        ("!has(self.l) || self.l.all(x, x.x == '')", &["the rule fails if `x.x` is absent"]),
    ] {
        assert_eq!(said_of(rule), expected, "{rule}");
    }
}
