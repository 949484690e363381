//! What every part of reading shares: the diagnostics so far, where the server's decoder
//! would be, and the typed reading of one member. A wrong type is reported once and leaves
//! the field unset; null always counts as absent, as it does for Go.
//
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go

use super::misread::{DecodeError, Misread, Step};
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
    /// Lengths of `steps` at types that decode themselves, outermost first: the decoder's messages
    /// know no place below the first.
    opaque: Vec<usize>,
    /// What has the wrong type.
    pub(super) misread: Misread,
    /// How many of these were in the schemas read so far, within the one being read.
    pub(super) misread_in_schemas: usize,
    /// The error that the server reports.
    reported: Option<DecodeError<'n>>,
    /// How many unknown keys there were.
    guesses: usize,
    /// Keys of schemas that are passed over without a word: those of published documents.
    pub(super) foreign: Option<fn(&str) -> bool>,
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
        while self.opaque.last().is_some_and(|len| *len > self.steps.len()) {
            self.opaque.pop();
        }
    }

    /// What was entered last decodes itself (`JSONSchemaPropsOrBool` and the like).
    pub(super) fn decodes_itself(&mut self) {
        self.opaque.push(self.steps.len());
    }

    /// What was found; if the document does not decode, with one message of the server.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if let Some(reported) = self.reported {
            let others = self.diagnostics.iter_mut().enumerate();
            others
                .filter(|(index, _)| *index != reported.diagnostic)
                .for_each(|(_, other)| other.server.clear());
        }
        self.diagnostics
    }

    /// Reports a value that the server's decoder refuses.
    pub(super) fn wrong_type(&mut self, node: &Node, wanted: &str, go_type: &str) {
        self.refused();
        let found = go_value(node, go_type);
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

    /// Notes that the next diagnostic is about a value that the server's decoder refuses.
    fn refused(&mut self) {
        let names = || {
            self.steps.iter().filter_map(|step| match step {
                Step::Field(_, name) => Some(*name),
                _ => None,
            })
        };
        let outside = !names().any(|name| name == "openAPIV3Schema");
        self.misread.add(outside.then(|| names().collect::<Vec<_>>().join(".")));
        let error = DecodeError {
            steps: self.steps.clone(),
            opaque: self.opaque.clone(),
            diagnostic: self.diagnostics.len(),
        };
        if self.reported.as_ref().is_none_or(|reported| error.precedes(reported)) {
            self.reported = Some(error);
        }
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

    /// Reports what no server would validate, since none reads it: extensions of our own.
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
        for step in &self.steps[..self.opaque.first().map_or(self.steps.len(), |len| *len)] {
            if let Step::Field(of, name) = step {
                last = Some(of);
                names.push(*name);
            }
        }
        last.map(|of| format!("{of}.{}", names.join(".")))
    }

    /// The server's words for an unknown field, which it has only where it decodes itself.
    fn unknown_field(&self, key: &str) -> Option<String> {
        if !self.opaque.is_empty() {
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
