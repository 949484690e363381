//! Validates generated names: constraints of the schema on `metadata.name` apply to them too.
//!
//! In: the new object of a create, and the generated function for `metadata.name`. Out: errors of the schema,
//! with the generated name except for its random suffix. The name itself is not stored.
// apiserver: registry/rest/create.go BeforeCreate generates the name before the object is validated

use alloc::string::String;

use super::{of, string, validate};
use crate::decode::meta::field;
use crate::decode::{Decoder, Member};
use crate::error::{ErrorSource, FieldPath, worded};
use crate::json::escape;
use crate::request::Validation;
use crate::side::Side;

impl Validation<'_> {
    /// Validates the generated name of an object without a name.
    pub(in crate::request) fn generated_name(&mut self) {
        let Some(decode) = self.compiled.steps.generated_name else { return };
        let view = self.tapes.new;
        let metadata = of(view);
        let generate = string(view, metadata, field::GENERATE_NAME);
        if generate.is_empty() || !string(view, metadata, field::NAME).is_empty() {
            return;
        }
        let mut text = String::new();
        escape::append_string(&mut text, &String::from_utf8_lossy(&validate::generated_name(generate)));
        let mut name = Side::default();
        let mut decoder = Decoder::new(text.as_bytes(), &mut name, self.compiled.defaults);
        // A string decodes, whatever its constraints.
        let _ = decode(&mut decoder, Member::ITEM);
        decoder.give_back(&mut name);
        let view = name.tape(text.as_bytes(), self.compiled.defaults, b"");
        let path = FieldPath::from("metadata.name");
        for violation in &name.violations {
            let error = worded(view, violation.at(), violation.rule(), ErrorSource::Schema, &path, "");
            if !self.findings.after.contains(&error) {
                self.findings.after.push(error);
            }
        }
    }
}
