//! List maps of types without rules, with the keys named on the field: derive and generated code agree over
//! random values, and valid values cause no allocations.

use allocation_counter::measure;
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::pairs::pair;
use crdc_tests::typed::{Entry, Unlike, compare};
use serde::{Deserialize, Serialize};

/// As in k8s-openapi: no rules, and optional members.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvVar {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

/// A renamed member, a flattened one, and a number as key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Port {
    #[serde(rename = "port")]
    number: i32,
    #[serde(flatten)]
    rest: Rest,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Rest {
    protocol: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    env: Vec<EnvVar>,
    /// +listType=map
    /// +listMapKey=name
    /// +immutable=keys
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    held: Vec<EnvVar>,
    /// +listType=map
    /// +listMapKey=name
    /// +additionOnly
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[allow(clippy::vec_box)] // Boxes are looked through.
    added: Vec<Box<EnvVar>>,
    /// +listType=map
    /// +listMapKey=name
    /// +deletionOnly
    /// +k8s:maxItems=4
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deleted: Option<Vec<EnvVar>>,
    /// +listType=map
    /// +listMapKey=port
    /// +listMapKey=protocol
    /// +immutable=keys
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ports: Vec<Port>,
}

/// Immutable items: a changed item is reported as a whole, like every value without rules.
#[derive(Clone, Debug, Serialize, Deserialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Fixed {
    /// +listType=map
    /// +listMapKey=name
    /// +immutable
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fixed: Option<Vec<EnvVar>>,
    /// +listType=map
    /// +listMapKey=name
    /// +k8s:eachVal=+immutable
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    each: Vec<EnvVar>,
}

const NAME: &str = "sidecars.foreign.example.com/v1";

fn server() -> crdc_oracle::interpreter::Server {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/foreign/crd.yaml")).unwrap();
    load::servers("foreign", &text).remove(0)
}

#[test]
fn answers_are_those_of_generated_code() {
    let (entry, server) = (Entry::of::<Spec>(NAME, "spec", crdc_tests::compiled::find), server());
    let mut scratch = crdc::Scratch::new();
    let mut codes = [0; 3];
    let mut seen = [0; 3];
    let mut failed = Vec::new();
    for seed in 0..4_000 {
        let Some((new, old)) = pair(&mut Rng::new(seed), &server, "spec") else { continue };
        let old = old.map(|old| old.to_string());
        match compare(&entry, &new.to_string(), old.as_deref(), &mut scratch) {
            Ok(compared) => {
                let typed = &compared.typed;
                codes[[200, 400, 422].iter().position(|code| *code == typed.code).unwrap()] += 1;
                for (count, what) in seen.iter_mut().zip(["removed", "added", "Duplicate"]) {
                    *count += usize::from(typed.printed.contains(what));
                }
            }
            Err(Unlike::Unsaid(_)) => {}
            Err(Unlike::Differs(why)) => failed.push(format!("seed {seed}: {why}")),
        }
    }
    println!("{codes:?} {seen:?}");
    assert!(failed.is_empty(), "{}\n{}", failed.len(), failed[..failed.len().min(3)].join("\n"));
    assert!(codes.iter().all(|count| *count > 50), "{codes:?}");
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

fn errors<T: crdc::Rules + for<'de> Deserialize<'de>>(old: &str, new: &str) -> String {
    let (old, new): (T, T) = (serde_json::from_str(old).unwrap(), serde_json::from_str(new).unwrap());
    let mut scratch = crdc::typed::Scratch::new();
    let refused = new.validate_update(&old, &mut scratch);
    refused.map_err(|refused| refused.to_string()).err().unwrap_or_default()
}

#[test]
fn errors_name_items_by_their_keys() {
    assert_eq!(
        errors::<Spec>(
            r#"{"held":[{"name":"a","value":"1"},{"name":"b"},{"name":"c"}]}"#,
            r#"{"held":[{"name":"d"},{"name":"b","value":"2"}]}"#,
        ),
        "spec.held: Invalid value: {\"name\":\"a\"}: item may not be removed\n\
         spec.held: Invalid value: {\"name\":\"c\"}: item may not be removed\n\
         spec.held[0]: Invalid value: {\"name\":\"d\"}: item may not be added"
    );
    assert_eq!(
        errors::<Spec>(
            r#"{"ports":[{"port":1,"protocol":"TCP"},{"port":1,"protocol":"UDP"}]}"#,
            r#"{"ports":[{"port":1,"protocol":"UDP","name":"x"}]}"#,
        ),
        "spec.ports: Invalid value: {\"port\":1,\"protocol\":\"TCP\"}: item may not be removed"
    );
    assert_eq!(
        errors::<Spec>("{}", r#"{"env":[{"name":"a"},{"name":"b"},{"name":"a","value":"1"}]}"#),
        "spec.env[2]: Duplicate value: {\"name\":\"a\"}"
    );
}

#[test]
fn items_are_found_again_by_their_keys_and_reported_whole() {
    let old = r#"[{"name":"a"},{"name":"b","value":"1"}]"#;
    let new = r#"[{"name":"b","value":"2"},{"name":"c"}]"#;
    assert_eq!(
        errors::<Fixed>(&format!(r#"{{"each":{old}}}"#), &format!(r#"{{"each":{new}}}"#)),
        r#"spec.each[0]: Invalid value: {"name":"b","value":"2"}: field is immutable"#
    );
    assert_eq!(
        errors::<Fixed>(&format!(r#"{{"fixed":{old}}}"#), &format!(r#"{{"fixed":{new}}}"#)),
        format!("spec.fixed: Invalid value: {new}: field is immutable")
    );
    assert_eq!(errors::<Fixed>(&format!(r#"{{"fixed":{old}}}"#), &format!(r#"{{"fixed":{old}}}"#)), "");
}

#[test]
fn valid_values_allocate_nothing() {
    let (entry, server) = (Entry::of::<Spec>(NAME, "spec", crdc_tests::compiled::find), server());
    let mut scratch = crdc::typed::Scratch::new();
    let mut checked = 0;
    for seed in 0..1_000 {
        let Some((new, old)) = pair(&mut Rng::new(seed), &server, "spec") else { continue };
        let old = old.map(|old| old.to_string());
        let Ok(mut check) = (entry.check)(&new.to_string(), old.as_deref()) else { continue };
        if !check(&mut scratch) || !scratch.ratcheted().is_empty() {
            continue;
        }
        let counted = measure(|| assert!(check(&mut scratch)));
        assert_eq!(counted.count_total, 0, "seed {seed}: {} bytes\n{new}\n{old:?}", counted.bytes_total);
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}
