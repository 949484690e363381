//! The trait of report formats, and the options that all formats have: a new one is a file beside this one
//! that implements `Report`, and a variant of `ReportFormat`.

use crate::validate::report::file_report::FileReport;
use crate::validate::report::summary::Summary;

/// A format of reports.
pub(crate) trait Report {
    /// Adds a file; returns what can be printed now.
    fn file(&mut self, file: &FileReport) -> String;
    /// The rest.
    fn end(&mut self, summary: &Summary) -> String;
}

/// Options of the text beside findings.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verbosity {
    /// Whether objects without findings are reported too.
    pub(crate) all: bool,
    /// The counts.
    pub(crate) summary: bool,
}
