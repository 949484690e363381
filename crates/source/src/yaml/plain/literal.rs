//! Literal texts: `|` and `|-`.

use std::borrow::Cow;

use super::reader::Reader;
use super::sink::Sink;

impl<S: Sink> Reader<'_, S> {
    /// A literal text whose header is at the position. The collection that holds it is at `column`.
    pub(super) fn literal(&mut self, column: usize) -> Option<()> {
        let keeps_end = match self.line() {
            "|" => true,
            "|-" => false,
            _ => return None,
        };
        let mut text = String::new();
        let (mut indent, mut blank) = (None, 0);
        // From its first character to the end of its last line.
        let mut span = None;
        loop {
            let rest = self.text.get(self.next..).filter(|rest| !rest.is_empty());
            let Some(rest) = rest else { break };
            // The end of the text without a line break is left to the other reader.
            let line = rest.get(..rest.find('\n')?)?;
            let spaces = line.len() - line.trim_start_matches(' ').len();
            if spaces == line.len() {
                // How many spaces of a blank line are text depends on the lines around it.
                if spaces > 0 {
                    return None;
                }
                blank += 1;
            } else {
                if spaces <= column {
                    break;
                }
                let indent = *indent.get_or_insert(spaces);
                if spaces < indent {
                    return None;
                }
                text.extend(std::iter::repeat_n('\n', std::mem::take(&mut blank)));
                text.push_str(line.get(indent..)?);
                text.push('\n');
                let (start, _) = span.unwrap_or((self.next + indent, 0));
                span = Some((start, self.next + line.len()));
            }
            self.next += line.len() + 1;
        }
        // The span is `None` if the text is empty.
        let (start, end) = span?;
        if !keeps_end {
            text.pop();
        }
        self.sink.text(Cow::Owned(text), start, end);
        self.advance();
        self.ends_scalar(column)
    }
}
