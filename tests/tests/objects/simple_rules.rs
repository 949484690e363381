//! Rules that generated code decides without evaluating them (`policies/simple-rules.yaml`): the answers are
//! those of an evaluation and of the interpreter, whether the rules hold, are false or fail.

use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_tests::compiled::{entry, find, run};
use crdc_vocabulary::Ratcheting;

const NAME: &str = "simplerules.policies.example.com/v1";

/// The errors of rules.
fn rules(given: &Given) -> Vec<String> {
    let text = |error: &GivenError| format!("{}: {}", error.field, error.detail);
    given.errors.iter().filter(|error| error.source == "cel").map(text).collect()
}

/// How many rules of an object with this spec do not hold.
fn broken(spec: &str) -> usize {
    let crd = include_str!("../../policies/simple-rules.yaml");
    let server = load::servers("simple-rules.yaml", crd).into_iter().next().unwrap();
    let server = Server { ratcheting: Ratcheting::default(), ..server };
    let meta = r#"{"name":"sample","namespace":"default"}"#;
    let object = format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"SimpleRule","metadata":{meta},"spec":{spec}}}"#
    );
    let mut scratch = crdc::Scratch::new();
    let sure = run(find(NAME), Op::Create, object.as_bytes(), b"", &mut scratch);
    scratch.count_rule_costs(true);
    let evaluated = run(find(NAME), Op::Create, object.as_bytes(), b"", &mut scratch);
    let interpreted = Given::from(server.create(object.as_bytes()));
    assert_eq!(rules(&sure), rules(&evaluated), "{spec}");
    assert_eq!(rules(&sure), rules(&interpreted), "{spec}");
    rules(&sure).len()
}

#[test]
fn generated_code_has_a_function_that_knows() {
    let code = entry(NAME).map(|entry| entry.code).unwrap_or_default();
    assert!(code.contains("fn at_spec_precheck("), "{code}");
}

#[test]
fn rules_that_hold_are_known_to() {
    for spec in [
        "{}",
        r#"{"a":"x"}"#,
        r#"{"a":"\u0078"}"#,
        r#"{"a":"\u00e9"}"#,
        r#"{"a":null,"count":null,"names":null,"flag":null}"#,
        r#"{"a":"no","a":"y"}"#,
        r#"{"count":-1}"#,
        r#"{"count":4}"#,
        r#"{"names":[]}"#,
        r#"{"names":["abc","ééé","/é",""]}"#,
        r#"{"names":["z"]}"#,
        r#"{"items":[{"k":"k"},{"k":"k2","v":"w"}]}"#,
        r#"{"items":[{"k":"a","v":"v"}]}"#,
        r#"{"items":[{"k":"a","v":null,"v":"v"},{"k":"b","v":null}]}"#,
        r#"{"flag":false}"#,
        r#"{"flag":false,"inner":{}}"#,
        r#"{"flag":false,"inner":{"deep":{"t":"u"}}}"#,
        r#"{"flag":true,"inner":{"deep":{"t":"t"}}}"#,
        r#"{"wait":"59m"}"#,
        r#"{"old":"never again"}"#,
    ] {
        assert_eq!(broken(spec), 0, "{spec}");
    }
}

#[test]
fn rules_that_are_false_or_fail_are_evaluated() {
    for (spec, expected) in [
        (r#"{"a":"xy"}"#, 1),
        (r#"{"a":""}"#, 1),
        (r#"{"count":2}"#, 1),
        (r#"{"count":5}"#, 1),
        (r#"{"count":-2}"#, 1),
        // The sum is evaluated only if the number is small.
        (r#"{"count":9223372036854775807}"#, 1),
        (r#"{"names":["abcd"]}"#, 1),
        (r#"{"names":["éééé"]}"#, 1),
        (r#"{"names":["aé/"]}"#, 1),
        (r#"{"names":["a-"]}"#, 1),
        (r#"{"names":["A"]}"#, 1),
        (r#"{"names":["a","z"]}"#, 1),
        (r#"{"items":[]}"#, 2),
        (r#"{"items":[{"k":"k"},{"k":"k"}]}"#, 1),
        (r#"{"items":[{"k":"a"},{"k":"b"}]}"#, 1),
        (r#"{"items":[{"k":"a","v":"v"},{"k":"b","v":"v"},{"k":"c","v":"v"}]}"#, 1),
        // The list is too short, and the other side of `||` is false.
        (r#"{"items":[{"k":"k"}]}"#, 1),
        (r#"{"flag":true}"#, 1),
        (r#"{"flag":true,"inner":{"deep":{}}}"#, 1),
        (r#"{"wait":"61m"}"#, 1),
        (r#"{"wait":"5s"}"#, 1),
        (r#"{"wait":"5 s"}"#, 1),
        (r#"{"old":"never","a":"b","count":2}"#, 3),
    ] {
        assert_eq!(broken(spec), expected, "{spec}");
    }
    let long = format!(r#"{{"names":["{}"],"wait":"{}s"}}"#, "é".repeat(80), "0".repeat(80));
    assert_eq!(broken(&long), 1);
}
