//! Reads `apiVersion`, `kind` and the name of an object. In: an object of a review. Out: its [`Header`],
//! which is compared with the review.
//!
//! Easy to break: rules for one kind do not apply to an object of another kind, and a plugin that uses the
//! name in the review would check an object with another name. A server sends neither, so a request with such
//! an object is not allowed.
// apiserver: pkg/admission/conversion.go ConvertToGVK sets the kind of the review on both objects

use std::borrow::Cow;
use std::ops::Range;

use crdc_object::json::cursor::Cursor;

use super::keys::Keys;
use super::values::{Read, range_of_object, string};
use super::{GroupVersionKind, ReviewError};

/// The identity of an object in a review.
#[derive(Default)]
pub(super) struct Header<'t> {
    /// The range of the object in the body.
    pub(super) range: Range<usize>,
    api_version: Option<Cow<'t, str>>,
    kind: Option<Cow<'t, str>>,
    name: Option<Cow<'t, str>>,
    namespace: Option<Cow<'t, str>>,
    /// A duplicate member at the top of the object: two readers could read two different objects. Duplicate
    /// members further below are found when the object is decoded.
    repeated: Option<String>,
}

impl<'t> Header<'t> {
    /// Reads an object; `None` for null. Members of other types than strings count as missing here.
    pub(super) fn read(cursor: &mut Cursor<'t>, member: &'static str) -> Read<Option<Header<'t>>> {
        if cursor.peek() != Some(b'{') {
            return range_of_object(cursor, member).map(|_| None);
        }
        let mut header = Header::default();
        let start = cursor.offset();
        let (mut keys, mut of_metadata) = (Keys::default(), Keys::default());
        cursor.members(|cursor, key| {
            let key = key.content()?;
            header.note(&mut keys, "", key.clone());
            match key.as_ref() {
                "apiVersion" => header.api_version = text(cursor)?,
                "kind" => header.kind = text(cursor)?,
                "metadata" => header.metadata(cursor, &mut of_metadata)?,
                _ => skipped(cursor)?,
            }
            Ok::<(), ReviewError>(())
        })?;
        header.range = start..cursor.offset();
        Ok(Some(header))
    }

    fn metadata(&mut self, cursor: &mut Cursor<'t>, keys: &mut Keys<'t>) -> Read<()> {
        if cursor.peek() != Some(b'{') {
            return skipped(cursor);
        }
        cursor.members(|cursor, key| {
            let key = key.content()?;
            self.note(keys, "metadata.", key.clone());
            match key.as_ref() {
                "name" => self.name = text(cursor)?,
                "namespace" => self.namespace = text(cursor)?,
                _ => skipped(cursor)?,
            }
            Ok(())
        })
    }

    fn note(&mut self, keys: &mut Keys<'t>, parent: &str, key: Cow<'t, str>) {
        if !keys.add(key.clone()) {
            self.repeated = Some(format!("{parent}{}", shortened(&key)));
        }
    }

    /// Checks that the object has the kind and the names in the review.
    pub(super) fn check(
        &self,
        member: &'static str,
        kind: &GroupVersionKind,
        name: &str,
        namespace: &str,
    ) -> Read<()> {
        let differs = |why: String| Err(ReviewError::Object { member, why });
        if let Some(field) = &self.repeated {
            return differs(format!("has `{field}` twice"));
        }
        let (api_version, found) = (text_of(self.api_version.as_ref()), text_of(self.kind.as_ref()));
        for (name, text) in [("apiVersion", api_version), ("kind", found)] {
            if text.is_empty() {
                return differs(format!("has no `{name}`"));
            }
        }
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        if (group, version, found) != (kind.group.as_str(), kind.version.as_str(), kind.kind.as_str()) {
            let (found, api_version) = (shortened(found), shortened(api_version));
            return differs(format!("is {found:?} of {api_version:?}, and the review is about {kind}"));
        }
        // A generated name is set later, so it is in none of them, and a cluster-scoped object has no
        // namespace.
        for (field, said, found) in [("name", name, &self.name), ("namespace", namespace, &self.namespace)] {
            let found = text_of(found.as_ref());
            if !found.is_empty() && !said.is_empty() && found != said {
                let (found, said) = (shortened(found), shortened(said));
                return differs(format!("has the {field} {found:?}, and the review is about {said:?}"));
            }
        }
        Ok(())
    }
}

/// A string, or `None` for a value of another type, which is skipped.
fn text<'t>(cursor: &mut Cursor<'t>) -> Read<Option<Cow<'t, str>>> {
    if cursor.peek() == Some(b'"') { string(cursor).map(Some) } else { skipped(cursor).map(|()| None) }
}

fn skipped(cursor: &mut Cursor<'_>) -> Read<()> {
    cursor.value()?;
    Ok(())
}

fn text_of<'s>(text: Option<&'s Cow<'_, str>>) -> &'s str {
    text.map_or("", |text| text.as_ref())
}

/// A text that may be long, shortened.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}
