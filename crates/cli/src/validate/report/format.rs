//! The trait of report formats, and the options that all formats have. A new format is a file in this folder
//! that implements `Report`, and a variant of `ReportFormat`.

use crate::validate::findings::finding::Finding;
use crate::validate::report::file_report::FileReport;
use crate::validate::report::summary::Summary;

/// A format of reports.
pub(crate) trait Report {
    /// Adds a file, and returns the text that can be printed now.
    fn file(&mut self, file: &FileReport) -> String;
    /// Returns the rest of the text.
    fn end(&mut self, summary: &Summary) -> String;
    /// Whether a finding is reported once for all objects of a kind, so that it has no place of its own.
    fn sums(&self, _: &Finding) -> bool {
        false
    }
}

/// The order of findings in a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// As the files come.
    #[default]
    Files,
    /// Errors first, then warnings. Formats for programs have the files with errors first.
    Danger,
}

/// The parts of a report besides findings, and its order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verbosity {
    pub(crate) order: Order,
    /// Whether objects without findings are reported too.
    pub(crate) all: bool,
    /// Whether the counts are reported.
    pub(crate) summary: bool,
}
