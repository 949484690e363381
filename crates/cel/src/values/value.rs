//! A value of any type: what expressions compute with where the type is known only at run time, with the
//! lists and maps that contain values. `list`, `map`, `read` and `added` say what can be done with them.
//!
//! Easy to break: Go holds another value of an added item than rules see. A null, an error, a duration, a
//! time and bytes are no JSON, so that reading them fails, but sets compare them.
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
    /// A value or none.
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
    /// A value that rules can only compare.
    Preserved(Node<'a>),
    /// An item of a list that was made of those of the object, as the object has it: it does not fit its
    /// schema, so that reading it fails, or is in a set, whose items the server compares without their
    /// schema.
    Unread(Node<'a>),
    /// An item that was added to a list of the object, and is read as another value than sets compare.
    Added(&'a Added<'a>),
    /// The content of an optional that does not fit its schema: taking it out fails with this message.
    Unfit(&'a str),
}

/// A list.
#[derive(Clone, Copy, Debug)]
pub enum List<'a> {
    /// A list of the object.
    Node(Node<'a>),
    /// A list that an expression made. One that comes from a list of the object has its type.
    Made {
        /// The items.
        items: &'a [Value<'a>],
        /// The type of the list of the object, or that of joined lists.
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

/// An item that is read as another value than Go holds, or cannot be read.
#[derive(Clone, Copy, Debug)]
pub struct Added<'a> {
    /// The value that sets compare; none for Go's error, which equals no other.
    pub(crate) held: Option<Value<'a>>,
    pub(super) read: Read<'a>,
}

/// The result of reading an added item.
#[derive(Clone, Copy, Debug)]
pub(super) enum Read<'a> {
    Value(Value<'a>),
    /// The error that it is no JSON of this form.
    Unfit(Form),
    /// The error of a text that its format does not allow.
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

/// The error of a value that Go does not hold as JSON of this form; none is its error.
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

/// The type of Go's plain value.
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
