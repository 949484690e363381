//! Fields that several variants of an enum have: each variant asks what it says, and the values are those of
//! one field.

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[serde(tag = "type")]
enum Target {
    Short {
        /// +k8s:maxLength=3
        name: String,
        /// +immutable
        zone: String,
    },
    Long {
        /// +k8s:maxLength=5
        name: String,
        /// +immutable
        /// +k8s:maxLength=2
        zone: String,
    },
    Free {
        name: String,
        /// +k8s:eachVal=+k8s:minimum=1
        ports: Vec<i32>,
    },
    Asked {
        /// +required
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        ports: Vec<i32>,
    },
    Calm {
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
}

fn short(name: &str, zone: &str) -> Target {
    Target::Short { name: name.into(), zone: zone.into() }
}

fn long(name: &str, zone: &str) -> Target {
    Target::Long { name: name.into(), zone: zone.into() }
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

const NONE: [&str; 0] = [];

#[test]
fn each_variant_asks_what_it_says() {
    assert_eq!(lines(&short("abc", "z"), None), NONE);
    assert_eq!(lines(&short("abcd", "zone"), None), ["name: Too long: may not be more than 3 bytes"]);
    assert_eq!(lines(&long("abcd", "z"), None), NONE);
    assert_eq!(
        lines(&long("abcdef", "zone"), None),
        ["name: Too long: may not be more than 5 bytes", "zone: Too long: may not be more than 2 bytes"]
    );
    assert_eq!(
        lines(&Target::Free { name: "abcdefgh".into(), ports: vec![0] }, None),
        ["ports[0]: Invalid value: 0: ports[0] in body should be greater than or equal to 1"]
    );
    assert_eq!(lines(&Target::Asked { note: None, ports: vec![0] }, None), ["note: Required value"]);
    assert_eq!(lines(&Target::Calm { note: None }, None), NONE);
}

#[test]
fn fields_of_two_variants_are_compared_as_one() {
    assert_eq!(lines(&long("x", "z"), Some(&short("x", "z"))), NONE);
    assert_eq!(lines(&short("x", "z"), Some(&long("x", "z"))), NONE);
    assert_eq!(
        lines(&long("x", "y"), Some(&short("x", "z"))),
        [r#"zone: Invalid value: "y": field is immutable"#]
    );
    // What the new variant asks is no error of the old value's if the value is the same.
    assert_eq!(lines(&long("x", "zone"), Some(&short("x", "zone"))), NONE);
}

#[test]
fn keys_of_items_are_found_in_every_variant() {
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct Spec {
        /// +listType=map
        /// +listMapKey=name
        items: Vec<Item>,
    }
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    #[serde(tag = "type")]
    enum Item {
        A {
            /// +k8s:maxLength=3
            name: String,
        },
        B {
            /// +k8s:maxLength=9
            name: String,
        },
    }
    let (a, b) = (Item::A { name: "x".into() }, Item::B { name: "x".into() });
    for items in [vec![a.clone(), b.clone()], vec![b.clone(), b.clone()], vec![a.clone(), a]] {
        assert_eq!(lines(&Spec { items }, None), [r#"items[1]: Duplicate value: {"name":"x"}"#]);
    }
}
