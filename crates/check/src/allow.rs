//! Resolves the names of warnings that a project allows, which are then not reported. In: the name of a code
//! or of a group of codes. Out: the codes.
//!
//! **Errors are never allowed**: a server refuses the document, or compiled code would be wrong.

use crdc_source::diag::nearest;
use crdc_source::diag::{Code, Diagnostic, Severity};
use std::fmt;

/// The name for all lints: warnings about documents that servers accept and that are compiled completely.
const LINTS: &str = "lints";

/// The reason why a name cannot be allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAllowed {
    name: String,
    /// Whether there is a code of this name.
    known: bool,
}

/// The codes that a name allows: `rule-constant` allows this code, `lints` all warnings about what servers
/// accept and crdc compiles completely.
///
/// ```
/// use crdc_check::allowed;
/// use crdc_source::diag::Code;
/// assert_eq!(allowed("rule-constant"), Ok(vec![Code::RuleConstant]));
/// assert!(allowed("lints").is_ok_and(|codes| codes.contains(&Code::RuleConstant)));
/// assert!(allowed("rule-cost").is_err_and(|error| error.to_string().contains("is an error")));
/// ```
///
/// # Errors
/// There is no such code, or it is an error.
pub fn allowed(name: &str) -> Result<Vec<Code>, NotAllowed> {
    if name == LINTS {
        return Ok(Code::all().iter().copied().filter(|code| code.is_lint()).collect());
    }
    match Code::from_name(name) {
        Some(code) if code.severity() == Severity::Warning => Ok(vec![code]),
        found => Err(NotAllowed { name: name.to_owned(), known: found.is_some() }),
    }
}

/// Removes the allowed warnings from a list of diagnostics.
pub fn without(problems: &mut Vec<Diagnostic>, allowed: &[Code]) {
    problems.retain(|problem| problem.severity() == Severity::Error || !allowed.contains(&problem.code));
}

impl fmt::Display for NotAllowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        if self.known {
            return write!(f, "`{name}` is an error: only warnings can be allowed");
        }
        let warnings = Code::all().iter().filter(|code| code.severity() == Severity::Warning);
        match nearest(name, warnings.map(|code| code.name()).chain([LINTS])) {
            Some(meant) => write!(f, "`{name}` is not the code of a warning; did you mean `{meant}`?"),
            None => {
                write!(
                    f,
                    "`{name}` is not the code of a warning; write a name in the brackets of one, or `{LINTS}`"
                )
            }
        }
    }
}

impl std::error::Error for NotAllowed {}
