//! The derive treats numbers as equal if the JSON code stores them equally.
//!
//! In: pairs of numbers, as immutable values and in a set. Out: the paths of errors, compared with those of
//! the interpreter for the same JSON.

use crdc::Rules;
use crdc::typed::Scratch;
use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use serde::Serialize;

/// The answer of the JSON code to the same update, from the interpreter, with which CI compares it.
fn server() -> Server {
    let crd = r#"
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, plural: things}
  scope: Cluster
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
            properties:
              v: {type: number, x-kubernetes-immutable: true}
              s: {type: array, x-kubernetes-list-type: set, items: {type: number}}
"#;
    load::servers("equality", crd).remove(0)
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Number<T> {
    /// +immutable
    v: T,
    /// +listType=set
    s: Vec<T>,
}

fn alike<T: Copy + Serialize + crdc::__private::typed::Value + std::fmt::Debug>(
    server: &Server,
    values: &[T],
) {
    let object = |spec: &Number<T>| {
        let metadata =
            r#"{"name":"a","uid":"1","resourceVersion":"1","creationTimestamp":"2026-01-01T00:00:00Z"}"#;
        let spec = serde_json::to_string(spec).unwrap();
        format!(r#"{{"apiVersion":"example.com/v1","kind":"Thing","metadata":{metadata},"spec":{spec}}}"#)
    };
    for old in values {
        for new in values {
            let of = |value: &T, s: Vec<T>| Number { v: *value, s };
            let (spec, before) = (of(new, vec![*new, *old]), of(old, vec![]));
            let answer = server.update(object(&spec).as_bytes(), object(&before).as_bytes());
            let lines: Vec<String> = answer.errors.iter().map(|error| error.field.clone()).collect();
            let mut scratch = Scratch::new();
            let typed: Vec<String> = match spec.validate_update(&before, &mut scratch) {
                Ok(()) => Vec::new(),
                Err(refused) => refused.errors().iter().map(|error| error.field.to_string()).collect(),
            };
            assert_eq!(typed, lines, "{old:?} → {new:?}");
        }
    }
}

#[test]
fn numbers_beyond_64_bits_are_the_same_where_the_json_code_stores_the_same() {
    let server = server();
    let limit = i64::MAX as u64;
    alike(
        &server,
        &[0, 1, limit - 1, limit, limit + 1, limit + 2, u64::MAX - 1, u64::MAX, 1 << 63 | 1 << 11],
    );
    let wide = i128::from(i64::MIN);
    alike(&server, &[wide, wide - 1, wide - 2, wide + 1, i128::MIN, i128::MIN + 1, i128::MAX, i128::MAX - 1]);
    alike(&server, &[0.0, -0.0, 1.5, 9.2e18, 1e19, 1e300, f64::MIN_POSITIVE]);
}

/// +crdc:rule=self.count > 0
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Wide {
    count: u64,
    /// +k8s:format=int64
    size: u128,
}

#[test]
fn integers_beyond_64_bits_have_the_wrong_type_and_keep_rules_from_running() {
    let errors = |wide: &Wide| -> Vec<String> {
        let refused = wide.validate_create(&mut Scratch::new()).err();
        refused.iter().flat_map(|refused| refused.errors()).map(ToString::to_string).collect()
    };
    assert_eq!(errors(&Wide { count: i64::MAX as u64, size: 1 }), [""; 0]);
    assert_eq!(
        errors(&Wide { count: u64::MAX, size: u128::MAX }),
        [
            "count: Invalid value: \"number\": count in body must be of type integer: \"number\"",
            "<nil>: Invalid value: \"\": Checked value must be of type integer (default format) in count",
            "size: Invalid value: \"float64\": size in body must be of type int64: \"float64\"",
            "<nil>: Invalid value: \"\": Checked value must be of type integer with format int64 in size",
            "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to \
             complete validation",
        ]
    );
}

/// Another name of a float, which the derive does not see through.
type Share = f64;

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Limited {
    /// +k8s:minimum=0.1
    least: f64,
    /// +k8s:maximum=0.5
    /// +kubebuilder:validation:ExclusiveMaximum=true
    below: f32,
    /// +kubebuilder:validation:MultipleOf=0.5
    half: f64,
    /// +k8s:minimum=0.1
    share: Share,
    /// +k8s:eachVal=+k8s:maximum=-0.5
    all: Vec<f32>,
    /// +k8s:minimum=0.1
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<f64>,
}

/// The same limits, for the JSON that serde writes.
fn limits() -> Server {
    let crd = r#"
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, plural: things}
  scope: Cluster
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
            properties:
              least: {type: number, minimum: 0.1}
              below: {type: number, maximum: 0.5, exclusiveMaximum: true}
              half: {type: number, multipleOf: 0.5}
              share: {type: number, minimum: 0.1}
              all: {type: array, items: {type: number, maximum: -0.5}}
              maybe: {type: number, minimum: 0.1}
"#;
    load::servers("limits", crd).remove(0)
}

#[test]
fn limits_of_whole_floats_are_those_of_the_floats_that_serde_writes() {
    let (server, mut scratch) = (limits(), Scratch::new());
    let fits = Limited { least: 1.0, below: 0.25, half: 1.0, share: 1.0, all: vec![-1.0], maybe: Some(1.0) };
    let mut all = vec![fits.clone()];
    // `f32` has no 1e300.
    for float in [0.0, -0.0, 1.0, -1.0, 0.5, 0.25, 3.0, -3.0, 1e15, -1e15, 1e30, 9.3e18] {
        all.push(Limited { least: float, ..fits.clone() });
        all.push(Limited { below: float as f32, ..fits.clone() });
        all.push(Limited { half: float, ..fits.clone() });
        all.push(Limited { share: float, ..fits.clone() });
        all.push(Limited { all: vec![float as f32], ..fits.clone() });
        all.push(Limited { maybe: Some(float), ..fits.clone() });
    }
    let mut refused = 0;
    for limited in &all {
        let spec = serde_json::to_string(limited).unwrap();
        let object = format!(
            r#"{{"apiVersion":"example.com/v1","kind":"Thing","metadata":{{"name":"a"}},"spec":{spec}}}"#
        );
        let line = |field: &str, detail: &str| format!("{}: {detail}", field.trim_start_matches("spec."));
        let answer = server.create(object.as_bytes());
        let expected: Vec<String> = answer
            .errors
            .iter()
            .map(|error| line(&error.field, &error.detail.replace("spec.", "")))
            .collect();
        let found: Vec<String> = match limited.validate_create(&mut scratch) {
            Ok(()) => Vec::new(),
            Err(refused) => refused
                .errors()
                .iter()
                .map(|error| line(&error.field.to_string(), &error.detail.to_string()))
                .collect(),
        };
        refused += usize::from(!found.is_empty());
        assert_eq!(found, expected, "{spec}");
    }
    assert!((20..60).contains(&refused), "{refused}");
    let large = Limited { maybe: Some(-1e6), ..fits };
    let why = large.validate_create(&mut scratch).unwrap_err().to_string();
    assert!(why.starts_with("maybe: Invalid value: -1e+06: maybe in body should be greater than"), "{why}");
}
