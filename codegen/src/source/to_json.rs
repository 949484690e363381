//! Nodes as JSON: the bytes that clients send for a document. Numbers are written as `encoding/json` writes
//! them.
//
// sigs.k8s.io/yaml v1.6.0: yaml.go YAMLToJSON

use super::{Node, Value};
use crdc_vocabulary::go;
use std::fmt::Write;

impl Node {
    /// The value as JSON on one line, as clients send a YAML document to a server.
    ///
    /// ```
    /// use crdc_codegen::source::{Source, parse};
    /// let (documents, _) = parse(&Source::new("a.yaml", "a: [1, 2.50, yes]\nb: 'x'\n"));
    /// assert_eq!(documents[0].to_json(), r#"{"a":[1,2.5,true],"b":"x"}"#);
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.append_json(&mut out);
        out
    }

    /// Appends what [`Node::to_json`] returns.
    // The recursion is bounded by the maximum depth of documents.
    pub fn append_json(&self, out: &mut String) {
        match &self.value {
            Value::Null => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            // Writing to a `String` does not fail.
            Value::Int(value) => drop(write!(out, "{value}")),
            Value::Float(value) => go::append_json_float(out, *value),
            Value::String(text) => string(out, text),
            Value::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.append_json(out);
                }
                out.push(']');
            }
            Value::Object(members) => {
                out.push('{');
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    string(out, &member.key);
                    out.push(':');
                    member.value.append_json(out);
                }
                out.push('}');
            }
        }
    }
}

/// Pieces without escapes are copied whole.
pub(super) fn string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        out.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            byte @ (b'"' | b'\\') => out.extend(['\\', char::from(byte)]),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            // Writing to a `String` does not fail.
            byte => drop(write!(out, "\\u{byte:04x}")),
        }
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::{Source, parse, parse_json};

    #[test]
    fn texts_are_read_as_they_were_written() {
        for text in ["\"\\u0000\\n\\\"\\\\é\\u007f\"", "[]", "{}", "[{\"a\":null},-1,1e+21,1.5,1e-7]"] {
            let (nodes, problems) = parse_json(&Source::new("a.json", text));
            assert!(problems.is_empty(), "{text}");
            let written = nodes[0].to_json();
            let (again, _) = parse_json(&Source::new("a.json", written.as_str()));
            assert_eq!(again[0].to_json(), written, "{text}");
            assert_eq!(values(&again[0]), values(&nodes[0]), "{text}");
        }
    }

    #[test]
    fn numbers_are_gos() {
        let (nodes, _) = parse(&Source::new("a.yaml", "[0x10, 1e3, 1.50, 1e30, 18446744073709551615]"));
        assert_eq!(nodes[0].to_json(), "[16,1000,1.5,1e+30,18446744073709552000]");
    }

    fn values(node: &super::Node) -> crate::json::Json {
        crate::json::Json::from_node(node)
    }
}
