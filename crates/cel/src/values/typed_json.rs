//! Values as JSON that keeps their types: `{"int": "1"}`, `{"bytes": "<base64>"}`; strings, booleans, null
//! and lists are themselves. Durations are written in nanoseconds.

use alloc::format;
use alloc::string::String;

use crdc_vocabulary::go::{self, Escapes};

use crate::arena::Arena;
use crate::error::Evaluated;
use crate::scalars::convert::double_to_text;
use crate::values::Value;

/// Writes a value.
///
/// # Errors
/// A part of it does not fit its schema.
pub fn write<'a>(value: Value<'a>, arena: &'a Arena, out: &mut String) -> Evaluated<()> {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Value::Int(number) => named("int", &format!("{number}"), out),
        Value::Uint(number) => named("uint", &format!("{number}"), out),
        Value::Double(number) => named("double", double_to_text(arena, number), out),
        Value::String(content) => go::append_json_string(out, content, Escapes::Fewest),
        Value::Bytes(bytes) => named("bytes", &go::encode_base64(bytes), out),
        Value::Duration(duration) => named("duration", &format!("{}", duration.nanoseconds()), out),
        Value::Timestamp(time) => named("timestamp", time.text_in_utc(arena), out),
        Value::Type(name) => named("type", name, out),
        Value::List(list) => {
            out.push('[');
            for (index, item) in list.items().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item.value(arena)?, arena, out)?;
            }
            out.push(']');
        }
        Value::Map(map) => {
            out.push_str("{\"map\":[");
            for (index, (key, value)) in map.entries(arena).enumerate() {
                out.push_str(if index > 0 { ",[" } else { "[" });
                write(key, arena, out)?;
                out.push(',');
                write(value?, arena, out)?;
                out.push(']');
            }
            out.push_str("]}");
        }
        Value::Optional(None) => out.push_str("{\"optional\":null,\"present\":false}"),
        Value::Optional(Some(content)) => {
            out.push_str("{\"optional\":");
            write(*content, arena, out)?;
            out.push_str(",\"present\":true}");
        }
        Value::Unfit(_) | Value::Added(_) => {
            return value.content().and_then(|value| write(value, arena, out));
        }
        Value::Unread(node) => return node.value(arena).and_then(|value| write(value, arena, out)),
        Value::Ip(ip) => other(value, ip.text(arena), out),
        Value::Cidr(cidr) => other(value, cidr.text(arena), out),
        Value::Semver(semver) => {
            let text = format!("{}.{}.{}", semver.major(), semver.minor(), semver.patch());
            other(value, &text, out);
        }
        Value::Quantity(_) | Value::Url(_) | Value::NamedFormat(_) | Value::Preserved(_) => {
            other(value, &format!("{value:?}"), out);
        }
    }
    Ok(())
}

/// A value of a library.
fn other(value: Value<'_>, content: &str, out: &mut String) {
    named("other", &format!("{} {content}", value.type_name()), out);
}

fn named(kind: &str, content: &str, out: &mut String) {
    out.push_str("{\"");
    out.push_str(kind);
    out.push_str("\":");
    go::append_json_string(out, content, Escapes::Fewest);
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::List;

    fn shown<'a>(arena: &'a Arena, value: Value<'a>) -> String {
        let mut out = String::new();
        let written = write(value, arena, &mut out);
        assert!(written.is_ok(), "{written:?}");
        out
    }

    #[test]
    fn values_keep_their_types() {
        let arena = Arena::new();
        let items = [Value::Int(-1), Value::Uint(1), Value::Double(1e12), Value::Bytes(b"hell"), Value::Null];
        assert_eq!(
            shown(&arena, Value::List(List::made(&items))),
            r#"[{"int":"-1"},{"uint":"1"},{"double":"1e+12"},{"bytes":"aGVsbA=="},null]"#
        );
        assert_eq!(shown(&arena, Value::Optional(None)), r#"{"optional":null,"present":false}"#);
        assert_eq!(shown(&arena, Value::String("a\"\\\n\u{e9}")), "\"a\\\"\\\\\\n\u{e9}\"");
    }
}
