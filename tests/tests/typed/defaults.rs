//! Rules, and comparisons with the old value, see the default of a field that is not written, as on a server:
//! also one that is a list or an object.

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

/// +crdc:rule=self.list.size() < 3
/// +crdc:rule=self.list.all(item, item != 'b')
/// +crdc:rule=self.map.k == 2
/// +crdc:rule=self.place.zone == 'z' && self.place.size == 3
/// +crdc:rule=self.items[0].size == 5
/// +crdc:rule=self.target.type == 'File' && self.target.path == '/'
/// +crdc:rule=self.limit > 0.5
#[derive(Clone, Debug, Default, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Defaults {
    /// +default=["a"]
    /// +k8s:maxItems=5
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
    /// +default={"k": 2}
    #[serde(default, skip_serializing_if = "Option::is_none")]
    map: Option<BTreeMap<String, i32>>,
    /// +default={"zone": "z"}
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    /// +default=[{"zone": "y", "size": 5}, {"zone": "x"}]
    /// +listType=map
    /// +listMapKey=zone
    /// +additionOnly
    #[serde(default, skip_serializing_if = "Option::is_none")]
    items: Option<Vec<Place>>,
    /// +default={"path": "/", "type": "File"}
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<Target>,
    /// +default=1.5
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<f64>,
}

/// +crdc:rule=self.size < 9
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Place {
    /// +immutable
    zone: String,
    /// +default=3
    /// +immutable
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<i32>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[serde(tag = "type")]
enum Target {
    #[expect(dead_code, reason = "only a default has it")]
    File {
        path: String,
    },
    Service {
        port: i32,
    },
}

fn lines(refused: Result<(), crdc::typed::RefusedValue>) -> Vec<String> {
    let refused = refused.err();
    refused.iter().flat_map(|refused| refused.errors()).map(ToString::to_string).collect()
}

#[test]
fn rules_see_them() {
    let mut scratch = Scratch::new();
    assert_eq!(lines(Defaults::default().validate_create(&mut scratch)), [""; 0]);
    let written = Defaults {
        list: Some(vec!["b".to_owned()]),
        target: Some(Target::Service { port: 1 }),
        place: Some(Place { zone: "z".to_owned(), size: Some(9) }),
        ..Defaults::default()
    };
    let found = lines(written.validate_create(&mut scratch));
    for rule in ["item != 'b'", "self.place.size == 3", "self.target.path", "self.size < 9"] {
        assert!(found.iter().any(|line| line.contains(rule)), "{rule}: {found:#?}");
    }
    assert_eq!(found.len(), 4, "{found:#?}");
}

#[test]
fn they_are_what_an_old_value_had() {
    let (mut scratch, before) = (Scratch::new(), Defaults::default());
    let place = |zone: &str, size| Place { zone: zone.to_owned(), size };
    let same = Defaults {
        list: Some(vec!["a".to_owned()]),
        place: Some(place("z", Some(3))),
        items: Some(vec![place("y", Some(5)), place("x", Some(3))]),
        ..Defaults::default()
    };
    assert_eq!(lines(same.validate_update(&before, &mut scratch)), [""; 0]);
    assert_eq!(lines(before.validate_update(&same, &mut scratch)), [""; 0]);
    let other = Defaults {
        place: Some(place("z", Some(4))),
        items: Some(vec![place("y", Some(5))]),
        ..Defaults::default()
    };
    let found = lines(other.validate_update(&before, &mut scratch));
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].starts_with("spec.place.size: ") && found[1].starts_with("spec.items"), "{found:#?}");
}

#[test]
fn valid_values_allocate_nothing() {
    let (mut scratch, value) = (Scratch::new(), Defaults::default());
    for _ in 0..2 {
        assert!(value.validate_update(&value, &mut scratch).is_ok());
    }
    let counted =
        allocation_counter::measure(|| assert!(value.validate_update(&value, &mut scratch).is_ok()));
    assert_eq!(counted.count_total, 0, "{} bytes", counted.bytes_total);
}
