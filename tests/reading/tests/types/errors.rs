//! What is said of values that are not of a type: the words of serde, and the path as the server writes it.

use std::collections::BTreeMap;

use crdc::Scratch;
use crdc_oracle::load;
use crdc_vocabulary::Ratcheting;
use serde::Deserialize;

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: rooms.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: rooms, singular: room, kind: Room, listKind: RoomList}
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
              rules:
                type: array
                items:
                  type: object
                  properties:
                    name: {type: string}
                    weight: {type: integer, default: -7}
                    nothing: {type: string, nullable: true}
              limits: {type: object, additionalProperties: {type: string}}
              size: {x-kubernetes-int-or-string: true}
";

/// What is said if the object is read as `T`.
fn said<T: for<'de> Deserialize<'de> + std::fmt::Debug>(spec: &str) -> String {
    let validators = load::validators("room.yaml", CRD, Ratcheting::default());
    let object =
        format!(r#"{{"apiVersion":"example.com/v1","kind":"Room","metadata":{{"name":"a"}},"spec":{spec}}}"#);
    let mut scratch = Scratch::new();
    let validator = validators.get("example.com", "v1", "Room").unwrap();
    let accepted = validator.create(object.as_bytes(), &mut scratch).into_result().unwrap();
    accepted.read::<T>().unwrap_err().to_string()
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Of<S> {
    spec: S,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Rules<R> {
    rules: Vec<R>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Limits<L> {
    limits: BTreeMap<String, L>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Weighed {
    weight: u32,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Titled {
    title: String,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Noted {
    nothing: String,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large(u8),
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Sized {
    size: Size,
}

#[test]
fn errors_have_the_path_of_the_value() {
    // The weight of the second rule is a default; the pruned item does not count.
    assert_eq!(
        said::<Of<Rules<Weighed>>>(r#"{"rules": [{"weight": 1, "x": []}, {"name": "b"}]}"#),
        "spec.rules[1].weight: invalid value: integer `-7`, expected u32"
    );
    assert_eq!(said::<Of<Rules<Titled>>>(r#"{"rules": [{}]}"#), "spec.rules[0]: missing field `title`");
    assert_eq!(
        said::<Of<Limits<u8>>>(r#"{"limits": {"example.com/cpu": "1"}}"#),
        "spec.limits[example.com/cpu]: invalid type: string \"1\", expected u8"
    );
    assert_eq!(
        said::<Of<Rules<Noted>>>(r#"{"rules": [{"nothing": null}]}"#),
        "spec.rules[0].nothing: invalid type: null, expected a string"
    );
    assert_eq!(
        said::<Of<Rules<[u8; 1]>>>(r#"{"rules": [{}]}"#),
        "spec.rules[0]: invalid type: map, expected an array of length 1"
    );
}

#[test]
fn errors_of_enums_name_the_variants() {
    assert_eq!(
        said::<Of<Sized>>(r#"{"size": "huge"}"#),
        "spec.size: unknown variant `huge`, expected `small` or `large`"
    );
    assert_eq!(
        said::<Of<Sized>>(r#"{"size": "large"}"#),
        "spec.size: invalid type: unit variant, expected newtype variant"
    );
    assert_eq!(
        said::<Of<Sized>>(r#"{"size": 3}"#),
        "spec.size: invalid type: integer `3`, expected enum Size"
    );
}

#[test]
fn errors_of_the_object_itself_have_no_path() {
    assert_eq!(said::<Titled>("{}"), "missing field `title`");
    assert_eq!(said::<Vec<u8>>("{}"), "invalid type: map, expected a sequence");
}

#[test]
fn errors_of_parts_have_the_path_in_the_object() {
    let validators = load::validators("room.yaml", CRD, Ratcheting::default());
    let object = br#"{"apiVersion":"example.com/v1","kind":"Room","metadata":{"name":"a"},"spec":{"rules":[{"name":"\u0041"}]}}"#;
    let mut scratch = Scratch::new();
    let validator = validators.get("example.com", "v1", "Room").unwrap();
    let accepted = validator.create(object, &mut scratch).into_result().unwrap();
    let rule = accepted.at("spec.rules[0]").unwrap();
    let error = rule.read::<BTreeMap<String, u8>>().unwrap_err();
    assert_eq!(error.path(), "spec.rules[0].name");
    assert_eq!(error.message(), "invalid type: string \"A\", expected u8");
}
