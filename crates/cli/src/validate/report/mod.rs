//! The report formats, one file for each. In: the reports of files, in their order, and then the summary.
//! Out: text.
//!
//! `file_report` contains the findings of a text, `known_findings` marks findings in the baseline, `summary`
//! counts the totals, `used_releases` has the releases of projects whose kinds were met, and `shown_object`
//! is the text that `--show` prints.

pub(crate) mod file_report;
mod format;
mod github;
mod json;
mod junit;
pub(crate) mod known_findings;
mod sarif;
pub(crate) mod shown_object;
pub(crate) mod summary;
mod tap;
mod text;
pub(crate) mod used_releases;

use clap::ValueEnum;

use crate::output::DiagnosticFormat;
pub(crate) use format::{Order, Report, Verbosity};

/// The formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people: each finding with an excerpt of the text; pretty is the same
    #[default]
    #[value(aliases = ["human", "pretty"])]
    Text,
    /// For people: one line each
    Plain,
    /// Markdown, for a comment on a change
    Markdown,
    /// One JSON document: docs/validate.schema.json
    Json,
    /// JUnit XML: a test case for each object
    Junit,
    /// Test Anything Protocol, version 13
    Tap,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands of GitHub, which annotate a change
    Github,
}

impl ReportFormat {
    /// The format of findings for people, if the report contains them.
    pub(crate) fn shape(self) -> Option<DiagnosticFormat> {
        match self {
            ReportFormat::Text => Some(DiagnosticFormat::Text),
            ReportFormat::Plain => Some(DiagnosticFormat::Plain),
            ReportFormat::Markdown => Some(DiagnosticFormat::Markdown),
            ReportFormat::Json
            | ReportFormat::Junit
            | ReportFormat::Tap
            | ReportFormat::Sarif
            | ReportFormat::Github => None,
        }
    }

    /// An empty report of a command.
    pub(crate) fn report(self, verbosity: Verbosity, command: &str) -> Box<dyn Report> {
        match self {
            ReportFormat::Text | ReportFormat::Plain | ReportFormat::Markdown => {
                Box::new(text::Text::new(verbosity, self.shape().unwrap_or_default()))
            }
            ReportFormat::Json => Box::new(json::Json::new(verbosity)),
            ReportFormat::Junit => Box::new(junit::Junit::new(command)),
            ReportFormat::Tap => Box::new(tap::Tap::default()),
            ReportFormat::Sarif => Box::new(sarif::Sarif::default()),
            ReportFormat::Github => Box::new(github::Github::new(verbosity)),
        }
    }
}
