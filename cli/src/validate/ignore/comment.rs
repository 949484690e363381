//! `# crdc:ignore invalid-value: the operator repairs it`, at the end of the line of a finding, or alone on the line above it.

use std::collections::HashMap;

use crdc_codegen::source::Span;

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
    pub(in super::super) fn of(text: &'t str) -> Comments<'t> {
        let mut found: HashMap<usize, Vec<Comment<'t>>> = HashMap::new();
        if !text.contains(MARK) {
            return Comments(found);
        }
        // Of lines that have nothing but a comment: it is about the next other line.
        let mut waiting = Vec::new();
        let mut start = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let comment = line.find(MARK).map(|at| {
                let words = line[at + MARK.len()..].trim();
                let (ids, reason) = words.split_once(':').unwrap_or((words, ""));
                let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
                let span = Span { start: narrow(start + at), end: narrow(start + line.trim_end().len()) };
                (Comment { ids, reason: reason.trim(), span }, line[..at].trim().is_empty())
            });
            start += line.len();
            match comment {
                Some((comment, true)) => waiting.push(comment),
                Some((comment, false)) => {
                    waiting.push(comment);
                    found.entry(index).or_default().append(&mut waiting);
                }
                None if line.trim_start().starts_with('#') => {}
                None if !waiting.is_empty() => found.entry(index).or_default().append(&mut waiting),
                None => {}
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
    use super::Comments;

    #[test]
    fn comments_are_about_their_line_or_the_next() {
        let text = "a: 1 # crdc:ignore x: because\n# crdc:ignore y, z: so it is\n# more\nb: 2\nc: 3 # crdc:ignore all\n";
        let comments = Comments::of(text);
        let reason = |line, id| comments.reason(line, id).map(Result::ok);
        assert_eq!(reason(0, "x"), Some(Some("because".to_owned())));
        assert_eq!(reason(0, "y"), None);
        assert_eq!(reason(1, "y"), None);
        assert_eq!(reason(3, "z"), Some(Some("so it is".to_owned())));
        assert_eq!(reason(4, "q"), Some(None));
    }
}
