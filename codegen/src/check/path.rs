//! Where a problem stands in the server's terms: `spec.versions[0].schema.openAPIV3Schema`.
//! A path is a chain of borrowed steps; text is made only when a problem is reported.
//
// apimachinery: pkg/util/validation/field/path.go, errors.go

use std::fmt;

/// A field path and the ways the server words a refusal at it.
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

    /// The server's words for something that must be there; `detail` may be empty.
    pub(crate) fn required(&self, detail: &str) -> String {
        self.words("Required value", detail)
    }

    /// The server's words for something that must not be there.
    pub(crate) fn forbidden(&self, detail: &str) -> String {
        self.words("Forbidden", detail)
    }

    /// The server's words for a wrong value, printed as Go prints it (see [`quoted`]).
    pub(crate) fn invalid(&self, bad: &str, detail: &str) -> String {
        self.words(&format!("Invalid value: {bad}"), detail)
    }

    /// The server's words for a value that is none of a few.
    pub(crate) fn unsupported(&self, bad: &str, supported: &[&str]) -> String {
        let supported: Vec<String> = supported.iter().map(|value| quoted(value)).collect();
        let detail = format!("supported values: {}", supported.join(", "));
        self.words(&format!("Unsupported value: {}", quoted(bad)), &detail)
    }

    /// The server's words for a value that stands there already.
    pub(crate) fn duplicate(&self, bad: &str) -> String {
        self.words(&format!("Duplicate value: {}", quoted(bad)), "")
    }

    /// Any other of the server's words: what is wrong in two or three of them, then the rest.
    pub(crate) fn words(&self, what: &str, detail: &str) -> String {
        if detail.is_empty() { format!("{self}: {what}") } else { format!("{self}: {what}: {detail}") }
    }
}

/// A string as Go's `%q` prints it.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
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
    use super::{Path, quoted};

    #[test]
    fn reads_as_the_server_writes_it() {
        let root = Path::new("spec.validation");
        let schema = root.child("openAPIV3Schema");
        let properties = schema.child("properties");
        let spec = properties.key("spec");
        let all = spec.child("allOf");
        assert_eq!(
            all.index(2).required("must not be empty"),
            "spec.validation.openAPIV3Schema.properties[spec].allOf[2]: Required value: must not be empty"
        );
        assert_eq!(root.required(""), "spec.validation: Required value");
        assert_eq!(
            root.unsupported("x", &["a", "b"]),
            "spec.validation: Unsupported value: \"x\": supported values: \"a\", \"b\""
        );
        assert_eq!(quoted("a\"\n\u{1}"), "\"a\\\"\\n\\x01\"");
    }
}
