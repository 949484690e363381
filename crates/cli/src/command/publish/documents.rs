//! The documents of one format that the command publishes. In: the files and their diagnostics. Out: the
//! same, for the command.

use crate::command::files::File;
use crdc_check::Located;

/// The documents to write, with their problems.
#[derive(Default)]
pub(super) struct Documents {
    pub(super) files: Vec<File>,
    pub(super) errors: Vec<Located>,
    /// The report: the checks of servers that the documents do not contain.
    pub(super) report: String,
}
