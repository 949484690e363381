//! Functions of strings. Indices count characters.
//
// cel-go: ext/strings.go, common/types/string.go

use super::lists::begins_with;
use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::value::{Evaluated, Value, error, no_such_overload, unknown};

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    use Value::{Int, List, String};
    Some(match (function, args) {
        ("contains", [String(text), String(part)]) => Ok(text.contains(part.as_str()).into()),
        ("startsWith", [String(text), String(part)]) => Ok(text.starts_with(part.as_str()).into()),
        ("endsWith", [String(text), String(part)]) => Ok(text.ends_with(part.as_str()).into()),
        // The server does not check the argument types of functions with a single overload.
        ("contains" | "startsWith" | "endsWith", [_, _]) => no_such_overload(),
        ("charAt", [String(text), Int(at)]) => {
            let chars: Vec<char> = text.chars().collect();
            match usize::try_from(*at) {
                Ok(at) if at <= chars.len() => {
                    Ok(chars.get(at).map(char::to_string).unwrap_or_default().into())
                }
                _ => out_of_range(*at),
            }
        }
        ("indexOf", [String(text), String(part)]) => index_of(text, part, 0),
        ("indexOf", [String(text), String(part), Int(from)]) => index_of(text, part, *from),
        ("lastIndexOf", [String(text), String(part)]) => {
            let count = text.chars().count() as i64;
            if part.is_empty() {
                Ok(Int(count))
            } else if text.len() < part.len() {
                Ok(Int(-1))
            } else {
                last_index_of(text, part, count - 1)
            }
        }
        ("lastIndexOf", [String(text), String(part), Int(from)]) => last_index_of(text, part, *from),
        ("lowerAscii", [String(text)]) => Ok(text.to_ascii_lowercase().into()),
        ("upperAscii", [String(text)]) => Ok(text.to_ascii_uppercase().into()),
        ("trim", [String(text)]) => Ok(text.trim().into()),
        ("replace", [String(text), String(old), String(new)]) => Ok(text.replace(old.as_str(), new).into()),
        ("replace", [String(text), String(old), String(new), Int(count)]) => match usize::try_from(*count) {
            Ok(count) => Ok(text.replacen(old.as_str(), new, count).into()),
            Err(_) => Ok(text.replace(old.as_str(), new).into()),
        },
        ("split", [String(text), String(separator)]) => Ok(split(text, separator, -1)),
        ("split", [String(text), String(separator), Int(most)]) => Ok(split(text, separator, *most)),
        ("substring", [String(text), Int(start)]) => substring(text, *start, None),
        ("substring", [String(text), Int(start), Int(end)]) => substring(text, *start, Some(*end)),
        ("join", [List(list), ..]) if !begins_with(list, |item| matches!(item, String(_))) => {
            mismatch(function, args)
        }
        ("join", [List(list)]) => join(list.items(), ""),
        ("join", [List(list), String(separator)]) => join(list.items(), separator),
        ("strings.quote", [String(text)]) => Ok(quote(text).into()),
        ("indexOf" | "lastIndexOf", [List(_), ..]) => return None,
        (
            "charAt" | "indexOf" | "lastIndexOf" | "lowerAscii" | "upperAscii" | "trim" | "replace" | "split"
            | "substring" | "join" | "strings.quote",
            _,
        ) => mismatch(function, args),
        _ => return None,
    })
}

fn out_of_range<'a>(at: i64) -> Evaluated<Value<'a>> {
    error(format!("index out of range: {at}"))
}

/// The value of `indexOf` from an index on: -1 if the part does not occur.
fn index_of<'a>(text: &str, part: &str, from: i64) -> Evaluated<Value<'a>> {
    if part.is_empty() {
        return Ok(Value::Int(from));
    }
    let (text, part): (Vec<char>, Vec<char>) = (text.chars().collect(), part.chars().collect());
    let Ok(start) = usize::try_from(from) else { return out_of_range(from) };
    let found = (start..text.len()).find(|at| text[*at..].starts_with(&part));
    Ok(Value::Int(found.map_or(-1, |at| at as i64)))
}

/// The value of `lastIndexOf` up to an index: -1 if the part does not occur.
fn last_index_of<'a>(text: &str, part: &str, from: i64) -> Evaluated<Value<'a>> {
    if part.is_empty() {
        return Ok(Value::Int(from));
    }
    let (text, part): (Vec<char>, Vec<char>) = (text.chars().collect(), part.chars().collect());
    let Ok(start) = usize::try_from(from) else { return out_of_range(from) };
    if start >= text.len() {
        return Ok(Value::Int(-1));
    }
    let found = (0..=start).rev().find(|at| text[*at..].starts_with(&part));
    Ok(Value::Int(found.map_or(-1, |at| at as i64)))
}

/// Splits like Go's SplitN: an empty separator separates characters, zero parts mean an empty list, and a
/// negative number means all parts.
fn split<'a>(text: &str, separator: &str, most: i64) -> Value<'a> {
    let Ok(most) = usize::try_from(most) else { return split(text, separator, i64::MAX) };
    if most == 0 {
        return Value::list(vec![]);
    }
    if separator.is_empty() {
        let chars: Vec<char> = text.chars().collect();
        if chars.len() <= most {
            return Value::strings(chars);
        }
        let mut parts: Vec<String> = chars[..most - 1].iter().map(char::to_string).collect();
        parts.push(chars[most - 1..].iter().collect());
        return Value::strings(parts);
    }
    Value::strings(text.splitn(most, separator))
}

/// The value of `substring`; without an end, up to the end of the text.
fn substring<'a>(text: &str, start: i64, end: Option<i64>) -> Evaluated<Value<'a>> {
    let chars: Vec<char> = text.chars().collect();
    let last = end.unwrap_or(chars.len() as i64);
    if end.is_some_and(|end| start > end) {
        return error(format!("invalid substring range. start: {start}, end: {last}"));
    }
    for at in [start, last] {
        if at < 0 || at > chars.len() as i64 {
            return out_of_range(at);
        }
    }
    Ok(chars[start as usize..last as usize].iter().collect::<String>().into())
}

/// The value of `join`. Only lists of strings are supported.
fn join<'a>(items: Vec<Evaluated<Value<'a>>>, separator: &str) -> Evaluated<Value<'a>> {
    let mut parts = Vec::new();
    for item in items {
        match item {
            Ok(Value::String(text)) => parts.push(text),
            _ => return unknown("how join shows what is no string"),
        }
    }
    Ok(parts.join(separator).into())
}

/// The value of `strings.quote`.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
