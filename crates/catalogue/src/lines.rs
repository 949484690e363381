//! The texts of a project. In: inflated text. Out: a line of it, whose references are replaced by the lines
//! that they stand for.
//!
//! A file may come from anybody: expansion uses no recursion, and its work is bounded by the limit of its
//! output, and a reference counts too.

use crate::error::Fault;
use crate::limits;

/// Lines of JSON with references.
#[derive(Debug)]
pub(crate) struct Lines {
    text: String,
    /// Where each line begins, and where the text ends.
    starts: Vec<usize>,
}

/// A line that is being expanded: its number, and the place of what is left of it.
struct Open {
    line: usize,
    at: usize,
    end: usize,
}

impl Lines {
    pub(crate) fn new(text: String) -> Lines {
        let mut starts = vec![0];
        starts.extend(text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next));
        if starts.last() != Some(&text.len()) {
            starts.push(text.len());
        }
        Lines { text, starts }
    }

    fn open(&self, line: usize) -> Result<Open, Fault> {
        let Some([at, next]) = self.starts.get(line..).and_then(<[usize]>::first_chunk) else {
            return Err(Fault::NoLine);
        };
        let end =
            if self.text.as_bytes().get(next.wrapping_sub(1)) == Some(&b'\n') { next - 1 } else { *next };
        if end <= *at { Err(Fault::Empty) } else { Ok(Open { line, at: *at, end }) }
    }

    /// The text that a line stands for, or a fault and the line that has it.
    pub(crate) fn expand(&self, line: usize) -> Result<String, (usize, Fault)> {
        let mut out = String::new();
        let mut references = 0;
        let mut open = vec![self.open(line).map_err(|fault| (line, fault))?];
        while let Some(mut now) = open.pop() {
            let rest = &self.text[now.at..now.end];
            let plain = plain(rest).map_err(|fault| (now.line, fault))?;
            if out.len() + references + plain > limits::EXPANDED {
                return Err((line, Fault::TooLarge(limits::EXPANDED)));
            }
            out.push_str(&rest[..plain]);
            if plain == rest.len() {
                continue;
            }
            // After `@`.
            let rest = &rest[plain + 1..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let word = &rest[..digits];
            let wrong = || (now.line, Fault::Reference(word.chars().take(20).collect()));
            let target = word.parse().ok().filter(|target| *target < now.line).ok_or_else(wrong)?;
            references += limits::REFERENCE;
            now.at += plain + 1 + digits;
            if now.at < now.end {
                open.push(now);
            }
            open.push(self.open(target).map_err(|fault| (target, fault))?);
        }
        Ok(out)
    }
}

/// The length of the text before the first `@` outside of strings.
fn plain(text: &str) -> Result<usize, Fault> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'@' => return Ok(at),
            b'"' => {
                at += 1;
                loop {
                    match bytes.get(at) {
                        Some(b'"') => break,
                        Some(b'\\') => at += 2,
                        Some(_) => at += 1,
                        None => return Err(Fault::OpenString),
                    }
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    Ok(bytes.len())
}
