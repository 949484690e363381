//! What every part of reading shares: the diagnostics so far, where the server's decoder
//! would be, and the typed reading of one member. A wrong type is reported once and leaves
//! the field unset; null always counts as absent, as it does for Go.
//
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go

use super::model::At;
use super::suggest::{meant_or, nearest};
use super::wording::{describe, go_value, rewrite};
use crate::diag::{Code, Diagnostic};
use crate::source::{Member, Node, Span, Value};

/// Schemas nested deeper than this are reported instead of read.
pub(super) const MAX_DEPTH: usize = 256;

/// How many unknown keys are compared with the known ones.
const MOST_GUESSES: usize = 200;

/// The state of reading one document.
#[derive(Default)]
pub(super) struct Reader<'n> {
    /// Problems found, in document order.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// How deep the schema being read is nested.
    pub(super) depth: usize,
    /// The way here.
    steps: Vec<Step<'n>>,
    /// Length of `steps` at the outermost type that decodes itself: the decoder's messages
    /// know no place below it.
    opaque: Option<usize>,
    /// How many unknown keys there were.
    guesses: usize,
    /// Keys of schemas that are passed over without a word: those of published documents.
    pub(super) foreign: Option<fn(&str) -> bool>,
}

/// One step on the way to a value.
#[derive(Clone, Copy)]
enum Step<'n> {
    /// A field of a Go struct: the struct's name and the field's JSON name.
    Field(&'static str, &'static str),
    /// A key of a map.
    Key(&'n str),
    /// A place in a list.
    Index(usize),
}

impl<'n> Reader<'n> {
    /// Steps into field `name` of the Go struct `of`; to be paired with [`leave`](Self::leave).
    pub(super) fn enter(&mut self, of: &'static str, name: &'static str) {
        self.steps.push(Step::Field(of, name));
    }

    /// Steps to a key of a map; to be paired with [`leave`](Self::leave).
    pub(super) fn enter_key(&mut self, key: &'n str) {
        self.steps.push(Step::Key(key));
    }

    /// Steps to a place in a list; to be paired with [`leave`](Self::leave).
    pub(super) fn enter_index(&mut self, index: usize) {
        self.steps.push(Step::Index(index));
    }

    /// Takes back the last step.
    pub(super) fn leave(&mut self) {
        self.steps.pop();
        if self.opaque.is_some_and(|len| len > self.steps.len()) {
            self.opaque = None;
        }
    }

    /// The field entered last decodes itself (`JSONSchemaPropsOrBool` and the like).
    pub(super) fn decodes_itself(&mut self) {
        self.opaque.get_or_insert(self.steps.len());
    }

    /// Reports a value that the server's decoder refuses.
    pub(super) fn wrong_type(&mut self, node: &Node, wanted: &str, go_type: &str) {
        let found = go_value(node);
        let server = match self.go_field() {
            Some(field) => {
                format!("json: cannot unmarshal {found} into Go struct field {field} of type {go_type}")
            }
            None => format!("json: cannot unmarshal {found} into Go value of type {go_type}"),
        };
        let name = self.name();
        self.diagnostics.push(Diagnostic {
            code: Code::SchemaWrongType,
            message: format!("`{name}` must be {wanted}, found {}", describe(node)),
            span: node.span,
            label: format!("expected {wanted}"),
            notes: Vec::new(),
            help: Some(rewrite(node, wanted)),
            server: vec![server.into()],
        });
    }

    /// Reports a value that the server's decoder passes over without a word.
    pub(super) fn ignored(&mut self, node: &Node, wanted: &str) {
        let name = self.name();
        self.diagnostics.push(Diagnostic {
            code: Code::SchemaIgnoredValue,
            message: format!("`{name}` must be {wanted}, found {}: the server ignores it", describe(node)),
            span: node.span,
            label: format!("expected {wanted}"),
            notes: Vec::new(),
            help: Some(rewrite(node, wanted)),
            server: Vec::new(),
        });
    }

    /// Reports a key that the server drops, with the known key it may have been meant for.
    pub(super) fn unknown_key<'k>(
        &mut self,
        member: &Member,
        code: Code,
        place: &str,
        known: impl Iterator<Item = &'k str>,
    ) {
        // Looking for the nearest key is slow next to reading, and a text full of unknown keys
        // has not been mistyped.
        self.guesses += 1;
        let known = known.take(if self.guesses > MOST_GUESSES { 0 } else { usize::MAX });
        let help = meant_or(nearest(&member.key, known), || {
            "remove it: the server drops it without a word".to_owned()
        });
        self.diagnostics.push(Diagnostic {
            code,
            message: format!("unknown key `{}` in {place}", member.key),
            span: member.key_span,
            label: "not read by the server".to_owned(),
            notes: Vec::new(),
            help: Some(help),
            server: self.unknown_field(&member.key).into_iter().map(Into::into).collect(),
        });
    }

    /// Reports what no server would judge, since none reads it: extensions of our own.
    pub(super) fn misread(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics.push(Diagnostic {
            code,
            message: message.into(),
            span,
            label: label.into(),
            notes: Vec::new(),
            help: Some(help.into()),
            server: Vec::new(),
        });
    }

    /// What the field is called that was entered last.
    fn name(&self) -> &'static str {
        let fields = self.steps.iter().rev().filter_map(|step| match step {
            Step::Field(_, name) => Some(*name),
            _ => None,
        });
        fields.take(1).last().unwrap_or("the document")
    }

    /// The place as messages about types name it: the last struct and all fields, without
    /// keys of maps and places in lists.
    fn go_field(&self) -> Option<String> {
        let mut names = Vec::new();
        let mut last = None;
        for step in &self.steps[..self.opaque.unwrap_or(self.steps.len())] {
            if let Step::Field(of, name) = step {
                last = Some(of);
                names.push(*name);
            }
        }
        last.map(|of| format!("{of}.{}", names.join(".")))
    }

    /// The server's words for an unknown field, which it has only where it decodes itself.
    fn unknown_field(&self, key: &str) -> Option<String> {
        if self.opaque.is_some() {
            return None;
        }
        let mut path = String::new();
        for step in self.steps.iter().copied().chain([Step::Key(key)]) {
            match step {
                Step::Index(index) => path.push_str(&format!("[{index}]")),
                Step::Field(_, name) | Step::Key(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
            }
        }
        Some(format!("unknown field \"{path}\""))
    }

    /// Reports what is neither a schema nor true nor false.
    pub(super) fn wrong_schema_or_bool(&mut self, node: &Node) {
        self.wrong_type(node, "a schema, true or false", "v1.JSONSchemaPropsOrBool");
        if let Some(last) = self.diagnostics.last_mut() {
            // v1/marshal.go: the type decodes itself and has words of its own.
            last.server = vec!["boolean or JSON schema expected".into()];
        }
    }

    pub(super) fn string(&mut self, member: &Member) -> Option<At<String>> {
        match &member.value.value {
            Value::String(text) => Some(at(member, text.clone())),
            Value::Null => None,
            _ => {
                self.wrong_type(&member.value, "a string", "string");
                None
            }
        }
    }

    pub(super) fn boolean(&mut self, member: &Member) -> Option<At<bool>> {
        match member.value.value {
            Value::Bool(value) => Some(at(member, value)),
            Value::Null => None,
            _ => {
                self.wrong_type(&member.value, "true or false", "bool");
                None
            }
        }
    }

    pub(super) fn integer(&mut self, member: &Member) -> Option<At<i64>> {
        match member.value.value {
            Value::Int(value) => Some(at(member, value)),
            Value::Null => None,
            _ => {
                self.wrong_type(&member.value, "a whole number", "int64");
                None
            }
        }
    }

    pub(super) fn number(&mut self, member: &Member) -> Option<At<f64>> {
        match member.value.value {
            // apiextensions: these keywords are float64 there as well.
            #[allow(clippy::cast_precision_loss)]
            Value::Int(value) => Some(at(member, value as f64)),
            Value::Float(value) => Some(at(member, value)),
            Value::Null => None,
            _ => {
                self.wrong_type(&member.value, "a number", "float64");
                None
            }
        }
    }

    /// A list of strings; items of another type are reported and left out.
    pub(super) fn strings(&mut self, member: &Member) -> Option<At<Vec<At<String>>>> {
        let items = match &member.value.value {
            Value::Array(items) => items,
            Value::Null => return None,
            _ => {
                self.wrong_type(&member.value, "a list of strings", "[]string");
                return None;
            }
        };
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            match &item.value {
                Value::String(text) => list.push(At { value: text.clone(), span: item.span, key: item.span }),
                // Go leaves the item at its zero value.
                Value::Null => list.push(At { value: String::new(), span: item.span, key: item.span }),
                _ => self.wrong_type(item, "a list of strings", "string"),
            }
        }
        Some(at(member, list))
    }

    /// The node as it stands, null as absent.
    pub(super) fn verbatim(member: &Member) -> Option<At<Node>> {
        (member.value.value != Value::Null).then(|| at(member, member.value.clone()))
    }

    /// The members of an object; anything but an object or null is reported.
    pub(super) fn object(&mut self, node: &'n Node, go_type: &str) -> Option<&'n [Member]> {
        match &node.value {
            Value::Object(members) => Some(members),
            Value::Null => None,
            _ => {
                self.wrong_type(node, "an object", go_type);
                None
            }
        }
    }

    /// The items of a list; anything but a list or null is reported.
    pub(super) fn array(&mut self, node: &'n Node, go_type: &str) -> Option<&'n [Node]> {
        match &node.value {
            Value::Array(items) => Some(items),
            Value::Null => None,
            _ => {
                self.wrong_type(node, "a list", go_type);
                None
            }
        }
    }
}

/// A value with the places of its member.
pub(super) fn at<T>(member: &Member, value: T) -> At<T> {
    At { value, span: member.value.span, key: member.key_span }
}
