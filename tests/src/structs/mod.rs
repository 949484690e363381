//! Schemas in, Rust structs with markers out: what a user of the derive would have written to get these schemas. What
//! structs cannot say is left out, and named with its reason. Compiled into the build script alone.

mod fields;
mod keywords;
mod names;
pub mod restrict;
mod style;
mod unions;
mod value;

use std::collections::BTreeMap;
use std::fmt::Write;

use crdc_codegen::source::{Node, Value};

use crate::json::Json;
use names::Names;
pub use style::Style;

/// The source text of some structs; the first of them is called by the name that was asked for.
pub struct Structs {
    /// Items, without a module around them.
    pub text: String,
    /// Fields that structs cannot have: path and reason.
    pub left_out: Vec<(String, String)>,
}

/// The structs of an object's schema, which stands at `path` of the resource.
///
/// # Errors
///
/// Why there can be none at all.
pub fn structs(schema: &Json, path: &str, style: Style) -> Result<Structs, String> {
    let mut writer = Writer {
        style,
        at: path.to_owned(),
        types: Names::default(),
        known: BTreeMap::new(),
        items: String::new(),
        left_out: Vec::new(),
    };
    let root = writer.object(schema, "Root")?;
    writeln!(writer.items, "pub type Whole = {root};").map_err(|error| error.to_string())?;
    Ok(Structs { text: writer.items, left_out: writer.left_out })
}

/// What is written so far.
struct Writer {
    style: Style,
    /// The place of the schema that is read.
    at: String,
    types: Names,
    /// Types by their bodies, so that equal ones are one.
    known: BTreeMap<String, String>,
    items: String,
    left_out: Vec<(String, String)>,
}

/// A type with the markers of the way to it.
struct Typed {
    rust: String,
    markers: Vec<String>,
}

impl Writer {
    /// The type of a body, whose first `NAME` is its name; written where it is new.
    fn item(&mut self, hint: &str, body: &str) -> String {
        if let Some(known) = self.known.get(body) {
            return known.clone();
        }
        let name = self.types.camel(hint);
        self.items.push_str(&body.replacen("NAME", &name, 1));
        self.known.insert(body.to_owned(), name.clone());
        name
    }

    /// Reads something below, with its place.
    fn below<T>(&mut self, step: &str, read: impl FnOnce(&mut Writer) -> T) -> T {
        let length = self.at.len();
        self.at.push_str(step);
        let read = read(self);
        self.at.truncate(length);
        read
    }
}

/// A document as the tests hold it.
pub fn tree(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(bool) => Json::Bool(*bool),
        Value::Int(int) => Json::Int(*int),
        Value::Float(float) => Json::Float(*float),
        Value::String(text) => Json::String(text.clone()),
        Value::Array(items) => Json::Array(items.iter().map(tree).collect()),
        Value::Object(members) => {
            Json::Object(members.iter().map(|member| (member.key.clone(), tree(&member.value))).collect())
        }
    }
}
