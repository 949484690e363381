//! Writes objects of Kubernetes' own kinds as Go writes them. In: an object that was decoded, and its
//! definition. Out: the JSON that a server stores and returns.
//!
//! `go_fields` has the order of Go's fields and which of them Go leaves out, and `canonical` the texts of
//! quantities, times and bytes. Easy to break: a struct that is not a pointer is written even without fields,
//! a list without items is `nil` after it was stored in protobuf, and a value of a wrong type stays as it is,
//! so that the decoder's error shows it.
//
// Go: encoding/json

mod canonical;
#[cfg(test)]
mod tests;

use crdc_vocabulary::go::{Escapes, append_json_float, append_json_string};
use serde_json::{Map, Value};

use crate::definition::{Definition, Field, Shape, Type};
use crate::go_fields::Omission;
use crate::kinds::Kinds;
use canonical::canonical;

/// The end of the name of types that are a schema or another value.
const SCHEMA: &str = "JSONSchemaProps";

/// The prefixes of definitions that a server stores as JSON, in which an empty list stays a list. It stores
/// others in protobuf, which has no empty lists.
// kubernetes: pkg/controlplane/apiserver/{apiextensions,aggregator}.go (LegacyCodec)
const STORED_AS_JSON: [&str; 2] = ["io.k8s.apiextensions-apiserver.", "io.k8s.kube-aggregator."];

/// The JSON that Go writes for an object after decoding it.
///
/// - Fields have the order of the Go struct. Keys of maps are sorted. Fields that the definition does not
///   have stay, after the others.
/// - What Go leaves out is left out, and structs, texts, numbers and nulls that Go writes although they are
///   empty are written.
/// - Quantities, times and `[]byte` have one form: `1` for `1000m`, and UTC.
///
/// A value of a wrong type stays as it is.
///
/// ```
/// use crdc_kubernetes::{Kinds, archive::Archive, encode};
/// use serde_json::json;
///
/// let kinds = Kinds::of(Archive::built_in()?, "1.36".parse()?).ok_or("no such version")?;
/// let role = kinds.find("rbac.authorization.k8s.io/v1", "Role").ok_or("no such kind")?;
/// let object = json!({"metadata": {"name": "x", "labels": {}}, "kind": "Role", "apiVersion": "rbac.authorization.k8s.io/v1"});
/// assert_eq!(
///     encode(&kinds, role, &object),
///     r#"{"kind":"Role","apiVersion":"rbac.authorization.k8s.io/v1","metadata":{"name":"x"},"rules":null}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn encode(kinds: &Kinds, definition: &Definition, object: &Value) -> String {
    write(kinds, definition, object, false)
}

/// The object that Go has in memory after decoding one, as JSON: what [`encode`] writes, and the empty lists
/// and maps that it leaves out. A rule of Go may refuse an empty list where it takes a missing one.
///
/// ```
/// use crdc_kubernetes::{Kinds, archive::Archive, encode_decoded};
/// use serde_json::json;
///
/// let kinds = Kinds::of(Archive::built_in()?, "1.36".parse()?).ok_or("no such version")?;
/// let map = kinds.find("v1", "ConfigMap").ok_or("no such kind")?;
/// let object = json!({"data": {}, "immutable": null, "metadata": {"name": "x", "labels": {}}});
/// assert_eq!(encode_decoded(&kinds, map, &object), r#"{"metadata":{"name":"x","labels":{}},"data":{}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn encode_decoded(kinds: &Kinds, definition: &Definition, object: &Value) -> String {
    write(kinds, definition, object, true)
}

fn write(kinds: &Kinds, definition: &Definition, object: &Value, keeps_empty: bool) -> String {
    let keeps_empty_lists =
        keeps_empty || STORED_AS_JSON.iter().any(|prefix| definition.name.starts_with(prefix));
    let mut encoder =
        Encoder { kinds, keeps_empty, keeps_empty_lists, found: Vec::new(), out: String::new() };
    encoder.definition(definition, object);
    encoder.out
}

struct Encoder<'k, 'v> {
    kinds: &'k Kinds,
    /// Whether empty lists and maps are written where Go leaves them out.
    keeps_empty: bool,
    /// Whether an empty list that Go writes stays a list.
    keeps_empty_lists: bool,
    /// The values of the fields of the structs around the current value, in the order of the definitions.
    found: Vec<Option<&'v Value>>,
    out: String,
}

impl<'v> Encoder<'_, 'v> {
    /// Writes a value of a named type.
    fn definition(&mut self, definition: &Definition, value: &'v Value) {
        match (&definition.shape, value) {
            (Shape::Struct(fields), Value::Object(object)) => self.members(definition, fields, Some(object)),
            (Shape::Struct(fields), Value::Null) => self.members(definition, fields, None),
            (Shape::Quantity, Value::Null) => self.out.push_str("\"0\""),
            (Shape::IntOrString, Value::Null) => self.out.push('0'),
            (Shape::Duration, Value::Null) => self.out.push_str("\"0s\""),
            (Shape::Any, value) => self.schema(definition, value),
            (_, value) => match canonical(definition, value) {
                Some(text) => self.text(&text),
                None => self.any(value),
            },
        }
    }

    /// Writes a struct.
    fn members(&mut self, definition: &Definition, fields: &[Field], object: Option<&'v Map<String, Value>>) {
        self.out.push('{');
        let mut is_first = true;
        // An object has few of the fields that a struct may have, so its members are looked up, not the
        // fields.
        let start = self.found.len();
        self.found.resize(start + fields.len(), None);
        let place = |name: &str| fields.binary_search_by(|field| field.name.as_str().cmp(name)).ok();
        for (name, value) in object.into_iter().flatten() {
            if let Some(found) = place(name).and_then(|index| self.found.get_mut(start + index)) {
                *found = Some(value);
            }
        }
        for (index, field) in definition.in_order() {
            let value = self.found.get(start + index).copied().flatten().unwrap_or(&Value::Null);
            if self.is_omitted(field, value) {
                continue;
            }
            self.key(&field.name, &mut is_first);
            if field.go.is_pointer && value.is_null() {
                self.out.push_str("null");
            } else {
                self.value(&field.value, value);
            }
        }
        self.found.truncate(start);
        for (name, value) in object.into_iter().flatten().filter(|(name, _)| place(name).is_none()) {
            self.key(name, &mut is_first);
            self.any(value);
        }
        self.out.push('}');
    }

    fn key(&mut self, name: &str, is_first: &mut bool) {
        if !std::mem::take(is_first) {
            self.out.push(',');
        }
        self.text(name);
        self.out.push(':');
    }

    /// Whether Go leaves out a field with this value.
    fn is_omitted(&self, field: &Field, value: &Value) -> bool {
        match field.go.omission {
            Omission::Never => false,
            _ if field.go.is_pointer => value.is_null(),
            omission => match (&field.value, value) {
                // A type without a definition may be a struct.
                (Type::Any, value) => value.is_null(),
                // Structs; the time is the only one with `omitzero`.
                (Type::Named(_), value) => omission == Omission::Zero && value.is_null(),
                (_, Value::Null) => true,
                (Type::Bool, Value::Bool(is)) => !is,
                (Type::Int32 | Type::Int64 | Type::Double, Value::Number(number)) => {
                    number.as_f64() == Some(0.0)
                }
                (Type::String | Type::Bytes, Value::String(text)) => text.is_empty(),
                (Type::List(..), Value::Array(items)) => items.is_empty() && !self.keeps_empty,
                (Type::Map(_), Value::Object(members)) => members.is_empty() && !self.keeps_empty,
                // A value of a wrong type.
                _ => false,
            },
        }
    }

    /// Writes a value of a type. Null is Go's zero value.
    fn value(&mut self, of: &Type, value: &'v Value) {
        match (of, value) {
            (Type::Named(id), value) => match self.kinds.get(*id) {
                Some(definition) => self.definition(definition, value),
                None => self.any(value),
            },
            (Type::List(..), Value::Array(items)) if items.is_empty() && !self.keeps_empty_lists => {
                self.out.push_str("null");
            }
            (Type::List(of, _), Value::Array(items)) => {
                self.items(items, |encoder, item| encoder.value(of, item))
            }
            (Type::Map(of), Value::Object(members)) => {
                let mut is_first = true;
                self.out.push('{');
                for (key, value) in members {
                    self.key(key, &mut is_first);
                    match (&**of, value) {
                        // Protobuf has no null.
                        (Type::Bytes, Value::Null) => self.out.push_str("\"\""),
                        _ => self.value(of, value),
                    }
                }
                self.out.push('}');
            }
            (Type::Bytes, value) => match canonical::bytes(value) {
                Some(text) => self.text(&text),
                None => self.any(value),
            },
            (Type::Double, Value::Number(number)) => match number.as_f64() {
                Some(number) => append_json_float(&mut self.out, number),
                None => self.any(value),
            },
            (Type::String, Value::Null) => self.out.push_str("\"\""),
            (Type::Bool, Value::Null) => self.out.push_str("false"),
            (Type::Int32 | Type::Int64 | Type::Double, Value::Null) => self.out.push('0'),
            (_, value) => self.any(value),
        }
    }

    /// Writes types that are a schema, or a list of schemas, or another value.
    fn schema(&mut self, definition: &Definition, value: &'v Value) {
        let package = definition.name.strip_suffix(definition.go_name()).unwrap_or_default();
        let of = definition.go_name().strip_prefix(SCHEMA).filter(|of| !of.is_empty());
        let Some(schema) = of.and_then(|_| self.kinds.named(&format!("{package}{SCHEMA}"))) else {
            return self.any(value);
        };
        match value {
            Value::Object(_) => self.definition(schema, value),
            Value::Array(items) if items.iter().any(Value::is_object) => {
                self.items(items, |encoder, item| encoder.definition(schema, item));
            }
            _ => self.any(value),
        }
    }

    fn items(&mut self, items: &'v [Value], mut item: impl FnMut(&mut Self, &'v Value)) {
        self.out.push('[');
        for (index, value) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            item(self, value);
        }
        self.out.push(']');
    }

    /// Writes JSON of which nothing is known.
    fn any(&mut self, value: &'v Value) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => self.items(items, Encoder::any),
            Value::Object(members) => {
                let mut is_first = true;
                self.out.push('{');
                for (key, value) in members {
                    self.key(key, &mut is_first);
                    self.any(value);
                }
                self.out.push('}');
            }
            // Go writes minus zero as `-0`, and reads that as an integer.
            Value::Number(number) if number.is_f64() => match number.as_f64() {
                Some(number) if number != 0.0 => append_json_float(&mut self.out, number),
                _ => self.out.push('0'),
            },
            Value::Null | Value::Bool(_) | Value::Number(_) => self.out.push_str(&value.to_string()),
        }
    }

    fn text(&mut self, text: &str) {
        append_json_string(&mut self.out, text, Escapes::Standard);
    }
}
