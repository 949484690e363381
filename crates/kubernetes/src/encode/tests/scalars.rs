//! Scalars have one form, as Go writes them.

use serde_json::{Value, json};

use super::NEWEST;
use crate::encode::encode;

/// The value of a field after encoding.
fn written(definition: &str, field: &str, value: &Value) -> Value {
    let definition = NEWEST.named(&format!("io.k8s.api.{definition}")).unwrap();
    let text = encode(&NEWEST, definition, &json!({ field: value }));
    serde_json::from_str::<Value>(&text).unwrap()[field].clone()
}

#[test]
fn quantities_have_the_largest_unit_that_is_whole() {
    for (value, expected) in [
        (json!(2), json!("2")),
        (json!(0.5), json!("500m")),
        (json!(0), json!("0")),
        (json!("1000m"), json!("1")),
        (json!("1024Mi"), json!("1Gi")),
        (json!(" 1 "), json!("1")),
        (json!("0.1"), json!("100m")),
        (json!("500m"), json!("500m")),
        (json!(null), json!("0")),
        // Go refuses these.
        (json!("1\n"), json!("1\n")),
        (json!("ten"), json!("ten")),
        (json!([]), json!([])),
    ] {
        assert_eq!(written("core.v1.ResourceFieldSelector", "divisor", &value), expected, "{value}");
    }
}

#[test]
fn times_are_in_utc() {
    for (value, expected) in [
        (json!("2026-01-31T12:00:00.5+02:00"), json!("2026-01-31T10:00:00Z")),
        (json!("2026-01-31T00:30:00+01:00"), json!("2026-01-30T23:30:00Z")),
        (json!("2026-01-31T10:00:00Z"), json!("2026-01-31T10:00:00Z")),
        (json!("yesterday"), json!("yesterday")),
        (json!(null), json!(null)),
    ] {
        assert_eq!(written("core.v1.ContainerStateRunning", "startedAt", &value), expected, "{value}");
    }
    for (value, expected) in [
        (json!("2026-01-31T12:00:00.123456+02:00"), json!("2026-01-31T10:00:00.123456Z")),
        (json!("2026-01-31T10:00:00.000000Z"), json!("2026-01-31T10:00:00.000000Z")),
        (json!("2026-01-31T10:00:00Z"), json!("2026-01-31T10:00:00Z")),
    ] {
        assert_eq!(written("coordination.v1.LeaseSpec", "renewTime", &value), expected, "{value}");
    }
}

#[test]
fn bytes_have_no_line_breaks() {
    for (value, expected) in [("aGk\n=", "aGk="), ("aGk=", "aGk="), ("-", "-")] {
        let found = written("certificates.v1.CertificateSigningRequestSpec", "request", &json!(value));
        assert_eq!(found, json!(expected));
    }
    assert_eq!(
        written("core.v1.Secret", "data", &json!({"b": null, "a": "aGk\n="})),
        json!({"a": "aGk=", "b": ""})
    );
}
