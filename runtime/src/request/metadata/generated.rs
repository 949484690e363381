//! Generated names: constraints of the schema on `metadata.name` apply to them too, and rules see them.
//!
//! In: the new object of a create, and the generated function for `metadata.name`. Out: errors of the schema,
//! with the generated name except for its random suffix; the object with that name. The name itself is not stored.
// apiserver: registry/rest/create.go BeforeCreate generates the name before the object is validated

use alloc::string::String;
use alloc::vec::Vec;

use super::{of, string, validate};
use crate::decode::meta::field;
use crate::decode::{Decoder, Member};
use crate::error::{FieldPath, Texts, worded};
use crate::json::escape;
use crate::request::Validation;
use crate::side::{Records, Side};
use crate::tape::{Entry, FRAGMENTS, Kind, Tape};

impl<'p> Validation<'_, 'p> {
    /// Validates the generated name of an object without a name.
    pub(in crate::request) fn generated_name(&mut self) {
        let Some(decode) = self.compiled.steps.generated_name else { return };
        let Some(text) = self.name_to_generate() else { return };
        let (mut name, mut records) = (Side::default(), Records::default());
        let mut decoder = Decoder::new(text.as_bytes(), &mut name, &mut records, self.compiled.defaults);
        // A string decodes, whatever its constraints.
        let _ = decode.run(&mut decoder, Member::ITEM);
        decoder.give_back(&mut name);
        let view = name.tape(text.as_bytes(), self.compiled.defaults, b"");
        let path = FieldPath::from("metadata.name");
        let mut texts = Texts::default();
        for violation in &records.violations {
            let error = worded(view, violation, &path, "", &mut texts);
            if !self.findings.after.contains(&error) {
                self.findings.after.push(error);
            }
        }
    }

    /// The generated name of an object without a name, as JSON.
    fn name_to_generate(&self) -> Option<String> {
        let view = self.tapes.new;
        let metadata = of(view);
        let generate = string(view, metadata, field::GENERATE_NAME);
        if generate.is_empty() || !string(view, metadata, field::NAME).is_empty() {
            return None;
        }
        let mut text = String::new();
        escape::append_string(&mut text, &String::from_utf8_lossy(&validate::generated_name(generate)));
        Some(text)
    }

    /// The new object of a create with its generated name, if it has none: a copy, since it is not stored.
    pub(in crate::request) fn named(&self) -> Option<Named> {
        self.name_to_generate().and_then(|name| self.with_name(&name))
    }

    #[cold]
    fn with_name(&self, name: &str) -> Option<Named> {
        let view = self.tapes.new;
        let metadata = of(view)?;
        // The name is empty, or absent: then there is the entry of the UID, which a create has removed.
        let place = view.field(metadata, field::NAME).or_else(|| view.last_field(metadata, field::UID))?;
        let (mut entries, [_, _, fragments, _]) = (view.entries.to_vec(), view.texts);
        let mut fragments = fragments.to_vec();
        let key = fragments.len();
        fragments.extend_from_slice(b"\"name\":");
        let start = fragments.len();
        fragments.extend_from_slice(name.as_bytes());
        let offset = |at: usize| u32::try_from(at).ok();
        *entries.get_mut(place as usize)? = Entry {
            key: offset(key)?,
            field: field::NAME,
            flags: FRAGMENTS,
            kind: Kind::String,
            start: offset(start)?,
            end: offset(fragments.len())?,
            next: 0,
        };
        Some(Named { entries, fragments })
    }
}

/// An object with its generated name.
pub(in crate::request) struct Named {
    entries: Vec<Entry>,
    fragments: Vec<u8>,
}

impl Named {
    /// The object as a tape. `of` is that without the name.
    pub(in crate::request) fn tape<'n>(&'n self, of: Tape<'n>) -> Tape<'n> {
        let [input, defaults, _, old] = of.texts;
        Tape { entries: &self.entries, texts: [input, defaults, &self.fragments, old], ..of }
    }
}
