//! Calls functions, by the names that the checker gives them. A function without an entry is unsupported.
//
// cel-go: common/stdlib/standard.go, cel/library.go, ext; apiserver: pkg/cel/library

use super::convert::convert;
use super::libraries::{
    address, lists, named_format, quantity, regex, semver, sets, strings, text_format, url,
};
use super::map::{Map, same_key};
use super::operators::missing;
use super::value::{Evaluated, Value, error, unknown};

/// The value of a call with evaluated arguments; the target of a method is the first of them.
pub(super) fn call<'a>(function: &str, args: &[Value<'a>]) -> Evaluated<Value<'a>> {
    match (function, args) {
        ("string", [Value::Ip(_) | Value::Cidr(_)]) => convert(function, &args[0]),
        (
            "bool" | "bytes" | "double" | "duration" | "dyn" | "int" | "string" | "timestamp" | "type"
            | "uint",
            [of],
        ) => convert(function, of),
        ("size", [of]) => size(of),
        ("cel.@mapInsert", _) => insert(args),
        _ => {
            let libraries =
                [optional, time, strings::call, text_format::call, regex::call, lists::call, sets::call]
                    .into_iter()
                    .chain([quantity::call, address::call, url::call, semver::call, named_format::call]);
            for library in libraries {
                if let Some(result) = library(function, args) {
                    return result;
                }
            }
            unknown(format!("the function {function}"))
        }
    }
}

/// The error of a function for arguments of these types.
pub(super) fn mismatch<'a>(function: &str, args: &[Value<'a>]) -> Evaluated<Value<'a>> {
    let types: Vec<&str> = args.iter().map(Value::type_name).collect();
    error(format!("no such overload: {function}({})", types.join(", ")))
}

/// The value of `size`.
fn size<'a>(of: &Value<'a>) -> Evaluated<Value<'a>> {
    let size = match of {
        Value::String(text) => text.chars().count(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        _ => return missing("size", of, false),
    };
    Ok(Value::Int(size as i64))
}

/// Adds entries to a map that an expression created: the function that the macros `transformMap` and
/// `transformMapEntry` call.
fn insert<'a>(args: &[Value<'a>]) -> Evaluated<Value<'a>> {
    let (Some(Value::Map(Map::Made(entries))), rest) = (args.first(), &args[1..]) else {
        return unknown("an insertion into this map");
    };
    let mut entries = entries.to_vec();
    let added = match rest {
        [key, value] => vec![(key.clone(), Ok(value.clone()))],
        [Value::Map(Map::Made(more))] => more.to_vec(),
        _ => return unknown("an insertion of this value"),
    };
    for (key, value) in added {
        if entries.iter().any(|(known, _)| same_key(known, &key)) {
            return error(format!("insert failed: key {} already exists", super::list::go_text(&key)?));
        }
        entries.push((key, value));
    }
    Ok(Value::Map(Map::Made(entries.into())))
}

/// Calls a function of optionals; `None` if it is another function.
fn optional<'a>(function: &str, args: &[Value<'a>]) -> Option<Evaluated<Value<'a>>> {
    Some(match (function, args) {
        ("optional.none", []) => Ok(Value::Optional(None)),
        ("optional.of", [value]) => Ok(value.clone().some()),
        ("optional.ofNonZeroValue", [value]) => {
            Ok(if value.is_zero() { Value::Optional(None) } else { value.clone().some() })
        }
        ("hasValue", [Value::Optional(content)]) => Ok(content.is_some().into()),
        ("value", [Value::Optional(content)]) => match content {
            Some(content) => Ok((**content).clone()),
            None => error("optional.none() dereference"),
        },
        ("hasValue" | "value", _) => mismatch(function, args),
        ("first", [Value::List(list)]) => edge(list.at(0)),
        ("last", [Value::List(list)]) => edge(list.len().checked_sub(1).and_then(|last| list.at(last))),
        ("optional.unwrap" | "unwrapOpt", [Value::List(list)]) => {
            let mut values = Vec::new();
            for item in list.items() {
                match item {
                    Ok(Value::Optional(content)) => {
                        values.extend(content.map(|content| (*content).clone()));
                    }
                    Ok(_) => return Some(unknown("a list of others than optionals")),
                    Err(failure) => return Some(Err(failure)),
                }
            }
            Ok(Value::list(values))
        }
        _ => return None,
    })
}

/// The first or last item of a list as an optional, empty without an item.
fn edge<'a>(item: Option<Evaluated<Value<'a>>>) -> Evaluated<Value<'a>> {
    match item {
        None => Ok(Value::Optional(None)),
        Some(Ok(value)) => Ok(value.some()),
        Some(Err(_)) => unknown("an optional with an error"),
    }
}

/// Calls a function of timestamps and durations; `None` if it is another function.
fn time<'a>(function: &str, args: &[Value<'a>]) -> Option<Evaluated<Value<'a>>> {
    let duration = |nanoseconds: i64| match function {
        "getHours" => Some(nanoseconds / 3_600_000_000_000),
        "getMinutes" => Some(nanoseconds / 60_000_000_000),
        "getSeconds" => Some(nanoseconds / 1_000_000_000),
        "getMilliseconds" => Some(nanoseconds / 1_000_000),
        _ => None,
    };
    let part = |time: super::time::Time| time.part(function).map(|part| Ok(Value::Int(part)));
    match args {
        [Value::Timestamp(time)] => part(time.in_utc()),
        [Value::Timestamp(time), Value::String(zone)] => {
            time.part(function)?;
            match offset(zone) {
                Some(offset) => part(time.at_offset(offset)),
                None => Some(unknown("a time zone")),
            }
        }
        [Value::Duration(of)] => duration(*of).map(|part| Ok(Value::Int(part))),
        _ if super::time::Time::unix(0).part(function).is_some() => Some(mismatch(function, args)),
        _ => None,
    }
}

/// The offset of a time zone in seconds. The zone is UTC, or an offset such as `+02:00`; `None` for other
/// names.
fn offset(zone: &str) -> Option<i32> {
    if matches!(zone, "UTC" | "") {
        return Some(0);
    }
    let found = crate::expressions::compiled(r"^([+-]?)(\d\d):(\d\d)$")?;
    let found = found.captures(zone)?;
    let (hours, minutes): (i32, i32) = (found[2].parse().ok()?, found[3].parse().ok()?);
    let offset = hours * 3600 + minutes * 60;
    Some(if &found[1] == "-" { -offset } else { offset })
}
