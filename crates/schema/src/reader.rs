//! The state shared by all readers: the diagnostics so far, the position of the server's decoder, and the
//! typed reading of a member. A wrong type is reported once and leaves the field unset; null always counts as
//! absent, as in Go.
//
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go

use super::at::At;
use super::misread::{DecodeError, Misread, Step};
use super::model::Schema;
use super::wording::{describe, go_value, rewrite};
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::diag::{meant_or, nearest};
use crdc_source::{Member, Node, Span, Value};

/// Schemas nested deeper than this are reported and not read.
pub(super) const MAX_DEPTH: usize = 256;

/// The number of unknown keys for which a similar known key is searched.
const MOST_GUESSES: usize = 200;

/// Reads one schema into a blank one: `registry::schema`, which the files of keywords call for nested
/// schemas.
type ReadSchema = for<'n> fn(&mut Reader<'n>, &'n Node, &mut Schema);

/// The state of reading one document.
pub(super) struct Reader<'n> {
    read_schema: ReadSchema,
    /// Problems found, in document order.
    pub diagnostics: Vec<Diagnostic>,
    /// The nesting depth of the schema being read.
    pub(super) depth: usize,
    /// The path to the current value.
    steps: Vec<Step<'n>>,
    /// Lengths of `steps` at types that decode themselves, outermost first. The decoder's messages know no
    /// structs below the first.
    opaque: Vec<usize>,
    /// The values of the wrong type.
    pub(super) misread: Misread,
    /// The number of those that were in the schemas read so far within the current one.
    pub(super) misread_in_schemas: usize,
    /// The error that the server reports.
    reported: Option<DecodeError<'n>>,
    /// The number of unknown keys so far.
    guesses: usize,
    /// Recognizes the keys of published schemas that are ignored without a diagnostic.
    pub(super) foreign: Option<fn(&str) -> bool>,
}

impl<'n> Reader<'n> {
    /// A reader of schemas.
    pub(super) fn new(read_schema: ReadSchema) -> Reader<'n> {
        Reader {
            read_schema,
            diagnostics: Vec::new(),
            depth: 0,
            steps: Vec::new(),
            opaque: Vec::new(),
            misread: Misread::default(),
            misread_in_schemas: 0,
            reported: None,
            guesses: 0,
            foreign: None,
        }
    }

    /// Reads one schema into `schema`, which must be blank.
    pub(super) fn schema(&mut self, node: &'n Node, schema: &mut Schema) {
        (self.read_schema)(self, node, schema);
    }

    /// Enters field `name` of the Go struct `of`; pair with [`leave`](Self::leave).
    pub(super) fn enter(&mut self, of: &'static str, name: &'static str) {
        self.steps.push(Step::Field(of, name));
    }

    /// Enters a key of a map; pair with [`leave`](Self::leave).
    pub(super) fn enter_key(&mut self, key: &'n str) {
        self.steps.push(Step::Key(key));
    }

    /// Enters an index of a list; pair with [`leave`](Self::leave).
    pub(super) fn enter_index(&mut self, index: usize) {
        self.steps.push(Step::Index(index));
    }

    /// Undoes the last step.
    pub(super) fn leave(&mut self) {
        self.steps.pop();
        while self.opaque.last().is_some_and(|len| *len > self.steps.len()) {
            self.opaque.pop();
        }
    }

    /// Marks the value entered last as a type that decodes itself (`JSONSchemaPropsOrBool` and the like).
    pub(super) fn decodes_itself(&mut self) {
        self.opaque.push(self.steps.len());
    }

    /// Returns the diagnostics. If the document does not decode, only one of them keeps a message of the
    /// server.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if let Some(reported) = self.reported {
            let others = self.diagnostics.iter_mut().enumerate();
            others
                .filter(|(index, _)| *index != reported.diagnostic)
                .for_each(|(_, other)| other.server.clear());
        }
        self.diagnostics
    }

    /// Reports a value that the server's decoder rejects.
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
            refused: false,
        });
    }

    /// Reports a text that the server's decoder cannot read as base64, from byte `at` on.
    pub(super) fn not_base64(&mut self, node: &Node, text: &str, at: usize) {
        self.refused();
        let name = self.name();
        let help = if text.contains("-----BEGIN ") {
            "encode the PEM text: `base64 -w0 FILE` writes what belongs here"
        } else if text.contains("{{") {
            "render the template first"
        } else {
            "write base64 with its padding: `base64 -w0 FILE` writes it"
        };
        self.diagnostics.push(Diagnostic {
            code: Code::SchemaWrongType,
            message: format!("`{name}` must be base64"),
            span: node.span,
            label: "not base64".to_owned(),
            notes: Vec::new(),
            help: Some(help.to_owned()),
            server: vec![format!("illegal base64 data at input byte {at}").into()],
            refused: false,
        });
    }

    /// Records that the next diagnostic is about a value that the server's decoder rejects.
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

    /// Reports a value that the server's decoder silently ignores.
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
            refused: false,
        });
    }

    /// Reports a key that the server drops and suggests a similar known key.
    pub(super) fn unknown_key<'k>(
        &mut self,
        member: &Member,
        code: Code,
        place: &str,
        known: impl Iterator<Item = &'k str>,
    ) {
        // Searching for a similar key is slow compared with reading, and a text full of unknown keys is not a
        // typing mistake.
        self.guesses += 1;
        let known = known.take(if self.guesses > MOST_GUESSES { 0 } else { usize::MAX });
        let server: Vec<_> = self.unknown_field(&member.key).into_iter().map(Into::into).collect();
        // No server reads a published schema.
        let is_published = self.foreign.is_some() && code == Code::SchemaUnknownKeyword;
        let help = meant_or(nearest(&member.key, known), || match (is_published, server.is_empty()) {
            (true, _) => "its constraint is not compiled".to_owned(),
            (false, true) => "remove it: the server silently drops it".to_owned(),
            (false, false) => "remove it: servers do not store it".to_owned(),
        });
        let label = if is_published { "this key is ignored" } else { "not read by the server" };
        self.diagnostics.push(Diagnostic {
            code,
            message: format!("unknown key `{}` in {place}", member.key),
            span: member.key_span,
            label: label.to_owned(),
            notes: Vec::new(),
            help: Some(help),
            server,
            refused: false,
        });
    }

    /// Reports an invalid value of an extension that no server reads and so none would validate.
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
            refused: false,
        });
    }

    /// The name of the field entered last.
    fn name(&self) -> &'static str {
        let fields = self.steps.iter().rev().filter_map(|step| match step {
            Step::Field(_, name) => Some(*name),
            _ => None,
        });
        fields.take(1).last().unwrap_or("the document")
    }

    /// The path in the server's type errors: a struct and all fields, without map keys and list indices. The
    /// struct is the last one, or that around the outermost type that decodes itself.
    fn go_field(&self) -> Option<String> {
        let fields = |steps: &[Step<'n>]| -> Vec<(&'static str, &'static str)> {
            let field = |step: &Step<'n>| match step {
                Step::Field(of, name) => Some((*of, *name)),
                _ => None,
            };
            steps.iter().filter_map(field).collect()
        };
        let outside = self.opaque.first().and_then(|len| self.steps.get(..*len)).unwrap_or(&self.steps);
        let (of, _) = *fields(outside).last()?;
        let names: Vec<&str> = fields(&self.steps).into_iter().map(|(_, name)| name).collect();
        Some(format!("{of}.{}", names.join(".")))
    }

    /// The server's message for an unknown field. It has one only outside types that decode themselves.
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

    /// Reports a value that is neither a schema nor a boolean.
    pub(super) fn wrong_schema_or_bool(&mut self, node: &Node) {
        self.wrong_type(node, "a schema, true or false", "v1.JSONSchemaPropsOrBool");
        if let Some(last) = self.diagnostics.last_mut() {
            // v1/marshal.go: the type decodes itself and has its own message.
            last.server = vec!["boolean or JSON schema expected".into()];
        }
    }

    pub(super) fn string(&mut self, member: &Member) -> Option<At<String>> {
        self.string_of(member, "string")
    }

    /// A string that has a Go type of its own.
    pub(super) fn string_of(&mut self, member: &Member, go_type: &str) -> Option<At<String>> {
        match &member.value.value {
            Value::String(text) => Some(at(member, text.clone())),
            Value::Null => None,
            _ => {
                self.wrong_type(&member.value, "a string", go_type);
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

    /// The node unchanged; null counts as absent.
    pub(super) fn verbatim(member: &Member) -> Option<At<Node>> {
        (member.value.value != Value::Null).then(|| at(member, member.value.clone()))
    }

    /// The members of an object. Anything except an object or null is reported.
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

    /// The items of a list. Anything except a list or null is reported.
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

/// A value with the spans of its member.
pub(super) fn at<T>(member: &Member, value: T) -> At<T> {
    At { value, span: member.value.span, key: member.key_span }
}
