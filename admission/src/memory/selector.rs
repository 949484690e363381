//! `labelSelector` of a list.

use crate::{ListOptions, Object, Refusal};

/// One condition.
#[derive(Debug, PartialEq, Eq)]
enum Condition<'s> {
    Equals(&'s str, &'s str),
    Differs(&'s str, &'s str),
    Exists(&'s str),
    Missing(&'s str),
}

/// A selector: all conditions must hold.
#[derive(Debug)]
pub(super) struct Selector<'s>(Vec<Condition<'s>>);

impl<'s> Selector<'s> {
    /// Reads `a=b,c!=d,e,!f`; sets of values are refused.
    pub(super) fn parse(text: &'s str) -> Result<Self, Refusal> {
        if text.contains(['(', ')']) {
            return Err(Refusal::bad_request(format!("label selectors with sets are not supported: {text}")));
        }
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        Ok(Selector(
            parts
                .map(|part| match (part.split_once("!="), part.split_once('='), part.strip_prefix('!')) {
                    (Some((key, value)), ..) => Condition::Differs(key.trim(), value.trim()),
                    (_, Some((key, value)), _) => {
                        Condition::Equals(key.trim(), value.strip_prefix('=').unwrap_or(value).trim())
                    }
                    (.., Some(key)) => Condition::Missing(key.trim()),
                    _ => Condition::Exists(part),
                })
                .collect(),
        ))
    }

    pub(super) fn selects(&self, object: &Object<'_>) -> bool {
        let label = |key: &str| object.string(&["metadata", "labels", key]);
        self.0.iter().all(|condition| match *condition {
            Condition::Equals(key, value) => label(key).is_some_and(|own| own == value),
            Condition::Differs(key, value) => label(key).is_none_or(|own| own != value),
            Condition::Exists(key) => label(key).is_some(),
            Condition::Missing(key) => label(key).is_none(),
        })
    }
}

impl ListOptions {
    /// Reads the query of a URL. Parameters that a list in memory does not need are ignored.
    pub(crate) fn of_query(query: &str) -> Result<Self, Refusal> {
        let mut options = ListOptions::default();
        for (key, value) in query.split('&').filter_map(|parameter| parameter.split_once('=')) {
            match key {
                "labelSelector" => options.label_selector = decoded(value)?,
                "fieldSelector" if !value.is_empty() => {
                    let value = decoded(value)?;
                    return Err(Refusal::bad_request(format!("field selectors are not supported: {value}")));
                }
                _ => {}
            }
        }
        Ok(options)
    }
}

/// Percent-decodes a value.
fn decoded(value: &str) -> Result<String, Refusal> {
    let invalid = || Refusal::bad_request(format!("invalid URL escape in {value}"));
    let mut bytes = value.bytes();
    let mut out = Vec::with_capacity(value.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [bytes.next().ok_or_else(invalid)?, bytes.next().ok_or_else(invalid)?];
                let digits = std::str::from_utf8(&digits).map_err(|_| invalid())?;
                u8::from_str_radix(digits, 16).map_err(|_| invalid())?
            }
            byte => byte,
        });
    }
    String::from_utf8(out).map_err(|_| invalid())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn selectors_select() {
        let object = br#"{"metadata":{"labels":{"a":"1","b":"2"}}}"#;
        let object = Object::of(object);
        for (selector, selects) in [
            ("", true),
            ("a=1", true),
            ("a==1,b", true),
            ("a=2", false),
            ("a!=2, !c", true),
            ("!a", false),
            ("c", false),
        ] {
            assert_eq!(Selector::parse(selector).unwrap().selects(&object), selects, "{selector}");
        }
        assert_eq!(Selector::parse("a in (b)").unwrap_err().code, 400);
        assert_eq!(ListOptions::of_query("limit=1&labelSelector=a%3D1%2Cb").unwrap().label_selector, "a=1,b");
        assert!(ListOptions::of_query("labelSelector=%zz").is_err());
        assert!(ListOptions::of_query("fieldSelector=metadata.name%3Da").is_err());
    }
}
