//! The values of expressions, and the reasons why an evaluation fails.
//
// cel-go: common/types; apiserver: pkg/cel/library

use std::rc::Rc;

use super::libraries::address::Network;
use super::libraries::quantity::Quantity;
use super::libraries::semver::Semver;
use super::libraries::url::Url;
use super::list::List;
use super::map::Map;
use super::time::Time;
use crate::json::Json;

/// A value. Lists and maps of an object refer to its JSON and schema.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true`
    Bool(bool),
    /// `1`
    Int(i64),
    /// `1u`
    Uint(u64),
    /// `1.0`
    Double(f64),
    /// `"a"`
    String(String),
    /// `b"a"`
    Bytes(Vec<u8>),
    /// A duration in nanoseconds.
    Duration(i64),
    /// A point in time.
    Timestamp(Time),
    /// A type, by its name.
    Type(String),
    /// A list.
    List(List<'a>),
    /// A map or an object.
    Map(Map<'a>),
    /// An optional with or without a value.
    Optional(Option<Rc<Value<'a>>>),
    /// `ip("::")`
    Ip(std::net::IpAddr),
    /// `cidr("::/0")`
    Cidr(Network),
    /// `url("/")`
    Url(Rc<Url>),
    /// `quantity("1")`
    Quantity(Quantity),
    /// `semver("1.0.0")`
    Semver(Rc<Semver>),
    /// `format.uri()`
    Format(&'static str),
    /// A value whose schema has no type, below `x-kubernetes-preserve-unknown-fields`.
    Preserved(&'a Json),
}

/// The failure of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An error, which is a value: a logical operator drops it if the other operand decides the result.
    Error(String),
    /// The server's evaluator fails, which ends the evaluation.
    Internal(String),
    /// This interpreter does not model what the server does, so the answer must not be compared.
    Unknown(String),
}

/// A value, or the reason why there is none.
pub type Evaluated<T> = Result<T, Failure>;

/// An error with this text.
pub(super) fn error<T>(text: impl Into<String>) -> Evaluated<T> {
    Err(Failure::Error(text.into()))
}

/// The error of operands for which a function has no overload.
pub(super) fn no_such_overload<T>() -> Evaluated<T> {
    error("no such overload")
}

/// The failure for behaviour of the server that is not modelled.
pub(super) fn unknown<T>(what: impl Into<String>) -> Evaluated<T> {
    Err(Failure::Unknown(what.into()))
}

impl<'a> Value<'a> {
    /// The name of the type.
    pub fn type_name(&self) -> &str {
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
            Value::Type(_) => "type",
            Value::List(_) => "list",
            Value::Map(_) => "map",
            Value::Optional(_) => "optional_type",
            Value::Ip(_) => "net.IP",
            Value::Cidr(_) => "net.CIDR",
            Value::Url(_) => "kubernetes.URL",
            Value::Quantity(_) => "kubernetes.Quantity",
            Value::Semver(_) => "kubernetes.Semver",
            Value::Format(_) => "kubernetes.NamedFormat",
            Value::Preserved(_) => "unknown",
        }
    }

    /// An optional with this value.
    pub(super) fn some(self) -> Value<'a> {
        Value::Optional(Some(Rc::new(self)))
    }

    /// A list of these values.
    pub(super) fn list(items: Vec<Value<'a>>) -> Value<'a> {
        Value::List(List::made(items.into_iter().map(Ok).collect()))
    }

    /// A list of strings.
    pub(super) fn strings<T: Into<String>>(items: impl IntoIterator<Item = T>) -> Value<'a> {
        Value::list(items.into_iter().map(|item| Value::String(item.into())).collect())
    }

    /// Whether the value is the zero of its type; `false` for types without a zero.
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Int(value) => *value == 0,
            Value::Uint(value) => *value == 0,
            Value::Double(value) => *value == 0.0,
            Value::String(text) => text.is_empty(),
            Value::Bytes(bytes) => bytes.is_empty(),
            Value::Duration(value) => *value == 0,
            // Go's zero time is in the year 1.
            Value::Timestamp(time) => time.is_go_zero(),
            // Lists and maps of an object have no zero for the server.
            Value::List(list) => list.is_made() && list.len() == 0,
            Value::Map(map) => map.is_made() && map.len() == 0,
            Value::Optional(content) => content.is_none(),
            _ => false,
        }
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<String> for Value<'_> {
    fn from(value: String) -> Self {
        Value::String(value)
    }
}

impl From<&str> for Value<'_> {
    fn from(value: &str) -> Self {
        Value::String(value.to_owned())
    }
}
