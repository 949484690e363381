//! Where a problem stands in the server's terms: `spec.versions[0].schema.openAPIV3Schema`.
//! A path is a chain of borrowed steps; text is made only when a problem is reported.
//
// apimachinery: pkg/util/validation/field/path.go, errors.go

use crate::diag::{BadValue, ErrorKind, FieldError};
use crate::source::cut_path;
use crdc_vocabulary::go;
use std::fmt;

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
        FieldError { kind, field: cut_path(self.to_string()), bad: bad.into(), detail: detail.to_owned() }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Paths are as deep as schemas, which are limited: collected, not recursed.
        let mut steps = vec![self.step];
        let mut up = self.parent;
        while let Some(path) = up {
            steps.push(path.step);
            up = path.parent;
        }
        for (i, step) in steps.iter().rev().enumerate() {
            match step {
                Step::Child(name) if i == 0 => f.write_str(name)?,
                Step::Child(name) => write!(f, ".{name}")?,
                Step::Key(name) => write!(f, "[{name}]")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
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
