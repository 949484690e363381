//! What the interpreter answers, in the record's words.

use crate::json::Json;

/// The answer to one request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// 200, 201, 400 or 422.
    pub code: u16,
    /// Why nothing was decoded, on 400.
    pub message: Option<String>,
    /// What is stored, or would have been; absent on 400.
    pub object: Option<Json>,
    /// Errors, repetitions and all.
    pub errors: Vec<FieldError>,
    /// What is wrong as it was before.
    pub ratcheted: Vec<FieldError>,
    /// Unknown and duplicate fields.
    pub strict: Vec<String>,
    /// Warnings other than those, of an accepted object.
    pub warnings: Vec<String>,
}

/// One error of validation.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// `FieldValueInvalid` and its kin.
    pub error_type: &'static str,
    /// Path of the field.
    pub field: String,
    /// The value complained about.
    pub bad_value: Json,
    /// The text.
    pub detail: String,
    /// The record's name for the step.
    pub source: &'static str,
}

/// What validation finds.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    /// Errors.
    pub errors: Vec<FieldError>,
    /// What is wrong as it was before.
    pub ratcheted: Vec<FieldError>,
}

impl Verdicts {
    /// Adds what others found.
    pub fn append(&mut self, mut other: Verdicts) {
        self.errors.append(&mut other.errors);
        self.ratcheted.append(&mut other.ratcheted);
    }
}

impl Answer {
    /// Code 400: there is no object.
    pub fn refused(message: String) -> Answer {
        Answer {
            code: 400,
            message: Some(message),
            object: None,
            errors: vec![],
            ratcheted: vec![],
            strict: vec![],
            warnings: vec![],
        }
    }

    /// Code 400: the update changes what is immutable. Its message is of the errors.
    pub fn violated(errors: Vec<FieldError>, strict: Vec<String>) -> Answer {
        Answer { errors, message: None, strict, ..Answer::refused(String::new()) }
    }

    /// No error.
    pub fn accepted(code: u16, object: Json, strict: Vec<String>) -> Answer {
        Answer::validated(code, object, strict, Verdicts::default())
    }

    /// The code given, or 422 where there are errors.
    pub fn validated(code: u16, object: Json, strict: Vec<String>, verdicts: Verdicts) -> Answer {
        let Verdicts { errors, ratcheted } = verdicts;
        let code = if errors.is_empty() { code } else { 422 };
        Answer { code, message: None, object: Some(object), errors, ratcheted, strict, warnings: vec![] }
    }

    /// The same with warnings that only an accepted object has.
    pub fn warned(self, warnings: Vec<String>) -> Answer {
        if self.is_accepted() { self.warned_anyway(warnings) } else { self }
    }

    /// The same with warnings from before the object was looked at.
    pub fn warned_anyway(mut self, mut warnings: Vec<String>) -> Answer {
        self.warnings.append(&mut warnings);
        self
    }

    /// Whether the request is accepted.
    pub fn is_accepted(&self) -> bool {
        self.code < 300
    }
}
