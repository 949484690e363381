//! Raised rules become errors: in document order, dead subtrees left out, each once.

use alloc::vec::Vec;

use super::{ErrorSource, FieldError, FieldPath, Raised, Rule, text};
use crate::tape::{Keys, Path, Tape};

/// The errors of one tape, made one at a time in one walk.
#[derive(Debug)]
pub(crate) struct Report<'t> {
    raised: core::slice::Iter<'t, Raised>,
    tape: Tape<'t>,
    /// Paths as the value validations spell them, from where they began.
    values: Path<'t>,
    /// What the server puts before those: nothing, or `status`.
    prefix: &'static str,
    /// Paths as all other steps spell them, from the object itself.
    structural: Path<'t>,
    /// What was reported at the current place already.
    last: Option<u32>,
    here: Vec<FieldError>,
}

impl<'t> Report<'t> {
    /// `raised` must be sorted by place; `root` is where the value validations began, and
    /// `prefix` what they put before their paths.
    pub(crate) fn new(tape: Tape<'t>, raised: &'t [Raised], root: u32, prefix: &'static str) -> Self {
        Report {
            raised: raised.iter(),
            tape,
            values: Path::new(tape, root, Keys::Dotted),
            prefix,
            structural: Path::new(tape, 0, Keys::Bracketed),
            last: None,
            here: Vec::new(),
        }
    }

    /// Whether at least one raised rule stands in what is stored.
    pub(crate) fn any(mut self) -> bool {
        self.raised.any(|raised| match raised.source() {
            ErrorSource::Schema => self.values.seek(raised.at(), false).is_some(),
            _ => self.structural.seek(raised.at(), false).is_some(),
        })
    }
}

impl Iterator for Report<'_> {
    type Item = FieldError;

    fn next(&mut self) -> Option<FieldError> {
        loop {
            let raised = self.raised.next()?;
            let (path, prefix) = match raised.source() {
                ErrorSource::Schema => (&mut self.values, self.prefix),
                _ => (&mut self.structural, ""),
            };
            let Some(path) = path.path(raised.at(), false) else {
                continue;
            };
            let error = worded(self.tape, raised.at(), raised.rule(), raised.source(), &path, prefix);
            // kube-openapi: result.go AddErrors keeps equal messages once. Only errors of
            // one place can be equal.
            if self.last != Some(raised.at()) {
                self.last = Some(raised.at());
                self.here.clear();
            }
            if self.here.contains(&error) {
                continue;
            }
            if self.raised.as_slice().first().is_some_and(|next| next.at() == raised.at()) {
                self.here.push(error.clone());
            }
            return Some(error);
        }
    }
}

/// Words one error of the value at `at`, whose path is `path` behind `prefix`.
pub(crate) fn worded(
    tape: Tape<'_>,
    at: u32,
    rule: &Rule,
    source: ErrorSource,
    path: &FieldPath,
    prefix: &'static str,
) -> FieldError {
    let words = text::words(tape, at, rule, path);
    let name = if words.nowhere { FieldPath::default() } else { words.name };
    FieldError {
        error_type: words.error_type,
        field: name.of_values(prefix),
        bad_value: words.bad_value,
        detail: words.detail,
        source,
    }
}
