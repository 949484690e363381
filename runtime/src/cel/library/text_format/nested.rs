//! The clause `%s`. In: a value. Out: its text; inside of a list or map, as an expression of CEL would write it:
//! strings in quotes, doubles with six digits.
//!
//! Easy to break: a value inside of a list is not written as it is alone.
//
// cel-go: ext/formatting.go (FormatString, clauseForType, formatList, formatMap, quoteForCEL)

use alloc::format;
use core::fmt::Write;

use bumpalo::collections::{String, Vec};
use crdc_vocabulary::go::write_quoted;

use super::{Argument, FormatArgument, unsuitable};
use crate::cel::library::double;
use crate::cel::{Arena, EvalError, Evaluated};

/// Writes a value that stands alone.
pub(super) fn write<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V) -> Evaluated<()> {
    // Writing to a string does not fail.
    let _ = match value.argument() {
        Argument::List => return list(arena, out, value),
        Argument::Map => return map(arena, out, value),
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
fn item<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V) -> Evaluated<()> {
    let _ = match value.argument() {
        Argument::String(text) => write_quoted(out, text),
        Argument::Bytes(bytes) => {
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

fn list<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V) -> Evaluated<()> {
    out.push('[');
    for (index, value) in value.items().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        item(arena, out, value)?;
    }
    out.push(']');
    Ok(())
}

/// Entries are sorted by the text of their keys, in which strings have quotes.
fn map<V: FormatArgument>(arena: &Arena, out: &mut String<'_>, value: V) -> Evaluated<()> {
    let mut entries: Vec<'_, (&str, &str)> = Vec::new_in(arena);
    for (key, value) in value.entries() {
        let mut text = String::new_in(arena);
        match key.argument() {
            Argument::String(_) | Argument::Bool(_) | Argument::Int(_) | Argument::Uint(_) => {
                item(arena, &mut text, key)?;
            }
            other => {
                let name = other.type_name();
                return Err(during(&format!("no formatting function for map key of type {name}")));
            }
        }
        let key = text.into_bump_str();
        let mut text = String::new_in(arena);
        item(arena, &mut text, value)?;
        entries.push((key, text.into_bump_str()));
    }
    entries.sort_unstable_by_key(|(key, _)| *key);
    out.push('{');
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(key);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
    Ok(())
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
