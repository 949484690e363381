//! `--allow`: leaves out warnings. In: all diagnostics of a command. Out: the diagnostics that the command
//! prints.

use crdc_check::Located;
use crdc_source::diag::{Code, Severity};

/// The option of commands that print warnings.
#[derive(clap::Args)]
pub(super) struct Allow {
    /// Leave out a warning by its code, the name in brackets, or lints: all warnings about what servers
    /// accept and crdc compiles completely
    #[arg(long = "allow", value_name = "CODE", value_parser = codes)]
    allowed: Vec<Codes>,
}

/// The codes of one option.
#[derive(Clone)]
struct Codes(Vec<Code>);

fn codes(name: &str) -> Result<Codes, crdc_check::NotAllowed> {
    crdc_check::allowed(name).map(Codes)
}

impl Allow {
    /// Removes the allowed warnings. Errors are never removed.
    pub(super) fn apply(&self, found: &mut Vec<Located>) {
        let allowed: Vec<Code> = self.allowed.iter().flat_map(|codes| &codes.0).copied().collect();
        let is_error = |located: &Located| located.diagnostic.severity() == Severity::Error;
        found.retain(|located| is_error(located) || !allowed.contains(&located.diagnostic.code));
    }
}
