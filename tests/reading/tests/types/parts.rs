//! Borrowed strings, numbers at their limits, and the old object.

use std::collections::BTreeMap;

use crdc::{Scratch, Value, ValueKind};
use crdc_dynamic::validators::Validators;
use crdc_oracle::load;
use crdc_vocabulary::Ratcheting;
use serde::Deserialize;

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shelves.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: shelves, singular: shelf, kind: Shelf, listKind: ShelfList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            default: {}
            properties:
              size: {type: integer, default: 3}
              open: {x-kubernetes-preserve-unknown-fields: true}
              labels: {type: object, additionalProperties: {type: string}}
          status: {type: object, properties: {ready: {type: boolean}, level: {type: string, default: low}}}
";

fn shelf() -> Validators {
    load::validators("shelf.yaml", CRD, Ratcheting::default())
}

fn object(rest: &str) -> Vec<u8> {
    format!(r#"{{"apiVersion":"example.com/v1","kind":"Shelf","metadata":{{"name":"a","resourceVersion":"7"}},{rest}}}"#).into_bytes()
}

fn created<R>(rest: &str, see: impl FnOnce(Value<'_>) -> R) -> R {
    let (validators, object) = (shelf(), object(rest));
    let mut scratch = Scratch::new();
    let validator = validators.get("example.com", "v1", "Shelf").unwrap();
    see(validator.create(&object, &mut scratch).into_result().unwrap().value())
}

#[test]
fn strings_are_borrowed_also_those_with_escapes() {
    #[derive(Deserialize)]
    struct Texts<'a> {
        #[serde(borrow)]
        labels: BTreeMap<&'a str, &'a str>,
    }
    created(r#""spec":{"labels":{"a":"plain","b":"two\nlines","c":"\u00e9"}}"#, |value| {
        let texts: Texts<'_> = value.at("spec").unwrap().read().unwrap();
        assert_eq!(texts.labels, BTreeMap::from([("a", "plain"), ("b", "two\nlines"), ("c", "é")]));
    });
}

#[test]
fn keys_with_escapes_are_read_but_not_borrowed() {
    created(r#""spec":{"labels":{"\u0061\n":"x","\"":"y"}}"#, |value| {
        let labels = value.at("spec.labels").unwrap();
        let read: BTreeMap<String, &str> = labels.read().unwrap();
        assert_eq!(read, BTreeMap::from([("a\n".to_owned(), "x"), ("\"".to_owned(), "y")]));
        assert!(labels.read::<BTreeMap<&str, &str>>().is_err());
        assert_eq!(labels.get("a\n").and_then(Value::as_str), Some("x"));
        assert_eq!(labels.get("\"").and_then(Value::as_str), Some("y"));
    });
}

#[test]
fn keys_are_read_as_booleans() {
    created(r#""spec":{"labels":{"true":"x","false":"y"}}"#, |value| {
        let read: BTreeMap<bool, &str> = value.at("spec.labels").unwrap().read().unwrap();
        assert_eq!(read, BTreeMap::from([(true, "x"), (false, "y")]));
        let error = value.at("spec").unwrap().read::<BTreeMap<bool, serde::de::IgnoredAny>>().unwrap_err();
        assert_eq!(error.to_string(), "spec.labels: invalid type: string \"labels\", expected a boolean");
    });
}

#[test]
fn numbers_are_exact() {
    let numbers = "[9007199254740993,9223372036854775807,-9223372036854775808,18446744073709551615,1e3,0.1,-0,1.0,5e-324]";
    created(&format!(r#""spec":{{"open":{numbers}}}"#), |value| {
        let open = value.at("spec.open").unwrap();
        let of = |index: usize| open.item(index).unwrap();
        assert_eq!(of(0).read::<u64>().unwrap(), 9_007_199_254_740_993);
        assert_eq!(of(1).read::<i64>().unwrap(), i64::MAX);
        assert_eq!(of(2).read::<i128>().unwrap(), i128::from(i64::MIN));
        // The server holds larger integers as floats.
        assert_eq!(of(3).kind(), ValueKind::Float);
        assert_eq!(of(3).read::<f64>().unwrap(), 18_446_744_073_709_551_615.0);
        assert_eq!(of(4).read::<f64>().unwrap(), 1000.0);
        assert!(of(4).read::<i64>().is_err() && of(4).as_i64().is_none());
        assert_eq!(of(5).as_f64(), Some(0.1));
        assert_eq!((of(6).read::<i8>().unwrap(), of(6).as_i64()), (0, Some(0)));
        assert_eq!(of(8).read::<f64>().unwrap(), 5e-324);
    });
}

/// The server reads integers beyond 64 bits as floats, and writes those so.
#[test]
fn integers_beyond_63_bits_are_read_by_types_that_hold_them() {
    created(r#""spec":{"open":[9223372036854775808,-9223372036854775809]}"#, |value| {
        let open = value.at("spec.open").unwrap();
        assert_eq!(open.json(), "[9223372036854776000,-9223372036854776000]");
        assert_eq!(open.item(0).unwrap().read::<u64>().unwrap(), 9_223_372_036_854_776_000);
        assert_eq!(open.item(1).unwrap().read::<i128>().unwrap(), -9_223_372_036_854_776_000);
        assert!(open.item(0).unwrap().read::<i64>().is_err());
        assert!(open.item(1).unwrap().read::<u128>().is_err());
    });
}

#[test]
fn half_a_surrogate_pair_is_the_replacement_character() {
    created(r#""spec":{"open":"\ud83dx"}"#, |value| {
        assert_eq!(value.at("spec.open").unwrap().read::<&str>().unwrap(), "\u{fffd}x");
    });
}

#[test]
fn an_update_has_both_objects() {
    let (validators, mut scratch) = (shelf(), Scratch::new());
    let validator = validators.get("example.com", "v1", "Shelf").unwrap();
    let new = object(r#""spec":{"size":5,"gone":1}"#);
    let old = object(r#""spec":{"labels":{"a":"b"}},"status":{"ready":true}"#);
    let outcome = validator.update(&new, &old, &mut scratch);
    let before = outcome.old_value().unwrap();
    assert_eq!(before.at("spec.size").and_then(Value::as_i64), Some(3));
    assert_eq!(before.at("status.level").and_then(Value::as_str), Some("low"));
    let accepted = outcome.into_result().unwrap();
    assert_eq!(accepted.at("spec").unwrap().json(), r#"{"size":5}"#);
    // The status is the old object's.
    assert_eq!(accepted.at("status").unwrap().json(), r#"{"ready":true,"level":"low"}"#);
    assert!(accepted.at("status.ready").unwrap().read::<bool>().unwrap());
    let whole: serde_json::Value = accepted.read().unwrap();
    assert_eq!(whole, serde_json::from_slice::<serde_json::Value>(accepted.object()).unwrap());
}

#[test]
fn a_status_update_has_no_old_object_and_reads_as_it_is_stored() {
    let (validators, mut scratch) = (shelf(), Scratch::new());
    let validator = validators.get("example.com", "v1", "Shelf").unwrap();
    let (new, old) =
        (object(r#""spec":{"size":9},"status":{"level":"\u0068igh"}"#), object(r#""status":{"ready":true}"#));
    let outcome = validator.update_status(&new, &old, &mut scratch);
    assert!(outcome.old_value().is_none());
    let accepted = outcome.into_result().unwrap();
    assert_eq!(accepted.at("spec.size").and_then(Value::as_i64), Some(3));
    assert_eq!(accepted.at("status.level").unwrap().read::<&str>().unwrap(), "high");
    assert!(accepted.at("status.ready").is_none());
}

#[test]
fn refused_objects_are_read_under_another_name() {
    let (validators, mut scratch) = (shelf(), Scratch::new());
    let validator = validators.get("example.com", "v1", "Shelf").unwrap();
    let new = object(r#""spec":{"size":"many"}"#);
    let outcome = validator.create(&new, &mut scratch);
    assert_eq!(
        outcome.rejected_value().and_then(|value| value.at("spec.size")).and_then(Value::as_str),
        Some("many")
    );
    let outcome = validator.create(b"{", &mut scratch);
    assert!(outcome.rejected_value().is_none() && outcome.old_value().is_none());
}
