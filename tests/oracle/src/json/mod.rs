//! A small JSON tree for the tests, so that the interpreter shares no code with the tested code. Integers and
//! floats differ, as for the server, members keep document order, and keys are unique (the reader reports
//! duplicates; the last value counts).

mod read;
mod slice;
mod write;

pub use read::{DEPTH_LIMIT, Read, read};
pub use slice::members;
pub use write::{go_float, go_json, go_json_float, go_quote};

/// A value as the server's decoder represents it.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number without `.`, `e` or `E` that fits.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string, with invalid UTF-8 replaced.
    String(String),
    /// A list.
    Array(Vec<Json>),
    /// Members in document order, keys unique.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The members of an object; `None` for other values.
    pub fn as_object(&self) -> Option<&Vec<(String, Json)>> {
        match self {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items of a list; `None` for other values.
    pub fn as_array(&self) -> Option<&Vec<Json>> {
        match self {
            Json::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The content of a string; `None` for other values.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// The integer; `None` for other values.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Json::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// The boolean; `None` for other values.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(bool) => Some(*bool),
            _ => None,
        }
    }

    /// The member of an object by key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object()?.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The member of an object by key, mutable.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        match self {
            Json::Object(members) => members.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Sets a member of an object; does nothing to any other value.
    pub fn set(&mut self, key: &str, value: Json) {
        if let Json::Object(members) = self {
            match members.iter_mut().find(|(name, _)| name == key) {
                Some((_, old)) => *old = value,
                None => members.push((key.to_owned(), value)),
            }
        }
    }

    /// Removes a member of an object and returns it.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        match self {
            Json::Object(members) => {
                let at = members.iter().position(|(name, _)| name == key)?;
                Some(members.remove(at).1)
            }
            _ => None,
        }
    }

    /// Equality of decoded values: an integer and a float differ, members are unordered.
    pub fn same(&self, other: &Json) -> bool {
        self.equals(other, false)
    }

    /// Equality of stored objects: numbers by value, members are unordered.
    pub fn same_stored(&self, other: &Json) -> bool {
        self.equals(other, true)
    }

    /// Equality without the order of members. `by_value` is whether an integer can equal a float.
    fn equals(&self, other: &Json, by_value: bool) -> bool {
        match (self, other) {
            (Json::Array(a), Json::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b, by_value))
            }
            (Json::Object(a), Json::Object(b)) => {
                if a.len() != b.len() {
                    return false;
                }
                // Both sides usually have the same order. Sorting only if they do not keeps hostile objects
                // with many keys from being quadratic.
                if a.iter().zip(b).all(|((k, _), (l, _))| k == l) {
                    return a.iter().zip(b).all(|((_, a), (_, b))| a.equals(b, by_value));
                }
                let mut a: Vec<_> = a.iter().collect();
                let mut b: Vec<_> = b.iter().collect();
                a.sort_by(|x, y| x.0.cmp(&y.0));
                b.sort_by(|x, y| x.0.cmp(&y.0));
                a.iter().zip(&b).all(|((k, v), (l, w))| k == l && v.equals(w, by_value))
            }
            (Json::Int(int), Json::Float(float)) | (Json::Float(float), Json::Int(int)) => {
                by_value && same_number(*int, *float)
            }
            _ => self == other,
        }
    }
}

/// Whether an integer and a float are the same number. Converting the integer to a float would round it.
pub fn same_number(int: i64, float: f64) -> bool {
    float.fract() == 0.0 && float.abs() <= 2f64.powi(63) && float as i128 == i128::from(int)
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::String(text)
    }
}

impl From<i64> for Json {
    fn from(int: i64) -> Json {
        Json::Int(int)
    }
}

impl From<bool> for Json {
    fn from(bool: bool) -> Json {
        Json::Bool(bool)
    }
}

impl From<Vec<Json>> for Json {
    fn from(items: Vec<Json>) -> Json {
        Json::Array(items)
    }
}

/// An object with these members, in order.
pub fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
}
