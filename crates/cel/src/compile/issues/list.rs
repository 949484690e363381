//! Formats the errors of an expression as cel-go reports them: one entry for each error, in the order of
//! their places, each with an excerpt.
//
// cel-go: common/errors.go, common/error.go

use std::fmt::Write as _;

use super::kind::IssueKind;
use crate::compile::text::Text;

/// The most errors of an expression that are listed; further errors are only counted.
const MOST_ERRORS: usize = 100;
/// The longest line, in bytes, of which an excerpt is shown.
const LONGEST_EXCERPT: usize = 16_384;

/// An error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The offset in code points. `None` if the error concerns the whole expression.
    pub at: Option<u32>,
    /// The kind of the error.
    pub kind: IssueKind,
}

impl Issue {
    /// cel-go's message, without the place and the excerpt.
    #[must_use]
    pub fn message(&self) -> String {
        self.kind.to_string()
    }
}

/// The errors of one expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Issues {
    list: Vec<Issue>,
    count: usize,
}

impl Issues {
    pub(in crate::compile) fn report(&mut self, at: impl Into<Option<u32>>, kind: impl Into<IssueKind>) {
        self.count += 1;
        if self.list.len() < MOST_ERRORS {
            self.list.push(Issue { at: at.into(), kind: kind.into() });
        }
    }

    /// Adds the errors of a later step.
    pub(in crate::compile) fn append(&mut self, later: Issues) {
        let more = later.count - later.list.len();
        for issue in later.list {
            self.report(issue.at, issue.kind);
        }
        self.count += more;
    }

    /// Whether there are no errors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The errors in the order of their places, without those beyond the hundredth.
    #[must_use]
    pub fn sorted(&self) -> Vec<&Issue> {
        let mut sorted: Vec<&Issue> = self.list.iter().collect();
        sorted.sort_by_key(|issue| issue.at);
        sorted
    }

    /// The text of all errors, as cel-go formats it.
    #[must_use]
    pub fn display(&self, text: &Text) -> String {
        let mut shown = String::new();
        for (index, issue) in self.sorted().into_iter().enumerate() {
            if index > 0 {
                shown.push('\n');
            }
            display(issue, text, &mut shown);
        }
        if self.count > MOST_ERRORS {
            let _ = write!(shown, "\n{} more errors were truncated", self.count - MOST_ERRORS);
        }
        shown
    }
}

fn display(issue: &Issue, text: &Text, shown: &mut String) {
    let Some(at) = issue.at else {
        let _ = write!(shown, "ERROR: <input>:-1:0: {}", issue.kind);
        return;
    };
    let (line, column) = text.line_column(at);
    let _ = write!(shown, "ERROR: <input>:{line}:{}: {}", column + 1, issue.kind);
    let excerpt = text.line(line);
    let bytes: usize = excerpt.iter().map(|c| c.len_utf8()).sum();
    if text.is_empty() || bytes > LONGEST_EXCERPT {
        return;
    }
    shown.push_str("\n | ");
    shown.extend(excerpt.iter().map(|c| if *c == '\t' { ' ' } else { *c }));
    shown.push_str("\n | ");
    let wide = |c: &char| c.len_utf8() > 1;
    let column = column as usize;
    shown.extend(excerpt.iter().take(column).map(|c| if wide(c) { '\u{ff0e}' } else { '.' }));
    shown.push(if excerpt.get(column).is_some_and(wide) { '\u{ff3e}' } else { '^' });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, at: &[u32]) -> String {
        let mut issues = Issues::default();
        for at in at {
            issues.report(*at, IssueKind::Depth);
        }
        issues.display(&Text::new(text))
    }

    #[test]
    fn an_excerpt_marks_the_column() {
        assert_eq!(
            shown("a\nb é\tc", &[6]),
            "ERROR: <input>:2:5: max recursion depth exceeded\n | b é c\n | ..\u{ff0e}.^"
        );
        assert_eq!(shown("é", &[0]), "ERROR: <input>:1:1: max recursion depth exceeded\n | é\n | \u{ff3e}");
    }

    #[test]
    fn the_end_of_the_text_has_a_place() {
        assert_eq!(shown("a\n", &[2]), "ERROR: <input>:2:1: max recursion depth exceeded\n | \n | ^");
        assert_eq!(shown("", &[0]), "ERROR: <input>:1:1: max recursion depth exceeded");
    }

    #[test]
    fn errors_are_sorted_and_truncated() {
        let mut issues = Issues::default();
        for at in (0..150).rev() {
            issues.report(at, IssueKind::Depth);
        }
        issues.report(None, IssueKind::TooLarge);
        let display = issues.display(&Text::new("x"));
        assert!(display.ends_with("\n51 more errors were truncated"), "{display}");
        assert_eq!(issues.sorted()[0].at, Some(50));
    }
}
