//! Source excerpts: nearby locations share one excerpt, and long lines are cut to a window around the
//! underlined range. Out: the text and offsets into it; its size does not depend on the size of the source.

use crate::diag::outside;
use crate::text::{Lines, Span, floor_boundary};

/// Locations further apart than this many lines get separate excerpts.
const NEAR: usize = 8;
/// Bytes of a long line shown before and after the start of the underlined range.
const BEFORE: usize = 50;
const AFTER: usize = 80;

/// An underlined range and its label.
pub(super) struct Underline<'d> {
    pub(super) span: Span,
    pub(super) words: &'d str,
    pub(super) main: bool,
}

/// Consecutive lines with underlined ranges.
#[derive(Debug, Default)]
pub(super) struct Excerpt<'d> {
    pub(super) text: String,
    /// Number of the first line, from 1.
    pub(super) first_line: usize,
    /// Byte range in `text`, label, and whether it is the primary location.
    pub(super) marks: Vec<(std::ops::Range<usize>, &'d str, bool)>,
    /// Underlines in parts of long lines that are not shown.
    pub(super) unseen: Vec<(Span, &'d str)>,
    /// Characters cut off before the primary location.
    pub(super) cut: usize,
}

/// Returns excerpts for the underlined ranges: first the excerpt with the primary location, then the others
/// by line.
pub(super) fn excerpts<'d>(text: &str, lines: &Lines<'_>, marks: Vec<Underline<'d>>) -> Vec<Excerpt<'d>> {
    let mut placed: Vec<(usize, Underline<'d>)> = marks
        .into_iter()
        .map(|mark| (lines.line_of(floor_boundary(text, mark.span.start as usize)), mark))
        .collect();
    placed.sort_by_key(|(line, mark)| (*line, mark.span.start, !mark.main));
    let mut groups: Vec<Vec<(usize, Underline<'d>)>> = Vec::new();
    for (line, mark) in placed {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|(last, _)| line - last <= NEAR) => {
                group.push((line, mark));
            }
            _ => groups.push(vec![(line, mark)]),
        }
    }
    groups.sort_by_key(|group| !group.iter().any(|(_, mark)| mark.main));
    groups.into_iter().map(|group| excerpt(text, lines, &group)).collect()
}

fn excerpt<'d>(text: &str, lines: &Lines<'_>, marks: &[(usize, Underline<'d>)]) -> Excerpt<'d> {
    let mut excerpt = Excerpt::default();
    let (Some((first, _)), Some((last, _))) = (marks.first(), marks.last()) else {
        return excerpt;
    };
    excerpt.first_line = first + 1;
    for line in *first..=*last {
        if line != *first {
            excerpt.text.push('\n');
        }
        let here: Vec<&Underline<'d>> =
            marks.iter().filter(|(at, _)| *at == line).map(|(_, mark)| mark).collect();
        excerpt.push_line(text, lines, line, &here);
    }
    excerpt
}

impl<'d> Excerpt<'d> {
    /// Adds a line, or, if it is long, the part around its primary or first underline.
    fn push_line(&mut self, text: &str, lines: &Lines<'_>, line: usize, marks: &[&Underline<'d>]) {
        let (start, end) = (lines.start(line), lines.end(line));
        let start = if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { start };
        let focus = marks.iter().find(|mark| mark.main).or(marks.first());
        let focus = focus.map_or(start, |mark| (mark.span.start as usize).clamp(start, end.max(start)));
        let (mut from, mut to) = (start, end);
        if end - start > BEFORE + AFTER {
            from = floor_boundary(text, focus.saturating_sub(BEFORE)).max(start);
            to = floor_boundary(text, focus.saturating_add(AFTER)).min(end);
        }
        if from > start {
            self.text.push('…');
        }
        let offset = self.text.len();
        outside::excerpt(&mut self.text, text.get(from..to).unwrap_or_default());
        if to < end {
            self.text.push('…');
        }
        for mark in marks {
            let at = mark.span.start as usize;
            if at < from && from > start || at > to && to < end {
                self.unseen.push((mark.span, mark.words));
                continue;
            }
            if mark.main && from > start {
                // The ellipsis counts as one character.
                self.cut = (lines.characters(from) - lines.characters(start)).saturating_sub(1);
            }
            // A range that spans several lines is underlined on the first one.
            let clip = |at: u32| floor_boundary(text, at as usize).clamp(from, to.max(from)) - from + offset;
            let range = clip(mark.span.start)..clip(mark.span.end);
            self.marks.push((range, mark.words, mark.main));
        }
    }
}
