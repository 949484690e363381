//! Workflow commands of GitHub: a line for each finding, which GitHub shows at its place in a change. Missing
//! schemas have a line for each kind, and a location of schemas that fails has one, at the first object.
//
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands

use std::collections::BTreeMap;

use super::format::{Report, Verbosity};
use super::text;
use crate::count::number;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::locations::FAILED;
use crate::validate::report::file_report::{FileReport, Placed};
use crate::validate::report::summary::Summary;
use crate::validate::report::used_releases::UsedRelease;
use crate::validate::schemas::loader::MISSING;
use crdc_source::diag::outside;

pub(super) struct Github {
    verbosity: Verbosity,
    /// The findings that many objects share, by their messages.
    of_many: BTreeMap<String, OfMany>,
}

/// A finding that many objects share.
struct OfMany {
    /// The command at the place of the first object, without the message.
    first: String,
    count: usize,
}

impl Github {
    pub(super) fn new(verbosity: Verbosity) -> Github {
        Github { verbosity, of_many: BTreeMap::new() }
    }
}

impl Report for Github {
    fn file(&mut self, file: &FileReport) -> String {
        let mut out = String::new();
        for (object, placed) in file.all().filter(|(_, placed)| placed.is_shown()) {
            let finding = &placed.finding;
            if self.sums(finding) {
                let first = || OfMany { first: command(file, placed, finding.id), count: 0 };
                self.of_many.entry(finding.message.clone()).or_insert_with(first).count += 1;
                continue;
            }
            let title = match object {
                Some(object) => format!("{}: {}", object.identity.words(), finding.id),
                None => finding.id.to_owned(),
            };
            out += &format!("{}{}\n", command(file, placed, &title), data(&finding.message));
        }
        out
    }

    /// GitHub shows ten warnings and ten errors of a step. Other errors are at each place that must change.
    fn sums(&self, finding: &Finding) -> bool {
        finding.id == MISSING || finding.id == FAILED
    }

    /// The findings of many objects, and the counts as a line for the log, if they are wanted.
    fn end(&mut self, summary: &Summary) -> String {
        let of_many = std::mem::take(&mut self.of_many).into_iter();
        let mut out: String = of_many
            .map(|(message, OfMany { first, count })| {
                format!("{first}{}: {}\n", data(&message), number(count, "object"))
            })
            .collect();
        if self.verbosity.summary {
            out.extend(
                summary
                    .releases
                    .iter()
                    .flat_map(UsedRelease::lines)
                    .map(|line| format!("{}\n", outside::line(&line))),
            );
            out += &outside::line(&text::counted(summary, self.verbosity));
            out.push('\n');
        }
        out
    }
}

/// The command for a finding, without its message.
fn command(file: &FileReport, placed: &Placed, title: &str) -> String {
    let Placed { finding: Finding { level, .. }, place, .. } = placed;
    let command = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    // The lines of a rendered text are not lines of the file.
    let lines = match &placed.origin {
        Some(_) => String::new(),
        None => format!(
            ",line={},col={},endLine={},endColumn={}",
            place.line, place.column, place.end_line, place.end_column
        ),
    };
    let (name, title) = (property(placed.file(&file.name)), property(title));
    format!("::{command} file={name}{lines},title={title}::")
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
