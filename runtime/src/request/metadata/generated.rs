//! Validates generated names: constraints of the schema on `metadata.name` apply to them too.
//!
//! In: the new object of a create, and the generated function for `metadata.name`. Out: errors of the schema,
//! with the generated name except for its random suffix. The name itself is not stored.
// apiserver: registry/rest/create.go BeforeCreate generates the name before the object is validated

use alloc::string::String;

use super::fields::{of, string};
use super::validate;
use crate::decode::field_numbers::field;
use crate::decode::{Decoder, Member};
use crate::error::{Texts, worded};
use crate::field_path::FieldPath;
use crate::request::Validation;
use crate::side::{Records, Side};
use crdc_object::json::escape;

impl<'p> Validation<'_, 'p> {
    /// Validates the generated name of an object without a name.
    pub(in crate::request) fn generated_name(&mut self) {
        let Some(decode) = self.definition.generated_name else { return };
        let Some(name) = self.name_to_generate() else { return };
        let mut text = String::new();
        escape::append_string(&mut text, &name);
        let (mut name, mut records) = (Side::default(), Records::default());
        let mut decoder = Decoder::new(text.as_bytes(), &mut name, &mut records, self.definition.defaults);
        // A string decodes, whatever its constraints.
        let _ = decode.run(&mut decoder, Member::ITEM);
        decoder.give_back();
        let view = name.tape(text.as_bytes(), self.definition.defaults, b"");
        let path = FieldPath::from("metadata.name");
        let mut texts = Texts::default();
        for violation in &records.violations {
            let error = worded(view, violation, &path, "", &mut texts);
            if !self.findings.after.contains(&error) {
                self.findings.after.push(error);
            }
        }
    }

    /// The generated name of an object without a name.
    pub(super) fn name_to_generate(&self) -> Option<String> {
        let view = self.tape;
        let metadata = of(view);
        let generate = string(view, metadata, field::GENERATE_NAME);
        if generate.is_empty() || !string(view, metadata, field::NAME).is_empty() {
            return None;
        }
        Some(String::from_utf8_lossy(&validate::generated_name(generate)).into_owned())
    }
}
