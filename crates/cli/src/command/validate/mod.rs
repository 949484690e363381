//! `crdc validate`: what a server would answer to the objects of files, without a server.
//!
//! `arguments` changes the words of the command line before they are parsed as `options`, `read` reads what
//! these name, `round` validates all files once, `reports` writes what is found, `untrusted` refuses what a
//! stranger may have written, `problems` shows what is wrong beside the files, `held` keeps reports back
//! until their errors are counted, and `watch` begins again when something changes.

mod arguments;
mod held;
mod options;
mod problems;
mod read;
mod reports;
mod round;
mod untrusted;
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
