//! What the help says where the reason of a refusal is not in the document: rules of the server that
//! surprise.
#![allow(clippy::unwrap_used)]

use crdc_check::check_source;
use crdc_source::Source;
use crdc_source::diag::{Code, Diagnostic};

/// What is found in a document whose root schema has these lines.
fn found(schema: &str) -> Vec<Diagnostic> {
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: sizes.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: sizes, singular: size, kind: Size, listKind: SizeList}}
  versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, {schema}}}}}}}]
"
    );
    check_source(&Source::new("crd.yaml", text), None).diagnostics
}

/// The helps of a code.
fn helps(code: Code, schema: &str) -> Vec<String> {
    let found = found(schema);
    let of_code = found.iter().filter(|found| found.code == code);
    of_code.map(|found| found.help.clone().unwrap_or_default()).collect()
}

fn field(schema: &str) -> String {
    format!("properties: {{spec: {{type: object, properties: {{f: {schema}}}}}}}")
}

#[test]
fn a_default_without_a_field_that_has_one_says_that_it_is_not_applied() {
    const WHY: &str = "the defaults of its fields are not applied before it is checked";
    for (schema, help) in [
        (
            "{type: object, default: {}, required: [a], properties: {a: {type: integer, default: 4}}}",
            format!("write `a: 4` in the default: {WHY}"),
        ),
        (
            "{type: object, default: {}, required: [a], properties: {a: {type: string, default: x}}}",
            format!("write `a: \"x\"` in the default: {WHY}"),
        ),
        (
            "{type: object, default: {o: {}}, properties: {o: {type: object, required: [a], properties: {a: {type: object, default: {b: 1}, properties: {b: {type: integer}}}}}}}",
            format!("write `a: {{\"b\":1}}` in the default: {WHY}"),
        ),
        (
            "{type: array, default: [{}], items: {type: object, required: [a], properties: {a: {type: boolean, default: true}}}}",
            format!("write `a: true` in the default: {WHY}"),
        ),
        // Without a default of its own there is nothing to explain.
        (
            "{type: object, default: {}, required: [a], properties: {a: {type: integer}}}",
            "change the default, or the schema".to_owned(),
        ),
        (
            "{type: object, default: {a: 5}, properties: {a: {type: integer, default: 4, maximum: 4}}}",
            "change the default, or the schema".to_owned(),
        ),
    ] {
        assert_eq!(helps(Code::DefaultInvalid, &field(schema)), [help], "{schema}");
    }
    let long = format!(
        "{{type: object, default: {{}}, required: [a], properties: {{a: {{type: string, default: {}}}}}}}",
        "x".repeat(99)
    );
    assert_eq!(helps(Code::DefaultInvalid, &field(&long)), [format!("write `a` in the default: {WHY}")]);
}

#[test]
fn formats_of_other_sizes_have_a_form_that_servers_check() {
    for (of, format, help) in [
        ("integer", "uint8", "write `format: int32`, `minimum: 0` and `maximum: 255`"),
        ("integer", "uint16", "write `format: int32`, `minimum: 0` and `maximum: 65535`"),
        ("integer", "uint32", "write `format: int64`, `minimum: 0` and `maximum: 4294967295`"),
        ("integer", "Uint32", "write `format: int64`, `minimum: 0` and `maximum: 4294967295`"),
        ("integer", "uint64", "write `format: int64` and `minimum: 0`"),
        ("integer", "uint", "write `format: int64` and `minimum: 0`"),
        ("integer", "int8", "write `format: int32`, `minimum: -128` and `maximum: 127`"),
        ("integer", "int16", "write `format: int32`, `minimum: -32768` and `maximum: 32767`"),
        ("integer", "int34", "did you mean `int32`"),
        ("integer", "port", "write int32 or int64"),
        ("number", "float64", "write `format: double`"),
        ("number", "float32", "write `format: float`"),
        ("string", "Date-Time", "did you mean `date-time`"),
        ("string", "date-tme", "did you mean `date-time`"),
        ("string", "DateTime", "did you mean `date-time`"),
        ("string", "k8s-short-nam", "did you mean `k8s-short-name`"),
        ("string", "gibberish", "remove it, or write a `pattern`"),
        ("array, items: {type: string}", "byte", "remove it: type `array` has no formats"),
    ] {
        let found = helps(Code::FormatUnrecognized, &field(&format!("{{format: {format}, type: {of}}}")));
        assert!(found.len() == 1 && found[0].starts_with(help), "{of} {format}: {found:?}");
    }
}

#[test]
fn a_schema_without_a_type_is_not_said_to_be_a_string() {
    for (schema, message, help) in [
        (
            "{type: integer, anyOf: [{format: int32}]}",
            "unknown format `int32` for a schema without a type",
            "move it beside `type: integer`",
        ),
        (
            "{type: number, oneOf: [{format: double}]}",
            "unknown format `double` for a schema without a type",
            "move it beside `type: number`",
        ),
        (
            "{type: string, allOf: [{format: ip}]}",
            "unknown format `ip` for a schema without a type",
            "remove it, or write a `pattern`",
        ),
        (
            "{x-kubernetes-int-or-string: true, format: int-or-string}",
            "unknown format `int-or-string` for a schema without a type",
            "remove it: `x-kubernetes-int-or-string: true` says it",
        ),
        (
            "{type: string, format: ip}",
            "unknown format `ip` for type `string`",
            "remove it, or write a `pattern`",
        ),
    ] {
        let found = found(&field(schema));
        assert_eq!(found.len(), 1, "{schema}: {found:?}");
        assert_eq!(found[0].message, message, "{schema}");
        assert!(found[0].help.as_ref().unwrap().starts_with(help), "{schema}: {found:?}");
    }
}

#[test]
fn limits_in_branches_are_said_not_to_count() {
    const NOT_COUNTED: &str = "; limits inside of `allOf`, `anyOf` and `oneOf` are not counted";
    let rule =
        "x-kubernetes-validations: [{rule: \"self.all(t, t.matches('^[a-z]([a-z0-9-]*[a-z0-9])?$'))\"}]";
    for (items, list, said) in [
        ("{type: string, allOf: [{maxLength: 63}]}", "", true),
        ("{type: string, anyOf: [{maxLength: 63}, {maxLength: 9}]}", "", true),
        ("{type: string, oneOf: [{maxLength: 63}]}", "", true),
        ("{type: string}", "allOf: [{maxItems: 5}], ", true),
        ("{type: string}", "", false),
        ("{type: string, allOf: [{minLength: 63}]}", "", false),
        ("{type: string, not: {maxLength: 63}}", "", false),
    ] {
        let schema = field(&format!("{{type: array, {list}items: {items}, {rule}}}"));
        let found = helps(Code::RuleCost, &schema);
        assert!(!found.is_empty(), "{items}");
        assert_eq!(found.iter().any(|help| help.ends_with(NOT_COUNTED)), said, "{items}: {found:?}");
    }
}

#[test]
fn a_conversion_to_a_string_without_a_bound_is_named() {
    let of = |schema: &str, message: &str| {
        let schema = format!(
            "{{type: object, required: [v], properties: {{v: {schema}}}, x-kubernetes-validations: [{{rule: 'self.v == self.v', messageExpression: \"{message}\"}}]}}"
        );
        helps(Code::RuleCost, &field(&schema)).pop()
    };
    for (schema, verb) in [
        ("{type: integer}", "%d"),
        ("{type: boolean}", "%s"),
        ("{type: number}", "%s"),
        ("{type: string, format: duration}", "%s"),
        ("{type: string, format: date-time}", "%s"),
    ] {
        let help = of(schema, "'it is ' + string(self.v) + ' now'").unwrap();
        let why = format!(
            ": servers take `string(self.v)` to be of any length; write `'{verb}'.format([self.v])`, whose length they know (from 1.30 on)"
        );
        assert!(help.ends_with(&why), "{help}");
        // What is advised is within the budget.
        assert_eq!(of(schema, &format!("'it is {verb} now'.format([self.v])")), None);
    }
    let already = of("{type: string}", "'it is ' + string(self.v)").unwrap();
    assert!(already.ends_with(": leave out `string(…)`: `self.v` is a string already"), "{already}");
}

#[test]
fn a_document_without_names_is_not_told_to_be_named_with_a_dot() {
    let help = |spec: &str, metadata: &str| {
        let text = format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {metadata}\nspec: {spec}\n"
        );
        let found = check_source(&Source::new("crd.yaml", text), None).diagnostics;
        let found = found.into_iter().find(|found| found.code == Code::NameMismatch).unwrap();
        assert!(!found.server.is_empty(), "{spec}");
        found.help.unwrap()
    };
    let name = "{name: a.example.com}";
    for (spec, metadata, expected) in [
        ("{}", name, "write `group: example.com` in `spec` and `plural: a` in `spec.names`"),
        ("{group: example.com}", name, "write `plural: a` in `spec.names`"),
        ("{names: {plural: a}}", name, "write `group: example.com` in `spec`"),
        (
            "{names: {plural: b}}",
            name,
            "write `name: <plural>.<group>`, or change `spec.names.plural` or `spec.group`",
        ),
        (
            "{group: ample.com}",
            name,
            "write `name: <plural>.<group>`, or change `spec.names.plural` or `spec.group`",
        ),
        ("{}", "{name: a}", "write `name: <plural>.<group>`, or change `spec.names.plural` or `spec.group`"),
        ("{}", "{}", "write `name: <plural>.<group>`"),
        ("{group: example.com, names: {plural: b}}", "{}", "write `name: b.example.com`"),
        (
            "{group: example.com, names: {plural: b}}",
            name,
            "write `name: b.example.com`, or change `spec.names.plural` or `spec.group`",
        ),
    ] {
        assert_eq!(help(spec, metadata), expected, "{spec}");
    }
}

#[test]
fn rules_about_metadata_say_what_can_be_read() {
    const READ: &str = "of the metadata, rules can read only `name` and `generateName`";
    let help = |rule: &str| {
        let found = found(&format!("x-kubernetes-validations: [{{rule: \"{rule}\"}}]"));
        assert!(found.iter().all(|found| found.code == Code::RuleCompile), "{found:?}");
        found.first().and_then(|found| found.help.clone()).unwrap_or_default()
    };
    for rule in [
        "has(self.metadata.labels['a'])",
        "!has(self.metadata.annotations['a']) || true",
        "has(self.metadata.labels)",
        "self.metadata.namespace == 'a'",
        "'a' in self.metadata.finalizers",
    ] {
        assert!(help(rule).starts_with(READ), "{rule}: {}", help(rule));
    }
    assert!(help("has(self.metadata.name['a'])").contains("'key' in self.map"));
    // A field of the schema's own.
    let own = field(
        "{type: object, properties: {metadata: {type: object, properties: {labels: {type: object, additionalProperties: {type: string}}}}}, x-kubernetes-validations: [{rule: \"has(self.metadata.labels['a'])\"}]}",
    );
    let found = helps(Code::RuleCompile, &own);
    assert!(found[0].starts_with("write a field"), "{found:?}");
}

#[test]
fn metadata_that_may_be_absent_is_read_with_a_guard() {
    let codes =
        |schema: &str| -> Vec<&'static str> { found(schema).iter().map(|found| found.code.name()).collect() };
    let root = |rule: &str| codes(&format!("x-kubernetes-validations: [{{rule: \"{rule}\"}}]"));
    let absent = ["rule-absent-field"];
    let none: [&str; 0] = [];
    assert_eq!(root("self.metadata.generateName != ''"), absent);
    assert_eq!(root("self.metadata.generateName.startsWith('a') || self.metadata.name != 'b'"), absent);
    assert_eq!(root("!has(self.metadata.generateName) || self.metadata.generateName != ''"), none);
    assert_eq!(root("self.metadata.?generateName.orValue('') != 'a'"), none);
    // Every object has a name before its rules run.
    assert_eq!(root("self.metadata.name != 'a'"), none);
    let found = found("x-kubernetes-validations: [{rule: \"self.metadata.generateName != ''\"}]");
    assert!(!found[0].help.as_ref().unwrap().contains("required"), "the schema cannot require it");
    let embedded = |rule: &str| {
        codes(&field(&format!(
            "{{type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{{rule: \"{rule}\"}}]}}"
        )))
    };
    assert_eq!(embedded("self.metadata.name != 'a'"), absent);
    assert_eq!(embedded("!has(self.metadata.name) || self.metadata.name != 'a'"), none);
    // A field called metadata is not metadata.
    let own = "{type: object, required: [metadata], properties: {metadata: {type: object, required: [generateName], properties: {generateName: {type: string}}}}, x-kubernetes-validations: [{rule: \"self.metadata.generateName != ''\"}]}";
    assert_eq!(codes(&field(own)), none);
}
