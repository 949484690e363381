//! The documents of one format that the command publishes. In: the files and their diagnostics. Out: the
//! same, for the command.

use crate::command::files::File;
use crdc_check::Located;

/// The documents to write, with their problems.
#[derive(Default)]
pub(in crate::command) struct Documents {
    pub(in crate::command) files: Vec<File>,
    pub(in crate::command) errors: Vec<Located>,
    /// The report: the checks of servers that the documents do not contain.
    pub(in crate::command) report: String,
}
