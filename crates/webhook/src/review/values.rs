//! Reads values of reviews with a cursor. Easy to break: a skipped value is not checked here; it is checked
//! where it is parsed.

use std::borrow::Cow;
use std::ops::Range;

use crdc_object::json::cursor::{Cursor, Malformed};

use super::ReviewError;

/// A result of reading.
pub(super) type Read<T> = Result<T, ReviewError>;

impl From<Malformed> for ReviewError {
    fn from(Malformed { offset }: Malformed) -> Self {
        ReviewError::Json { offset }
    }
}

/// Calls `member` with each key of an object. `member` has to read the value.
pub(super) fn object<'t>(
    cursor: &mut Cursor<'t>,
    mut member: impl FnMut(&mut Cursor<'t>, &str) -> Read<()>,
) -> Read<()> {
    cursor.members(|cursor, key| member(cursor, &key.content()?))
}

/// The content of a string.
pub(super) fn string<'t>(cursor: &mut Cursor<'t>) -> Read<Cow<'t, str>> {
    Ok(cursor.string()?.content()?)
}

/// The range of an object, the value of the member `name`; `None` for null.
pub(super) fn range_of_object(cursor: &mut Cursor<'_>, name: &'static str) -> Read<Option<Range<usize>>> {
    let range = cursor.value()?;
    match cursor.part(&range) {
        b"null" => Ok(None),
        text if text.first() == Some(&b'{') => Ok(Some(range)),
        _ => Err(ReviewError::Value(name)),
    }
}
