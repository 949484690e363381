//! Entries of managedFields: what is refused, and their order.

use crdc_apply::ManagedFields;
use serde_json::{Value, json};

fn entry(manager: &str, operation: &str, time: Option<&str>, subresource: &str) -> Value {
    let mut entry = json!({"manager": manager, "operation": operation, "apiVersion": "v1", "fieldsType": "FieldsV1",
        "fieldsV1": {"f:a": {}}});
    if let Some(time) = time {
        entry["time"] = json!(time);
    }
    if !subresource.is_empty() {
        entry["subresource"] = json!(subresource);
    }
    entry
}

#[test]
fn broken_entries_are_refused() {
    let broken = |name: &str, value: Value| {
        let mut entry = entry("foo", "Apply", None, "");
        entry[name] = value;
        ManagedFields::read(Some(&json!([entry]))).expect_err("an error")
    };
    assert_eq!(
        broken("fieldsType", json!("FieldsV2")),
        "invalid fieldsType \"FieldsV2\" in managed fields entry 0"
    );
    assert_eq!(broken("fieldsType", Value::Null), "missing fieldsType in managed fields entry 0");
    assert_eq!(broken("apiVersion", Value::Null), "apiVersion must not be empty");
    assert_eq!(broken("operation", json!("Invalid")), "operation must be `Apply` or `Update`");
    assert_eq!(broken("operation", Value::Null), "operation must be `Apply` or `Update`");
    assert!(broken("fieldsV1", json!({"f": {}})).ends_with("key must be 2 characters long:"));
    assert!(
        broken("fieldsV1", json!({"k:{x": {}}))
            .starts_with("error decoding versioned set from foo: error decoding set: ")
    );
}

#[test]
fn entries_are_sorted_by_operation_time_and_name() {
    let sorted = [
        entry("a", "Apply", None, ""),
        entry("b", "Apply", None, ""),
        entry("b", "Apply", None, "scale"),
        entry("b", "Apply", None, "status"),
        entry("c", "Apply", Some("2001-01-01T01:00:00Z"), ""),
        entry("d", "Apply", Some("2002-01-01T01:00:00Z"), ""),
        entry("a", "Update", Some("2001-01-01T01:00:00Z"), ""),
        entry("a", "Update", Some("2001-01-01T01:00:00Z"), "status"),
        entry("b", "Update", Some("2001-01-01T01:00:00Z"), ""),
        entry("a", "Update", Some("2001-01-01T01:00:01Z"), "scale"),
    ];
    let reversed: Vec<Value> = sorted.iter().rev().cloned().collect();
    let managed = ManagedFields::read(Some(&json!(reversed))).expect("entries");
    assert_eq!(managed.to_entries(), Some(json!(sorted)));
}

#[test]
fn the_last_of_two_entries_of_a_manager_counts() {
    let mut second = entry("a", "Apply", None, "");
    second["apiVersion"] = json!("v2");
    second["fieldsV1"] = json!({"f:b": {}});
    let managed =
        ManagedFields::read(Some(&json!([entry("a", "Apply", None, ""), second]))).expect("entries");
    assert_eq!(managed.to_entries(), Some(json!([second])));
    assert_eq!(managed.applied_by("a", "").map(ToString::to_string).as_deref(), Some(".b"));
}

#[test]
fn names_with_special_characters_come_back() {
    let entries = json!([entry("a \"<b>\" & ü \u{2028}\n", "Update", None, "")]);
    assert_eq!(ManagedFields::read(Some(&entries)).expect("entries").to_entries(), Some(entries));
}

#[test]
fn times_are_written_in_utc_without_fractions() {
    for (time, written) in [
        ("2026-06-30T23:30:00.987-01:30", "2026-07-01T01:00:00Z"),
        ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
        ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ] {
        let managed =
            ManagedFields::read(Some(&json!([entry("a", "Apply", Some(time), "")]))).expect("entries");
        assert_eq!(managed.to_entries().expect("entries")[0]["time"], written);
    }
    // A list with a time that is none counts as no list.
    for time in [
        "",
        "2026-02-29T00:00:00Z",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-01-01t00:00:00Z",
        "2026-01-01T24:00:00Z",
        "ü",
    ] {
        let managed =
            ManagedFields::read(Some(&json!([entry("a", "Apply", Some(time), "")]))).expect("entries");
        assert_eq!(managed.to_entries(), None);
    }
}
