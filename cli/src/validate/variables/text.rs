//! The variables in the text of a CRD, for the loader, which reads texts. In: a text. Out: the text with the
//! values of its variables, and where its places are in the text that was written.

use super::values::Values;
use crdc_codegen::diag::Diagnostic;
use crdc_codegen::source::{Source, Span};

/// What is put in place of a part of the text, and that part.
struct Change {
    put: Span,
    written: Span,
}

/// A text with the values of its variables.
pub(crate) struct Substituted {
    pub(crate) source: Source,
    changes: Vec<Change>,
}

/// Replaces the variables of each line whose values are all given. None if there is none.
pub(crate) fn substituted(source: &Source, values: &Values) -> Option<Substituted> {
    if !values.are_given() || !source.text.contains("${") {
        return None;
    }
    let (mut text, mut changes, mut start) = (String::with_capacity(source.text.len()), Vec::new(), 0);
    for line in source.text.split_inclusive('\n') {
        match values.replace(line) {
            Some(Ok(put)) => {
                changes.push(change(line, &put, start, text.len()));
                text += &put;
            }
            Some(Err(())) | None => text += line,
        }
        start += line.len();
    }
    (!changes.is_empty()).then(|| Substituted { source: Source::new(source.name.as_str(), text), changes })
}

/// The part of a line that is another one now. The line starts at `written` in its text, and at `put` in the
/// new one.
fn change(line: &str, new: &str, written: usize, put: usize) -> Change {
    let alike = |(a, b): &(char, char)| a == b;
    let length = |c: (char, char)| c.0.len_utf8();
    let before: usize = line.chars().zip(new.chars()).take_while(alike).map(length).sum();
    let ends = line[before..].chars().rev().zip(new[before..].chars().rev());
    let after: usize = ends.take_while(alike).map(length).sum();
    let span = |start: usize, length: usize| span(start + before, start + length - after);
    Change { put: span(put, new.len()), written: span(written, line.len()) }
}

/// A text has less than 4 GiB.
fn span(start: usize, end: usize) -> Span {
    let [start, end] = [start, end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    Span { start, end }
}

impl Substituted {
    /// Gives a diagnostic its places in the text that was written.
    pub(crate) fn place(&self, diagnostic: &mut Diagnostic) {
        diagnostic.span = self.written(diagnostic.span);
        for (span, _) in &mut diagnostic.notes {
            *span = self.written(*span);
        }
    }

    fn written(&self, span: Span) -> Span {
        let at = |place: u32, is_end: bool| {
            // What ends where a value starts has nothing of the value.
            let is_passed = |change: &Change| change.put.start + u32::from(is_end) <= place;
            let passed = self.changes.partition_point(is_passed);
            let Some(change) = passed.checked_sub(1).and_then(|last| self.changes.get(last)) else {
                return place;
            };
            match change.put.end {
                // A place in a value is the place of its variable.
                end if place < end && is_end => change.written.end,
                end if place < end => change.written.start,
                end => change.written.end + (place - end),
            }
        };
        let (start, end) = (at(span.start, false), at(span.end, true));
        Span { start, end: end.max(start) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Values, span, substituted};
    use crdc_codegen::source::{Source, Span};

    #[test]
    fn places_are_those_of_the_text_that_was_written() {
        let written = "a: 1\nb: x-${NAME}-y # ${OTHER:=o}\nc: ${UNKNOWN}\nd: ${NAME}\ne: 5\n";
        let values = Values::of([("NAME".to_owned(), "longer-name".to_owned())].into_iter());
        let new = substituted(&Source::new("a.yaml", written), &values).unwrap();
        assert_eq!(new.source.text, "a: 1\nb: x-longer-name-y # o\nc: ${UNKNOWN}\nd: longer-name\ne: 5\n");
        let of = |part: &str| {
            let start = new.source.text.find(part).unwrap();
            let Span { start, end } = new.written(span(start, start + part.len()));
            &written[start as usize..end as usize]
        };
        assert_eq!(of("1"), "1");
        assert_eq!(of("b: x-"), "b: x-");
        assert_eq!(of("c: ${UNKNOWN}"), "c: ${UNKNOWN}");
        assert_eq!(of("d: longer-name"), "d: ${NAME}");
        assert_eq!(of("name\ne"), "${NAME}\ne");
        assert_eq!(of("5"), "5");
    }

    #[test]
    fn a_text_without_values_is_itself() {
        let source = Source::new("a.yaml", "a: ${A}\n");
        assert!(substituted(&source, &Values::default()).is_none());
        assert!(substituted(&source, &Values::of([].into_iter())).is_none());
    }
}
