//! What differs between two stored objects. In: the object as two releases store it, and as it is written.
//! Out: the differences, with what to write to keep the old value.

use serde_json::Value;

/// The number of differences that are named.
const MOST_NAMED: usize = 8;

/// The number of letters of a value that are shown.
const MOST_SHOWN: usize = 60;

/// A difference.
pub(super) struct Difference {
    /// The path of the value in the object.
    pub(super) path: String,
    /// What happens to it, in words.
    said: String,
    /// What to write to keep the old value, if the value is short.
    write: Option<String>,
}

/// What differs, besides the metadata.
pub(super) fn differences(written: &[u8], was: &[u8], is: &[u8]) -> Vec<Difference> {
    let read = |bytes| serde_json::from_slice::<Value>(bytes).ok();
    let mut found = Vec::new();
    if let (Some(was), Some(is)) = (read(was), read(is)) {
        compare(read(written).as_ref(), &was, &is, "", &mut found);
    }
    found
}

/// The words for differences.
pub(super) fn words(found: &[Difference]) -> String {
    listed(found.iter().map(|one| format!("{} {}", one.path, one.said)), "; ")
}

/// What to write to keep the old values.
pub(super) fn help(found: &[Difference]) -> String {
    match listed(found.iter().filter_map(|one| Some(format!("`{}`", one.write.as_ref()?))), ", ") {
        all if all.is_empty() => "write the values that the object should have".to_owned(),
        all => format!("to keep what was stored, write {all}"),
    }
}

fn listed(mut words: impl Iterator<Item = String>, between: &str) -> String {
    let mut all: Vec<String> = words.by_ref().take(MOST_NAMED).collect();
    match words.count() {
        0 => {}
        more => all.push(format!("and {more} more")),
    }
    all.join(between)
}

fn compare(written: Option<&Value>, was: &Value, is: &Value, path: &str, found: &mut Vec<Difference>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (was, is) {
        (Value::Object(old), Value::Object(new)) => {
            let is_compared = |key: &&String| !path.is_empty() || *key != "metadata";
            for (key, is) in new.iter().filter(|(key, _)| is_compared(key)) {
                match old.get(key) {
                    Some(was) => {
                        compare(written.and_then(|written| written.get(key)), was, is, &below(key), found)
                    }
                    None => found.push(Difference::new(below(key), format!("is set to {}", shown(is)), None)),
                }
            }
            for (key, was) in old.iter().filter(|(key, _)| is_compared(key) && !new.contains_key(*key)) {
                // The version of the file has the field, or it would be an unknown one.
                let is_written = written.and_then(|written| written.get(key)) == Some(was);
                let (said, was) = match is_written {
                    true => ("is lost, since the version that is stored does not have it", None),
                    false => ("is left out", Some(was)),
                };
                found.push(Difference::new(below(key), said.to_owned(), was));
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (was, is)) in old.iter().zip(new).enumerate() {
                compare(
                    written.and_then(|written| written.get(index)),
                    was,
                    is,
                    &format!("{path}[{index}]"),
                    found,
                );
            }
        }
        _ if was == is => {}
        _ => {
            let said = format!("is {} instead of {}", shown(is), shown(was));
            found.push(Difference::new(path.to_owned(), said, Some(was)));
        }
    }
}

impl Difference {
    fn new(path: String, said: String, was: Option<&Value>) -> Difference {
        let text = was.map(Value::to_string).filter(|text| text.len() <= MOST_SHOWN);
        let write = text.map(|text| format!("{path}: {text}"));
        Difference { path, said, write }
    }
}

/// A value, cut if it is long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{differences, help, words};

    #[test]
    fn differences_are_named_by_their_paths() {
        let none = "write the values that the object should have";
        let lost = r#"{"a":[{"b":1}]}"#;
        assert_eq!(
            words(&differences(lost.as_bytes(), lost.as_bytes(), br#"{"a":[{}]}"#)),
            "a[0].b is lost, since the version that is stored does not have it"
        );
        for (was, is, expected, write) in [
            ("{}", "{}", "", none),
            (r#"{"metadata":{"uid":"a"}}"#, r#"{"metadata":{"uid":"b"}}"#, "", none),
            (
                r#"{"a":{"b":1}}"#,
                r#"{"a":{"b":2,"c":"x"}}"#,
                r#"a.b is 2 instead of 1; a.c is set to "x""#,
                "to keep what was stored, write `a.b: 1`",
            ),
            (
                r#"{"a":[{"b":1},{"c":1}]}"#,
                r#"{"a":[{"b":1},{}]}"#,
                "a[1].c is left out",
                "to keep what was stored, write `a[1].c: 1`",
            ),
            (
                r#"{"a":[1]}"#,
                r#"{"a":[1,2]}"#,
                "a is [1,2] instead of [1]",
                "to keep what was stored, write `a: [1]`",
            ),
        ] {
            let found = differences(b"{}", was.as_bytes(), is.as_bytes());
            assert_eq!((words(&found).as_str(), help(&found).as_str()), (expected, write), "{was} {is}");
        }
    }

    #[test]
    fn many_differences_are_counted() {
        let object = |value: u8| {
            let all: Vec<String> = (10..30).map(|index| format!("\"a{index}\": {value}")).collect();
            format!("{{{}}}", all.join(","))
        };
        let found = differences(b"{}", object(1).as_bytes(), object(2).as_bytes());
        assert!(words(&found).ends_with("a17 is 2 instead of 1; and 12 more"), "{}", words(&found));
        assert!(help(&found).ends_with("`a17: 1`, and 12 more"), "{}", help(&found));
    }
}
