//! Fields that a function writes: shown as it writes them.
#![cfg(feature = "derive")]
#![allow(clippy::unwrap_used)]

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

mod text {
    pub(crate) fn serialize<S: serde::Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }
}

#[derive(Clone, Serialize, crdc::Rules)]
struct Item {
    #[serde(with = "text")]
    id: u32,
    free: u32,
}

#[derive(Clone, Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    #[serde(with = "text")]
    fixed: u32,
    /// +listType=map
    /// +listMapKey=id
    items: Vec<Item>,
    one: Item,
}

#[derive(Clone, Serialize, crdc::Rules)]
struct Asked {
    /// +k8s:maximum=5
    #[serde(with = "text")]
    n: u32,
    /// +kubebuilder:validation:Pattern="^[0-5]$"
    #[serde(with = "text")]
    t: u32,
    /// +kubebuilder:validation:Enum="5";"6"
    #[serde(with = "text")]
    e: u32,
}

fn lines<T: Rules>(new: &T, old: Option<&T>) -> Vec<String> {
    let mut scratch = Scratch::new();
    let validated = match old {
        Some(old) => new.validate_update(old, &mut scratch),
        None => new.validate_create(&mut scratch),
    };
    validated
        .map_or_else(|refused| refused.errors().iter().map(ToString::to_string).collect(), |()| Vec::new())
}

#[test]
fn what_is_shown_is_what_is_written() {
    let item = |id| Item { id, free: 1 };
    let old = Spec { fixed: 5, items: vec![item(6)], one: item(6) };
    assert_eq!(
        lines(&Spec { fixed: 6, ..old.clone() }, Some(&old)),
        [r#"fixed: Invalid value: "6": field is immutable"#]
    );
    assert_eq!(lines(&Spec { items: vec![item(6), item(7)], ..old.clone() }, None), [""; 0]);
    assert_eq!(
        lines(&Spec { items: vec![item(6), item(6)], ..old.clone() }, None)[0],
        r#"items[1]: Duplicate value: {"id":"6"}"#
    );
}

#[test]
fn what_is_asked_is_what_is_written() {
    assert_eq!(
        lines(&Asked { n: 6, t: 6, e: 6 }, None),
        [r#"t: Invalid value: "6": t in body should match '^[0-5]$'"#]
    );
    assert_eq!(
        lines(&Asked { n: 6, t: 5, e: 7 }, None),
        [r#"e: Unsupported value: "7": supported values: "5", "6""#]
    );
}
