//! Values that nest deep, and large ones: limits, and what is skipped.

use crdc::{Scratch, Value};
use crdc_oracle::load;
use crdc_vocabulary::Ratcheting;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value as Json;

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: boxes, singular: box, kind: Box, listKind: BoxList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {x-kubernetes-preserve-unknown-fields: true}
          name: {type: string, default: sample}
";

fn with<R>(spec: &str, see: impl FnOnce(Value<'_>, &str) -> R) -> R {
    let validators = load::validators("box.yaml", CRD, Ratcheting::default());
    let object =
        format!(r#"{{"apiVersion":"example.com/v1","kind":"Box","metadata":{{"name":"a"}},"spec":{spec}}}"#);
    let mut scratch = Scratch::new();
    let validator = validators.get("example.com", "v1", "Box").unwrap();
    let accepted = validator.create(object.as_bytes(), &mut scratch).into_result().unwrap();
    see(accepted.value(), std::str::from_utf8(accepted.object()).unwrap())
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

/// The limit is that of `serde_json`, level for level.
#[test]
fn values_may_nest_as_deep_as_in_serde_json() {
    for (open, inner, close) in [("[", "", "]"), (r#"{"a":"#, "1", "}"), (r#"[{"b":"#, "null", "}]")] {
        for depth in [1, 60, 61, 62, 63, 64, 65, 124, 125, 126, 127, 128, 129, 3000] {
            with(&nested(open, inner, close, depth), |value, text| {
                let theirs = serde_json::from_str::<Json>(text).ok();
                assert_eq!(value.read::<Json>().ok(), theirs, "{open} {depth}");
                let part = value.at("spec").unwrap();
                assert_eq!(
                    part.read::<Json>().ok(),
                    serde_json::from_str(&part.json()).ok(),
                    "{open} {depth}"
                );
            });
        }
    }
}

#[derive(Debug, Deserialize, PartialEq)]
enum Chain {
    Next(Box<Chain>),
    End,
}

#[test]
fn enums_count_as_levels() {
    for depth in [1, 100, 126, 127, 128, 129, 2000] {
        with(&nested(r#"{"Next":"#, r#""End""#, "}", depth), |value, _| {
            let part = value.at("spec").unwrap();
            assert_eq!(part.read::<Chain>().ok(), serde_json::from_str(&part.json()).ok(), "{depth}");
        });
    }
}

/// Nothing recurses into what a type does not have.
#[test]
fn deep_values_that_are_skipped_do_no_harm() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Named {
        kind: String,
        name: String,
    }
    for spec in [nested("[", "", "]", 9000), nested(r#"{"a":"#, "1", "}", 9000)] {
        with(&spec, |value, _| {
            assert_eq!(value.read::<Named>().unwrap().name, "sample");
            value.read::<IgnoredAny>().unwrap();
            assert_eq!(value.at("spec").unwrap().json(), spec);
            let error = value.read::<Json>().unwrap_err();
            assert_eq!(error.message(), "the value nests too deep");
        });
    }
}

/// A million items are counted once for each list, not for each item.
#[test]
fn long_lists_and_texts_are_read() {
    let items = vec!["[0]"; 100_000].join(",");
    with(&format!("[{items}]"), |value, _| {
        assert_eq!(value.at("spec").unwrap().read::<Vec<[u8; 1]>>().unwrap().len(), 100_000);
        assert_eq!(value.at("spec[99999][0]").and_then(Value::as_i64), Some(0));
    });
    let text = "é".repeat(500_000);
    with(&format!("{{\"{text}\":\"{text}\"}}"), |value, _| {
        let read: std::collections::BTreeMap<&str, &str> = value.at("spec").unwrap().read().unwrap();
        assert_eq!(read.get(text.as_str()), Some(&text.as_str()));
    });
}
