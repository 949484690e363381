//! Types whose JSON is not that of a struct: quantities, times, any JSON. In: the bytes of a message. Out:
//! its JSON.
// apimachinery: pkg/apis/meta/v1/{time,micro_time}{,_proto}.go, pkg/api/resource/quantity_proto.go,
// pkg/util/intstr;
// apiextensions-apiserver: pkg/apis/apiextensions/v1/marshal.go

use crdc_vocabulary::go::Time;
use crdc_vocabulary::quantity::parse;
use serde_json::Value;

use super::wire::{Malformed, Reader, Wire};
use crate::definition::Shape;

/// The value after a tag.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar<'b> {
    Number(u64),
    Bytes(&'b [u8]),
}

/// Gives the fields of a message to `each`, in the order of the bytes, with their index in `known`: their
/// numbers are 1 and up.
pub(super) fn fields<'b>(
    bytes: &'b [u8],
    message: &str,
    known: &[(&str, Wire)],
    mut each: impl FnMut(usize, Scalar<'b>) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    let mut reader = Reader::new(bytes);
    while let Some(tag) = reader.tag(message)? {
        let index = tag.number as usize - 1;
        let Some((name, wire)) = known.get(index) else {
            reader.skip()?;
            continue;
        };
        tag.must_be(*wire, name)?;
        each(
            index,
            match wire {
                Wire::Bytes => Scalar::Bytes(reader.bytes()?),
                Wire::Varint | Wire::Fixed64 => Scalar::Number(reader.varint()?),
            },
        )?;
    }
    Ok(())
}

/// A string. Invalid UTF-8 is replaced byte by byte, as Go does when it writes JSON.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

/// A value of one of the types with code of their own.
pub(super) fn value(shape: &Shape, go_name: &str, bytes: &[u8]) -> Result<Value, Malformed> {
    match shape {
        Shape::Quantity => quantity(bytes),
        Shape::IntOrString => int_or_string(bytes),
        Shape::Time => time(bytes, |_| String::new()),
        // Always six digits, unlike other times.
        Shape::MicroTime => time(bytes, |micros| format!(".{micros:06}")),
        Shape::Duration => duration(bytes),
        Shape::Any | Shape::Struct(_) => any(go_name, bytes),
    }
}

fn quantity(bytes: &[u8]) -> Result<Value, Malformed> {
    let mut read = "0";
    fields(bytes, "Quantity", &[("String_", Wire::Bytes)], |_, found| {
        if let Scalar::Bytes(bytes) = found {
            parse(bytes).map_err(|error| Malformed(error.to_owned()))?;
            read = str::from_utf8(bytes).unwrap_or(read);
        }
        Ok(())
    })?;
    Ok(read.into())
}

fn int_or_string(bytes: &[u8]) -> Result<Value, Malformed> {
    let known = [("Type", Wire::Varint), ("IntVal", Wire::Varint), ("StrVal", Wire::Bytes)];
    let (mut kind, mut number, mut string) = (0, 0, String::new());
    fields(bytes, "IntOrString", &known, |index, found| {
        match (index, found) {
            (0, Scalar::Number(found)) => kind = found,
            (_, Scalar::Number(found)) => number = found as i32,
            (_, Scalar::Bytes(bytes)) => string = text(bytes),
        }
        Ok(())
    })?;
    match kind {
        0 => Ok(number.into()),
        1 => Ok(string.into()),
        _ => Err(Malformed("impossible IntOrString.Type".to_owned())),
    }
}

/// A time; Go's zero time is null. `fraction` writes microseconds.
fn time(bytes: &[u8], fraction: impl Fn(i64) -> String) -> Result<Value, Malformed> {
    let (mut seconds, mut nanoseconds) = (0, 0);
    fields(bytes, "Timestamp", &[("Seconds", Wire::Varint), ("Nanos", Wire::Varint)], |index, found| {
        match (index, found) {
            (0, Scalar::Number(found)) => seconds = found as i64,
            (_, Scalar::Number(found)) => nanoseconds = found as i32,
            _ => {}
        }
        Ok(())
    })?;
    // The first second of the year 1.
    const NONE: i64 = -62_135_596_800;
    let micros = i64::from(nanoseconds / 1_000);
    let fraction = fraction(micros.rem_euclid(1_000_000));
    if !fraction.is_empty() {
        seconds = seconds.saturating_add(micros.div_euclid(1_000_000));
    }
    if bytes.is_empty() || seconds == NONE && fraction.trim_matches(['.', '0']).is_empty() {
        return Ok(Value::Null);
    }
    let time = Time { seconds, nanoseconds: 0, offset: 0 }.to_string();
    Ok(format!("{}{fraction}Z", time.trim_end_matches('Z')).into())
}

fn duration(bytes: &[u8]) -> Result<Value, Malformed> {
    let mut nanoseconds = 0;
    fields(bytes, "Duration", &[("Duration", Wire::Varint)], |_, found| {
        if let Scalar::Number(found) = found {
            nanoseconds = found as i64;
        }
        Ok(())
    })?;
    Ok(format!("{nanoseconds}ns").into())
}

/// JSON in a message.
fn any(go_name: &str, bytes: &[u8]) -> Result<Value, Malformed> {
    let mut raw = &[][..];
    fields(bytes, go_name, &[("Raw", Wire::Bytes)], |_, found| {
        if let Scalar::Bytes(found) = found {
            raw = found;
        }
        Ok(())
    })?;
    if raw.is_empty() {
        return Ok(Value::Null);
    }
    let failed = |error| Malformed(format!("json: error calling MarshalJSON for type {go_name}: {error}"));
    serde_json::from_str(&text(raw)).map_err(failed)
}
