//! Converts nodes to JSON: the bytes that clients send for a document. Numbers are written as `encoding/json`
//! writes them.
//
// sigs.k8s.io/yaml v1.6.0: yaml.go YAMLToJSON

use crate::{Member, Node, Value, floor_boundary};
use crdc_vocabulary::go::{self, Escapes};
use std::fmt::Write;

impl Node {
    /// The value as JSON on one line, as clients send a YAML document to a server.
    ///
    /// ```
    /// use crdc_source::{Source, parse};
    /// let (documents, _) = parse(&Source::new("a.yaml", "a: [1, 2.50, yes]\nb: 'x'\n"));
    /// assert_eq!(documents[0].to_json(), r#"{"a":[1,2.5,true],"b":"x"}"#);
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.append_json(&mut out);
        out
    }

    /// Appends the result of [`Node::to_json`].
    pub fn append_json(&self, out: &mut String) {
        let encoder = Encoder { escapes: Escapes::Fewest, sorted: false, most: usize::MAX };
        encoder.append(self, out);
    }

    /// The value as `encoding/json` writes it, as in the server's messages: members by name, with its
    /// escapes.
    ///
    /// ```
    /// use crdc_source::{Source, parse_json};
    /// let (documents, _) = parse_json(&Source::new("a.json", r#"{"b": 2.0, "a": "<"}"#));
    /// assert_eq!(documents[0].to_go_json(), r#"{"a":"\u003c","b":2}"#);
    /// ```
    #[must_use]
    pub fn to_go_json(&self) -> String {
        let mut out = String::new();
        self.append_go_json(&mut out, usize::MAX);
        out
    }

    /// Appends the result of [`Node::to_go_json`]. Stops when `out` is longer than `most` bytes.
    pub fn append_go_json(&self, out: &mut String, most: usize) {
        Encoder { escapes: Escapes::Standard, sorted: true, most }.append(self, out);
    }
}

/// A writer of values as JSON.
struct Encoder {
    escapes: Escapes,
    /// Whether members are in the order of their names.
    sorted: bool,
    /// The length at which writing stops.
    most: usize,
}

impl Encoder {
    // The recursion is bounded by the maximum depth of documents.
    fn append(&self, node: &Node, out: &mut String) {
        match &node.value {
            Value::Null => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            // Writing to a `String` does not fail.
            Value::Int(value) => drop(write!(out, "{value}")),
            Value::Float(value) => go::append_json_float(out, *value),
            Value::String(text) => self.text(text, out),
            Value::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if out.len() > self.most {
                        return;
                    }
                    if index > 0 {
                        out.push(',');
                    }
                    self.append(item, out);
                }
                out.push(']');
            }
            Value::Object(members) => {
                out.push('{');
                if self.sorted {
                    let mut members: Vec<_> = members.iter().collect();
                    members.sort_by(|a, b| a.key.cmp(&b.key));
                    self.members(members.into_iter(), out);
                } else {
                    self.members(members.iter(), out);
                }
                out.push('}');
            }
        }
    }

    fn members<'n>(&self, members: impl Iterator<Item = &'n Member>, out: &mut String) {
        for (index, member) in members.enumerate() {
            if out.len() > self.most {
                return;
            }
            if index > 0 {
                out.push(',');
            }
            self.text(&member.key, out);
            out.push(':');
            self.append(&member.value, out);
        }
    }

    /// Appends a text. A long text is cut when `out` is too long.
    fn text(&self, text: &str, out: &mut String) {
        let end = floor_boundary(text, self.most.saturating_add(1));
        go::append_json_string(out, &text[..end], self.escapes);
    }
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
