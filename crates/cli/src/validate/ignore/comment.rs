//! `# crdc:ignore invalid-value: the operator repairs it`, at the end of the line of a finding, or on a line
//! of its own above it.
//!
//! Easy to break: only comments count. The same words may be in a string, in a block scalar or in JSON. Lines
//! are lines of YAML, which has more line breaks than reports: one line of a report may be several lines of
//! YAML.

use std::collections::HashMap;

use super::problem::{WITHOUT_REASON, unknown};
use crate::validate::findings::finding::{Finding, Level};
use crdc_source::{Source, Span, comments};

/// The line breaks of YAML.
const BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// Whether a text may have annotations or comments that ignore.
pub(in super::super) fn may_be_in(text: &str) -> bool {
    text.contains("crdc")
}

/// The comments of a text that ignore findings, by the start of the line that they are about.
#[derive(Default)]
pub(in super::super) struct Comments<'t> {
    about: HashMap<usize, Vec<Comment<'t>>>,
    /// The start of each line.
    starts: Vec<usize>,
    /// Findings about comments that ignore nothing, whatever other findings there are.
    pub(in super::super) problems: Vec<Finding>,
}

struct Comment<'t> {
    ids: &'t str,
    reason: &'t str,
    span: Span,
}

impl<'t> Comments<'t> {
    /// Searches a whole text once, for all of its objects.
    pub(in super::super) fn of(source: &'t Source) -> Comments<'t> {
        let mut found = Comments::default();
        if !may_be_in(&source.text) {
            return found;
        }
        let mut comments = comments(source).into_iter().peekable();
        // Comments on a line of their own are about the next line with other content.
        let mut waiting = Vec::new();
        let mut start = 0;
        while start < source.text.len() {
            let end = end_of_line(&source.text, start);
            found.starts.push(start);
            let mut is_alone = false;
            while let Some(span) = comments.next_if(|span| (span.start as usize) < end) {
                let (from, to) = (span.start as usize, (span.end as usize).min(end));
                let before = source.text.get(start..from).unwrap_or_default();
                is_alone |= before.trim_matches([' ', '\t', '\u{feff}']).is_empty();
                match source.text.get(from..to).and_then(words) {
                    Some(Ok((ids, reason))) => {
                        for id in ids.split(',') {
                            found.problems.extend(unknown(id.trim(), span, found.problems.len()));
                        }
                        waiting.push(Comment { ids, reason, span });
                    }
                    Some(Err(())) => found.problems.push(without_name(span)),
                    None => {}
                }
            }
            if !is_alone && !waiting.is_empty() {
                found.about.entry(start).or_default().append(&mut waiting);
            }
            start = end;
        }
        found
    }

    /// The reason why findings with this name at this offset are ignored; the span of the comment if it gives
    /// no reason; `None` if they are not ignored.
    pub(super) fn reason(&self, at: usize, id: &str) -> Option<Result<String, Span>> {
        let names = |ids: &str| ids.split(',').any(|one| one.trim() == id || one.trim() == "all");
        let line = self.starts.partition_point(|start| *start <= at).checked_sub(1)?;
        let comment = self.about.get(self.starts.get(line)?)?.iter().find(|comment| names(comment.ids))?;
        Some(if comment.reason.is_empty() { Err(comment.span) } else { Ok(comment.reason.to_owned()) })
    }
}

/// The names and the reason in a comment; an error if the comment begins like an ignore and names nothing.
fn words(comment: &str) -> Option<Result<(&str, &str), ()>> {
    let words =
        comment.strip_prefix("# crdc:ignore ").map(|words| words.split_once(':').unwrap_or((words, "")));
    if let Some((ids, reason)) = words.filter(|(ids, _)| !ids.trim().is_empty()) {
        return Some(Ok((ids, reason.trim())));
    }
    let mut rest = comment;
    for word in ["#", "crdc", ":", "ignore"] {
        rest = rest.trim_start().strip_prefix(word)?;
    }
    (!rest.starts_with(char::is_alphanumeric)).then_some(Err(()))
}

fn without_name(span: Span) -> Finding {
    let message = "this ignores nothing, because it is not written as `# crdc:ignore NAME: reason`";
    Finding::new(WITHOUT_REASON, Level::Warning, span, message)
        .help("write the name of a finding, such as `invalid-value`, and why, in a few words")
}

/// The end of the line of YAML that begins at an offset, with its break.
// YAML 1.1: 5.4 Line Break Characters; go-yaml: yamlprivateh.go is_break
fn end_of_line(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let Some((at, c)) = rest.char_indices().find(|(_, c)| BREAKS.contains(c)) else { return text.len() };
    let is_windows = rest.get(at..).is_some_and(|rest| rest.starts_with("\r\n"));
    start + at + if is_windows { 2 } else { c.len_utf8() }
}

#[cfg(test)]
mod tests {
    use super::{Comments, Finding, Source};
    use crate::finding_names::MOST_MEANT;

    #[test]
    fn comments_are_about_their_line_or_the_next() {
        let text = "a: 1 # crdc:ignore x: because\n# crdc:ignore y, z: so it is\n# more\nb: 2\nc: 3 # crdc:ignore all\n";
        let source = Source::new("a.yaml", text);
        let comments = Comments::of(&source);
        let start = |line| text.split_inclusive('\n').take(line).map(str::len).sum();
        let reason = |line, id| comments.reason(start(line), id).map(Result::ok);
        assert_eq!(reason(0, "x"), Some(Some("because".to_owned())));
        assert_eq!(reason(0, "y"), None);
        assert_eq!(reason(1, "y"), None);
        assert_eq!(reason(3, "z"), Some(Some("so it is".to_owned())));
        assert_eq!(reason(4, "q"), Some(None));
    }

    #[test]
    fn comments_that_ignore_nothing_are_findings() {
        for (comment, expected) in [
            ("# crdc:ignore", &["ignore-without-reason"][..]),
            ("# crdc:ignore   ", &["ignore-without-reason"]),
            ("# crdc:ignore : because", &["ignore-without-reason"]),
            ("# crdc:ignore: because", &["ignore-without-reason"]),
            ("# crdc: ignore rule: because", &["ignore-without-reason"]),
            ("#crdc:ignore rule: because", &["ignore-without-reason"]),
            ("# crdc:ignore-rule: because", &["ignore-without-reason"]),
            ("# crdc:ignore invalid-valu: because", &["ignore-unknown"]),
            ("# crdc:ignore rule, nope, no way: because", &["ignore-unknown", "ignore-unknown"]),
            ("# crdc:ignore rule, all: because", &[]),
            ("# crdc:ignored rule", &[]),
            ("# see crdc:ignore", &[]),
            ("# crdc is good", &[]),
        ] {
            let source = Source::new("a.yaml", format!("a: 1 {comment}\nb: 2\n"));
            let found = Comments::of(&source).problems;
            let ids: Vec<&str> = found.iter().map(|finding| finding.id).collect();
            assert_eq!(ids, expected, "{comment}");
        }
    }

    #[test]
    fn of_many_unknown_names_the_first_ones_have_a_suggestion() {
        let names = vec!["invalid-valu"; 2 * MOST_MEANT].join(",");
        let source = Source::new("a.yaml", format!("a: 1 # crdc:ignore {names}: because\n"));
        let problems = Comments::of(&source).problems;
        let is_meant = |finding: &Finding| finding.help.as_deref() == Some("did you mean `invalid-value`?");
        let found: Vec<bool> = problems.iter().map(is_meant).collect();
        assert_eq!(found, [[true; MOST_MEANT], [false; MOST_MEANT]].concat());
    }

    #[test]
    fn each_break_of_yaml_ends_the_line_of_a_comment() {
        for line_break in ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"] {
            let text = format!(
                "a: 1 # crdc:ignore all: x{line_break}b: 2{line_break}# crdc:ignore all: y{line_break}c: 3{line_break}d: 4"
            );
            let source = Source::new("a.yaml", text.as_str());
            let comments = Comments::of(&source);
            let is_ignored = |key: &str| comments.reason(text.find(key).unwrap_or_default(), "q").is_some();
            let ignored = ["a:", "b:", "c:", "d:"].map(is_ignored);
            assert_eq!(ignored, [true, false, true, false], "{line_break:?}");
        }
    }

    #[test]
    fn words_that_are_no_comments_ignore_nothing() {
        for text in [
            "a: |\n  # crdc:ignore all: x\n  b\n",
            "a: >-\n  b # crdc:ignore all: x\n",
            "a: 'b # crdc:ignore all: x'\n",
            "a: \"b\n  # crdc:ignore all: x\n  c\"\n",
            "a: b# crdc:ignore all: x\n",
            "'# crdc:ignore all: x': 1\n",
            "{\"a\": \"# crdc:ignore all: x\"}\n",
            "[{\"# crdc:ignore all: x\": 1},\n {\"b\": 2}]\n",
            "{a: '# crdc:ignore all: x'}\n",
            // A comment that is about something else.
            "a: 1 # see # crdc:ignore all: x\n",
            "a: 'open # crdc:ignore all: x\n",
        ] {
            let source = Source::new("a.yaml", text);
            let comments = Comments::of(&source);
            let found = (0..text.len()).find_map(|at| comments.reason(at, "q"));
            assert_eq!(found, None, "{text}");
        }
    }
}
