//! Writes Rust structs with markers, which are comments that crdc's derive reads. In: schemas. Out: structs
//! as a user of the derive would write them for these schemas. Parts that structs cannot express are omitted
//! and listed with the reason. This module is compiled into the build script too.

mod enums;
mod fields;
mod keywords;
mod names;
pub mod restrict;
mod style;
mod unions;
mod value;

use std::collections::BTreeMap;
use std::fmt::Write;

use crdc_source::{Node, Value};

use crate::json::Json;
use names::Names;
pub use style::Style;

/// The source text of some structs; the first has the requested name.
pub struct Structs {
    /// Items, without a module around them.
    pub text: String,
    /// The fields that structs cannot express: path and reason.
    pub left_out: Vec<(String, String)>,
}

/// The structs of an object's schema at `path` of the resource.
///
/// # Errors
///
/// Why there can be no structs.
pub fn structs(schema: &Json, path: &str, style: Style) -> Result<Structs, String> {
    let mut writer = Writer {
        style,
        ruled: schema.to_string().contains("x-kubernetes-validations"),
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

/// The source text of structs that express all of an object's schema at `path`.
///
/// # Errors
///
/// The reason why there are no structs, or the first part that they cannot express.
pub fn whole(schema: &Json, path: &str, style: Style) -> Result<String, String> {
    let structs = structs(schema, path, style)?;
    match structs.left_out.into_iter().next() {
        None => Ok(structs.text),
        Some((_, why)) => Err(why),
    }
}

/// The state of the generator.
struct Writer {
    style: Style,
    /// Whether there are CEL rules, which see less of some types.
    ruled: bool,
    /// The path of the current schema.
    at: String,
    types: Names,
    /// Types by their bodies, so that equal types are shared.
    known: BTreeMap<String, String>,
    items: String,
    left_out: Vec<(String, String)>,
}

/// A type with the markers of its path.
struct Typed {
    rust: String,
    markers: Vec<String>,
}

impl Writer {
    /// The type with this body, in which the first `NAME` is its name; added if it is new.
    fn item(&mut self, hint: &str, body: &str) -> String {
        if let Some(known) = self.known.get(body) {
            return known.clone();
        }
        let name = self.types.camel(hint);
        self.items.push_str(&body.replacen("NAME", &name, 1));
        self.known.insert(body.to_owned(), name.clone());
        name
    }

    /// Calls `read` with the path of a nested schema.
    fn below<T>(&mut self, step: &str, read: impl FnOnce(&mut Writer) -> T) -> T {
        let length = self.at.len();
        self.at.push_str(step);
        let read = read(self);
        self.at.truncate(length);
        read
    }
}

/// A document as the tests represent it.
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
