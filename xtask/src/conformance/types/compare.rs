//! Compares the stored object with the object that a type wrote. In: the stored object, and the written
//! object. Out: whether they are equal.
//!
//! Easy to break: only the differences in `docs/reading.md` are allowed: absent nulls and whole numbers with
//! a fraction (both count as equal), quantities as strings, times in UTC.

use crdc_cel::Timestamp;
use serde_json::Value;

/// The result of reading and writing an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Became {
    Same,
    AnotherForm,
    Changed,
    Refused,
}

/// Compares the written object with the stored one. The result has the path where the two differ.
pub(super) fn compare(stored: &Value, written: &Value) -> (Became, String) {
    let mut worst = (Became::Same, String::new());
    let mut path = String::new();
    differ(Some(stored), Some(written), &mut path, &mut worst);
    worst
}

fn differ(stored: Option<&Value>, written: Option<&Value>, path: &mut String, worst: &mut (Became, String)) {
    let length = path.len();
    match (stored.unwrap_or(&Value::Null), written.unwrap_or(&Value::Null)) {
        (Value::Object(stored), Value::Object(written)) => {
            for key in stored.keys().chain(written.keys().filter(|key| !stored.contains_key(*key))) {
                path.push('.');
                path.push_str(key);
                differ(stored.get(key), written.get(key), path, worst);
                path.truncate(length);
            }
        }
        (Value::Array(stored), Value::Array(written)) if stored.len() == written.len() => {
            for (index, (stored, written)) in stored.iter().zip(written).enumerate() {
                path.push_str(&format!("[{index}]"));
                differ(Some(stored), Some(written), path, worst);
                path.truncate(length);
            }
        }
        (stored, written) => {
            let became = scalars(stored, written);
            if became > worst.0 {
                *worst = (became, format!("{path}: {stored} became {written}"));
            }
        }
    }
}

fn scalars(stored: &Value, written: &Value) -> Became {
    let number = |text: &str| text.parse::<f64>().ok();
    match (stored, written) {
        _ if stored == written => Became::Same,
        (Value::Number(stored), Value::Number(written)) if stored.as_f64() == written.as_f64() => {
            Became::Same
        }
        (Value::Number(stored), Value::String(written)) if stored.as_f64() == number(written) => {
            Became::AnotherForm
        }
        (Value::String(stored), Value::String(written)) if same_time(stored, written) => Became::AnotherForm,
        _ => Became::Changed,
    }
}

/// Whether both texts are the same time, the second one in UTC.
fn same_time(stored: &str, written: &str) -> bool {
    let time = |text: &str| Timestamp::of_date_time(&text.to_ascii_uppercase()).ok();
    written.ends_with('Z') && !stored.is_empty() && time(stored).is_some() && time(stored) == time(written)
}

#[cfg(test)]
mod tests {
    use super::{Became, compare};
    use serde_json::json;

    #[test]
    fn objects_are_told_apart() {
        let stored = json!({"a": 1, "b": [null, "2024-01-01T01:00:00+01:00"], "c": null});
        let became = |written| compare(&stored, &written).0;
        assert_eq!(became(json!({"a": 1.0, "b": [null, "2024-01-01T01:00:00+01:00"]})), Became::Same);
        assert_eq!(became(json!({"a": "1", "b": [null, "2024-01-01T00:00:00Z"]})), Became::AnotherForm);
        assert_eq!(became(json!({"a": 1, "b": [null, "2024-01-01T00:00:01Z"]})), Became::Changed);
        assert_eq!(
            compare(&json!("2024-01-01t00:00:00z"), &json!("2024-01-01T00:00:00Z")).0,
            Became::AnotherForm
        );
        assert_eq!(became(json!({"b": [null, "2024-01-01T01:00:00+01:00"]})), Became::Changed);
        assert_eq!(compare(&stored, &json!({"a": 2})).1, ".a: 1 became 2");
    }
}
