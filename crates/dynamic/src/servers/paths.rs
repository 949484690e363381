//! Computes the fields of errors of older servers. In: the errors of an answer, in their order. Out: the
//! field of each error in the version.
//!
//! Easy to break: in an older server, the field of an error depends on earlier errors of the same value.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (validateExpressions), v0.29;
// pkg/registry/customresource/validator.go (ValidateStatusUpdate), v0.30

use crdc::FailedRule;

/// A path without elements, as Go writes it.
const NONE: &str = "<nil>";

/// The paths of rules that failed. A rule that has a `fieldPath` moved all later errors of its value below
/// it.
#[derive(Default)]
pub(super) struct RulePaths {
    /// The path of the value.
    of: String,
    /// The place of its next error.
    current: String,
}

impl RulePaths {
    /// The path of the next rule that failed.
    pub(super) fn next(&mut self, failed: &FailedRule<'_>) -> String {
        let value = without_none(failed.path.to_string());
        if self.of != value {
            self.current.clone_from(&value);
            self.of = value;
        }
        let field = without_none(failed.error.field.to_string());
        let below = field.strip_prefix(self.of.as_str()).unwrap_or_default();
        let name = below.strip_prefix('.').unwrap_or(below);
        if !name.is_empty() {
            // Go puts a dot before every name, of which none begins with a dot.
            if !self.current.is_empty() {
                self.current.push('.');
            }
            self.current.push_str(name);
        }
        if self.current.is_empty() { NONE.to_owned() } else { self.current.clone() }
    }
}

fn without_none(path: String) -> String {
    if path == NONE { String::new() } else { path }
}

/// The path of an error of the schema in an update of the status: that within the status.
pub(super) fn in_status(field: &str) -> Option<String> {
    let below = field.strip_prefix("status")?;
    match below.strip_prefix('.') {
        Some(path) => Some(path.to_owned()),
        None => below.is_empty().then(|| NONE.to_owned()),
    }
}
