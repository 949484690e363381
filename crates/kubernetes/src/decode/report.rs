//! Builds problems with the server's messages. In: the findings of the walk. Out: problems, at most as many
//! as servers report.

use crdc_source::{Node, Span, Value};

use super::number;
use super::place::Place;
use crate::definition::Definition;
use crate::kinds::Kinds;
use crate::problem::{Problem, Said, Target};

/// The number of unknown fields that servers report. An object with more of them is no manifest.
// sigs.k8s.io/json: kubernetes_patch.go saveStrictError
const MOST_STRICT_ERRORS: usize = 100;

/// An object with more fields at wrong levels is not helped by one more search.
const MOST_SEARCHES: usize = 10;

/// The decoder of one object.
#[derive(Debug)]
pub(super) struct Decoder<'d> {
    pub(super) kinds: &'d Kinds,
    pub(super) definition: &'d Definition,
    object: &'d Node,
    problems: Vec<Problem>,
    /// The number of problems of strict decoding. Type errors are counted separately, so that unknown fields
    /// never hide them.
    unknown: usize,
    searches: usize,
}

impl<'d> Decoder<'d> {
    pub(super) fn new(kinds: &'d Kinds, definition: &'d Definition, object: &'d Node) -> Decoder<'d> {
        Decoder { kinds, definition, object, problems: Vec::new(), unknown: 0, searches: 0 }
    }

    pub(super) fn finish(self) -> Vec<Problem> {
        self.problems
    }

    /// Whether no more unknown fields are reported.
    pub(super) fn is_full_of_unknown(&self) -> bool {
        self.unknown >= MOST_STRICT_ERRORS
    }

    /// Whether no more values are reported that cannot be decoded.
    fn is_full(&self) -> bool {
        self.problems.len() - self.unknown >= MOST_STRICT_ERRORS
    }

    /// Whether one more search through the definitions is worth its time.
    pub(super) fn may_search(&mut self) -> bool {
        self.searches += 1;
        self.searches <= MOST_SEARCHES
    }

    /// A value that Go cannot put into a type. The name of the type is left out if it is not known.
    // encoding/json: UnmarshalTypeError.Error
    pub(super) fn mismatch(&mut self, node: &Node, wanted: Wanted, go_type: Option<&str>, at: &Place<'_>) {
        if self.is_full() {
            return;
        }
        let value = match &node.value {
            // Only messages about integers contain the number.
            Value::Int(_) | Value::Float(_) => match (wanted, number::text(&node.value)) {
                (Wanted::Integer(_), Some(text)) => format!("number {text}"),
                _ => "number".to_owned(),
            },
            Value::String(_) => "string".to_owned(),
            Value::Bool(_) => "bool".to_owned(),
            Value::Array(_) => "array".to_owned(),
            Value::Object(_) | Value::Null => "object".to_owned(),
        };
        let place = match at.go_field(self.kinds.version()) {
            Some(field) => format!("struct field {field}"),
            None => "value".to_owned(),
        };
        let of_type = go_type.map(|name| format!(" of type {name}")).unwrap_or_default();
        let error = format!("json: cannot unmarshal {value} into Go {place}{of_type}");
        self.refused("wrong-type", error, node.span, at, help(&node.value, wanted));
    }

    /// An error of the decoder, in its words.
    pub(super) fn refused(
        &mut self,
        id: &'static str,
        error: impl Into<String>,
        span: Span,
        at: &Place<'_>,
        help: String,
    ) {
        if self.is_full() {
            return;
        }
        let said = Said::Undecodable { target: self.target(), error: error.into() };
        self.problems.push(Problem::error(id, at.path(), said, span).help(help));
    }

    /// Reports a field that the strict decoder does not know. `path` is the path of the field.
    pub(super) fn unknown_field(&mut self, path: String, error: String, span: Span, help: String) {
        let said = Said::UnknownField { target: self.target(), error };
        self.unknown += 1;
        self.problems.push(Problem::error("unknown-field", path, said, span).help(help));
    }

    fn target(&self) -> Target {
        let name = self.definition.go_name();
        let kind = self.object.get("kind").and_then(Node::as_str).filter(|kind| !kind.is_empty());
        let written = self.object.get("apiVersion").and_then(Node::as_str).filter(|text| !text.is_empty());
        let version = match written {
            Some(text) => text.rsplit('/').next().unwrap_or_default(),
            None => self.definition.name.rsplit('.').nth(1).unwrap_or_default(),
        };
        let kind = kind.unwrap_or(name).to_owned();
        Target { kind, version: version.to_owned(), go_type: name.to_owned() }
    }
}

/// The values that a type accepts, for advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// An object with fields.
    Struct,
    /// An object with any keys.
    Map,
    /// A list.
    List,
    /// A string.
    Text,
    /// Base64.
    Bytes,
    /// `true` or `false`.
    Bool,
    /// A whole number of this Go type.
    Integer(&'static str),
    /// A number.
    Number,
}

/// The help for a value.
fn help(value: &Value, wanted: Wanted) -> String {
    match (wanted, value) {
        (Wanted::Integer(name), Value::Int(_) | Value::Float(_)) if !is_fraction(value) => {
            let (least, most) = number::range(name);
            format!("write a number from {least} to {most}")
        }
        (Wanted::Integer(_) | Wanted::Number, Value::String(text)) if text.trim().parse::<f64>().is_ok() => {
            "write the number without quotes".to_owned()
        }
        (Wanted::Integer(_), _) => "write a whole number".to_owned(),
        (Wanted::Number, _) => "write a number".to_owned(),
        (Wanted::Bool, Value::String(text)) if matches!(text.as_str(), "true" | "false") => {
            format!("write `{text}` without quotes")
        }
        (Wanted::Bool, _) => "write `true` or `false`".to_owned(),
        (Wanted::Text, Value::Bool(_) | Value::Int(_) | Value::Float(_)) => {
            "put it in quotes: it must be text".to_owned()
        }
        (Wanted::Text, _) => "write text".to_owned(),
        (Wanted::Bytes, _) => "write base64, as text".to_owned(),
        (Wanted::List, Value::Object(_)) => "write a list: begin the item with `- `".to_owned(),
        (Wanted::List, _) => "write a list, even of one item".to_owned(),
        (Wanted::Map, Value::Array(_)) => "write keys with values instead of a list".to_owned(),
        (Wanted::Map, _) => "write keys with values".to_owned(),
        (Wanted::Struct, Value::Array(_)) => "write fields with values instead of a list".to_owned(),
        (Wanted::Struct, _) => "write fields with values".to_owned(),
    }
}

fn is_fraction(value: &Value) -> bool {
    matches!(value, Value::Float(value) if value.fract() != 0.0)
}
