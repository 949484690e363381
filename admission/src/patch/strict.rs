//! What strict field validation has against the body of a patch. In: the body. Out: fields that are there twice, and members of operations
//! that no operation has, in the server's words.
//!
//! Easy to break: the body is only read here; what is wrong with it otherwise is said where it is parsed.
// apiserver: endpoints/handlers/patch.go applyJSPatch; sigs.k8s.io/json: UnmarshalStrict

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// How many errors are found.
const MOST: usize = 100;

/// The members of an operation.
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
    let mut errors = Vec::new();
    let mut reader = serde_json::Deserializer::from_slice(body);
    let walk = Walk { path: String::new(), operations, depth: 0, errors: &mut errors };
    // Of a body that cannot be read something else is said.
    match walk.deserialize(&mut reader) {
        Ok(()) => errors,
        Err(_) => Vec::new(),
    }
}

/// A value at a path.
struct Walk<'e> {
    path: String,
    operations: bool,
    depth: usize,
    errors: &'e mut Vec<String>,
}

impl Walk<'_> {
    fn at(&mut self, path: String) -> Walk<'_> {
        Walk { path, operations: self.operations, depth: self.depth + 1, errors: self.errors }
    }

    fn add(&mut self, error: String) {
        if self.errors.len() < MOST {
            self.errors.push(error);
        }
    }
}

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

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            let path = if self.path.is_empty() { name.clone() } else { format!("{}.{name}", self.path) };
            if self.operations && self.depth == 1 && !MEMBERS.contains(&name.as_str()) {
                self.add(format!("unknown field \"{path}\""));
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            if !seen.insert(name) {
                self.add(format!("duplicate field \"{path}\""));
            }
            map.next_value_seed(self.at(path))?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let mut index = 0;
        loop {
            let path = format!("{}[{index}]", self.path);
            if items.next_element_seed(self.at(path))?.is_none() {
                return Ok(());
            }
            index += 1;
        }
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
}
