//! Rules as the compiler writes them: one of each kind, over `tests/policies/cel.yaml`.

use crdc::{Request, Scratch};
use crdc_tests::compiled;

/// An object with this spec.
fn object(spec: &str) -> String {
    let meta = r#"{"name":"sample","namespace":"default","resourceVersion":"1"}"#;
    format!(r#"{{"apiVersion":"policies.example.com/v1","kind":"CelRule","metadata":{meta},"spec":{spec}}}"#)
}

/// The errors and warnings of a request.
fn answer(request: Request<'_>) -> (Vec<String>, Vec<String>) {
    let compiled = compiled::find("celrules.policies.example.com/v1");
    let mut scratch = Scratch::new();
    let outcome = crdc::answer(compiled, request, &mut scratch);
    let errors: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
    assert_eq!(outcome.accepted(), errors.is_empty());
    (errors, outcome.warnings().map(String::from).collect())
}

fn created(spec: &str) -> Vec<String> {
    answer(Request::create(object(spec).as_bytes())).0
}

fn updated(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let (old, new) = (object(old), object(new));
    answer(Request::update(new.as_bytes(), old.as_bytes()))
}

#[test]
fn rules_that_hold_say_nothing() {
    let specs = [
        "{}",
        r#"{"min":1,"max":1}"#,
        r#"{"mode":"a","names":["a","longer"]}"#,
        r#"{"size":1,"wait":"59m","limits":{"memory":"1Gi"}}"#,
        r#"{"size":"5%"}"#,
        r#"{"ports":[{"name":"a","port":80}]}"#,
    ];
    for spec in specs {
        assert_eq!(created(spec), Vec::<String>::new(), "{spec}");
    }
}

#[test]
fn a_rule_that_fails_says_what_it_was_told_to() {
    let rows = [
        (r#"{"min":2,"max":1}"#, r#"spec.max: Invalid value: max must be at least 2"#),
        (r#"{"mode":"c"}"#, "spec: Forbidden: failed rule: !has(self.mode) || self.mode in ['a', 'b', 'a']"),
        (r#"{"names":["A"]}"#, "spec: Invalid value: failed rule: self.names.all(n, n.matches('^[a-z]+$'))"),
        (r#"{"names":["long","longer"]}"#, "spec: Invalid value: at most one long name"),
        (
            r#"{"size":0}"#,
            "spec: Invalid value: failed rule: !has(self.size) || (type(self.size) == int ? self.size > 0 : self.size.endsWith('%'))",
        ),
        (
            r#"{"wait":"61m"}"#,
            "spec: Invalid value: failed rule: !has(self.wait) || self.wait < duration('1h')",
        ),
        (
            r#"{"limits":{"memory":"4Gi"}}"#,
            "spec: Invalid value: failed rule: self.limits.all(k, quantity(self.limits[k]).isLessThan(quantity('4Gi')))",
        ),
    ];
    for (spec, expected) in rows {
        let errors: Vec<String> = created(spec)
            .iter()
            .map(|error| error.replace("Invalid value: \"object\": ", "Invalid value: "))
            .collect();
        assert_eq!(errors, [expected], "{spec}");
    }
}

#[test]
fn a_rule_that_cannot_be_evaluated_is_an_error() {
    assert_eq!(
        created(r#"{"ports":[{"name":"a","port":0}]}"#),
        ["spec.ports[0]: Invalid value: \"object\": division by zero evaluating rule: 100 / self.port > 0"],
    );
}

#[test]
fn rules_see_null_where_it_is_allowed() {
    for spec in [r#"{"marks":[null,1,null]}"#, r#"{"notes":{"a":null,"b":"yes"}}"#] {
        assert_eq!(created(spec), Vec::<String>::new(), "{spec}");
    }
    for spec in [
        r#"{"marks":[null,3]}"#,
        r#"{"marks":[4]}"#,
        r#"{"marks":[null,5]}"#,
        r#"{"notes":{"a":null,"b":"no"}}"#,
    ] {
        assert_eq!(created(spec).len(), 1, "{spec}");
    }
    // Null has no order.
    let errors = created(r#"{"ranks":[1,null]}"#);
    assert!(matches!(&errors[..], [error] if error.contains("no such overload")), "{errors:?}");
    assert_eq!(created(r#"{"ranks":[null,9]}"#).len(), 1);
}

#[test]
fn rules_see_the_metadata_of_the_object() {
    let text = object("{}").replace("sample", "other");
    let (errors, _) = answer(Request::create(text.as_bytes()));
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("names start with s"), "{errors:?}");
}

#[test]
fn transition_rules_compare_with_the_old_value() {
    let (errors, _) = updated(r#"{"mode":"a"}"#, r#"{"mode":"b"}"#);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].ends_with("mode cannot change"), "{errors:?}");
    let ports = |port| format!(r#"{{"mode":"a","ports":[{{"name":"b"}},{{"name":"a","port":{port}}}]}}"#);
    let old = r#"{"mode":"a","ports":[{"name":"a","port":80}]}"#;
    assert_eq!(updated(old, &ports(80)).0, Vec::<String>::new());
    let (errors, _) = updated(old, &ports(81));
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].starts_with("spec.ports[1]: ") && errors[0].ends_with("ports do not move"),
        "{errors:?}"
    );
}

#[test]
fn optional_old_values_are_compared_if_there_are_any() {
    let (errors, _) = updated(r#"{"mode":"a","names":["x"]}"#, r#"{"mode":"a"}"#);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].ends_with("names cannot be removed"), "{errors:?}");
}

#[test]
fn old_faults_are_warnings() {
    let (errors, warnings) = updated(r#"{"mode":"a","size":0,"min":1}"#, r#"{"mode":"a","size":0,"min":1}"#);
    assert_eq!((errors.len(), warnings.len()), (0, 1), "{warnings:?}");
}
