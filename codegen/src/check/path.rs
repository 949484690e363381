//! Where a problem stands in the server's terms: `spec.versions[0].schema.openAPIV3Schema`.
//! A path is a chain of borrowed steps; text is made only when a problem is reported.
//
// apimachinery: pkg/util/validation/field/path.go, errors.go

use crate::diag::{BadValue, ErrorKind, FieldError};
use crate::source::cut_pieces;
use crdc_vocabulary::go;

/// A field path and the errors that the server has at it.
#[derive(Clone, Copy)]
pub(crate) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    /// `.name`
    Child(&'a str),
    /// `[name]`
    Key(&'a str),
    /// `[0]`
    Index(usize),
}

impl<'a> Path<'a> {
    /// A path that starts here; `name` may hold several steps with dots between.
    pub(crate) fn new(name: &'a str) -> Self {
        Path { parent: None, step: Step::Child(name) }
    }

    /// A field of this.
    pub(crate) fn child(&'a self, name: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Child(name) }
    }

    /// A key of this map.
    pub(crate) fn key(&'a self, name: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Key(name) }
    }

    /// An item of this list.
    pub(crate) fn index(&'a self, index: usize) -> Path<'a> {
        Path { parent: Some(self), step: Step::Index(index) }
    }

    /// Something that must be there; `detail` may be empty.
    pub(crate) fn required(&self, detail: &str) -> FieldError {
        self.error(ErrorKind::Required, "", detail)
    }

    /// Something that must not be there.
    pub(crate) fn forbidden(&self, detail: &str) -> FieldError {
        self.error(ErrorKind::Forbidden, "", detail)
    }

    /// A wrong value.
    pub(crate) fn invalid(&self, bad: impl Into<BadValue>, detail: &str) -> FieldError {
        self.error(ErrorKind::Invalid, bad, detail)
    }

    /// A value that is none of a few.
    pub(crate) fn unsupported(&self, bad: &str, supported: &[&str]) -> FieldError {
        let supported: Vec<String> = supported.iter().map(|value| go::quote(value)).collect();
        self.error(ErrorKind::NotSupported, bad, &format!("supported values: {}", supported.join(", ")))
    }

    /// A value that stands there already.
    pub(crate) fn duplicate(&self, bad: &str) -> FieldError {
        self.error(ErrorKind::Duplicate, bad, "")
    }

    /// Any error.
    pub(crate) fn error(&self, kind: ErrorKind, bad: impl Into<BadValue>, detail: &str) -> FieldError {
        FieldError { kind, field: self.shown(), bad: bad.into(), detail: detail.to_owned() }
    }

    /// The path as messages show it, without the middle of one that is very long.
    pub(crate) fn shown(&self) -> String {
        // Paths are as deep as schemas, which are limited: collected, not recursed.
        let mut steps = vec![self.step];
        let mut up = self.parent;
        while let Some(path) = up {
            steps.push(path.step);
            up = path.parent;
        }
        let index = |step: &Step<'_>| match step {
            Step::Index(index) => index.to_string(),
            _ => String::new(),
        };
        let numbers: Vec<String> = steps.iter().map(index).collect();
        let mut pieces = Vec::new();
        for (step, number) in steps.iter().zip(&numbers).rev() {
            match step {
                Step::Child(name) if pieces.is_empty() => pieces.push(*name),
                Step::Child(name) => pieces.extend([".", name]),
                Step::Key(name) => pieces.extend(["[", name, "]"]),
                Step::Index(_) => pieces.extend(["[", number, "]"]),
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
