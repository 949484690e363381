//! Rules that hold as long as some fields are absent (`policies/absent-fields.yaml`): compiled code answers
//! like the interpreter, whatever is in the value.

use crdc_oracle::random::samples::samples;

use crate::comparison::Comparison;

const OBJECTS: [&str; 17] = [
    "guarded",
    "behind",
    "both",
    "chosen",
    "required",
    "equal",
    "neither",
    "several",
    "one-sided",
    "always",
    "never",
    "nested",
    "looped",
    "changed",
    "preset",
    "nullable",
    "open",
];

const VALUES: [&str; 26] = [
    "{}",
    "null",
    "[]",
    r#""x""#,
    r#"{"a":"x"}"#,
    r#"{"a":"y"}"#,
    r#"{"a":null}"#,
    r#"{"a":1}"#,
    r#"{"\u0061":"x"}"#,
    r#"{ "a" : "x" }"#,
    r#"{"a":"x","a":"y"}"#,
    r#"{"a":"y","a":"x"}"#,
    r#"{"a":"x","a":null}"#,
    r#"{"a":null,"a":"x"}"#,
    r#"{"A":"x"}"#,
    r#"{"c":"x","a":"x"}"#,
    r#"{"b":"x"}"#,
    r#"{"b":null}"#,
    r#"{"a":"x","b":"x"}"#,
    r#"{"a":"y","b":"x"}"#,
    r#"{"a":"x","b":null}"#,
    r#"{"list":[]}"#,
    r#"{"list":["x"]}"#,
    r#"{"a":"x","list":["y"]}"#,
    r#"{"b":"y","list":["x","y"]}"#,
    r#"{"a":"y","b":"y","list":null}"#,
];

fn object(spec: &str) -> String {
    let head = r#""apiVersion":"policies.example.com/v1","kind":"AbsentField""#;
    let metadata = r#""metadata":{"name":"a","namespace":"default","resourceVersion":"1","generation":1}"#;
    format!("{{{head},{metadata},\"spec\":{spec}}}")
}

#[test]
fn values_of_all_forms() {
    let mut rules = Comparison::of("policies/absent-fields.yaml", "absentfields.policies.example.com");
    // A quarter of the pairs, or all of them with four times the samples.
    let step = (4 / samples(1) as usize).max(1);
    for name in OBJECTS {
        for (place, value) in VALUES.iter().enumerate() {
            let new = object(&format!(r#"{{"{name}":{value}}}"#));
            rules.create(&new);
            // An unchanged value keeps its errors.
            rules.update(&new, &new);
            for old in VALUES.iter().skip(place % step).step_by(step) {
                rules.update(&new, &object(&format!(r#"{{"{name}":{old}}}"#)));
            }
            let twice = object(&format!(r#"{{"{name}":{value},"{name}":{{}}}}"#));
            rules.create(&twice);
        }
    }
    rules.assert_more_than(5_000 / step, 2_000 / step);
}

/// Values for objects of other forms.
const OTHERS: [&str; 15] = [
    "{}",
    r#"{"f69":"x"}"#,
    r#"{"f68":"x","f69":"y"}"#,
    r#"{"f1":"x","f69":"y"}"#,
    r#"{"f5":"x"}"#,
    r#"{"f69":null,"f1":null}"#,
    r#"{"a-b":"x"}"#,
    r#"{"a.b":"x","a-b":"y"}"#,
    r#"{"a__dash__b":"x"}"#,
    r#"{"namespace":"x"}"#,
    r#"{"namespace":"y","a.b":"y"}"#,
    r#"{"list":[{"a":"x"}]}"#,
    r#"{"a":"x","list":[{"a":"y"},{}]}"#,
    r#"{"list":["a","a"]}"#,
    r#"{"list":["a","b"]}"#,
];

#[test]
fn values_of_other_forms() {
    let mut rules = Comparison::of("policies/absent-fields.yaml", "absentfields.policies.example.com");
    for name in ["wide", "escaped", "shadowed", "set"] {
        for value in OTHERS {
            let new = object(&format!(r#"{{"{name}":{value}}}"#));
            rules.create(&new);
            for old in OTHERS {
                rules.update(&new, &object(&format!(r#"{{"{name}":{old}}}"#)));
                // What is dropped from the old object has no errors that count.
                rules.update(&new, &object(&format!(r#"{{"{name}":{old},"{name}":{{}}}}"#)));
            }
        }
    }
    rules.assert_more_than(1_000, 200);
}

#[test]
fn values_in_values() {
    let mut rules = Comparison::of("policies/absent-fields.yaml", "absentfields.policies.example.com");
    for first in VALUES {
        for second in VALUES {
            rules.create(&object(&format!(r#"{{"items":[{first},{{}},{second}]}}"#)));
            rules.create(&object(&format!(r#"{{"outer":{{"b":{first}}},"guarded":{second}}}"#)));
            rules
                .create(&object(&format!(r#"{{"outer":{{"a":"y","b":{first}}},"outer":{{"b":{second}}}}}"#)));
        }
    }
    rules.assert_more_than(500, 500);
}
