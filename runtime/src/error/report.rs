//! Turns violations into errors, in document order, without dead subtrees and duplicates.

use alloc::vec::Vec;

use super::field_error::ErrorParts;
use super::{ErrorSource, FieldError, Texts, Violation, text};
use crate::field_path::FieldPath;
use crate::path::{Keys, Path};
use crdc_object::tape::Tape;

/// The errors of one tape, created one at a time in one walk.
#[derive(Debug)]
pub(crate) struct Report<'t, 'p> {
    violations: core::slice::Iter<'t, Violation<'p>>,
    tape: Tape<'t>,
    /// Paths in the notation of value validations, from the value at which validation began.
    values: Path<'t>,
    /// The server's prefix of the paths of value validations: empty, or `status`.
    prefix: &'static str,
    /// Paths in the notation of all other steps, from the root of the object.
    structural: Path<'t>,
    /// The value whose errors were reported last.
    last: Option<u32>,
    here: Vec<FieldError>,
    texts: Texts<'p>,
}

impl<'t, 'p> Report<'t, 'p> {
    /// `violations` must be sorted by position. `root` is where the value validations began, and `prefix` is
    /// the prefix of their paths.
    pub(crate) fn new(
        tape: Tape<'t>,
        violations: &'t [Violation<'p>],
        root: u32,
        prefix: &'static str,
    ) -> Self {
        Report {
            violations: violations.iter(),
            tape,
            values: Path::new(tape, root, Keys::Dotted),
            prefix,
            structural: Path::new(tape, 0, Keys::Bracketed),
            last: None,
            here: Vec::new(),
            texts: Texts::default(),
        }
    }

    /// Whether any violation belongs to a value that is stored.
    pub(crate) fn any(mut self) -> bool {
        self.violations.any(|violation| match violation.source() {
            ErrorSource::Schema => self.values.seek(violation.at(), false).is_some(),
            _ => self.structural.seek(violation.at(), false).is_some(),
        })
    }
}

impl Iterator for Report<'_, '_> {
    type Item = FieldError;

    fn next(&mut self) -> Option<FieldError> {
        loop {
            let violation = self.violations.next()?;
            let (path, prefix) = match violation.source() {
                ErrorSource::Schema => (&mut self.values, self.prefix),
                _ => (&mut self.structural, ""),
            };
            let Some(path) = path.path(violation.at(), false) else {
                continue;
            };
            let error = worded(self.tape, violation, &path, prefix, &mut self.texts);
            // kube-openapi: result.go AddErrors keeps equal messages once. Only errors of the same value can
            // be equal.
            if self.last != Some(violation.at()) {
                self.last = Some(violation.at());
                self.here.clear();
            }
            if self.here.contains(&error) {
                continue;
            }
            if self.violations.as_slice().first().is_some_and(|next| next.at() == violation.at()) {
                self.here.push(error.clone());
            }
            return Some(error);
        }
    }
}

/// Creates the error of a violation by a value whose path is `path` below `prefix`.
pub(crate) fn worded<'p>(
    tape: Tape<'_>,
    violation: &Violation<'p>,
    path: &FieldPath,
    prefix: &'static str,
    texts: &mut Texts<'p>,
) -> FieldError {
    let words = text::words(tape, violation, path, texts);
    let path = words.name.of_values(prefix);
    let (field, value_path) = match words.nowhere {
        true => (FieldPath::default().of_values(prefix), Some(path)),
        false => (path, None),
    };
    let error = FieldError::new(words.error_type, field, words.bad_value, words.detail, violation.source());
    let ErrorParts { members, expected, .. } = words;
    FieldError { value_path, keyword: violation.rule().keyword(), members, expected, ..error }
}
