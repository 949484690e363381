//! Reads values of the tape as rules see them: members, items and scalars of Rust's types. A value that does
//! not fit its schema is an error: the request already has an error for it, but rules run nevertheless.
//
// apiserver: pkg/cel/common/valuesunstructured.go

use alloc::borrow::Cow;
use alloc::format;
use core::fmt;

use crate::arena::{Arena, scanned};
use crate::document::Document;
use crate::document::indexes::{is_named, plain_name};
use crate::document::schema::{Form, RuleType, ValueType};
use crate::error::{EvalError, Evaluated};
use crate::scalars::duration::Duration;
use crate::scalars::timestamp::Timestamp;
use crdc_object::tape::{Children, Kind};

/// The server's message about null where it is not allowed.
pub(crate) const NULL: &str = "invalid data, got null for schema with nullable=false";
pub(crate) const WRONG_INT_OR_STRING: &str =
    "invalid data, expected XIntOrString value to be either a string or integer";

/// The error of a value of Go's type `found` where a scalar is expected.
#[cold]
pub(crate) fn not_expected(expected: &str, found: &str) -> EvalError {
    EvalError::text(format!("invalid data, expected {expected}, got {found}"))
}

/// The error of any other value where a map or a list is expected.
#[cold]
pub(crate) fn no_container(expected: &str, kind: &str) -> EvalError {
    EvalError::text(format!("invalid data, expected {expected} for the provided schema with type={kind}"))
}

/// A value of the tape with the type by which rules read it.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(crate) tape: &'a Document<'a>,
    pub(crate) at: u32,
    pub(crate) of: &'a ValueType<'a>,
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = self.tape.entry(self.at);
        f.write_str(&alloc::string::String::from_utf8_lossy(self.tape.text(&entry)))
    }
}

/// The children of a node, in the order of the document.
pub(crate) struct Nodes<'a> {
    parent: Node<'a>,
    children: Children<'a>,
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        self.children.next().map(|at| self.parent.of_child(at))
    }
}

impl<'a> Node<'a> {
    /// A value of an object.
    pub fn new(tape: &'a Document<'a>, at: u32, of: &'a ValueType<'a>) -> Self {
        Node { tape, at, of: of.resolved() }
    }

    pub(crate) fn kind(self) -> Kind {
        self.tape.entry(self.at).kind
    }

    /// The value without its schema.
    pub(crate) fn raw(self) -> Self {
        Node { of: RuleType::RAW, ..self }
    }

    /// The number of the field with this name in rules; a number that no field has if the name is unknown.
    pub(crate) fn number_of(self, name: &str) -> u16 {
        self.of.named(name).map_or(u16::MAX - 1, |(number, _)| number)
    }

    /// The value of a field; none if the field is absent or null.
    #[inline]
    pub fn field(self, number: u16) -> Option<Node<'a>> {
        let at = self.tape.field(self.at, number)?;
        let found = Node { tape: self.tape, at, of: self.of.field(number)? };
        (found.kind() != Kind::Null).then_some(found)
    }

    /// The children that a list, map or object has in the document.
    pub(crate) fn children(self) -> Nodes<'a> {
        Nodes { parent: self, children: self.tape.children(self.at) }
    }

    /// The number of its children.
    pub(crate) fn len(self) -> usize {
        self.tape.length(self.at)
    }

    /// The number of values in the subtree of this node, the node included.
    pub(crate) fn entries(self) -> usize {
        self.tape.after(self.at).saturating_sub(self.at) as usize
    }

    /// The length of the node's text in the decoded document.
    pub(crate) fn text_length(self) -> usize {
        let entry = self.tape.entry(self.at);
        entry.end.saturating_sub(entry.start) as usize
    }

    /// The identity of the node among all nodes of an evaluation.
    pub(crate) fn addresses(self) -> [usize; 3] {
        [core::ptr::from_ref(self.tape).addr(), self.at as usize, core::ptr::from_ref(self.of).addr()]
    }

    /// The child at an index.
    pub(crate) fn child(self, index: usize) -> Option<Node<'a>> {
        self.tape.item(self.at, index).map(|at| self.of_child(at))
    }

    /// The member with this name in the object, which may differ from its name in rules.
    pub(crate) fn named(self, name: &str) -> Option<Node<'a>> {
        self.tape.named(self.at, name).map(|at| self.of_child(at))
    }

    /// Whether there is a member with this name in the object.
    pub(crate) fn is_named(self, name: &str) -> bool {
        is_named(self.tape, self.at, name)
    }

    /// A child with its type.
    #[inline]
    fn of_child(self, at: u32) -> Node<'a> {
        let entry = || self.tape.entry(at);
        let each = self.of.each_of(|| entry().kind == Kind::Null);
        let of = each.or_else(|| self.of.field(entry().field)).unwrap_or(RuleType::RAW);
        Node { tape: self.tape, at, of }
    }

    /// The name of a member in the object.
    pub(crate) fn key(self, arena: &'a Arena) -> &'a str {
        match plain_name(self.tape, self.at) {
            Cow::Borrowed(name) => core::str::from_utf8(name).unwrap_or_default(),
            Cow::Owned(name) => arena.alloc_str(core::str::from_utf8(&name).unwrap_or_default()),
        }
    }

    /// The content of a string.
    #[inline]
    pub(super) fn content(self) -> Option<&'a str> {
        let entry = self.tape.entry(self.at);
        (entry.kind == Kind::String).then(|| self.tape.content(self.at, &entry))
    }

    /// The error of a null where a value of another type is expected.
    fn null<T>(self) -> Evaluated<T> {
        if self.of.nullable { Err(EvalError::NoSuchOverload) } else { Err(EvalError::Static(NULL)) }
    }

    #[cold]
    fn expected<T>(self, expected: &'static str) -> Evaluated<T> {
        let found = match self.kind() {
            Kind::Null => return self.null(),
            Kind::False | Kind::True => "bool",
            Kind::Int => "int64",
            Kind::Float => "float64",
            Kind::String => "string",
            Kind::Array => "[]interface {}",
            Kind::Object => "map[string]interface {}",
        };
        Err(not_expected(expected, found))
    }

    #[cold]
    pub(super) fn not_a<T>(self, expected: &'static str, kind: &'static str) -> Evaluated<T> {
        if self.kind() == Kind::Null {
            return self.null();
        }
        Err(no_container(expected, kind))
    }

    /// The object, as a node.
    ///
    /// # Errors
    /// The value is no object.
    #[inline]
    pub fn object(self) -> Evaluated<Node<'a>> {
        if self.kind() == Kind::Object { Ok(self) } else { self.not_a("a map", "object") }
    }

    /// The string.
    ///
    /// # Errors
    /// The value is no string.
    #[inline]
    pub fn string(self) -> Evaluated<&'a str> {
        match self.content() {
            Some(content) => Ok(content),
            None => self.expected("string"),
        }
    }

    /// The bytes that a string has in base64.
    ///
    /// # Errors
    /// The value is no string, or not in base64.
    pub fn bytes(self, arena: &'a Arena) -> Evaluated<&'a [u8]> {
        self.tape.bytes(arena, self.at, self.string()?)
    }

    /// The duration.
    ///
    /// # Errors
    /// The value is no string, or no duration.
    pub fn duration(self, arena: &Arena) -> Evaluated<Duration> {
        Duration::of_format(scanned(arena, self.string()?)?)
    }

    /// The time of a date or a time.
    ///
    /// # Errors
    /// The value is no string, or no time.
    pub fn timestamp(self, arena: &Arena) -> Evaluated<Timestamp> {
        let text = scanned(arena, self.string()?)?;
        if self.of.form == Form::Date { Timestamp::of_date(text) } else { Timestamp::of_date_time(text) }
    }

    /// The integer.
    ///
    /// # Errors
    /// The value is no integer.
    #[inline]
    pub fn int(self) -> Evaluated<i64> {
        let entry = self.tape.entry(self.at);
        if entry.kind == Kind::Int { Ok(self.tape.int(&entry)) } else { self.expected("int") }
    }

    /// The number.
    ///
    /// # Errors
    /// The value is no number.
    #[inline]
    pub fn double(self) -> Evaluated<f64> {
        let entry = self.tape.entry(self.at);
        match entry.kind {
            #[expect(clippy::cast_precision_loss, reason = "the server converts so")]
            Kind::Int => Ok(self.tape.int(&entry) as f64),
            Kind::Float => Ok(self.tape.float(&entry)),
            _ => self.expected("float"),
        }
    }

    /// The boolean.
    ///
    /// # Errors
    /// The value is no boolean.
    #[inline]
    pub fn bool(self) -> Evaluated<bool> {
        match self.kind() {
            Kind::True => Ok(true),
            Kind::False => Ok(false),
            _ => self.expected("bool"),
        }
    }
}
