//! Recorded messages of all definitions of 1.36, with Go's JSON of each, and errors of damaged ones.

use crdc_vocabulary::go::decode_base64;
use serde_json::Value;

use super::{NEWEST, decoded};
use crate::encode::encode;

const RECORDED: &[u8] = include_bytes!("recorded.deflate");

#[test]
fn messages_are_decoded_as_by_gos_generated_code() {
    let text = miniz_oxide::inflate::decompress_to_vec(RECORDED).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (mut whole, mut to_the_byte, mut refused, mut damaged, mut beyond) = (0, 0, 0, 0, 0);
    let mut different = Vec::new();
    for row in text.lines() {
        let [definition, bytes, answer] = row.splitn(3, '\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let found = decoded(definition, &decode_base64(bytes.as_bytes()).unwrap());
        let json =
            |text: &str, empty: fn(&Value) -> bool| without(serde_json::from_str(text).unwrap(), empty);
        let (found, expected) = match answer.as_bytes()[0] {
            b'!' => {
                refused += 1;
                (found, Err(answer[1..].to_owned()))
            }
            // Go's structs have what is missing in the bytes.
            b'~' => {
                damaged += 1;
                (found.map(|found| without(found, is_zero)), Ok(json(&answer[1..], is_zero)))
            }
            _ => {
                whole += 1;
                // Go writes null for a pointer to a time without a value, which JSON cannot contain.
                let written = |found| encode(&NEWEST, NEWEST.named(definition).unwrap(), found);
                to_the_byte += usize::from(found.as_ref().map(written).as_deref() == Ok(answer));
                (found.map(|found| without(found, Value::is_null)), Ok(json(answer, Value::is_null)))
            }
        };
        if found == expected {
            continue;
        }
        // In an entry of a map, Go reads lengths that end after the entry.
        if found.as_ref().is_err_and(|error| error == "unexpected EOF") {
            beyond += 1;
        } else {
            different.push(format!("{definition} {bytes}\n  {found:?}\n  {expected:?}"));
        }
    }
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different[..different.len().min(12)].join("\n")
    );
    assert!(whole - to_the_byte <= 101, "{to_the_byte} of {whole} are written as by Go");
    assert!(
        whole > 1_500 && refused > 1_000 && damaged > 800 && beyond < 5,
        "{whole} {refused} {damaged} {beyond}"
    );
}

/// A value without members that are nothing.
fn without(value: Value, is_nothing: fn(&Value) -> bool) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().map(|(name, value)| (name, without(value, is_nothing)));
            Value::Object(members.filter(|(_, value)| !is_nothing(value)).collect())
        }
        Value::Array(items) => items.into_iter().map(|item| without(item, is_nothing)).collect(),
        value => value,
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is) => !is,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty() || text == "0",
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}
