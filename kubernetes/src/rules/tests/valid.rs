//! Manifests as people write them have no problem.

use super::{documents, kinds, problems};

#[test]
fn manifests_that_people_write() {
    let all = documents(include_str!("valid.yaml"));
    let mut seen = std::collections::BTreeSet::new();
    for version in [31, 34, 36] {
        let kinds = kinds(version);
        for object in &all {
            let of = (super::word(object, "apiVersion").to_owned(), super::word(object, "kind").to_owned());
            assert!(kinds.find(&of.0, &of.1).is_some(), "{of:?}");
            let found = problems(&kinds, object, None);
            assert!(found.is_empty(), "{version} {of:?}: {found:#?}");
            // An object that is applied again is not changed.
            let again = problems(&kinds, object, Some(object));
            assert!(again.is_empty(), "{version} {of:?}: {again:#?}");
            seen.insert(of);
        }
    }
    assert!(seen.len() >= 30, "{}", seen.len());
}
