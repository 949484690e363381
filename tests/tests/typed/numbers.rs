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
