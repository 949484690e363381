//! Rules in CEL that are right, also where a macro does not see the types.
#![deny(warnings)]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// +crdc:rule=self.min <= self.max && self.other.names.all(name, name.matches('^[a-z]+$'))
#[derive(Serialize, JsonSchema, crdc::Rules)]
#[schemars(extend("x-kubernetes-validations" = [{"rule": "self.max >= oldSelf.max", "messageExpression": "'was ' + string(oldSelf.max)"}]))]
struct Range<T> {
    min: i32,
    max: i32,
    other: Other<T>,
}

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Other<T> {
    /// +crdc:rule=self.size() < 9
    /// +k8s:eachVal=+crdc:rule=self != ''
    names: Vec<String>,
    #[crdc(leaf)]
    of: BTreeMap<String, T>,
}

#[allow(dead_code)]
struct Some;
#[allow(dead_code)]
struct Rule;

fn main() {
    use crdc::Rules as _;
    let other = Other { names: vec!["a".into()], of: BTreeMap::from([("a".to_owned(), 1)]) };
    let range = Range { min: 1, max: 2, other };
    assert!(range.validate_create(&mut crdc::typed::Scratch::new()).is_ok());
}
