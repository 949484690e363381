//! Workflow commands of GitHub: a line for each finding, which GitHub shows at its place in a change.
//
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands

use super::format::{Report, Verbosity};
use super::text;
use crate::validate::findings::finding::Level;
use crate::validate::report::file_report::{FileReport, Placed};
use crate::validate::report::summary::Summary;
use crdc_source::diag::outside;

pub(super) struct Github {
    verbosity: Verbosity,
}

impl Github {
    pub(super) fn new(verbosity: Verbosity) -> Github {
        Github { verbosity }
    }
}

impl Report for Github {
    fn file(&mut self, file: &FileReport) -> String {
        let mut out = String::new();
        for (object, placed) in file.all().filter(|(_, placed)| placed.is_shown()) {
            let Placed { finding, place, .. } = placed;
            let command = match finding.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "notice",
            };
            let title = match object {
                Some(object) => format!("{}: {}", object.identity.words(), finding.id),
                None => finding.id.to_owned(),
            };
            // The lines of a rendered text are not lines of the file.
            let lines = match &placed.origin {
                Some(_) => String::new(),
                None => format!(
                    ",line={},col={},endLine={},endColumn={}",
                    place.line, place.column, place.end_line, place.end_column
                ),
            };
            let (name, title) = (property(placed.file(&file.name)), property(&title));
            out += &format!("::{command} file={name}{lines},title={title}::{}\n", data(&finding.message));
        }
        out
    }

    /// The counts as a line for the log, if they are wanted.
    fn end(&mut self, summary: &Summary) -> String {
        if !self.verbosity.summary {
            return String::new();
        }
        outside::line(&text::counted(summary, self.verbosity)).into_owned() + "\n"
    }
}

/// Escapes a text after `::`.
fn data(text: &str) -> String {
    outside::line(&text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")).into_owned()
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn texts_end_no_command() {
        assert_eq!(data("a\n::error::b%"), "a%0A::error::b%25");
        assert_eq!(data("\u{1b}[31m"), "\\u{1b}[31m");
        assert_eq!(property("a,line=3::x"), "a%2Cline=3%3A%3Ax");
    }
}
