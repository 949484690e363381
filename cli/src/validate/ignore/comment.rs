//! `# crdc:ignore invalid-value: the operator repairs it`, at the end of the line of a finding, or alone on the line above it.
//!
//! Easy to break: only comments count. The words may be in a string, in a block scalar and in JSON too, which anybody may write.

use std::collections::HashMap;

use crdc_codegen::source::{Source, Span, comments};

const MARK: &str = "# crdc:ignore ";

/// The comments of a text, by the index of the line that they are about.
pub(in super::super) struct Comments<'t>(HashMap<usize, Vec<Comment<'t>>>);

struct Comment<'t> {
    ids: &'t str,
    reason: &'t str,
    span: Span,
}

impl<'t> Comments<'t> {
    /// Searches a text, which takes as long as it is: once for all of its objects.
    pub(in super::super) fn of(source: &'t Source) -> Comments<'t> {
        let mut found: HashMap<usize, Vec<Comment<'t>>> = HashMap::new();
        if !source.text.contains(MARK) {
            return Comments(found);
        }
        let mut comments = comments(source).into_iter().peekable();
        // Of lines that have nothing but a comment: it is about the next other line.
        let mut waiting = Vec::new();
        let mut start = 0;
        for (index, line) in source.text.split_inclusive('\n').enumerate() {
            let end = start + line.len();
            let mut is_alone = false;
            while let Some(span) = comments.next_if(|span| (span.start as usize) < end) {
                let (from, to) = (span.start as usize, (span.end as usize).min(end));
                let before = source.text.get(start..from).unwrap_or_default();
                is_alone |= before.trim_matches([' ', '\t', '\u{feff}']).is_empty();
                let words = source.text.get(from..to).and_then(|text| text.strip_prefix(MARK));
                waiting.extend(words.map(|words| {
                    let (ids, reason) = words.split_once(':').unwrap_or((words, ""));
                    Comment { ids, reason: reason.trim(), span }
                }));
            }
            start = end;
            if !is_alone && !waiting.is_empty() {
                found.entry(index).or_default().append(&mut waiting);
            }
        }
        Comments(found)
    }

    /// Why findings with this name on this line are ignored, if they are; or the comment that gives no reason.
    pub(super) fn reason(&self, line: usize, id: &str) -> Option<Result<String, Span>> {
        let names = |ids: &str| ids.split(',').any(|one| one.trim() == id || one.trim() == "all");
        let comment = self.0.get(&line)?.iter().find(|comment| names(comment.ids))?;
        Some(if comment.reason.is_empty() { Err(comment.span) } else { Ok(comment.reason.to_owned()) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Comments, Source};

    #[test]
    fn comments_are_about_their_line_or_the_next() {
        let text = "a: 1 # crdc:ignore x: because\n# crdc:ignore y, z: so it is\n# more\nb: 2\nc: 3 # crdc:ignore all\n";
        let source = Source::new("a.yaml", text);
        let comments = Comments::of(&source);
        let reason = |line, id| comments.reason(line, id).map(Result::ok);
        assert_eq!(reason(0, "x"), Some(Some("because".to_owned())));
        assert_eq!(reason(0, "y"), None);
        assert_eq!(reason(1, "y"), None);
        assert_eq!(reason(3, "z"), Some(Some("so it is".to_owned())));
        assert_eq!(reason(4, "q"), Some(None));
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
            let found = (0..4).find_map(|line| comments.reason(line, "q"));
            assert_eq!(found, None, "{text}");
        }
    }
}
