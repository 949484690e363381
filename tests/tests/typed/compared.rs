//! What the comparison of structs with generated code (`crdc_oracle::typed`) can compare, and which structs
//! it is given (`crdc_oracle::random::structs`).
//!
//! In: a struct with a number that has a default, in a list that is correlated as a whole; schemas with
//! limits that no value meets. Out: equal answers, a counted reason, or a difference; structs that the derive
//! accepts.

use std::sync::OnceLock;

use crdc_dynamic::validators::Validators;
use crdc_oracle::json::{Json, read};
use crdc_oracle::random::structs::{Style, restrict, whole};
use crdc_source::Source;
use crdc_source::diag::Code;
use crdc_tests::typed::{Entry, Unlike, compare};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Spec {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shares: Vec<Share>,
}

#[derive(Clone, Debug, Serialize, Deserialize, crdc::Rules)]
struct Share {
    /// +default=1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<f64>,
    /// +k8s:maximum=2
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
    /// +k8s:minItems=1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
}

/// The same with a limit that the schema does not have.
#[derive(Clone, Debug, Serialize, Deserialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Wrong {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shares: Vec<WrongShare>,
}

#[derive(Clone, Debug, Serialize, Deserialize, crdc::Rules)]
struct WrongShare {
    /// +default=1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<f64>,
    /// +k8s:maximum=3
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
}

/// A CRD with a schema of `spec`.
fn crd(spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"cakes.example.com"}},"spec":{{
        "group":"example.com","scope":"Cluster","names":{{"kind":"Cake","plural":"cakes"}},"versions":[{{"name":"v1","served":true,"storage":true,
        "schema":{{"openAPIV3Schema":{{"type":"object","properties":{{"spec":{spec}}}}}}}}}]}}}}"#
    )
}

/// The compiled version of the structs.
fn compiled(_: &str) -> &'static crdc::Compiled {
    static LOADED: OnceLock<Validators> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| {
        let spec = r#"{"type":"object","properties":{"shares":{"type":"array","items":{"type":"object","properties":{
            "part":{"type":"number","default":1},"rate":{"type":"number","maximum":2},
            "names":{"type":"array","minItems":1,"items":{"type":"string"}}}}}}}"#;
        Validators::load(&[Source::new("cakes", crd(spec))]).unwrap()
    });
    loaded.all().next().unwrap().compiled()
}

#[test]
fn a_whole_float_that_is_a_default_on_the_other_side_is_not_compared() {
    let right = Entry::of::<Spec>("cakes", "spec", compiled);
    let wrong = Entry::of::<Wrong>("cakes", "spec", compiled);
    let mut scratch = crdc::Scratch::new();
    let mut said = |entry: &Entry, new: &str, old: &str| {
        let [new, old] = [new, old].map(|shares| format!(r#"{{"shares":[{shares}]}}"#));
        match compare(entry, &new, Some(&old), &mut scratch) {
            Ok(compared) => {
                format!("{} {} ratcheted", compared.typed.code, compared.typed.ratcheted.len())
            }
            Err(Unlike::Unsaid(why)) => why,
            Err(Unlike::Differs(_)) => "different".to_owned(),
        }
    };
    let default = "a whole float on one side, which is a default on the other";
    for (new, old, expected) in [
        // An error about a float is looked for in the text of serde, where `1.0` is not the default.
        (r#"{"rate":3.0}"#, r#"{"rate":3.0,"part":1.0}"#, default),
        (r#"{"rate":3.0,"part":1.0}"#, r#"{"rate":3.0}"#, default),
        (r#"{"rate":3.0,"part":1.0}"#, r#"{"rate":3.0,"part":null}"#, default),
        (r#"{"rate":3.0,"part":1.0}"#, r#"{"rate":3.0,"part":1.0}"#, "200 1 ratcheted"),
        (r#"{"rate":3.0}"#, r#"{"rate":3.0}"#, "200 1 ratcheted"),
        (r#"{"rate":3.0}"#, r#"{"rate":3.0,"part":1.5}"#, "422 0 ratcheted"),
        (r#"{"rate":3.0}"#, r#"{"rate":3.0,"part":2.0}"#, "422 0 ratcheted"),
        // A number of items is none of the floats.
        (r#"{"rate":1.0,"names":[]}"#, r#"{"rate":1.0,"names":[],"part":1.0}"#, "200 1 ratcheted"),
        (r#"{"rate":1.0,"names":[]}"#, r#"{"rate":1.0,"names":[],"part":2.0}"#, "422 0 ratcheted"),
    ] {
        assert_eq!(said(&right, new, old), expected, "{new} {old}");
    }
    // Other differences of the same values are differences.
    assert_eq!(said(&wrong, r#"{"rate":3.0}"#, r#"{"rate":3.0,"part":1.0}"#), "different");
}

#[test]
fn limits_that_no_value_meets_are_not_in_structs() {
    let mut refused = 0;
    for (given, expected) in [
        (
            r#"{"type":"integer","minimum":1,"maximum":1,"exclusiveMaximum":true}"#,
            r#"{"type":"integer","minimum":1}"#,
        ),
        (
            r#"{"type":"integer","minimum":1,"exclusiveMinimum":true,"maximum":1}"#,
            r#"{"type":"integer","minimum":1,"exclusiveMinimum":true}"#,
        ),
        (r#"{"type":"number","minimum":2.5,"maximum":1}"#, r#"{"type":"number","minimum":2.5}"#),
        (r#"{"type":"string","minLength":3,"maxLength":2}"#, r#"{"type":"string","minLength":3}"#),
        (
            r#"{"type":"array","minItems":3,"maxItems":2,"items":{"type":"integer","minimum":2,"maximum":1}}"#,
            r#"{"type":"array","minItems":3,"items":{"type":"integer","minimum":2}}"#,
        ),
        (
            r#"{"type":"object","minProperties":3,"maxProperties":2,"additionalProperties":{"type":"string"}}"#,
            r#"{"type":"object","minProperties":3,"additionalProperties":{"type":"string"}}"#,
        ),
        // Some value meets these.
        (
            r#"{"type":"integer","minimum":1,"maximum":1,"exclusiveMaximum":false}"#,
            r#"{"type":"integer","minimum":1,"maximum":1,"exclusiveMaximum":false}"#,
        ),
        (
            r#"{"type":"string","minLength":2,"maxLength":2}"#,
            r#"{"type":"string","minLength":2,"maxLength":2}"#,
        ),
    ] {
        let before = crd(&format!(r#"{{"type":"object","properties":{{"a":{given}}}}}"#));
        let restricted = restrict::crd(&before);
        let spec = spec(&restricted);
        let expected = read(expected.as_bytes()).unwrap().value;
        assert_eq!(spec.get("properties").and_then(|all| all.get("a")), Some(&expected), "{given}");
        assert_eq!(limits_refused(spec), [""; 0], "{given}");
        refused += limits_refused(self::spec(&read(before.as_bytes()).unwrap().value)).len();
    }
    assert_eq!(refused, 7, "the derive refuses each of the limits above");
}

/// The schema of `spec` in a CRD.
fn spec(crd: &Json) -> &Json {
    let version = crd.get("spec").and_then(|spec| spec.get("versions")?.as_array()?.first());
    let schema = version.and_then(|version| version.get("schema")?.get("openAPIV3Schema"));
    schema.and_then(|schema| schema.get("properties")?.get("spec")).unwrap()
}

/// The errors of the derive about limits in the structs of a schema.
fn limits_refused(schema: &Json) -> Vec<String> {
    let text = whole(schema, "spec", Style::OPEN).unwrap();
    let mut found = Vec::new();
    for item in syn::parse_file(&text).unwrap().items {
        let syn::Item::Struct(item) = item else { continue };
        let (_, problems) = crdc_derive::read(&item.into());
        let limits = problems.problems().iter().filter(|problem| problem.code == Code::MarkerLimits);
        found.extend(limits.map(|problem| problem.message.clone()));
    }
    found
}
