//! The text of an expression as code points, which is how cel-go counts columns, and its lines.
//
// cel-go: common/source.go, common/runes/buffer.go

/// An expression's text. **Offsets are code points**, not bytes.
#[derive(Clone, Debug)]
pub struct Text {
    chars: Vec<char>,
    /// The offset after each line feed.
    lines: Vec<u32>,
}

impl Text {
    /// Splits the text of an expression into code points and lines. Offsets are 32-bit, so only the first 4
    /// Gi code points can have one.
    #[must_use]
    pub fn new(text: &str) -> Text {
        let chars: Vec<char> = text.chars().collect();
        let after = |(at, c): (usize, &char)| (*c == '\n').then(|| u32::try_from(at + 1).ok()).flatten();
        let lines = chars.iter().enumerate().filter_map(after).collect();
        Text { chars, lines }
    }

    /// The number of code points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// Whether the text has no code points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chars.is_empty()
    }

    /// The code points.
    pub(crate) fn chars(&self) -> &[char] {
        &self.chars
    }

    /// The text between two offsets.
    #[must_use]
    pub fn slice(&self, start: u32, end: u32) -> String {
        let end = (end as usize).min(self.chars.len());
        self.chars.get(start as usize..end).unwrap_or_default().iter().collect()
    }

    /// The line (from 1) and column (from 0) of an offset.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, u32) {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).map_or(0, |before| self.lines[before]);
        (line + 1, offset - start)
    }

    /// The code points of a line (from 1), without its line feed.
    pub(super) fn line(&self, line: usize) -> &[char] {
        let start = line.checked_sub(2).map_or(0, |before| self.lines[before] as usize);
        let end = self.lines.get(line - 1).map_or(self.chars.len(), |next| *next as usize - 1);
        self.chars.get(start..end).unwrap_or_default()
    }
}
