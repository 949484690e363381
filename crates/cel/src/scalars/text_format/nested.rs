//! Writes the clause `%s`. In: a value. Out: its text; inside of a list or map, as an expression of CEL would
//! write
//! it: strings in quotes, doubles with six digits.
//!
//! Easy to break: a value within a list is written differently than outside of one.
//
// cel-go: ext/formatting.go (FormatString, clauseForType, formatList, formatMap, quoteForCEL)

use alloc::format;
use core::fmt::Write;

use bumpalo::collections::{String, Vec};
use crdc_vocabulary::go::write_quoted;

use super::argument::{Argument, FormatArgument, unsuitable};
use crate::arena::Arena;
use crate::arena::MOST_BYTES;
use crate::error::{EvalError, Evaluated};
use crate::scalars::double;

/// Writes a value that is not within a list or map.
pub(super) fn write<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V) -> Evaluated<()> {
    // Writing to a string does not fail.
    let _ = match value.argument() {
        Argument::List => return list(arena, out, value, Nesting::TOP),
        Argument::Map => return map(arena, out, value, Nesting::TOP),
        Argument::String(text) | Argument::Type(text) => out.write_str(text),
        Argument::Bytes(bytes) => out.write_str(text_of(bytes)?),
        Argument::Null => out.write_str("null"),
        Argument::Bool(bool) => write!(out, "{bool}"),
        Argument::Int(int) => write!(out, "{int}"),
        Argument::Uint(uint) => write!(out, "{uint}"),
        Argument::Double(double) => double::write(double, out),
        Argument::Duration | Argument::Timestamp => value.write_time(out),
        argument @ Argument::Other(_) => {
            return Err(unsuitable(
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, \
                 durations, and timestamps",
                &argument,
            ));
        }
    };
    Ok(())
}

/// Writes an item of a list, or a value of a map.
fn item<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V, nesting: Nesting) -> Evaluated<()> {
    // A list may have one long text many times.
    if out.len() as u64 > MOST_BYTES {
        arena.take(out.len())?;
    }
    let _ = match value.argument() {
        Argument::List => return list(arena, out, value, nesting.below()?),
        Argument::Map => return map(arena, out, value, nesting.below()?),
        Argument::String(text) => {
            // Each character is looked at.
            arena.work(text.len() / 2)?;
            write_quoted(out, text)
        }
        Argument::Bytes(bytes) => {
            arena.work(bytes.len() / 2)?;
            out.push('b');
            write_quoted(out, text_of(bytes)?)
        }
        Argument::Double(double) if double.is_finite() => write!(out, "{double:.6}"),
        Argument::Double(double) => {
            out.push('"');
            let _ = double::write(double, out);
            out.write_char('"')
        }
        Argument::Duration => call(out, "duration", value),
        Argument::Timestamp => call(out, "timestamp", value),
        Argument::Other(name) => {
            return Err(during(&format!("no formatting function for {name}")));
        }
        _ => return write(arena, out, value),
    };
    Ok(())
}

/// `duration("1s")`. The text in quotes has nothing to escape.
fn call<V: FormatArgument>(out: &mut String<'_>, function: &str, value: V) -> core::fmt::Result {
    write!(out, "{function}(\"")?;
    value.write_time(out)?;
    out.write_str("\")")
}

fn list<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V, nesting: Nesting) -> Evaluated<()> {
    out.push('[');
    for (index, value) in value.items().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        item(arena, out, value, nesting)?;
    }
    out.push(']');
    Ok(())
}

/// Entries are sorted by the text of their keys, in which strings have quotes. Errors come in the order of
/// the map, so they are looked for before anything is written. Writing the values first and sorting their
/// texts would copy the text of a nested value once for each level.
fn map<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V, nesting: Nesting) -> Evaluated<()> {
    let nesting = if nesting.checked { nesting } else { check(value, nesting)? };
    let mut entries: Vec<'_, (&str, V)> = Vec::new_in(arena);
    for (key, value) in value.entries() {
        let mut text = String::new_in(arena);
        item(arena, &mut text, key, nesting)?;
        entries.push((text.into_bump_str(), value));
    }
    entries.sort_unstable_by_key(|(key, _)| *key);
    out.push('{');
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(key);
        out.push(':');
        item(arena, out, *value, nesting)?;
    }
    out.push('}');
    Ok(())
}

/// The nesting of a value in lists and maps.
#[derive(Clone, Copy)]
struct Nesting {
    levels: u16,
    /// Whether it was checked that the value can be written.
    checked: bool,
}

impl Nesting {
    const TOP: Nesting = Nesting { levels: 0, checked: false };

    /// The nesting one level below.
    fn below(self) -> Evaluated<Nesting> {
        /// Values without a schema nest ten thousand levels deep, and each takes some of the stack of a
        /// thread. No useful message needs this, so the evaluation ends as if its cost limit were exceeded.
        const MOST_LEVELS: u16 = 500;
        if self.levels >= MOST_LEVELS {
            return Err(EvalError::CostLimit);
        }
        Ok(Nesting { levels: self.levels + 1, ..self })
    }
}

/// Whether a value can be written as an item.
fn check<V: FormatArgument>(value: V, nesting: Nesting) -> Evaluated<Nesting> {
    match value.argument() {
        Argument::Bytes(bytes) => text_of(bytes).map(|_| ())?,
        Argument::List => {
            for item in value.items() {
                check(item, nesting.below()?)?;
            }
        }
        Argument::Map => {
            for (key, value) in value.entries() {
                match key.argument() {
                    Argument::String(_) | Argument::Bool(_) | Argument::Int(_) | Argument::Uint(_) => {}
                    other => {
                        let name = other.type_name();
                        return Err(during(&format!("no formatting function for map key of type {name}")));
                    }
                }
                check(value, nesting.below()?)?;
            }
        }
        Argument::Other(name) => return Err(during(&format!("no formatting function for {name}"))),
        _ => {}
    }
    Ok(Nesting { checked: true, ..nesting })
}

fn text_of(bytes: &[u8]) -> Evaluated<&str> {
    core::str::from_utf8(bytes).map_err(|_| {
        during("could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string")
    })
}

#[cold]
fn during(reason: &str) -> EvalError {
    EvalError::text(format!("error during formatting: {reason}"))
}
