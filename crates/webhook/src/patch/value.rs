//! One level of a JSON value: its members or items as slices of the text.
//!
//! Easy to break: the text is not checked here, since crdc has decoded or written it. A text that is not JSON
//! returns `None`, and is then replaced as a whole.

use std::borrow::Cow;
use std::collections::HashMap;

use crdc_object::json::cursor::{Cursor, JsonString, Malformed};

/// Members of an object, in the order of the text.
pub(super) struct Members<'t> {
    pub(super) all: Vec<(Cow<'t, str>, &'t [u8])>,
    /// The indexes of the members by key, for objects with many members.
    index: Option<HashMap<String, usize>>,
}

/// The number of members up to which members are compared one by one.
const FEW_MEMBERS: usize = 12;

impl<'t> Members<'t> {
    /// The members of an object; `None` if the text is not an object or has a duplicate key.
    pub(super) fn of(text: &'t [u8]) -> Option<Self> {
        let mut all = Vec::new();
        let members = Cursor::new(text).members(|cursor, key| {
            let value = cursor.value()?;
            all.push((key.content()?, cursor.part(&value)));
            Ok::<(), Malformed>(())
        });
        members.ok()?;
        let index = (all.len() > FEW_MEMBERS).then(|| {
            all.iter().enumerate().map(|(place, (key, _))| (key.clone().into_owned(), place)).collect()
        });
        let members = Members { all, index };
        members.is_distinct().then_some(members)
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'t [u8]> {
        let place = match &self.index {
            Some(index) => *index.get(key)?,
            None => self.all.iter().position(|(found, _)| found == key)?,
        };
        self.all.get(place).map(|(_, value)| *value)
    }

    fn is_distinct(&self) -> bool {
        match &self.index {
            Some(index) => index.len() == self.all.len(),
            None => self
                .all
                .iter()
                .enumerate()
                .all(|(place, (key, _))| self.all.iter().take(place).all(|(other, _)| other != key)),
        }
    }
}

/// The items of a list; `None` if the text is not a list.
pub(super) fn items(text: &[u8]) -> Option<Vec<&[u8]>> {
    let mut all = Vec::new();
    let items = Cursor::new(text).items(|cursor| {
        let item = cursor.value()?;
        all.push(cursor.part(&item));
        Ok::<(), Malformed>(())
    });
    items.ok().map(|()| all)
}

/// Whether two plain values are equal: strings by their content, other values by their text.
pub(super) fn same_plain(one: &[u8], other: &[u8]) -> bool {
    one == other || matches!((string(one), string(other)), (Some(one), Some(other)) if one == other)
}

/// The text without white space around it.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

/// The content of a string; `None` for another value.
fn string(text: &[u8]) -> Option<Cow<'_, str>> {
    JsonString::of(text)?.content().ok()
}
