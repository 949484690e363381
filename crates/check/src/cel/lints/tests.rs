//! Rules that warn and rules that do not, one line each.

use super::rule_warnings;
use crate::cel::rule_sites;
use crdc_schema::{Schema, read_schema};
use crdc_source::{Source, parse_json};

const SCHEMA: &str = r#"{"type": "object", "required": ["r", "kind", "nul", "both"], "properties": {
    "a": {"type": "string"}, "b": {"type": "string"}, "n": {"type": "integer", "minimum": 1, "maximum": 9},
    "r": {"type": "integer"}, "d": {"type": "integer", "default": 1}, "flag": {"type": "boolean"},
    "nul": {"type": "string", "nullable": true}, "namespace": {"type": "string"},
    "kind": {"type": "string", "enum": ["A", "B"]},
    "both": {"x-kubernetes-int-or-string": true},
    "o": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "object", "properties": {"z": {"type": "string"}}}}},
    "one": {"type": "object", "minProperties": 1, "maxProperties": 1, "properties": {"x": {"type": "string"}, "y": {"type": "string"}}},
    "any": {"type": "object", "anyOf": [{"required": ["x"]}, {"required": ["y"]}],
        "properties": {"x": {"type": "string"}, "y": {"type": "string"}}},
    "m": {"type": "object", "additionalProperties": {"type": "object", "properties": {"f": {"type": "integer"}}}},
    "l": {"type": "array", "items": {"type": "object", "required": ["k"], "properties":
        {"k": {"type": "string"}, "f": {"type": "integer"}, "g": {"type": "integer"}}}},
    "s": {"type": "array", "items": {"type": "string"}}},
    "x-kubernetes-validations": [RULES]}"#;

/// The codes of the warnings about rules of one schema.
fn warnings(rules: &[&str]) -> Vec<&'static str> {
    let rules: Vec<String> = rules
        .iter()
        .map(|rule| format!("{{\"rule\": {}}}", crdc_source::diag::json_string::text(rule)))
        .collect();
    let text = SCHEMA.replace("RULES", &rules.join(","));
    let (nodes, problems) = parse_json(&Source::new("schema", text));
    assert!(problems.is_empty(), "{problems:?}");
    let schema: Schema = *read_schema(&nodes[0]).0;
    let compiles =
        rule_sites(&schema).iter().flat_map(|site| &site.rules).all(|(_, report)| report.error.is_none());
    assert!(compiles, "{rules:?}");
    rule_warnings(&schema).into_iter().map(|found| found.code.name()).collect()
}

#[test]
fn guarded_reads_do_not_warn() {
    for rule in [
        "has(self.a) && self.a != ''",
        "self.a != '' && has(self.a)",
        "!has(self.a) || self.a != ''",
        "self.a != '' || !has(self.a)",
        "has(self.a) ? self.a != '' : true",
        "!has(self.a) ? true : self.a != ''",
        "(has(self.a) && has(self.b)) ? self.a != self.b : true",
        "!(has(self.a) && has(self.b)) || self.a != self.b",
        "has(self.a) == has(self.b) && (!has(self.a) || self.a != self.b)",
        "!has(self.o) || !has(self.o.y) || !has(self.o.y.z) || self.o.y.z != ''",
        "has(self.o) && has(self.o.y) && has(self.o.y.z) && self.o.y.z != ''",
        "self.?o.y.z.orValue('') == '' || self.o.y.z != 'a'",
        "self.?o.?y.hasValue() && has(self.o.y.z)",
        "self.?a.orValue('').size() > 0 ? self.a != 'b' : true",
        "self.?a.orValue('') != 'b' || self.a.size() == 1",
        "self.?a.optMap(v, v != '').orValue(true)",
        "self.?o.optMap(v, !has(v.x) || v.x != '').orValue(true)",
        "!has(self.l) || self.l.all(x, !has(x.f) || x.f > 1)",
        "!has(self.l) || self.l.filter(x, has(x.f)).all(y, y.f > 1)",
        "!has(self.l) || self.l.filter(x, has(x.f)).map(y, y.f).exists(z, z > 1)",
        "!has(self.l) || self.l.map(x, has(x.f), x.f).all(z, z > 1)",
        "!has(self.l) || (self.l.all(x, has(x.f)) && self.l.all(y, y.f > 1))",
        "!has(self.l) || self.l.all(x, self.l.all(y, !has(y.f) || !has(x.f) || x.f == y.f))",
        "!has(self.l) || self.l.all(i, x, i == 0 || !has(x.f) || x.f > i)",
        "!has(self.m) || self.m.all(k, !has(self.m[k].f) || self.m[k].f > 1)",
        "self.kind != 'A' || has(self.a)",
        "!has(self.one) || !has(self.one.x) || self.one.x != ''",
        "!has(self.one) || (has(self.one.x) ? self.one.x : self.one.y) != ''",
        "!has(self.any) || (has(self.any.x) ? self.any.x : self.any.y) != ''",
        "self.r > 1 && self.d > 1",
        "!has(oldSelf.a) || (has(self.a) && self.a == oldSelf.a)",
        "!has(self.flag) || self.flag",
        "(has(self.flag) && self.flag) || self.r > 2",
        "has(self.a) || has(self.b)",
    ] {
        assert!(warnings(&[rule]).is_empty(), "{rule}: {:?}", warnings(&[rule]));
    }
}

#[test]
fn other_rules_of_the_schema_guard() {
    let none: [&str; 0] = [];
    assert_eq!(warnings(&["has(self.a)", "self.a != ''"]), none);
    assert_eq!(
        warnings(&["self.kind == 'A' ? has(self.a) : !has(self.a)", "self.kind != 'A' || self.a != ''"]),
        none
    );
    assert_eq!(
        warnings(&[
            "(self.kind == 'A' && has(self.a)) || (self.kind == 'B' && has(self.b))",
            "self.kind == 'A' ? self.a != '' : self.b != ''"
        ]),
        none
    );
    assert_eq!(warnings(&["has(self.a)", "self.a == oldSelf.a"]), none);
    // A rule about updates does not run on a create.
    assert_eq!(warnings(&["has(self.a) || oldSelf.r > 1", "self.a != ''"]), ["rule-absent-field"]);
}

#[test]
fn reads_that_may_fail_warn() {
    for rule in [
        "self.a != ''",
        "has(self.b) && self.a != ''",
        "has(self.a) || self.a != ''",
        "has(self.o.x)",
        "has(self.o.x) && has(self.o.y)",
        "has(self.o) && self.o.x != ''",
        "has(self.a) ? self.b != '' : true",
        "self.nul != ''",
        "self.l.all(x, x.k != '')",
        "!has(self.l) || self.l.all(x, x.f > 1)",
        "!has(self.l) || self.l.exists(x, has(x.f)) && self.l.all(y, y.f > 1)",
        "!has(self.l) || self.l.filter(x, has(x.f)).all(y, y.g > 1)",
        "!has(self.m) || self.m.all(k, self.m[k].f > 1)",
        "!has(self.one) || self.one.x != ''",
        "!has(self.any) || self.any.x != ''",
        "self.?a.orValue('') == '' || self.b != ''",
        "has(oldSelf.a) && self.a == oldSelf.a",
        "!has(self.a) || self.a == oldSelf.a",
        "self.flag",
    ] {
        assert_eq!(warnings(&[rule]), ["rule-absent-field"], "{rule}");
    }
}

#[test]
fn values_of_two_types_warn_unless_the_type_is_known() {
    for rule in
        ["self.both > 1", "self.both.contains('%')", "self.both + 1 == 2", "quantity(self.both).isInteger()"]
    {
        assert_eq!(warnings(&[rule]), ["rule-dyn-overload"], "{rule}");
    }
    for rule in [
        "self.both == 1 || self.both == '1'",
        "string(self.both) != ''",
        "type(self.both) == int ? self.both > 1 : self.both.contains('%')",
        "type(self.both) == string || self.both > 1",
        "type(self.both) == int && self.both > 1",
        "self.both == 3 ? self.both > 1 : true",
        "dyn(self.r) > 1",
        "self.both in ['1', '1%']",
    ] {
        assert_ne!(warnings(&[rule]), ["rule-dyn-overload"], "{rule}");
    }
}

#[test]
fn a_rule_can_have_several_warnings() {
    assert_eq!(warnings(&["!has(self.a) && self.a != ''"]), ["rule-constant", "rule-absent-field"]);
}

#[test]
fn constant_rules_warn() {
    for rule in [
        "true",
        "1 < 2",
        "self.r == self.r",
        "has(self.r)",
        "self.kind in ['A', 'B']",
        "self.kind == 'C'",
        "self.kind == 'A' && self.kind == 'B'",
        "!has(self.n) || self.n > 0",
        "!has(self.s) || size(self.s) >= 0",
        "!has(self.l) || self.l.all(x, size(x.k) >= 0)",
        "has(self.a) || !has(self.a)",
        "self.r > 1 && !(self.r > 1)",
    ] {
        assert_eq!(warnings(&[rule]), ["rule-constant"], "{rule}");
    }
    for rule in [
        "self.r > 1",
        "has(self.nul)",
        "self.kind == 'A'",
        "!has(self.n) || self.n > 1",
        "!has(self.l) || self.l.all(x, self.l.all(y, x.k == y.k))",
        // Both hold for an empty list.
        "!has(self.l) || (self.l.all(x, x.k == 'a') && self.l.all(x, x.k != 'a'))",
        "self.r == oldSelf.r",
        "oldSelf.kind == 'C' || self.kind == 'A'",
        "self.r == 1 || self.r == 2",
    ] {
        assert!(warnings(&[rule]).is_empty(), "{rule}: {:?}", warnings(&[rule]));
    }
}

#[test]
fn comparisons_of_all_items_warn() {
    for rule in [
        "!has(self.l) || self.l.all(x, self.l.exists_one(y, x.k == y.k))",
        "has(self.l) ? self.l.all(x, self.l.filter(y, x.k == y.k).size() == 1) : true",
        "!has(self.l) || self.l.map(x, x.k).all(k, self.l.exists_one(y, y.k == k))",
        "!has(self.s) || self.s.all(x, self.s.exists_one(y, x == y))",
    ] {
        assert_eq!(warnings(&[rule]), ["rule-unique-list"], "{rule}");
    }
    for rule in [
        // Optional fields are no keys.
        "!has(self.l) || self.l.all(x, !has(x.f) || self.l.exists_one(y, has(y.f) && x.f == y.f))",
        "!has(self.l) || self.l.all(x, self.l.exists(y, x.k == y.k && x.k != ''))",
        "!has(self.l) || self.l.all(x, self.l.exists_one(y, x.k == y.k || x.k == ''))",
    ] {
        assert!(!warnings(&[rule]).contains(&"rule-unique-list"), "{rule}");
    }
}

#[test]
fn reserved_words_warn() {
    assert_eq!(warnings(&["!has(self.namespace) || self.namespace != 'a'"]), ["rule-reserved-name"; 2]);
    assert!(warnings(&["!has(self.__namespace__) || self.__namespace__ != 'a'"]).is_empty());
}

#[test]
fn rules_without_a_small_diagram_are_given_up() {
    let pairs: Vec<String> =
        (0..20).map(|index| format!("(self.r > {index} && self.d > {})", index + 100)).collect();
    let reads = format!("({}) && self.a != ''", pairs.join(" || "));
    assert!(warnings(&[&reads]).len() <= 1);
}
