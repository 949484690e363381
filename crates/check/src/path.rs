//! Field paths as the server writes them, such as `spec.versions[0].schema.openAPIV3Schema`. A path is a
//! chain of borrowed steps, and is formatted only when a problem is reported.
//
// apimachinery: pkg/util/validation/field/path.go, errors.go

use crdc_source::cut_pieces;
use crdc_source::diag::{BadValue, ErrorType, FieldError};
use crdc_vocabulary::{Wording, go};

/// A field path, with constructors for the server's errors.
#[derive(Clone, Copy)]
pub(crate) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: PathStep<'a>,
}

#[derive(Clone, Copy)]
enum PathStep<'a> {
    /// `.name`
    Child(&'a str),
    /// `[name]`
    Key(&'a str),
    /// `[0]`
    Index(usize),
}

impl<'a> Path<'a> {
    /// Creates a root path; `name` may have several steps separated by dots.
    pub(crate) fn new(name: &'a str) -> Self {
        Path { parent: None, step: PathStep::Child(name) }
    }

    /// Appends a field.
    pub(crate) fn child(&'a self, name: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: PathStep::Child(name) }
    }

    /// Appends a map key.
    pub(crate) fn key(&'a self, name: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: PathStep::Key(name) }
    }

    /// Appends a list index.
    pub(crate) fn index(&'a self, index: usize) -> Path<'a> {
        Path { parent: Some(self), step: PathStep::Index(index) }
    }

    /// An error for a missing required value; `detail` may be empty.
    pub(crate) fn required(&self, detail: &str) -> FieldError {
        self.error(ErrorType::Required, "", detail)
    }

    /// An error for a value that is not allowed.
    pub(crate) fn forbidden(&self, detail: &str) -> FieldError {
        self.error(ErrorType::Forbidden, "", detail)
    }

    /// An error for an invalid value.
    pub(crate) fn invalid(&self, bad: impl Into<BadValue>, detail: &str) -> FieldError {
        self.error(ErrorType::Invalid, bad, detail)
    }

    /// An error for a value that is not one of the supported values.
    pub(crate) fn unsupported(&self, bad: &str, supported: &[&str]) -> FieldError {
        let supported: Vec<String> = supported.iter().map(|value| go::quote(value)).collect();
        self.error(ErrorType::NotSupported, bad, &format!("supported values: {}", supported.join(", ")))
    }

    /// An error for a duplicate value.
    pub(crate) fn duplicate(&self, bad: &str) -> FieldError {
        self.error(ErrorType::Duplicate, bad, "")
    }

    /// An error of any kind.
    pub(crate) fn error(&self, kind: ErrorType, bad: impl Into<BadValue>, detail: &str) -> FieldError {
        FieldError { kind, field: self.shown(), bad: bad.into(), detail: detail.to_owned(), wording: None }
    }

    /// An error whose wording depends on the server version.
    pub(crate) fn worded(&self, kind: ErrorType, bad: impl Into<BadValue>, wording: Wording) -> FieldError {
        FieldError { wording: Some(wording.clone()), ..self.error(kind, bad, &wording.to_string()) }
    }

    /// Formats the path; the middle of a very long path is cut.
    pub(crate) fn shown(&self) -> String {
        // Paths may be as deep as schemas, so this does not recurse.
        let mut steps = vec![self.step];
        let mut up = self.parent;
        while let Some(path) = up {
            steps.push(path.step);
            up = path.parent;
        }
        let index = |step: &PathStep<'_>| match step {
            PathStep::Index(index) => index.to_string(),
            _ => String::new(),
        };
        let numbers: Vec<String> = steps.iter().map(index).collect();
        let mut pieces = Vec::new();
        for (step, number) in steps.iter().zip(&numbers).rev() {
            match step {
                PathStep::Child(name) if pieces.is_empty() => pieces.push(*name),
                PathStep::Child(name) => pieces.extend([".", name]),
                PathStep::Key(name) => pieces.extend(["[", name, "]"]),
                PathStep::Index(_) => pieces.extend(["[", number, "]"]),
            }
        }
        cut_pieces(&pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn reads_as_the_server_writes_it() {
        let root = Path::new("spec.validation");
        let schema = root.child("openAPIV3Schema");
        let properties = schema.child("properties");
        let spec = properties.key("spec");
        let all = spec.child("allOf");
        assert_eq!(
            all.index(2).required("must not be empty").to_string(),
            "spec.validation.openAPIV3Schema.properties[spec].allOf[2]: Required value: must not be empty"
        );
        assert_eq!(root.required("").to_string(), "spec.validation: Required value");
        assert_eq!(
            root.unsupported("x", &["a", "b"]).to_string(),
            "spec.validation: Unsupported value: \"x\": supported values: \"a\", \"b\""
        );
    }
}
