//! Maps: maps that an expression creates, and maps of an object, whose values are converted by the schema.
//
// cel-go: common/types/map.go; apiserver: pkg/cel/common/valuesunstructured.go, pkg/cel/escaping.go

use std::rc::Rc;

use crdc_cel::compile::RESERVED;

use super::equality::{equal, equal_by};
use super::object::value_of;
use super::value::{Evaluated, Failure, Value, no_such_overload, unknown};
use crate::escaping::{SEQUENCES, escape};
use crate::expressions::compiled;
use crate::interpreter::Structural;
use crate::json::Json;

/// A map, or an object with fields.
#[derive(Clone, Debug)]
pub enum Map<'a> {
    /// A map that an expression created.
    Made(Rc<Vec<(Value<'a>, Evaluated<Value<'a>>)>>),
    /// A map or object of an object. Without a schema, its values can have any type.
    Object {
        /// All members.
        members: &'a [(String, Json)],
        /// The schema.
        schema: Option<&'a Structural>,
    },
}

impl<'a> Map<'a> {
    /// Whether the server handles the map without a schema: an expression created it, or it has none.
    pub(super) fn is_made(&self) -> bool {
        matches!(self, Map::Made(_) | Map::Object { schema: None, .. })
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Map::Made(entries) => entries.len(),
            Map::Object { members, .. } => members.len(),
        }
    }

    /// The members of a map of an object; `None` for maps that an expression created.
    pub(super) fn members(&self) -> Option<&'a [(String, Json)]> {
        match self {
            Map::Made(_) => None,
            Map::Object { members, .. } => Some(members),
        }
    }

    /// The value of a key; `None` if there is none. A null field, and a member without a schema, counts as
    /// absent if the map has a schema.
    pub(super) fn find(&self, key: &Value<'a>) -> Evaluated<Option<Value<'a>>> {
        match self {
            Map::Made(entries) => match entries.iter().find(|(known, _)| same_key(known, key)) {
                Some((_, value)) => value.clone().map(Some),
                None => Ok(None),
            },
            Map::Object { members, schema: None } => {
                let Value::String(key) = key else { return Ok(None) };
                let found = members.iter().find(|(known, _)| known == key);
                found.map(|(_, value)| value_of(value, None)).transpose()
            }
            Map::Object { members, schema: Some(schema) } => {
                let Value::String(key) = key else { return no_such_overload() };
                let has_fields = !schema.properties.is_empty();
                let name = if has_fields { unescape(key) } else { Some(key.clone()) };
                let Some(name) = name else { return Ok(None) };
                let Some((_, value)) = members.iter().find(|(known, _)| *known == name) else {
                    return Ok(None);
                };
                if has_fields && *value == Json::Null {
                    return Ok(None);
                }
                below(schema, &name).map(|schema| value_of(value, Some(schema))).transpose()
            }
        }
    }

    /// The keys. Names of fields are escaped.
    pub(super) fn keys(&self) -> Evaluated<Vec<Value<'a>>> {
        match self {
            Map::Made(entries) => Ok(entries.iter().map(|(key, _)| key.clone()).collect()),
            Map::Object { members, schema: None } => {
                Ok(members.iter().map(|(key, _)| key.as_str().into()).collect())
            }
            Map::Object { members, schema: Some(schema) } => {
                if members.iter().any(|(key, _)| below(schema, key).is_none()) {
                    return unknown("a loop over an object with undeclared fields");
                }
                let has_fields = !schema.properties.is_empty();
                let name = |key: &String| match escape(key).filter(|_| has_fields) {
                    Some(escaped) => Value::String(escaped),
                    None => Value::String(key.clone()),
                };
                Ok(members.iter().map(|(key, _)| name(key)).collect())
            }
        }
    }

    /// `a == b`
    pub(super) fn equals(&self, other: &Map<'a>) -> Evaluated<bool> {
        if self.len() != other.len() {
            return Ok(false);
        }
        if let Map::Object { members, schema: Some(schema) } = self {
            let fields = members.iter().map(|(key, value)| self.field_equals(schema, key, value, other));
            let (mut differs, mut failures) = (false, Vec::new());
            for equal in fields {
                match equal {
                    Ok(equal) => differs |= !equal,
                    Err(failure) => failures.push(failure),
                }
            }
            failures.dedup();
            // The first one in the order of a map of Go ends the comparison.
            return match (failures.pop(), differs) {
                (Some(_), true) => unknown("an object with a difference and an error"),
                (Some(_), _) if !failures.is_empty() => unknown("an object with several errors"),
                (Some(failure), _) => Err(failure),
                (None, _) => Ok(!differs),
            };
        }
        for key in self.keys()? {
            let (own, other) = (as_found(self.find(&key)), as_found(other.find(&key)));
            let (Some(own), Some(other)) = (own, other) else { return Ok(false) };
            match equal(&own, &other) {
                Ok(false) => return Ok(false),
                // An error is taken for equality.
                Ok(true) | Err(Failure::Error(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(true)
    }

    /// Whether a member of an object with a schema equals the member of another object.
    fn field_equals(
        &self,
        schema: &'a Structural,
        key: &str,
        value: &Json,
        other: &Map<'a>,
    ) -> Evaluated<bool> {
        if below(schema, key).is_none() {
            // Undeclared fields are compared as they are, if the other object has them.
            let Map::Object { members: others, schema: Some(_) } = other else { return no_such_overload() };
            let other = others.iter().find(|(known, _)| known == key);
            return Ok(other.is_none_or(|(_, other)| value.same(other)));
        }
        let key = Value::String(key.to_owned());
        match (as_found(self.find(&key)), as_found(other.find(&key))) {
            (Some(own), Some(other)) => equal_by(&own, &other),
            (None, None) => Ok(true),
            _ => Ok(false),
        }
    }
}

/// The result of a search: a value that was found may be an error.
fn as_found<'a>(found: Evaluated<Option<Value<'a>>>) -> Option<Evaluated<Value<'a>>> {
    found.transpose()
}

/// The schema of a member; `None` if it is undeclared. Only maps without properties use
/// `additionalProperties`.
fn below<'a>(schema: &'a Structural, key: &str) -> Option<&'a Structural> {
    if schema.properties.is_empty() { schema.additional_schema() } else { schema.property(key) }
}

/// Whether two keys are equal. Numbers are compared by value.
pub(super) fn same_key(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
        ) => super::operators::compare_numbers(a, b).is_some_and(std::cmp::Ordering::is_eq),
        _ => false,
    }
}

/// The field to which a name in rules refers; `None` if it cannot refer to a field.
pub(super) fn unescape(name: &str) -> Option<String> {
    let escapes = compiled("__([^_]+)__")?;
    let (mut out, mut end) = (String::new(), 0);
    for found in escapes.captures_iter(name) {
        let (whole, word) = (found.get(0)?, found.get(1)?.as_str());
        out.push_str(&name[end..whole.start()]);
        end = whole.end();
        match SEQUENCES.iter().find(|(sequence, _)| *sequence == whole.as_str()) {
            Some((_, written)) => out.push_str(written),
            // A reserved word is the whole name.
            None if RESERVED.contains(&word) && whole.as_str() == name => out.push_str(word),
            None => return None,
        }
    }
    out.push_str(&name[end..]);
    Some(out)
}
