//! The expected answer to a request. In: the members of a test or of a step. Out: what is compared.

use super::base::Base;
use super::reader::Reader;
use crate::suite::model::{Errors, Stored, Wanted};
use crdc_source::{Member, Span, Value};

/// The members that say which answer is expected.
pub(super) const KEYS: &str = "errors, errorsInclude, warnings, stored";

/// What has been read of an expected answer.
pub(super) struct Expected {
    wanted: Wanted,
    /// The place of `stored`, and whether there are errors.
    stored: Option<Span>,
    errors: Option<Span>,
}

impl Expected {
    pub(super) fn new() -> Expected {
        let wanted = Wanted { only_these_warnings: true, ..Wanted::default() };
        Expected { wanted, stored: None, errors: None }
    }

    /// Reads a member; `false` if it is none of an expected answer.
    pub(super) fn read(&mut self, reader: &mut Reader, member: &Member, base: &Base) -> bool {
        let Member { key, key_span, value } = member;
        match key.as_str() {
            "errors" | "errorsInclude" => {
                if self.errors.replace(*key_span).is_some() {
                    reader.problem(*key_span, "write `errors` or `errorsInclude`, not both");
                }
                self.wanted.places.errors = (key == "errors").then_some(value.span);
                self.wanted.errors = match (key.as_str(), value.as_str()) {
                    ("errors", Some("any")) => Errors::Any,
                    ("errors", _) => Errors::These(reader.parts(value)),
                    _ => Errors::Among(reader.parts(value)),
                };
            }
            "warnings" if value.as_str() == Some("any") => {
                self.wanted.only_these_warnings = false;
                self.wanted.places.warnings = Some(value.span);
            }
            "warnings" => self.wanted.warnings = reader.parts(value),
            "stored" => {
                self.stored = Some(*key_span);
                self.wanted.places.stored = Some(value.clone());
                self.wanted.stored = match value.value {
                    Value::Null => Some(Stored::Nothing),
                    _ => reader.object(value).map(|object| Stored::Object {
                        with_name: value.get("metadata").is_some(),
                        object: base.complete(object),
                    }),
                };
            }
            _ => return false,
        }
        true
    }

    /// The expected answer.
    pub(super) fn finish(self, reader: &mut Reader) -> Wanted {
        if let Some(stored) = self.stored.filter(|_| !self.wanted.errors.is_none()) {
            reader.problem(stored, "nothing is stored if there are errors: remove `stored` or `errors`");
        }
        self.wanted
    }
}
