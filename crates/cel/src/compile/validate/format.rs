//! Checks calls `"…".format([…])`: compares each clause of a literal format with the type of its argument.
//
// cel-go: ext/formatting.go

use super::Validator;
use crate::compile::ast::{Constant, Entry};
use crate::compile::ast::{ExprId, Kind};
use crate::compile::issues::{FormatError, Issues};
use crate::compile::types::{self, Type};

/// An error of a call of `format`, at an argument or at the call.
struct Wrong {
    at: Option<ExprId>,
    error: FormatError,
}

impl From<FormatError> for Wrong {
    fn from(error: FormatError) -> Wrong {
        Wrong { at: None, error }
    }
}

impl Validator<'_> {
    pub(super) fn format(&self, id: ExprId, issues: &mut Issues) {
        let Kind::Call { function, target: Some(target), args } = self.ast.kind(id) else { return };
        let (Some(Constant::String(format)), &[arg]) = (self.ast.constant(*target), args.as_slice()) else {
            return;
        };
        let Kind::List(items) = self.ast.kind(arg) else { return };
        if function != "format" {
            return;
        }
        let args: Vec<ExprId> = items.iter().map(|item| item.value).collect();
        match self.clauses(format, &args) {
            Ok(used) if args.len() > used => {
                let error = FormatError::TooManyArguments { expected: used, found: args.len() };
                issues.report(self.ast.at(id), error);
            }
            Ok(_) => {}
            Err(wrong) => issues.report(self.ast.at(wrong.at.unwrap_or(id)), wrong.error),
        }
    }

    /// Checks all clauses, and returns their number.
    fn clauses(&self, format: &str, args: &[ExprId]) -> Result<usize, Wrong> {
        let bytes = format.as_bytes();
        let (mut at, mut used) = (0, 0);
        while let Some(byte) = bytes.get(at) {
            at += 1;
            if *byte != b'%' {
                continue;
            }
            if bytes.get(at) == Some(&b'%') {
                at += 1;
                continue;
            }
            if at >= bytes.len() {
                return Err(FormatError::End.into());
            }
            let arg = *args.get(used).ok_or(FormatError::NoArgument { index: used })?;
            at = precision(bytes, at)?;
            let clause = bytes.get(at).copied().unwrap_or_default();
            at += 1;
            used += 1;
            self.clause(clause, arg)?;
        }
        Ok(used)
    }

    fn clause(&self, clause: u8, arg: ExprId) -> Result<(), Wrong> {
        use types::Kind::*;
        let of = self.typing.of(arg).unwrap_or(Type::DYN);
        let kind = self.types.kind(self.types.without_null(of));
        let (fits, must) = match clause {
            b's' => return self.string(arg),
            b'd' => (matches!(kind, Int | Uint), "decimal clause can only be used on integers"),
            b'f' => (matches!(kind, Double | String), "fixed-point clause can only be used on doubles"),
            b'e' => (matches!(kind, Double | String), "scientific clause can only be used on doubles"),
            b'b' => (matches!(kind, Int | Uint | Bool), "only integers and bools can be formatted as binary"),
            b'x' | b'X' => (
                matches!(kind, Int | Uint | String | Bytes),
                "only integers, byte buffers, and strings can be formatted as hex",
            ),
            b'o' => (matches!(kind, Int | Uint), "octal clause can only be used on integers"),
            other => return Err(FormatError::Clause { clause: char::from(other) }.into()),
        };
        if fits || of == Type::DYN { Ok(()) } else { Err(self.wrong_type(arg, of, must)) }
    }

    fn wrong_type(&self, arg: ExprId, of: Type, must: &'static str) -> Wrong {
        let found = self.types.runtime_name(of, self.declarations);
        Wrong { at: Some(arg), error: FormatError::Type { must, found } }
    }

    /// Checks that `%s` accepts an argument, also within nested lists and maps.
    fn string(&self, arg: ExprId) -> Result<(), Wrong> {
        use types::Kind::*;
        let mut open = vec![arg];
        while let Some(id) = open.pop() {
            let of = self.typing.of(id).unwrap_or(Type::DYN);
            let fits = matches!(
                self.types.kind(self.types.without_null(of)),
                Dyn | List(_)
                    | Map(..)
                    | Int
                    | Uint
                    | Double
                    | Bool
                    | String
                    | Timestamp
                    | Bytes
                    | Duration
                    | TypeOf(_)
                    | Null
            );
            if !fits {
                let must = "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";
                return Err(self.wrong_type(id, of, must));
            }
            match self.ast.kind(id) {
                Kind::List(items) => open.extend(items.iter().rev().map(|item| item.value)),
                Kind::Map(entries) => {
                    open.extend(entries.iter().rev().flat_map(|Entry { key, value, .. }| [*value, *key]));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Reads `.DIGITS`, if it is there; returns the offset after it.
fn precision(bytes: &[u8], at: usize) -> Result<usize, FormatError> {
    if bytes.get(at) != Some(&b'.') {
        return Ok(at);
    }
    let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = at + 1 + digits;
    if end >= bytes.len() {
        return Err(FormatError::PrecisionEnd);
    }
    let written = String::from_utf8_lossy(&bytes[at + 1..end]).into_owned();
    if digits == 0 || written.parse::<i64>().is_err() {
        return Err(FormatError::Precision { written, is_number: digits > 0 });
    }
    Ok(end)
}
