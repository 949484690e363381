//! What a type takes over from one that it flattens. What it cannot take over is an error:
//! `tests/ui/rule-unchecked`.

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Named {
    /// +immutable
    name: String,
    /// +k8s:maximum=9
    size: u8,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Others(BTreeMap<String, String>);

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Around {
    #[serde(flatten)]
    inner: Named,
    #[serde(flatten)]
    others: Others,
}

#[test]
fn fields_are_checked_and_a_newtype_of_a_map_is_taken() {
    let of = |name: &str, size| Around {
        inner: Named { name: name.into(), size },
        others: Others(BTreeMap::from([("a".into(), "b".into())])),
    };
    let mut scratch = Scratch::new();
    let paths = |refused: crdc::typed::RefusedValue| {
        refused.errors().iter().map(|error| error.field.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        of("b", 1).validate_update(&of("a", 1), &mut scratch).map_err(paths),
        Err(vec!["name".into()])
    );
    assert_eq!(of("a", 10).validate_create(&mut scratch).map_err(paths), Err(vec!["size".into()]));
}
