//! Converts objects of reviews to the types of plugins. In: a review. Out: a value, or an error with the path
//! of the fault.
//!
//! Easy to break: an object that is no `T` is refused. There is one exception, so that a finalizer can still
//! be removed: the stored object has the same fault, and only metadata or the status changes.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Call, Denial};

impl Call {
    /// The new object as a type.
    ///
    /// # Errors
    ///
    /// A status with code 400: there is no object, or it is not of this type. The message has the path.
    pub fn object_as<T: DeserializeOwned>(&self) -> Result<T, Denial> {
        typed(self.object(), "object")
    }

    /// The stored object as a type.
    ///
    /// # Errors
    ///
    /// A status with code 400: there is no stored object, or it is not of this type. The message has the
    /// path.
    pub fn old_object_as<T: DeserializeOwned>(&self) -> Result<T, Denial> {
        typed(self.request().old_object(), "oldObject")
    }

    /// The new object for a typed plugin; `None` if the plugin need not be called.
    pub(crate) fn object_for_plugin<T: DeserializeOwned>(&self) -> Result<Option<T>, Denial> {
        let object = self.object().ok_or_else(|| missing("object"))?;
        let why = match read(object) {
            Ok(object) => return Ok(Some(object)),
            Err(why) => why,
        };
        let is_old = self.request().old_object().is_some_and(|old| {
            read::<T>(old).is_err_and(|old| old == why) && are_alike_beside_metadata_and_status(object, old)
        });
        if !is_old {
            return Err(Denial::bad_request(format!("object{why}")));
        }
        self.warn(format!(
            "{} was not asked: the stored object has the same fault, object{why}",
            self.plugin
        ));
        Ok(None)
    }
}

fn typed<T: DeserializeOwned>(text: Option<&[u8]>, what: &str) -> Result<T, Denial> {
    let text = text.ok_or_else(|| missing(what))?;
    read(text).map_err(|why| Denial::bad_request(format!("{what}{why}")))
}

pub(crate) fn missing(what: &str) -> Denial {
    Denial::bad_request(format!("the review has no {what}"))
}

/// Parses a value. The error contains the path of the fault: `.spec.users[0]: missing field …`. It contains
/// no columns, since the user does not see the text.
fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let why = error.inner().to_string();
        let position = format!(" at line {} column {}", error.inner().line(), error.inner().column());
        let why = why.strip_suffix(&position).unwrap_or(&why);
        match error.path().to_string().as_str() {
            "." => format!(": {why}"),
            path => format!(".{path}: {why}"),
        }
    })?;
    deserializer.end().map_err(|error| format!(": {error}"))?;
    Ok(value)
}

fn are_alike_beside_metadata_and_status(new: &[u8], old: &[u8]) -> bool {
    let rest = |text: &[u8]| {
        let mut members: Map<String, Value> = serde_json::from_slice(text).ok()?;
        ["metadata", "status"].into_iter().for_each(|name| drop(members.remove(name)));
        Some(members)
    };
    rest(new).is_some_and(|new| Some(new) == rest(old))
}
