//! Limits that are constants, in every form, and what they refuse.

use crdc::{Rules, typed::Scratch};
use schemars::JsonSchema;
use serde::Serialize;

const MOST: usize = 3;
const FULL: f64 = 2.0;

mod limits {
    pub const LEAST: i32 = 2;
    pub const SHORT: u8 = 4;
    pub const fn doubled(count: u32) -> u32 {
        2 * count
    }
}

/// A name that generated code uses as well.
struct Rule;

impl Rule {
    const MAX: i64 = 9;
}

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[schemars(length(max = MOST))]
    name: String,
    #[schemars(range(min = -limits::LEAST, max = Self::MAX))]
    replicas: i32,
    #[schemars(length(min = 1, max = limits::doubled(1)), inner(length(max = limits::SHORT as usize)))]
    tags: Vec<String>,
    #[schemars(range(max = FULL / 4.0))]
    share: f32,
    #[schemars(range(max = Rule::MAX))]
    rule: Option<i64>,
    /// +kubebuilder:validation:ExclusiveMinimum=true
    #[schemars(range(min = MOST))]
    above: u64,
}

impl Spec {
    const MAX: u16 = 5;
}

fn main() {
    let valid = || Spec { name: "äbc".into(), replicas: 5, tags: vec!["four".into()], share: 0.5, rule: Some(9), above: 4 };
    let refused = |change: fn(&mut Spec)| {
        let mut spec = valid();
        change(&mut spec);
        let refused = spec.validate_create(&mut Scratch::new()).unwrap_err().to_string();
        refused.split(": ").next().unwrap().to_owned()
    };
    valid().validate_create(&mut Scratch::new()).unwrap();
    assert_eq!(refused(|spec| spec.name = "abcd".into()), "name");
    assert_eq!(refused(|spec| spec.replicas = 6), "replicas");
    assert_eq!(refused(|spec| spec.replicas = -3), "replicas");
    assert_eq!(refused(|spec| spec.tags = vec![]), "tags");
    assert_eq!(refused(|spec| spec.tags = vec!["a".into(), "b".into(), "c".into()]), "tags");
    assert_eq!(refused(|spec| spec.tags = vec!["fifth".into()]), "tags[0]");
    assert_eq!(refused(|spec| spec.share = 0.75), "share");
    assert_eq!(refused(|spec| spec.rule = Some(10)), "rule");
    assert_eq!(refused(|spec| spec.above = 3), "above");
}
