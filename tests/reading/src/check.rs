//! Compares what a view reads from an object with the object itself. In: a value of a view, and the value
//! that `serde_json` found at its place. Out: the number of compared values, or the first that differs.

use crdc::views::{FromValue, IntOrString, List, Map, Metadata};
use crdc::{ReadError, Value};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error as _};
use serde_json::value::Value as Json;

/// What views must return, which depends on whether the object is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// For accepted objects: required fields are present, and every value has its type.
    Promised,
    /// For other objects: a value that is missing or has another type is read as the empty value.
    Lenient,
}

/// The number of compared values, or the first difference.
pub type Checked = Result<usize, String>;

/// A function that compares the view of an object of one kind.
pub type Compare = fn(Value<'_>, &Json, Mode) -> Checked;

/// A function that reads an object as its type, and writes that as JSON.
pub type Again = fn(Value<'_>) -> Result<Json, ReadError>;

/// Reads an object as the type `T`, and writes that as JSON.
pub fn again<T: DeserializeOwned + Serialize + Clone + PartialEq + std::fmt::Debug>(
    value: Value<'_>,
) -> Result<Json, ReadError> {
    let read: T = value.read()?;
    assert_eq!(read.clone(), read);
    Ok(serde_json::to_value(read).unwrap_or_default())
}

/// Reads an object as a type of kube, and writes that as JSON. Checks that the type can be an item of a list,
/// and that its kind and version are those of the object.
pub fn again_listed<T>(value: Value<'_>) -> Result<Json, ReadError>
where
    T: DeserializeOwned + Serialize + Clone + PartialEq + std::fmt::Debug + kube::Resource<DynamicType = ()>,
{
    let written = again::<T>(value)?;
    let mut item = written.clone();
    // Typed servers omit these two in the items of a list.
    let [kind, api_version] =
        ["kind", "apiVersion"].map(|key| item.as_object_mut().and_then(|item| item.remove(key)));
    let list = serde_json::json!({ "kind": "List", "apiVersion": "v1", "metadata": {}, "items": [item] });
    let list: kube::core::ObjectList<T> = serde_json::from_value(list).map_err(ReadError::custom)?;
    let read = list.items.into_iter().next().ok_or_else(|| ReadError::custom("no item"))?;
    if let Ok(named) = serde_json::to_value(T::meta(&read)) {
        assert_eq!(named, written["metadata"]);
    }
    let known = [T::kind(&()).into_owned(), T::api_version(&()).into_owned()].map(Json::from);
    assert_eq!(known.each_ref().map(Some), [kind.as_ref(), api_version.as_ref()]);
    Ok(written)
}

/// A value of a view that can be compared.
pub trait Check<'a>: Sized {
    /// Compares the value with the one that `serde_json` found.
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked;
}

/// Compares a field. `key` is written as in JSON, with escapes.
pub fn field<'a>(key: &str, value: impl Check<'a>, object: &Json, mode: Mode) -> Checked {
    let key: String = serde_json::from_str(&format!("\"{key}\"")).map_err(|error| error.to_string())?;
    value.check(object.get(&key), mode).map_err(|why| format!("{key}: {why}"))
}

/// The object whose members are compared; `None` if another value is allowed and there is one.
pub fn object<'j>(value: Value<'_>, found: Option<&'j Json>, mode: Mode) -> Result<Option<&'j Json>, String> {
    match found {
        Some(Json::Object(_)) => Ok(found),
        _ if mode == Mode::Lenient => Ok(None),
        _ => Err(format!("{value} is no object, but {found:?}")),
    }
}

/// Compares a value that has no parts. `found` is the value in `json`, if that has the type.
fn same<T: PartialEq + Default + std::fmt::Debug>(
    value: T,
    found: Option<T>,
    json: Option<&Json>,
    mode: Mode,
) -> Checked {
    match found {
        Some(found) if found == value => Ok(1),
        None if mode == Mode::Lenient && value == T::default() => Ok(0),
        _ => Err(format!("{value:?}, not {json:?}")),
    }
}

impl<'a> Check<'a> for &'a str {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        // Servers accept an empty list as a string with some formats (the record has such a case).
        let mode = if found.is_some_and(|found| found.as_array().is_some_and(Vec::is_empty)) {
            Mode::Lenient
        } else {
            mode
        };
        let text = found.and_then(Json::as_str);
        same(self, text.map(|text| if text == self { self } else { "another" }), found, mode)
    }
}

impl<'a> Check<'a> for bool {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        same(self, found.and_then(Json::as_bool), found, mode)
    }
}

impl<'a> Check<'a> for i64 {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        let whole = |found: &Json| found.as_i64().or_else(|| found.as_f64().map(|float| float as i64));
        same(self, found.and_then(whole), found, mode)
    }
}

impl<'a> Check<'a> for f64 {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        same(self, found.and_then(Json::as_f64), found, mode)
    }
}

impl<'a, T: Check<'a>> Check<'a> for Option<T> {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        match (self, found.filter(|found| !found.is_null())) {
            (None, None) => Ok(1),
            (Some(value), Some(found)) => value.check(Some(found), mode),
            (None, found) => Err(format!("nothing, not {found:?}")),
            (Some(_), None) => Err("something that is not there".to_owned()),
        }
    }
}

impl<'a, T: Check<'a> + FromValue<'a>> Check<'a> for List<'a, T> {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        let Some(Json::Array(items)) = found else {
            let is_nothing = self.is_empty() && (mode == Mode::Lenient || found.is_none_or(Json::is_null));
            return if is_nothing { Ok(1) } else { Err(format!("{self:?}, not {found:?}")) };
        };
        if self.len() != items.len() || self.is_empty() != items.is_empty() {
            return Err(format!("{} items, not {}", self.len(), items.len()));
        }
        let mut count = 1;
        for (index, (item, found)) in self.iter().zip(items).enumerate() {
            count += item.check(Some(found), mode).map_err(|why| format!("[{index}]: {why}"))?;
        }
        Ok(count)
    }
}

impl<'a, T: Check<'a> + FromValue<'a>> Check<'a> for Map<'a, T> {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        let Some(Json::Object(entries)) = found else {
            let is_nothing = self.is_empty() && (mode == Mode::Lenient || found.is_none_or(Json::is_null));
            return if is_nothing { Ok(1) } else { Err(format!("{self:?}, not {found:?}")) };
        };
        if self.len() != entries.len() {
            return Err(format!("{} entries, not {}", self.len(), entries.len()));
        }
        let mut count = 1;
        for (key, value) in self {
            let found = entries.get(&*key);
            count += value.check(found, mode).map_err(|why| format!("[{key}]: {why}"))?;
            if !self.contains_key(&key) {
                return Err(format!("[{key}] is not found"));
            }
        }
        Ok(count)
    }
}

impl<'a> Check<'a> for IntOrString<'a> {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        match self {
            IntOrString::Int(value) => value.check(found, mode),
            IntOrString::String(text) => text.check(found, mode),
        }
    }
}

impl<'a> Check<'a> for Value<'a> {
    fn check(self, found: Option<&Json>, _: Mode) -> Checked {
        let ours: Json = self.read().map_err(|error| error.to_string())?;
        if ours == *found.unwrap_or(&Json::Null) { Ok(1) } else { Err(format!("{ours}, not {found:?}")) }
    }
}

impl<'a> Check<'a> for Metadata<'a> {
    fn check(self, found: Option<&Json>, mode: Mode) -> Checked {
        let Some(found) = object(self.as_value(), found, Mode::Lenient)? else { return Ok(0) };
        let mut count = field("labels", self.labels(), found, mode)?;
        count += field("annotations", self.annotations(), found, mode)?;
        count += field("finalizers", self.finalizers(), found, mode)?;
        count += field("generation", self.generation(), found, mode)?;
        count += field("namespace", self.namespace(), found, mode)?;
        count += field("resourceVersion", self.resource_version(), found, mode)?;
        Ok(count + field("name", self.name(), found, Mode::Lenient)?)
    }
}
