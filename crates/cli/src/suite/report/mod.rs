//! Reports of tests: one file for each format that shows tests in its own way, and `annotations` for those of
//! `crdc validate`.

mod annotations;
mod json;
mod junit;
mod markdown;
mod text;

use super::run::Ran;
use crate::validate::report::ReportFormat;

/// The report. With `all`, also of tests that pass.
pub(crate) fn write(format: ReportFormat, ran: &[Ran], all: bool) -> String {
    match format {
        ReportFormat::Text => text::write(ran, all),
        ReportFormat::Plain => text::plain(ran, all),
        ReportFormat::Markdown => markdown::write(ran),
        ReportFormat::Json => json::write(ran),
        ReportFormat::Junit => junit::write(ran),
        ReportFormat::Tap | ReportFormat::Sarif | ReportFormat::Github => annotations::write(ran, format),
    }
}
