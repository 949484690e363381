//! Parses repetitions. In: the parser at `*`, `+`, `?` or `{`. Out: the node before it, repeated.
//!
//! Go: regexp/syntax/parse.go (repeat, parseRepeat, repeatIsValid).

use super::{Entry, Parser};
use crate::regexp::ast::{Node, Repetition};
use crate::regexp::error::{ErrorCode, PatternError};

/// Go: maxRepeat.
const MAX_REPEAT: u32 = 1000;

impl Parser<'_> {
    /// Repeats the node on top of the stack by the operator at this position, which has `length` bytes.
    pub(super) fn repeat(
        &mut self,
        repetition: Repetition,
        length: usize,
        repeated_from: Option<usize>,
    ) -> Result<Option<usize>, PatternError> {
        let start = self.at;
        self.at += length;
        let mut greedy = !self.flags.swap_greed;
        if self.peek(0) == Some(b'?') {
            greedy = !greedy;
            self.at += 1;
        }
        if let Some(from) = repeated_from {
            return Err(self.error(ErrorCode::InvalidRepeatOp, from..self.at));
        }
        let sub = match self.stack.pop() {
            Some(Entry::Node(node)) => node,
            _ => return Err(self.error(ErrorCode::MissingRepeatArgument, start..self.at)),
        };
        let node = Node::repeat(repetition, greedy, sub);
        self.check(&node)?;
        if let Repetition::Count { min, max } = repetition
            && (min >= 2 || max.is_some_and(|max| max >= 2))
            && node.repeats > u64::from(MAX_REPEAT)
        {
            return Err(self.error(ErrorCode::InvalidRepeatSize, start..self.at));
        }
        self.stack.push(Entry::Node(node));
        Ok(Some(start))
    }

    /// `{n}`, `{n,}` or `{n,m}`; anything else is an ordinary brace.
    pub(super) fn counted(&mut self, repeated_from: Option<usize>) -> Result<Option<usize>, PatternError> {
        let Some((min, max, length)) = counts(self.rest()) else {
            self.at += 1;
            self.literal(u32::from('{'))?;
            return Ok(None);
        };
        let too_big = min > MAX_REPEAT || max.is_some_and(|max| max > MAX_REPEAT || max < min);
        if too_big {
            return Err(self.error(ErrorCode::InvalidRepeatSize, self.at..self.at + length));
        }
        self.repeat(Repetition::Count { min, max }, length, repeated_from)
    }
}

/// Both counts and the length of their text. A number that is too large is `u32::MAX`.
fn counts(text: &str) -> Option<(u32, Option<u32>, usize)> {
    let rest = text.strip_prefix('{')?;
    let (min, rest) = number(rest)?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => {
            let (max, rest) = number(rest)?;
            (Some(max), rest)
        }
    };
    let rest = rest.strip_prefix('}')?;
    Some((min, max, text.len() - rest.len()))
}

/// Digits without a leading zero.
fn number(text: &str) -> Option<(u32, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(length)?;
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}
