//! The answers of the stories.

use crate::{limit, queue, quota};

#[test]
fn a_single_list_stores_what_it_should_not() {
    assert_eq!(limit::one_list(), [r#"create a: 201 {"memory": 122,"queue":"Local"}"#]);
}

#[test]
fn a_limit_is_verified_behind_every_mutator() {
    assert_eq!(
        limit::chain(),
        [
            "create a: 403 workers.example.com \"a\" is forbidden: 122 MiB of memory; the limit is 100",
            r#"create b: 201 {"memory": 92,"queue":"Local"}"#,
        ]
    );
}

#[test]
fn a_quota_counts_what_will_be_stored() {
    assert_eq!(
        quota::chain(),
        [
            r#"create a: 201 {"memory":96,"queue":"Local"}"#,
            r#"create b: 201 {"memory":96,"queue":"Local"}"#,
            "create c: 403 workers.example.com \"c\" is forbidden: exceeded quota: requested: 96 MiB, used: 192 MiB, \
             limited: 256 MiB",
            r#"create c: 201 {"memory": 64,"queue":"Local"}"#,
            r#"patch c: 200 {"memory":33,"queue":"Local"}"#,
        ]
    );
}

#[test]
fn a_union_is_normalized_before_validators() {
    assert_eq!(
        queue::chain(),
        [
            r#"create a: 201 {"queue": "Local", "local": {"path": "/var/work"},"memory":64}"#,
            r#"patch a: 200 {"memory":128,"queue":"Kafka","kafka":{"topic":"work"}}"#,
        ]
    );
}

#[test]
fn stored_specs_are_json() {
    for line in [limit::chain(), quota::chain(), queue::chain()].concat() {
        if let Some((_, spec)) = line.split_once(": 20").filter(|_| line.contains(" {")) {
            let (_, spec) = spec.split_once(' ').unwrap_or_default();
            assert!(serde_json::from_str::<serde_json::Value>(spec).is_ok(), "{spec}");
        }
    }
}
