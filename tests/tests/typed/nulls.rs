//! Null, where a type allows it: of a required field, and as an item that rules read.

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

#[derive(Clone, Debug, Default, Serialize, crdc::Rules)]
struct Sizes {
    /// +required
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<Option<f64>>,
    /// +required
    /// +nullable
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<Option<f64>>,
}

/// A port, by the name that such types have.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum IntOrString {
    Int(i32),
    String(String),
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Ports {
    /// +crdc:rule=self.exists(port, port == 'http')
    ports: Vec<Option<IntOrString>>,
    /// +crdc:rule=self.exists(weight, weight == 3)
    weights: Vec<Option<i64>>,
}

fn errors(value: &impl Rules) -> Vec<String> {
    let refused = value.validate_create(&mut Scratch::new()).err();
    refused.iter().flat_map(|refused| refused.errors()).map(ToString::to_string).collect()
}

#[test]
fn a_required_field_is_null_only_with_the_marker() {
    let required = |name: &str| format!("{name}: Required value");
    assert_eq!(errors(&Sizes::default()), [required("least"), required("most")]);
    assert_eq!(errors(&Sizes { least: Some(None), most: Some(None) }), [required("least")]);
    assert!(errors(&Sizes { least: Some(Some(1.5)), most: Some(None) }).is_empty());
}

#[test]
fn rules_read_items_that_are_null() {
    let failed = |name: &str, rule: &str| format!("{name}: Invalid value: failed rule: {rule}");
    assert_eq!(
        errors(&Ports { ports: vec![None, Some(IntOrString::Int(80))], weights: vec![None] }),
        [
            failed("ports", "self.exists(port, port == 'http')"),
            failed("weights", "self.exists(weight, weight == 3)")
        ],
    );
    assert!(
        errors(&Ports {
            ports: vec![None, Some(IntOrString::String("http".into()))],
            weights: vec![None, Some(3)]
        })
        .is_empty()
    );
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Tree {
    /// +immutable
    name: String,
    children: std::collections::BTreeMap<String, Option<Tree>>,
}

#[test]
fn values_that_may_be_null_are_looked_into() {
    let tree = |name: &str, child: Option<Tree>| Tree {
        name: name.into(),
        children: std::collections::BTreeMap::from([("a".into(), child)]),
    };
    let (old, new) = (tree("root", Some(tree("b", None))), tree("root", Some(tree("c", None))));
    let refused = new.validate_update(&old, &mut Scratch::new()).unwrap_err();
    let said: Vec<String> = refused.errors().iter().map(ToString::to_string).collect();
    assert_eq!(said, ["children[a].name: Invalid value: \"c\": field is immutable"]);
    assert!(tree("root", None).validate_update(&old, &mut Scratch::new()).is_ok());
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Weights {
    one: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<f32>,
    list: Vec<f32>,
    nullable: Vec<Option<f64>>,
}

#[test]
fn numbers_that_json_does_not_have_are_null() {
    let weights = |number: f64| Weights {
        one: number,
        maybe: Some(number as f32),
        list: vec![1.0, number as f32],
        nullable: vec![Some(number)],
    };
    assert!(errors(&weights(1.5)).is_empty());
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(
            errors(&weights(number)),
            [
                "one: Required value",
                "list[1]: Invalid value: \"null\": list[1] in body must be of type number: \"null\""
            ]
        );
    }
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Address {
    host: String,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Addresses {
    /// +crdc:rule=self.all(address, address == null || address.host != 'a')
    addresses: Vec<Option<Address>>,
    /// +crdc:rule=self.all(name, self[name] == null || self[name].host != 'a')
    by_name: std::collections::BTreeMap<String, Option<Address>>,
}

#[test]
fn rules_read_values_of_other_types_that_are_null() {
    let address = |host: &str| Some(Address { host: host.into() });
    let addresses = |last| Addresses {
        addresses: vec![None, address("b"), last],
        by_name: std::collections::BTreeMap::from([("x".into(), None), ("y".into(), address("b"))]),
    };
    assert_eq!(errors(&addresses(None)), [""; 0]);
    assert_eq!(
        errors(&addresses(address("a"))),
        ["addresses: Invalid value: failed rule: self.all(address, address == null || address.host != 'a')"]
    );
}
