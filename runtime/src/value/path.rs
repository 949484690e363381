//! Finds values by paths that are known only at run time. In: a path as the server writes it. Out: the value.
//!
//! Easy to break: names in brackets are read to the next bracket, so a key may have dots there, but no
//! closing bracket.

use super::whole::Value;
use crdc_object::tape::Kind;

impl<'a> Value<'a> {
    /// The value at a path below this one, in the server's notation: names after dots, indices of lists and
    /// keys of maps in brackets. An empty path is the value itself; a leading dot is left out. `None` if
    /// nothing is there.
    ///
    /// ```
    /// use crdc::{Accepted, Value};
    ///
    /// fn app<'a>(accepted: &Accepted<'a>) -> Option<&'a str> {
    ///     accepted.at("metadata.labels[app.kubernetes.io/name]").and_then(Value::as_str)
    /// }
    /// ```
    ///
    /// Keys that have a dot must be in brackets. For keys that have a closing bracket there is
    /// [`Value::get`].
    pub fn at(self, path: &str) -> Option<Value<'a>> {
        let mut value = self;
        let mut rest = path;
        let mut is_first = true;
        while !rest.is_empty() {
            let name;
            (name, rest) = if let Some(inner) = rest.strip_prefix('[') {
                inner.split_once(']')?
            } else {
                let named = match rest.strip_prefix('.') {
                    Some(named) => named,
                    None if is_first => rest,
                    None => return None,
                };
                named.split_at(named.find(['.', '[']).unwrap_or(named.len()))
            };
            if name.is_empty() {
                return None;
            }
            value = value.part(name)?;
            is_first = false;
        }
        Some(value)
    }

    /// A member or an item.
    fn part(self, name: &str) -> Option<Value<'a>> {
        if self.entry().kind != Kind::Array {
            return self.get(name);
        }
        // `parse` alone would take a sign.
        let index = name.bytes().all(|byte| byte.is_ascii_digit()).then(|| name.parse().ok())??;
        self.item(index)
    }
}
