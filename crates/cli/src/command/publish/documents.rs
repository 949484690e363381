//! Publishes the documents of one format. In: the files and what is wrong with them. Out: the same, for the
//! command.

use crate::command::files::File;
use crdc_check::Located;

/// The documents to write, with their problems.
#[derive(Default)]
pub(super) struct Documents {
    pub(super) files: Vec<File>,
    pub(super) errors: Vec<Located>,
    /// The report: the checks of servers that the documents do not express.
    pub(super) report: String,
}
