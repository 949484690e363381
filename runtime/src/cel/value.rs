//! A value of any type: what expressions compute with where the type is known only at run time.
//
// cel-go: common/types

use super::added::Added;
use super::library::cidr::Cidr;
use super::library::duration::Duration;
use super::library::ip::Ip;
use super::library::named_format::NamedFormat;
use super::library::quantity::Quantity;
use super::library::semver::Semver;
use super::library::timestamp::Timestamp;
use super::library::url::Url;
use super::{EvalError, Evaluated, List, Map, Node};

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
    /// An item of a list that was made of those of the object, as the object has it: it does not fit its schema, so that
    /// reading it fails, or is in a set, whose items the server compares without their schema.
    Unread(Node<'a>),
    /// An item that was added to a list of the object, and is read as another value than sets compare.
    Added(&'a Added<'a>),
    /// The content of an optional that does not fit its schema: taking it out fails with this message.
    Unfit(&'a str),
}

impl<'a> Value<'a> {
    /// What an optional contains, or an item of a list that an expression made.
    ///
    /// # Errors
    /// It does not fit its schema.
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

    /// Whether it is the zero of its type, for `optional.ofNonZeroValue`.
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
            // Those of schemas say nothing about zero.
            Value::List(List::Made { items, of: None }) => items.is_empty(),
            Value::Map(Map::Made(entries)) => entries.is_empty(),
            Value::Optional(content) => content.is_none_or(|content| content.is_zero()),
            _ => false,
        }
    }
}
