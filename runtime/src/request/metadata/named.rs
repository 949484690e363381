//! Provides the object with its generated name for rules.
// apiserver: registry/rest/create.go BeforeCreate generates the name before the object is validated

use alloc::string::String;
use alloc::vec::Vec;

use super::fields::of;
use crate::decode::field_numbers::field;
use crate::operation::RequestKind;
use crate::request::Validation;
use crdc_object::json::escape;
use crdc_object::tape::{ESCAPED, Entry, FRAGMENTS, Kind, Tape};

impl<'p> Validation<'_, 'p> {
    /// The new object of a create with its generated name, if it has none: a copy, since it is not stored.
    pub(crate) fn named(&self) -> Option<Named> {
        let create = self.request.kind == RequestKind::Create;
        let name = create.then(|| self.name_to_generate()).flatten()?;
        self.with_name(&name)
    }

    #[cold]
    fn with_name(&self, name: &str) -> Option<Named> {
        let view = self.tape;
        let metadata = of(view)?;
        // The name is empty, or absent: then there is the entry of the UID, which a create has removed.
        let place = view.field(metadata, field::NAME).or_else(|| view.last_field(metadata, field::UID))?;
        let (mut entries, [_, _, fragments, _]) = (view.entries.to_vec(), view.texts);
        let mut fragments = fragments.to_vec();
        let key = fragments.len();
        fragments.extend_from_slice(b"\"name\":");
        let start = fragments.len();
        let mut text = String::new();
        escape::append_string(&mut text, name);
        fragments.extend_from_slice(text.as_bytes());
        let offset = |at: usize| u32::try_from(at).ok();
        // A name that JSON writes with escapes is invalid, but rules read it.
        let (mut strings, mut flags, mut next) = (None, FRAGMENTS, 0);
        if text.contains('\\') {
            let content = [view.strings, &offset(name.len())?.to_le_bytes(), name.as_bytes()].concat();
            (strings, flags, next) = (Some(content), FRAGMENTS | ESCAPED, offset(view.strings.len())?);
        }
        *entries.get_mut(place as usize)? = Entry {
            key: offset(key)?,
            field: field::NAME,
            flags,
            kind: Kind::String,
            start: offset(start)?,
            end: offset(fragments.len())?,
            next,
        };
        Some(Named { entries, fragments, strings })
    }

    /// The request with the object that has a generated name.
    pub(crate) fn with_generated_name<'w>(&'w mut self, named: &'w Named) -> Validation<'w, 'p> {
        Validation {
            definition: self.definition,
            request: self.request,
            progress: self.progress,
            tape: named.tape(self.tape),
            old: self.old,
            given: self.given,
            lists: self.lists,
            decoded: self.decoded,
            violations: self.violations,
            ratcheted: self.ratcheted,
            findings: self.findings,
            buffers: self.buffers,
            refused: self.refused,
        }
    }
}

/// An object with its generated name.
pub(crate) struct Named {
    entries: Vec<Entry>,
    fragments: Vec<u8>,
    /// Escaped strings, if they include the name.
    strings: Option<Vec<u8>>,
}

impl Named {
    /// The tape of the object. `of` is the tape without the name.
    fn tape<'n>(&'n self, of: Tape<'n>) -> Tape<'n> {
        let [input, defaults, _, old] = of.texts;
        let strings = self.strings.as_deref().unwrap_or(of.strings);
        Tape { entries: &self.entries, texts: [input, defaults, &self.fragments, old], strings }
    }
}
