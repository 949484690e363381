//! Parses groups and flags. In: the parser at `(?`. Out: a group opened or the flags changed.
//!
//! Go: regexp/syntax/parse.go (parsePerlFlags).

use super::{Entry, Parser};
use crate::regexp::error::{ErrorCode, PatternError};

impl Parser<'_> {
    pub(super) fn perl_group(&mut self) -> Result<(), PatternError> {
        let rest = self.rest();
        // Go requires a byte after the `<`, so `(?<` alone is an error in the flags.
        if rest.starts_with("(?P<") && rest.len() > 4 {
            return self.named_group(4);
        }
        if rest.starts_with("(?<") && rest.len() > 3 {
            return self.named_group(3);
        }
        self.flag_group()
    }

    fn named_group(&mut self, name_at: usize) -> Result<(), PatternError> {
        let (start, rest) = (self.at, self.rest());
        let Some(end) = rest.find('>') else {
            return Err(self.error(ErrorCode::InvalidNamedCapture, start..self.pattern.len()));
        };
        let name = rest.get(name_at..end).unwrap_or_default();
        // Two groups may have the same name: Go's parser rejects that only in other modes.
        if name.is_empty() || !name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) {
            return Err(self.error(ErrorCode::InvalidNamedCapture, start..start + end + 1));
        }
        self.stack.push(Entry::Open { capture: true, flags: self.flags, at: start });
        self.at = start + end + 1;
        Ok(())
    }

    fn flag_group(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let mut flags = self.flags;
        let (mut on, mut seen) = (true, false);
        self.at += 2;
        while let Some(c) = self.next_char() {
            match c {
                'i' => flags.fold = on,
                'm' => flags.multi_line = on,
                's' => flags.dot_newline = on,
                'U' => flags.swap_greed = on,
                '-' if on => {
                    (on, seen) = (false, false);
                    continue;
                }
                // `(?-)` negates nothing and is rejected, `(?)` sets nothing and is accepted.
                ':' | ')' if on || seen => {
                    if c == ':' {
                        self.stack.push(Entry::Open { capture: false, flags: self.flags, at: start });
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
            seen = true;
        }
        Err(self.error(ErrorCode::InvalidPerlOp, start..self.at))
    }
}
