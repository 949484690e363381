//! `crdc validate`: what a server would answer to the objects of files, without a server.
//!
//! `arguments` converts the command line before `options` parses it, `read` reads the files that the options
//! name, `round` validates all files once, and `reports` writes findings. `untrusted` refuses options that
//! name files of a stranger, `problems` prints problems of CRDs and old objects, `held` holds reports back
//! until the errors are counted, `catalogue` reads the catalogues and the releases in use, `watch` validates
//! again when a file changes, and `upgrade` is the round of `crdc upgrade`.

mod arguments;
mod catalogue;
mod download;
mod held;
mod locations;
mod options;
mod problems;
mod read;
mod reports;
mod round;
mod untrusted;
mod upgrade;
mod watch;

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;

pub(super) use arguments::read;
pub(super) use options::Validate;

use crate::failure::Failure;

impl Validate {
    pub(super) fn run(mut self) -> Result<bool, Failure> {
        if self.files.is_empty() {
            if stdin().is_terminal() {
                return Err(
                    "name a FILE to validate: a file, a folder, or - for the standard input".to_owned()
                );
            }
            self.without_files = true;
            self.files.push(PathBuf::from("-"));
        }
        if self.baseline.write_baseline.is_some() && (self.watch || self.exit_on_error) {
            let option = if self.watch { "--watch" } else { "--exit-on-error" };
            return Err(format!("--write-baseline writes all findings: leave out {option}"));
        }
        if self.watch { watch::watch(&self) } else { Ok(self.round()?.passed) }
    }
}
