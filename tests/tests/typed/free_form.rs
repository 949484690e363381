//! Values of any JSON: a server has no schema for their members, so an object with one is never as it was.

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;
use serde_json::{Value, json};

/// +crdc:rule=self.number > 0
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Spec {
    number: i32,
    config: Value,
    extra: BTreeMap<String, Value>,
    list: Vec<Value>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Open {
    /// +k8s:maximum=5
    number: i32,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Holder {
    /// +k8s:maxItems=1
    open: Vec<Open>,
    /// +crdc:rule=self.number < 3
    one: Open,
}

fn ratchets(old: &impl Rules) -> bool {
    old.validate_create(&mut Scratch::new()).expect_err("it has a fault");
    old.validate_update(old, &mut Scratch::new()).is_ok()
}

#[test]
fn a_fault_around_members_without_a_schema_is_never_an_old_one() {
    let spec = |config: Value, extra: &[(&str, Value)], list: Vec<Value>| Spec {
        number: 0,
        config,
        extra: extra.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        list,
    };
    assert!(ratchets(&spec(json!({}), &[], Vec::new())));
    assert!(ratchets(&spec(json!("text"), &[], vec![json!({"a": 1})])));
    assert!(ratchets(&spec(json!([{"a": 1}]), &[], Vec::new())));
    assert!(!ratchets(&spec(json!({"a": 1}), &[], Vec::new())));
    assert!(!ratchets(&spec(json!(1), &[("a", json!(1))], Vec::new())));
}

#[test]
fn null_is_no_value_of_a_required_field() {
    let spec = Spec { number: 1, config: Value::Null, extra: BTreeMap::new(), list: vec![Value::Null] };
    let refused = spec.validate_create(&mut Scratch::new()).unwrap_err();
    assert_eq!(refused.to_string().lines().next(), Some("config: Required value"));
}

#[test]
fn the_same_holds_for_other_members_of_an_object() {
    let open = |number: i32, others: &[&str]| Open {
        number,
        others: others.iter().map(|key| ((*key).to_owned(), json!(true))).collect(),
    };
    assert!(ratchets(&Holder { open: Vec::new(), one: open(4, &[]) }));
    assert!(!ratchets(&Holder { open: Vec::new(), one: open(4, &["a"]) }));
    // The fault is in a part that no such member is in.
    assert!(ratchets(&Holder { open: Vec::new(), one: open(7, &[]) }));
    assert!(ratchets(&Holder { open: vec![open(1, &["a"]), open(2, &[])], one: open(1, &[]) }));
}

/// +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || oldSelf.value() == self",optionalOldSelf=true
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Compared {
    config: Value,
}

#[test]
fn rules_see_what_a_server_sees_of_them() {
    // Without a schema, a value is another one than what an optional holds.
    let one = Compared { config: json!(27) };
    assert!(one.validate_update(&one, &mut Scratch::new()).is_err());
}
