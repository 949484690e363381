//! Resource versions of objects, as text.

use std::sync::Arc;

use crate::json;
use crate::object::Object;

/// The resource version of an object; zero if the object has none, or one that is no number.
// apiserver: storage/api_object_versioner.go ObjectResourceVersion; Go takes no sign
pub(crate) fn version(object: &Object<'_>) -> u64 {
    let written = object.string(&["metadata", "resourceVersion"]);
    written.filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The server's error for a version that is no number.
pub(crate) fn unreadable(object: &Object<'_>) -> Option<String> {
    unreadable_version(&object.string(&["metadata", "resourceVersion"])?)
}

/// The server's error for a resource version that is no number; `None` for a number and for an empty text.
///
/// ```
/// use crdc_admission::unreadable_version;
///
/// assert_eq!(unreadable_version("7"), None);
/// assert_eq!(unreadable_version("x").as_deref(), Some(r#"strconv.ParseUint: parsing "x": invalid syntax"#));
/// ```
// go: strconv.ParseUint
#[must_use]
pub fn unreadable_version(text: &str) -> Option<String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let why = match is_number {
        true if text.is_empty() || text.parse::<u64>().is_ok() => return None,
        true => "value out of range",
        false => "invalid syntax",
    };
    Some(format!("strconv.ParseUint: parsing {}: {why}", crdc_vocabulary::go::quote(text)))
}

/// The text of an object whose resource version is still open. The place of the version is found before a
/// lock gives the version, so that only one copy of the text is made under the lock.
pub(crate) struct Unversioned<'o> {
    before: &'o [u8],
    /// The text around the version, which the object lacks: quotes at least.
    around: [Vec<u8>; 2],
    after: &'o [u8],
    /// Whether the object can have a version.
    is_open: bool,
}

impl<'o> Unversioned<'o> {
    pub(crate) fn new(object: &'o [u8]) -> Self {
        let keys = ["metadata", "resourceVersion"];
        match json::place(object, &keys) {
            Some(place) => {
                let (before, after) = place.sides(object);
                Unversioned { before, around: place.quotes(), after, is_open: true }
            }
            None => Unversioned { before: object, around: Default::default(), after: b"", is_open: false },
        }
    }

    /// The object with this resource version.
    pub(crate) fn at(&self, version: u64) -> Arc<[u8]> {
        let digits = if self.is_open { version.to_string() } else { String::new() };
        let parts = [self.before, &self.around[0], digits.as_bytes(), &self.around[1], self.after];
        let mut text: Arc<[u8]> = std::iter::repeat_n(0, parts.iter().map(|part| part.len()).sum()).collect();
        // Nobody else has the new text.
        if let Some(mut rest) = Arc::get_mut(&mut text) {
            for part in parts {
                let (now, after) = rest.split_at_mut(part.len());
                now.copy_from_slice(part);
                rest = after;
            }
        }
        text
    }
}

/// A copy of the object with this resource version.
pub(crate) fn at_version(object: &[u8], version: u64) -> Arc<[u8]> {
    Unversioned::new(object).at(version)
}

#[cfg(test)]
mod tests {
    use super::at_version;

    #[test]
    fn the_version_is_set_wherever_it_was() {
        for (object, expected) in [
            (
                r#"{"metadata":{"name":"a"},"b":1}"#,
                r#"{"metadata":{"name":"a","resourceVersion":"12"},"b":1}"#,
            ),
            (
                r#"{"metadata":{"resourceVersion":"7","a":1}}"#,
                r#"{"metadata":{"resourceVersion":"12","a":1}}"#,
            ),
            (r#"{"metadata":{"resourceVersion":null}}"#, r#"{"metadata":{"resourceVersion":"12"}}"#),
            (r#"{"metadata":{}}"#, r#"{"metadata":{"resourceVersion":"12"}}"#),
            ("{}", r#"{"metadata":{"resourceVersion":"12"}}"#),
            (r#"{"a":1}"#, r#"{"a":1,"metadata":{"resourceVersion":"12"}}"#),
            // A text that is no object stays as it is.
            (r#"{"metadata":1}"#, r#"{"metadata":1}"#),
            ("", ""),
            ("{", "{"),
        ] {
            assert_eq!(std::str::from_utf8(&at_version(object.as_bytes(), 12)), Ok(expected), "{object}");
        }
    }
}
