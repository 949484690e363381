//! Paths: the steps to a field or an item from the root of an object.
//!
//! A path has no element for the root, and no manager owns the empty path.
//
// structured-merge-diff: fieldpath/element.go, path.go

use std::cmp::Ordering;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use serde_json::Value;

use crate::value::{compare, equal, readable, sort_order};

/// One step of a path.
///
/// Copies are cheap: the content is shared.
///
/// ```
/// use crdc_apply::PathElement;
/// use serde_json::json;
///
/// let item = PathElement::key([("name", json!("web")), ("port", json!(80))]);
/// assert_eq!(item.to_string(), r#"[name="web",port=80]"#);
/// assert_eq!(item.to_text(), r#"k:{"name":"web","port":80}"#);
/// assert_eq!(PathElement::from_text(r#"k:{"port":80,"name":"web"}"#)?, Some(item));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub enum PathElement {
    /// A field of an object: `.name`, in FieldsV1 `f:name`.
    Field(Arc<str>),
    /// An item of a list with keys: `[name="x"]`, in FieldsV1 `k:{"name":"x"}`. The fields are sorted by
    /// name.
    Key(Arc<[(String, Value)]>),
    /// An item of a set: `[="x"]`, in FieldsV1 `v:"x"`.
    Value(Arc<Value>),
    /// An item of another list: `[0]`, in FieldsV1 `i:0`.
    Index(i64),
}

/// Steps from the root of an object.
pub type Path = Vec<PathElement>;

impl PathElement {
    /// A field of an object.
    pub fn field(name: &str) -> Self {
        PathElement::Field(name.into())
    }

    /// An item of a list by its keys, in any order.
    pub fn key<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        PathElement::from_fields(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    pub(crate) fn from_fields(mut fields: Vec<(String, Value)>) -> Self {
        fields.sort_by(|left, right| left.0.cmp(&right.0));
        PathElement::Key(fields.into())
    }

    /// An item of a set.
    pub fn value(value: Value) -> Self {
        PathElement::Value(Arc::new(value))
    }

    /// The name of the field, if the element is a field.
    pub fn as_field(&self) -> Option<&str> {
        match self {
            PathElement::Field(name) => Some(name),
            _ => None,
        }
    }

    fn rank(&self) -> u8 {
        match self {
            PathElement::Field(_) => 0,
            PathElement::Key(_) => 1,
            PathElement::Value(_) => 2,
            PathElement::Index(_) => 3,
        }
    }

    fn compare_by(&self, other: &Self, values: fn(&Value, &Value) -> Ordering) -> Ordering {
        match (self, other) {
            (PathElement::Field(left), PathElement::Field(right)) => left.cmp(right),
            (PathElement::Key(left), PathElement::Key(right)) => {
                let fields = left.iter().zip(right.iter());
                let mut orders =
                    fields.map(|(left, right)| left.0.cmp(&right.0).then_with(|| values(&left.1, &right.1)));
                orders.find(|order| order.is_ne()).unwrap_or_else(|| left.len().cmp(&right.len()))
            }
            (PathElement::Value(left), PathElement::Value(right)) => values(left, right),
            (PathElement::Index(left), PathElement::Index(right)) => left.cmp(right),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    /// The server's order: fields, keys, values, indices. `1` and `1.0` are equal.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.compare_by(other, compare)
    }

    /// A total order that agrees with [`PathElement::compare`], for sorting.
    pub(crate) fn sort_order(&self, other: &Self) -> Ordering {
        self.compare_by(other, sort_order)
    }
}

impl PartialEq for PathElement {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (PathElement::Field(left), PathElement::Field(right)) => left == right,
            (PathElement::Key(left), PathElement::Key(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right.iter())
                        .all(|(left, right)| left.0 == right.0 && equal(&left.1, &right.1))
            }
            (PathElement::Value(left), PathElement::Value(right)) => equal(left, right),
            (PathElement::Index(left), PathElement::Index(right)) => left == right,
            _ => false,
        }
    }
}

/// Formats an element as in conflicts: `.name`, `[name="x"]`, `[="x"]`, `[0]`.
impl Display for PathElement {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PathElement::Field(name) => write!(formatter, ".{name}"),
            PathElement::Key(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, value)| format!("{name}={}", readable(value))).collect();
                write!(formatter, "[{}]", fields.join(","))
            }
            PathElement::Value(value) => write!(formatter, "[={}]", readable(value)),
            PathElement::Index(index) => write!(formatter, "[{index}]"),
        }
    }
}

/// A path as in conflicts: `.spec.containers[name="x"].image`.
pub(crate) fn path_text(path: &[PathElement]) -> String {
    path.iter().map(ToString::to_string).collect()
}
