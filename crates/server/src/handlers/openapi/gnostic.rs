//! Writes a document in OpenAPI 2 as protobuf, which kubectl asks for. In: the document as JSON. Out: bytes.
//!
//! Easy to break: numbers of fields are part of the format. What is no keyword of OpenAPI, and default
//! values, are texts in YAML, of which JSON is a part.
// gnostic-models: openapiv2/OpenAPIv2.proto

use serde_json::{Map, Value};

/// A message that is written field by field.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn message(&mut self, field: u64, message: &Message) {
        self.bytes(field, &message.0);
    }

    /// A text; an absent one is not written.
    fn text(&mut self, field: u64, value: &Value) {
        if let Some(text) = value.as_str().filter(|text| !text.is_empty()) {
            self.bytes(field, text.as_bytes());
        }
    }

    fn texts(&mut self, field: u64, values: &Value) {
        values.as_array().into_iter().flatten().for_each(|value| self.text(field, value));
    }

    fn flag(&mut self, field: u64, value: &Value) {
        if value == &Value::Bool(true) {
            self.varint(field << 3);
            self.varint(1);
        }
    }

    fn integer(&mut self, field: u64, value: &Value) {
        if let Some(number) = value.as_i64().filter(|number| *number != 0) {
            self.varint(field << 3);
            self.varint(number as u64);
        }
    }

    fn double(&mut self, field: u64, value: &Value) {
        if let Some(number) = value.as_f64().filter(|number| *number != 0.0) {
            self.varint(field << 3 | 1);
            self.0.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// A message for each member of an object, with its name.
    fn named(&mut self, field: u64, members: &Value, write: impl Fn(&Value) -> Message) {
        for (name, value) in members.as_object().into_iter().flatten() {
            let mut named = Message::default();
            named.bytes(1, name.as_bytes());
            named.message(2, &write(value));
            self.message(field, &named);
        }
    }

    /// The extensions of an object.
    fn extensions(&mut self, field: u64, keywords: &Value) {
        let extensions =
            keywords.as_object().into_iter().flatten().filter(|(name, _)| name.starts_with("x-"));
        let extensions: Map<String, Value> =
            extensions.map(|(name, value)| (name.clone(), value.clone())).collect();
        self.named(field, &Value::Object(extensions), any);
    }
}

/// A value of any type.
fn any(value: &Value) -> Message {
    let mut any = Message::default();
    any.bytes(2, value.to_string().as_bytes());
    any
}

/// A message that has one other message in a field.
fn around(field: u64, inner: &Message) -> Message {
    let mut outer = Message::default();
    outer.message(field, inner);
    outer
}

pub(super) fn document(value: &Value) -> Vec<u8> {
    let mut document = Message::default();
    document.text(1, &value["swagger"]);
    let mut info = Message::default();
    info.text(1, &value["info"]["title"]);
    info.text(2, &value["info"]["version"]);
    document.message(2, &info);
    let mut paths = Message::default();
    paths.named(2, &value["paths"], path);
    document.message(8, &paths);
    let mut definitions = Message::default();
    definitions.named(1, &value["definitions"], schema);
    document.message(9, &definitions);
    document.0
}

fn path(value: &Value) -> Message {
    let mut path = Message::default();
    for (field, method) in [(2, "get"), (3, "put"), (4, "post"), (5, "delete"), (8, "patch")] {
        if let Some(found) = value.get(method) {
            path.message(field, &operation(found));
        }
    }
    parameters(&mut path, 9, value);
    path
}

fn operation(value: &Value) -> Message {
    let mut operation = Message::default();
    operation.texts(1, &value["tags"]);
    operation.text(3, &value["description"]);
    operation.text(5, &value["operationId"]);
    operation.texts(6, &value["produces"]);
    operation.texts(7, &value["consumes"]);
    parameters(&mut operation, 8, value);
    let mut responses = Message::default();
    responses.named(1, &value["responses"], |answer| {
        let mut response = Message::default();
        response.text(1, &answer["description"]);
        if let Some(found) = answer.get("schema") {
            response.message(2, &around(1, &schema(found)));
        }
        around(1, &response)
    });
    operation.message(9, &responses);
    operation.texts(10, &value["schemes"]);
    operation.extensions(13, value);
    operation
}

/// The parameters of an operation or of a path.
fn parameters(message: &mut Message, field: u64, value: &Value) {
    for value in value["parameters"].as_array().into_iter().flatten() {
        let mut parameter = Message::default();
        let place = &value["in"];
        let whole = if place == "body" {
            parameter.text(2, &value["name"]);
            parameter.text(3, place);
            parameter.flag(4, &value["required"]);
            parameter.message(5, &schema(&value["schema"]));
            around(1, &parameter)
        } else {
            parameter.flag(1, &value["required"]);
            parameter.text(2, place);
            parameter.text(4, &value["name"]);
            let [kind, of_type, unique] = if place == "query" { [3, 6, 20] } else { [4, 5, 19] };
            parameter.text(of_type, &value["type"]);
            parameter.flag(unique, &value["uniqueItems"]);
            around(2, &around(kind, &parameter))
        };
        message.message(field, &around(1, &whole));
    }
}

fn schema(value: &Value) -> Message {
    let mut schema_of = Message::default();
    for (field, keyword) in [(1, "$ref"), (2, "format"), (3, "title"), (4, "description"), (13, "pattern")] {
        schema_of.text(field, &value[keyword]);
    }
    if let Some(default) = value.get("default") {
        schema_of.message(5, &any(default));
    }
    for (field, keyword) in [(6, "multipleOf"), (7, "maximum"), (9, "minimum")] {
        schema_of.double(field, &value[keyword]);
    }
    for (field, keyword) in [(8, "exclusiveMaximum"), (10, "exclusiveMinimum"), (16, "uniqueItems")] {
        schema_of.flag(field, &value[keyword]);
    }
    for (field, keyword) in [
        (11, "maxLength"),
        (12, "minLength"),
        (14, "maxItems"),
        (15, "minItems"),
        (17, "maxProperties"),
        (18, "minProperties"),
    ] {
        schema_of.integer(field, &value[keyword]);
    }
    schema_of.texts(19, &value["required"]);
    value["enum"].as_array().into_iter().flatten().for_each(|allowed| schema_of.message(20, &any(allowed)));
    match &value["additionalProperties"] {
        found @ Value::Object(_) => schema_of.message(21, &around(1, &schema(found))),
        Value::Bool(true) => schema_of.message(21, &Message(vec![2 << 3, 1])),
        _ => {}
    }
    if let Some(of_type) = value["type"].as_str() {
        let mut item = Message::default();
        item.bytes(1, of_type.as_bytes());
        schema_of.message(22, &item);
    }
    if let Some(items) = value.get("items") {
        schema_of.message(23, &around(1, &schema(items)));
    }
    value["allOf"].as_array().into_iter().flatten().for_each(|found| schema_of.message(24, &schema(found)));
    if let Some(members) = value.get("properties") {
        let mut properties = Message::default();
        properties.named(1, members, schema);
        schema_of.message(25, &properties);
    }
    schema_of.extensions(31, value);
    schema_of
}
