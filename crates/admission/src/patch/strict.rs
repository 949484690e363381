//! Checks the body of a patch as strict field validation does. In: the body. Out: errors for duplicate fields
//! and for unknown members of operations, in the server's words.
//!
//! Easy to break: other errors of the body are reported where it is parsed.
// apiserver: endpoints/handlers/patch.go applyJSPatch; sigs.k8s.io/json: UnmarshalStrict

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The largest number of errors, and of their bytes together. A longer error is returned alone.
const MOST_ERRORS: usize = 100;
const MOST_ERROR_BYTES: usize = 1 << 20;

/// The members that an operation may have.
const MEMBERS: [&str; 4] = ["op", "path", "from", "value"];

/// The errors of a merge patch.
pub(super) fn of_merge(body: &[u8]) -> Vec<String> {
    found(body, false)
}

/// The errors of a JSON patch.
pub(super) fn of_operations(body: &[u8]) -> Vec<String> {
    found(body, true).into_iter().map(|error| format!("json patch {error}")).collect()
}

fn found(body: &[u8], operations: bool) -> Vec<String> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let mut found = Problems { operations, path: Vec::new(), errors: Vec::new(), left: MOST_ERROR_BYTES };
    // A body that cannot be read has another error.
    match Walk(&mut found).deserialize(&mut reader) {
        Ok(()) => found.errors,
        Err(_) => Vec::new(),
    }
}

/// A part of a path. Paths are only formatted for errors, since many values may be below a long name.
enum PathPart {
    Name(String),
    Index(usize),
}

/// The problems found so far.
struct Problems {
    operations: bool,
    path: Vec<PathPart>,
    errors: Vec<String>,
    /// The number of bytes that remain for further errors.
    left: usize,
}

impl Problems {
    /// Whether the current members are members of an operation.
    fn is_operation(&self) -> bool {
        self.operations && self.path.len() == 1
    }

    /// Adds an error about the field of the path.
    fn add(&mut self, what: &str) {
        if self.left == 0 || self.errors.len() == MOST_ERRORS {
            return;
        }
        let mut path = String::new();
        for part in &self.path {
            match part {
                PathPart::Name(name) if path.is_empty() => path.push_str(name),
                PathPart::Name(name) => path.extend([".", name]),
                PathPart::Index(index) => path.push_str(&format!("[{index}]")),
            }
        }
        let error = format!("{what} field \"{path}\"");
        let left = self.left.saturating_sub(error.len());
        if left > 0 || self.errors.is_empty() {
            self.errors.push(error);
        }
        self.left = left;
    }
}

/// A value at the path.
struct Walk<'f>(&'f mut Problems);

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Walk(found) = self;
        let is_operation = found.is_operation();
        let mut seen = HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            let is_unknown = is_operation && !MEMBERS.contains(&name.as_str());
            let is_again = !is_unknown && !seen.insert(name.clone());
            found.path.push(PathPart::Name(name));
            if is_unknown {
                found.add("unknown");
                map.next_value::<IgnoredAny>()?;
            } else {
                if is_again {
                    found.add("duplicate");
                }
                map.next_value_seed(Walk(found))?;
            }
            found.path.pop();
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Walk(found) = self;
        for index in 0.. {
            found.path.push(PathPart::Index(index));
            let item = items.next_element_seed(Walk(found))?;
            found.path.pop();
            if item.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(deserializer).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::{of_merge, of_operations};

    #[test]
    fn fields_that_are_there_twice_are_found_with_their_paths() {
        assert_eq!(
            of_merge(br#"{"a": {"b": 1, "b": [{"c": 1, "c": 2}]}}"#),
            ["duplicate field \"a.b\"", "duplicate field \"a.b[0].c\""]
        );
        assert!(of_merge(br#"{"a": 1, "b": {"a": 1}}"#).is_empty() && of_merge(b"{").is_empty());
    }

    #[test]
    fn operations_have_four_members() {
        let body = br#"[{"op": "add", "path": "/a", "value": {"op2": 1}}, {"op": "test", "more": 1, "path": "/a", "path": "/b"}]"#;
        assert_eq!(
            of_operations(body),
            ["json patch unknown field \"[1].more\"", "json patch duplicate field \"[1].path\""]
        );
    }

    /// A path for each value would take hundreds of gigabytes.
    #[test]
    fn many_values_below_a_long_name_take_linear_time() {
        let name = "n".repeat(1 << 20);
        let many = "{\"a\":1,\"a\":1},".repeat(50_000);
        let body = format!("{{\"{name}\":[{many}{{}}]}}");
        let found = of_merge(body.as_bytes());
        assert_eq!(found, [format!("duplicate field \"{name}[0].a\"")]);
        let body = format!("[{many}{{}}]");
        assert_eq!(of_merge(body.as_bytes()).len(), 100);
    }
}
