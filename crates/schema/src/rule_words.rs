//! The texts of a CEL rule: its expression, the message, the reason and the path of its error.

/// The reasons that rules may give.
pub const REASONS: [&str; 4] =
    ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/// The texts of a rule, and its options for reporting an error.
#[derive(Clone, Debug)]
pub struct RuleWords {
    /// The rule as written, trimmed.
    pub text: String,
    /// The index in the schema.
    pub index: usize,
    /// `message`, trimmed; empty if there is none.
    pub message: String,
    /// `reason`
    pub reason: Reason,
    /// `fieldPath` as the server prints it.
    pub field_path: String,
    /// `optionalOldSelf`
    pub optional_old_self: bool,
}

/// The type of the error of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `FieldValueInvalid`
    Invalid,
    /// `FieldValueRequired`
    Required,
    /// `FieldValueForbidden`
    Forbidden,
    /// `FieldValueDuplicate`
    Duplicate,
}

impl Reason {
    /// The reason that a rule specifies.
    #[must_use]
    pub fn of(given: Option<&str>) -> Reason {
        match given {
            Some("FieldValueRequired") => Reason::Required,
            Some("FieldValueForbidden") => Reason::Forbidden,
            Some("FieldValueDuplicate") => Reason::Duplicate,
            _ => Reason::Invalid,
        }
    }
}
