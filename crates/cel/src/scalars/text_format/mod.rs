//! Evaluates `"…".format([…])`. In: a text with clauses such as `%s` and `%.2f`, and values. Out: the text
//! with the values in place of the clauses.
//!
//! `argument` is the trait of values, `nested` writes `%s`, `number` writes `%f` and `%e`.
//!
//! The server uses version 2 of the strings library. Version 4 prints numbers, lists and maps otherwise.
//!
//! Easy to break: clauses are read byte by byte, and a clause is read only after its value was found.
//
// cel-go: ext/formatting.go (parseFormatString, stringFormatter)

mod argument;
mod nested;
mod number;
#[cfg(test)]
mod tests;

use alloc::format;
use core::fmt::Write;

use bumpalo::collections::String;

use argument::unsuitable;
pub(crate) use argument::{Argument, FormatArgument};

use super::double;
use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

/// `text.format(arguments)`. More arguments than clauses are ignored.
///
/// # Errors
/// A clause is not known or without a value, or does not suit its value.
pub(crate) fn format<'a, V: FormatArgument>(
    arena: &'a Arena,
    text: &str,
    arguments: impl IntoIterator<Item = V>,
) -> Evaluated<&'a str> {
    /// The room that is reserved for the text of a clause. Most numbers and names need less.
    const ROOM: usize = 16;
    let mut out = String::with_capacity_in(text.len() + ROOM, arena);
    let mut arguments = arguments.into_iter();
    let (mut rest, mut index) = (text, 0_usize);
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let Some(argument) = arguments.next() else {
            return Err(EvalError::text(format!("index {index} out of range")));
        };
        let (clause, after) = Clause::read(after)?;
        let before = out.len();
        clause.write(arena, &mut out, argument)?;
        // CEL charges for the text alone, and a text may have the same long value a hundred thousand times.
        arena.take(out.len() - before)?;
        rest = after;
        index += 1;
    }
    out.push_str(rest);
    Ok(out.into_bump_str())
}

/// A clause, without the `%`.
struct Clause {
    precision: Option<u64>,
    verb: u8,
}

impl Clause {
    /// The clause at the beginning of `text`, and the rest of the text.
    fn read(text: &str) -> Evaluated<(Clause, &str)> {
        if text.is_empty() {
            return Err(EvalError::Static("unexpected end of string"));
        }
        let (precision, rest) = match text.strip_prefix('.') {
            Some(digits) => precision(digits)?,
            None => (None, text),
        };
        // There is one: the text was not empty, and a precision is not the end of it.
        let verb = rest.bytes().next().unwrap_or_default();
        match verb {
            b's' | b'd' | b'f' | b'e' | b'b' | b'x' | b'X' | b'o' => {
                Ok((Clause { precision, verb }, rest.get(1..).unwrap_or_default()))
            }
            _ => {
                // Go shows a byte as the character of this number.
                let verb = char::from(verb);
                Err(unreadable(format!("unrecognized formatting clause \"{verb}\"")))
            }
        }
    }

    fn write<V: FormatArgument>(self, arena: &Arena, out: &mut String<'_>, value: V) -> Evaluated<()> {
        let argument = value.argument();
        // Writing to a string does not fail.
        let _ = match (self.verb, &argument) {
            (b's', _) => return nested::write(arena, out, value),
            (b'd', Argument::Int(int)) => write!(out, "{int}"),
            (b'd', Argument::Uint(uint)) => write!(out, "{uint}"),
            (b'd', _) => return Err(unsuitable("decimal clause can only be used on integers", &argument)),
            (b'f', _) => match double_of(&argument) {
                Some(double) => number::write_fixed(arena, out, double, self.precision),
                None => {
                    return Err(unsuitable("fixed-point clause can only be used on doubles", &argument));
                }
            },
            (b'e', _) => match double_of(&argument) {
                Some(double) => number::write_scientific(arena, out, double, self.precision),
                None => {
                    return Err(unsuitable("scientific clause can only be used on doubles", &argument));
                }
            },
            (b'b', Argument::Int(int)) => write!(out, "{}{:b}", minus(*int), int.unsigned_abs()),
            (b'b', Argument::Uint(uint)) => write!(out, "{uint:b}"),
            (b'b', Argument::Bool(bool)) => out.write_char(if *bool { '1' } else { '0' }),
            (b'b', _) => {
                return Err(unsuitable("only integers and bools can be formatted as binary", &argument));
            }
            (b'o', Argument::Int(int)) => write!(out, "{}{:o}", minus(*int), int.unsigned_abs()),
            (b'o', Argument::Uint(uint)) => write!(out, "{uint:o}"),
            (b'o', _) => return Err(unsuitable("octal clause can only be used on integers", &argument)),
            (b'x', Argument::Int(int)) => write!(out, "{}{:x}", minus(*int), int.unsigned_abs()),
            (b'x', Argument::Uint(uint)) => write!(out, "{uint:x}"),
            (_, Argument::Int(int)) => write!(out, "{}{:X}", minus(*int), int.unsigned_abs()),
            (_, Argument::Uint(uint)) => write!(out, "{uint:X}"),
            (verb, Argument::String(text)) => write_hexadecimal(out, text.as_bytes(), verb == b'X'),
            (verb, Argument::Bytes(bytes)) => write_hexadecimal(out, bytes, verb == b'X'),
            _ => {
                return Err(unsuitable(
                    "only integers, byte buffers, and strings can be formatted as hex",
                    &argument,
                ));
            }
        };
        Ok(())
    }
}

/// The number after the dot, and the rest of the text, which must not be empty.
fn precision(text: &str) -> Evaluated<(Option<u64>, &str)> {
    let wrong = |reason: &str| unreadable(format!("error while parsing precision: {reason}"));
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() {
        return Err(wrong("could not find end of precision specifier"));
    }
    let digits = text.strip_suffix(rest).unwrap_or_default();
    let reason = match digits.parse::<u64>() {
        Ok(precision) if i64::try_from(precision).is_ok() => return Ok((Some(precision), rest)),
        _ if digits.is_empty() => "invalid syntax",
        _ => "value out of range",
    };
    Err(wrong(&format!(
        "error while converting precision to integer: strconv.Atoi: parsing \"{digits}\": {reason}"
    )))
}

/// The double of an argument, which may also be one of the three texts for infinities and NaN.
fn double_of(argument: &Argument<'_>) -> Option<f64> {
    match argument {
        Argument::Double(double) => Some(*double),
        Argument::String(text @ ("NaN" | "Infinity" | "-Infinity")) => double::read(text),
        _ => None,
    }
}

/// Go writes a sign before the digits of the absolute number.
fn minus(int: i64) -> &'static str {
    if int < 0 { "-" } else { "" }
}

fn write_hexadecimal(out: &mut String<'_>, bytes: &[u8], upper: bool) -> core::fmt::Result {
    out.reserve(bytes.len().saturating_mul(2));
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            let digit = char::from_digit(u32::from(digit), 16).unwrap_or_default();
            out.push(if upper { digit.to_ascii_uppercase() } else { digit });
        }
    }
    Ok(())
}

#[cold]
fn unreadable(reason: alloc::string::String) -> EvalError {
    EvalError::text(format!("could not parse formatting clause: {reason}"))
}
