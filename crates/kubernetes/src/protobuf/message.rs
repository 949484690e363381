//! Decodes a message by a definition. In: its bytes. Out: the members of its JSON.
//!
//! Easy to break: a field may occur several times. Then lists and maps are extended, messages are merged, and
//! the last value of any other field counts.

use std::collections::HashMap;
use std::rc::Rc;

use crdc_vocabulary::go::{encode_base64, json_float};
use serde_json::{Map, Value};

use super::numbers::{self, Numbered};
use super::special::{self, Scalar, text};
use super::wire::{Malformed, Reader, Tag, Wire};
use crate::definition::{Definition, Field, Shape, Type};
use crate::go_fields::Omission;
use crate::kinds::Kinds;

/// The largest depth of nested messages. JSON of a smaller depth is refused as well.
const DEEPEST_MESSAGE: usize = 128;

/// The type of schemas, which some messages of definitions have fields of.
const SCHEMA: &str = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

/// Decodes messages.
pub(super) struct Decoder<'k> {
    kinds: &'k Kinds,
    /// The numbers of the definitions that were met.
    numbers: HashMap<&'k str, Rc<[Numbered]>>,
    depth: usize,
}

impl<'k> Decoder<'k> {
    pub(super) fn new(kinds: &'k Kinds) -> Decoder<'k> {
        Decoder { kinds, numbers: HashMap::new(), depth: 0 }
    }

    /// Adds the members of a message.
    pub(super) fn message(
        &mut self,
        definition: &'k Definition,
        bytes: &[u8],
        into: &mut Map<String, Value>,
    ) -> Result<(), Malformed> {
        if self.depth == DEEPEST_MESSAGE {
            return Err(Malformed("the object cannot be read: it nests too deep".to_owned()));
        }
        let numbers =
            self.numbers.entry(&definition.name).or_insert_with(|| numbers::of(&definition.name).into());
        let numbers = numbers.clone();
        self.depth += 1;
        self.members(definition, definition.go_name(), &numbers, bytes, into)?;
        self.depth -= 1;
        Ok(())
    }

    /// Decodes the fields of a message. `message` is the name of the Go type.
    fn members(
        &mut self,
        definition: &'k Definition,
        message: &str,
        numbers: &[Numbered],
        bytes: &[u8],
        into: &mut Map<String, Value>,
    ) -> Result<(), Malformed> {
        let mut reader = Reader::new(bytes);
        while let Some(tag) = reader.tag(message)? {
            let known = numbers::find(numbers, tag.number);
            match known.map(|numbered| (numbered, definition.field(numbered.name))) {
                Some((numbered, Some(field))) => self.member(field, numbered, tag, &mut reader, into)?,
                Some((numbered, None)) if numbered.name.is_empty() => {
                    let name = numbered.go_name();
                    tag.must_be(Wire::Bytes, &name)?;
                    self.members(definition, &name, &numbered.inline, reader.bytes()?, into)?;
                }
                _ => reader.skip()?,
            }
        }
        Ok(())
    }

    /// Reads a field.
    fn member(
        &mut self,
        field: &'k Field,
        numbered: &Numbered,
        tag: Tag,
        reader: &mut Reader<'_>,
        into: &mut Map<String, Value>,
    ) -> Result<(), Malformed> {
        let of = &field.value;
        let wire = wire_of(of);
        // Lists of numbers may come in one piece.
        if let Type::List(item, _) = of
            && wire != Wire::Bytes
            && tag.is(Wire::Bytes)
        {
            let mut items = Reader::new(reader.bytes()?);
            while !items.is_empty() {
                let item = self.value(item, &mut items, Value::Null)?;
                push(into, numbered.name, item);
            }
            return Ok(());
        }
        if !tag.is(wire) {
            tag.must_be(wire, &numbered.go_name())?;
        }
        match of {
            Type::List(item, _) => {
                let item = self.value(item, reader, Value::Null)?;
                push(into, numbered.name, item);
            }
            Type::Map(of) => {
                let (key, value) = self.entry(of, reader.bytes()?)?;
                let entries = into.entry(numbered.name).or_insert_with(|| Map::new().into());
                if let Value::Object(entries) = entries {
                    entries.insert(key, value);
                }
            }
            _ => {
                let before = into.remove(numbered.name).unwrap_or_default();
                let value = self.value(of, reader, before)?;
                let is_zero = match &value {
                    Value::Null => true,
                    Value::Bool(is) => !is,
                    Value::String(text) => text.is_empty(),
                    Value::Number(number) => number.as_f64() == Some(0.0),
                    Value::Array(_) | Value::Object(_) => false,
                };
                let is_left_out = match of {
                    // Named types are messages.
                    Type::Named(_) => value.is_null(),
                    _ => is_zero && !field.go.is_pointer && field.go.omission != Omission::Never,
                };
                if !is_left_out {
                    into.insert(numbered.name.to_owned(), value);
                }
            }
        }
        Ok(())
    }

    /// Decodes a key and a value of a map. Go ignores their wire types.
    fn entry(&mut self, of: &'k Type, bytes: &[u8]) -> Result<(String, Value), Malformed> {
        let (mut reader, mut key, mut value) = (Reader::new(bytes), String::new(), None);
        while !reader.is_empty() {
            match reader.any_tag()?.1 {
                1 => key = text(reader.bytes()?),
                2 => value = Some(self.value(of, &mut reader, Value::Null)?),
                _ => reader.skip()?,
            }
        }
        let value = match value {
            Some(value) => value,
            // A missing value is zero.
            None => self.value(of, &mut Reader::new(&[0; 8]), Value::Null)?,
        };
        Ok((key, value))
    }

    /// Decodes a value; a message is merged into `before`.
    fn value(&mut self, of: &'k Type, reader: &mut Reader<'_>, before: Value) -> Result<Value, Malformed> {
        Ok(match of {
            Type::String => text(reader.bytes()?).into(),
            Type::Bytes => encode_base64(reader.bytes()?).into(),
            Type::Bool => (reader.varint()? != 0).into(),
            Type::Int32 => (reader.varint()? as i32).into(),
            Type::Int64 => (reader.varint()? as i64).into(),
            Type::Double => double(f64::from_bits(reader.fixed64()?))?,
            Type::Named(id) => match self.kinds.get(*id) {
                Some(definition) => self.named(definition, reader.bytes()?, before)?,
                None => special::value(&Shape::Any, "JSON", reader.bytes()?)?,
            },
            // A list that is the value of a map is a message of its own.
            Type::List(item, _) => {
                let (mut items, mut found) = (Reader::new(reader.bytes()?), Vec::new());
                while let Some(tag) = items.tag("ExtraValue")? {
                    match tag.number {
                        1 => {
                            tag.must_be(Wire::Bytes, &"Items")?;
                            found.push(self.value(item, &mut items, Value::Null)?);
                        }
                        _ => items.skip()?,
                    }
                }
                found.into()
            }
            Type::Map(_) | Type::Any => special::value(&Shape::Any, "JSON", reader.bytes()?)?,
        })
    }

    /// A message of a named type.
    fn named(&mut self, definition: &'k Definition, bytes: &[u8], before: Value) -> Result<Value, Malformed> {
        if let Shape::Struct(_) = definition.shape {
            let mut members = match before {
                Value::Object(members) => members,
                _ => Map::new(),
            };
            self.message(definition, bytes, &mut members)?;
            return Ok(members.into());
        }
        match definition.go_name() {
            name @ ("JSONSchemaPropsOrArray" | "JSONSchemaPropsOrStringArray") => {
                let others = if name.ends_with("OrStringArray") { "Property" } else { "JSONSchemas" };
                let known = [("Schema", Wire::Bytes), (others, Wire::Bytes)];
                let (one, others) = self.schemas(name, &known, bytes)?;
                Ok(if others.is_empty() { one.unwrap_or_default() } else { others.into() })
            }
            name @ "JSONSchemaPropsOrBool" => {
                let (one, others) =
                    self.schemas(name, &[("Allows", Wire::Varint), ("Schema", Wire::Bytes)], bytes)?;
                let is_allowed = others.last().is_some_and(|allows| *allows != 0);
                Ok(one.unwrap_or(is_allowed.into()))
            }
            name => special::value(&definition.shape, name, bytes),
        }
    }

    /// Decodes the schema in a message that contains a schema or another value, and the rest of the message.
    fn schemas(
        &mut self,
        message: &str,
        known: &[(&str, Wire); 2],
        bytes: &[u8],
    ) -> Result<(Option<Value>, Vec<Value>), Malformed> {
        let (mut schema, mut others) = (None, Vec::new());
        let Some(of) = self.kinds.named(SCHEMA) else { return Ok((schema, others)) };
        special::fields(bytes, message, known, |index, found| {
            match (known.get(index), found) {
                (Some(("Schema", _)), Scalar::Bytes(bytes)) => {
                    schema = Some(self.named(of, bytes, schema.take().unwrap_or_default())?);
                }
                (Some(("JSONSchemas", _)), Scalar::Bytes(bytes)) => {
                    others.push(self.named(of, bytes, Value::Null)?);
                }
                (_, Scalar::Bytes(bytes)) => others.push(text(bytes).into()),
                (_, Scalar::Number(number)) => others.push(number.into()),
            }
            Ok(())
        })?;
        Ok((schema, others))
    }
}

fn push(into: &mut Map<String, Value>, name: &str, item: Value) {
    let items = into.entry(name).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(items) = items {
        items.push(item);
    }
}

/// The wire type of a type's values.
fn wire_of(of: &Type) -> Wire {
    match of {
        Type::Bool | Type::Int32 | Type::Int64 => Wire::Varint,
        Type::Double => Wire::Fixed64,
        Type::List(item, _) => match **item {
            Type::List(..) => Wire::Bytes,
            _ => wire_of(item),
        },
        Type::String | Type::Bytes | Type::Named(_) | Type::Map(_) | Type::Any => Wire::Bytes,
    }
}

/// A number as Go writes it to JSON.
fn double(value: f64) -> Result<Value, Malformed> {
    if !value.is_finite() {
        let name = if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "+Inf"
        } else {
            "-Inf"
        };
        return Err(Malformed(format!("json: unsupported value: {name}")));
    }
    Ok(serde_json::from_str(&json_float(value)).unwrap_or_else(|_| value.into()))
}
