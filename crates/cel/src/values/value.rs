//! Values of any CEL type, for expressions whose type is known only at run time, and the lists and maps of
//! these values. `list`, `map`, `read` and `added` have the operations.
//!
//! Easy to break: the Go value of an added item may differ from the value that rules see (see `added`).
//
// cel-go: common/types; apiserver: pkg/cel/common/valuesunstructured.go (UnstructuredToVal)

use super::node::{Node, WRONG_INT_OR_STRING, no_container, not_expected};
use crate::document::schema::{Form, ValueType};
use crate::error::{EvalError, Evaluated};
use crate::scalars::cidr::Cidr;
use crate::scalars::duration::Duration;
use crate::scalars::ip::Ip;
use crate::scalars::named_format::NamedFormat;
use crate::scalars::quantity::Quantity;
use crate::scalars::semver::Semver;
use crate::scalars::timestamp::Timestamp;
use crate::scalars::url::Url;

/// A value of any type.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `uint`
    Uint(u64),
    /// `double`
    Double(f64),
    /// `string`
    String(&'a str),
    /// `bytes`
    Bytes(&'a [u8]),
    /// `google.protobuf.Duration`
    Duration(Duration),
    /// `google.protobuf.Timestamp`
    Timestamp(Timestamp),
    /// A list.
    List(List<'a>),
    /// A map or an object.
    Map(Map<'a>),
    /// An optional, with its content if it has one.
    Optional(Option<&'a Value<'a>>),
    /// A type, by its name.
    Type(&'a str),
    /// An IP address.
    Ip(Ip),
    /// A network.
    Cidr(Cidr),
    /// A quantity.
    Quantity(Quantity<'a>),
    /// A URL.
    Url(Url<'a>),
    /// A semantic version.
    Semver(Semver<'a>),
    /// A named format.
    NamedFormat(NamedFormat),
    /// A value that rules can only compare (`Form::Preserved`).
    Preserved(Node<'a>),
    /// An item of the object in a list made by an expression, not read yet. Either the item does not fit its
    /// schema, so that reading it fails, or it comes from a set, whose items the server compares without
    /// their schema.
    Unread(Node<'a>),
    /// An item that an expression added to a list of the object. Rules see another value of it than the one
    /// that sets compare.
    Added(&'a Added<'a>),
    /// The content of an optional, if it does not fit its schema: taking it out fails with this message.
    Unfit(&'a str),
}

/// A list.
#[derive(Clone, Copy, Debug)]
pub enum List<'a> {
    /// A list of the object.
    Node(Node<'a>),
    /// A list that an expression made.
    Made {
        /// The items.
        items: &'a [Value<'a>],
        /// The type of the list of the object from which this list is made, or the type of joined lists. None
        /// for other lists.
        of: Option<&'a ValueType<'a>>,
    },
}

/// A map or an object.
#[derive(Clone, Copy, Debug)]
pub enum Map<'a> {
    /// A map or an object of the object.
    Node(Node<'a>),
    /// A map that an expression made.
    Made(&'a [(Value<'a>, Value<'a>)]),
}

/// An item that an expression added to a list of the object. The value that rules see differs from the Go
/// value, or reading the item fails.
#[derive(Clone, Copy, Debug)]
pub struct Added<'a> {
    /// The Go value, which sets compare; none for an error, which equals no other value.
    pub(crate) held: Option<Value<'a>>,
    pub(super) read: Read<'a>,
}

/// The result of reading an added item.
#[derive(Clone, Copy, Debug)]
pub(super) enum Read<'a> {
    Value(Value<'a>),
    /// The error that the Go value is not JSON of this form.
    Unfit(Form),
    /// The message of an error: the format does not allow the string.
    Text(&'a str),
}

impl<'a> Added<'a> {
    /// The value that rules see.
    ///
    /// # Errors
    /// The item does not fit the schema of the items.
    pub(super) fn value(&self) -> Evaluated<Value<'a>> {
        match self.read {
            Read::Value(value) => Ok(value),
            Read::Unfit(form) => Err(unfit(form, self.held)),
            Read::Text(message) => Err(EvalError::text(message.into())),
        }
    }
}

impl<'a> Value<'a> {
    /// The content of an optional, or of an item of a list that an expression made.
    ///
    /// # Errors
    /// The content does not fit its schema.
    #[inline]
    pub fn content(self) -> Evaluated<Value<'a>> {
        match self {
            Value::Unfit(message) => Err(EvalError::text(message.into())),
            Value::Added(added) => added.value(),
            content => Ok(content),
        }
    }

    /// The name of its type.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        match self {
            Value::Null => "null_type",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Uint(_) => "uint",
            Value::Double(_) => "double",
            Value::String(_) => "string",
            Value::Bytes(_) => "bytes",
            Value::Duration(_) => "google.protobuf.Duration",
            Value::Timestamp(_) => "google.protobuf.Timestamp",
            Value::List(_) => "list",
            Value::Map(_) => "map",
            Value::Optional(_) => "optional_type",
            Value::Type(_) => "type",
            Value::Ip(_) => "net.IP",
            Value::Cidr(_) => "net.CIDR",
            Value::Quantity(_) => "kubernetes.Quantity",
            Value::Url(_) => "kubernetes.URL",
            Value::Semver(_) => "kubernetes.Semver",
            Value::NamedFormat(_) => "kubernetes.NamedFormat",
            Value::Preserved(_) | Value::Unread(_) | Value::Added(_) | Value::Unfit(_) => "unknown",
        }
    }

    /// Whether the value is the zero of its type, for `optional.ofNonZeroValue`.
    #[must_use]
    pub fn is_zero(self) -> bool {
        match self {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Int(value) => value == 0,
            Value::Uint(value) => value == 0,
            Value::Double(value) => value == 0.0,
            Value::String(text) => text.is_empty(),
            Value::Bytes(bytes) => bytes.is_empty(),
            Value::Duration(duration) => duration.nanoseconds() == 0,
            // Lists and maps of schemas do not implement cel-go's `Zeroer`.
            Value::List(List::Made { items, of: None }) => items.is_empty(),
            Value::Map(Map::Made(entries)) => entries.is_empty(),
            Value::Optional(content) => content.is_none_or(|content| content.is_zero()),
            _ => false,
        }
    }
}

/// The error of a Go value that is not JSON of this form. `held` is the Go value; none if it is an error.
fn unfit(form: Form, held: Option<Value<'_>>) -> EvalError {
    let expected = match form {
        Form::IntOrString => return EvalError::Static(WRONG_INT_OR_STRING),
        Form::Object | Form::Map => {
            return no_container("a map", "object");
        }
        Form::List | Form::Set | Form::ListMap => {
            return no_container("an array", "array");
        }
        Form::Bool => "bool",
        Form::Int => "int",
        Form::Double => "float",
        _ => "string",
    };
    not_expected(expected, held.map_or("*errors.errorString", go_type))
}

/// The name of the Go type that holds a value.
fn go_type(value: Value<'_>) -> &'static str {
    match value {
        Value::Null => "structpb.NullValue",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::Uint(_) => "uint64",
        Value::Double(_) => "float64",
        Value::String(_) => "string",
        Value::Bytes(_) => "[]uint8",
        Value::Duration(_) => "time.Duration",
        Value::Timestamp(_) => "time.Time",
        Value::List(List::Made { of: None, .. }) => "[]ref.Val",
        Value::List(_) => "[]interface {}",
        Value::Map(Map::Made(_)) => "map[ref.Val]ref.Val",
        Value::Map(Map::Node(_)) => "map[string]interface {}",
        other => other.type_name(),
    }
}
