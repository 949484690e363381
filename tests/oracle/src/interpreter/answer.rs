//! The answer of the interpreter, in the format of the recorded answers of real servers.

use super::cel::Findings;
use crate::json::Json;

/// The answer to one request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status code: 200, 201, 400 or 422.
    pub code: u16,
    /// The reason of code 400: the object cannot be decoded, or the update changes immutable fields.
    pub message: Option<String>,
    /// The stored object, or on 422 the refused one; `None` on 400.
    pub object: Option<Json>,
    /// Errors, including repeated ones.
    pub errors: Vec<FieldError>,
    /// Ratcheted errors: they do not refuse an update, since the old value was invalid too.
    pub ratcheted: Vec<FieldError>,
    /// The errors of unknown and duplicate fields.
    pub strict: Vec<String>,
    /// Other warnings. Those about finalizers are only for accepted objects.
    pub warnings: Vec<String>,
    /// The number of rules and message expressions that were evaluated.
    pub evaluated: usize,
    /// Features of rules that the interpreter does not support. If there are any, the answer must not be
    /// compared.
    pub unknown: Vec<String>,
}

/// One error of validation.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// The reason, such as `FieldValueInvalid`.
    pub error_type: &'static str,
    /// Path of the field.
    pub field: String,
    /// The bad value; `None` if the error contains none.
    pub bad_value: Option<Json>,
    /// The text.
    pub detail: String,
    /// The name of the validation step in the record.
    pub source: &'static str,
}

/// The result of validation.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    /// Errors.
    pub errors: Vec<FieldError>,
    /// Ratcheted errors.
    pub ratcheted: Vec<FieldError>,
}

impl Verdicts {
    /// Adds the errors of another validation.
    pub fn append(&mut self, mut other: Verdicts) {
        self.errors.append(&mut other.errors);
        self.ratcheted.append(&mut other.ratcheted);
    }
}

impl Answer {
    /// An answer with code 400, without an object.
    pub fn refused(message: String) -> Answer {
        Answer {
            code: 400,
            message: Some(message),
            object: None,
            errors: vec![],
            ratcheted: vec![],
            strict: vec![],
            warnings: vec![],
            evaluated: 0,
            unknown: vec![],
        }
    }

    /// Code 400: the update of an object of `kind` changes immutable fields. The message lists the errors,
    /// each once.
    pub fn violated(kind: &str, name: &str, errors: Vec<FieldError>, strict: Vec<String>) -> Answer {
        let mut texts: Vec<String> = Vec::new();
        for error in &errors {
            let value = error.bad_value.as_ref().map(Json::to_string).unwrap_or_default();
            let text = format!("{}: Invalid value: {value}: {}", error.field, error.detail);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let listed = match texts.as_slice() {
            [text] => text.clone(),
            texts => format!("[{}]", texts.join(", ")),
        };
        let message = format!("{kind} \"{name}\" cannot be updated: {listed}");
        Answer { errors, strict, ..Answer::refused(message) }
    }

    /// An answer without errors.
    pub fn accepted(code: u16, object: Json, strict: Vec<String>) -> Answer {
        Answer::validated(code, object, strict, Verdicts::default())
    }

    /// An answer with the given code, or with 422 if there are errors.
    pub fn validated(code: u16, object: Json, strict: Vec<String>, verdicts: Verdicts) -> Answer {
        let Verdicts { errors, ratcheted } = verdicts;
        let code = if errors.is_empty() { code } else { 422 };
        let refused = Answer::refused(String::new());
        Answer { code, message: None, object: Some(object), errors, ratcheted, strict, ..refused }
    }

    /// Adds the findings of rules, except their errors, which `validated` has.
    pub fn ruled(self, mut findings: Findings) -> Answer {
        let Findings { evaluated, unknown, .. } = findings;
        // The server sends equal warnings once.
        findings.warnings.sort();
        findings.warnings.dedup();
        Answer { evaluated, unknown, ..self.warned_anyway(findings.warnings) }
    }

    /// Adds warnings that only accepted objects have.
    pub fn warned(self, warnings: Vec<String>) -> Answer {
        if self.is_accepted() { self.warned_anyway(warnings) } else { self }
    }

    /// Adds warnings of steps before validation, which refused objects have too.
    pub fn warned_anyway(mut self, mut warnings: Vec<String>) -> Answer {
        self.warnings.append(&mut warnings);
        self
    }

    /// Whether the request is accepted.
    pub fn is_accepted(&self) -> bool {
        self.code < 300
    }
}
