//! Formats. In: the name of a format and the type of its value. Out: the format, if every validator of JSON
//! Schema reads it as servers do, or a pattern.
//!
//! Validators assert formats of other standards under the same names: `duration` is ISO 8601 for them, `5m`
//! for servers. Formats that no server knows are asserted by them too: `regex`, `time`, `uri-reference`.
//! **Neither may refuse what a server accepts**, so a format of strings is never written. Easy to break: a
//! pattern must match every string that has the format (`crates/vocabulary/src/format`), in ECMA 262, in RE2
//! and in Python: no lookahead, no `\d`, no `\u`.

use super::branch::all_of;
use super::unexpressed::Topic;
use super::writer::Writer;
use crate::publish::tree;
use crdc_schema::Schema;
use crdc_source::{Node, Value};

/// A format of strings that servers check.
struct KnownFormat {
    /// The name without dashes.
    name: &'static str,
    /// A pattern that all its strings match; none if it says nothing.
    pattern: Option<&'static str>,
    /// Whether no other strings match.
    is_exact: bool,
}

const fn exact(name: &'static str, pattern: &'static str) -> KnownFormat {
    KnownFormat { name, pattern: Some(pattern), is_exact: true }
}

const fn wider(name: &'static str, pattern: &'static str) -> KnownFormat {
    KnownFormat { name, pattern: Some(pattern), is_exact: false }
}

const KNOWN: &[KnownFormat] = &[
    exact("bsonobjectid", "^[0-9A-Fa-f]{24}$"),
    exact("byte", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$"),
    wider("cidr", "^[0-9A-Fa-f:.]+/[0-9]+$"),
    wider("creditcard", "[0-9]"),
    wider("date", "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"),
    wider(
        "datetime",
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([^\\nTt][0-9]+)?\
         ([Zz]|[+-][0-9]{2}:[0-9]{2})([Tt]|$)",
    ),
    wider("duration", "^[-+]?0$|[0-9]\\.?[ \\t\\n\\f\\r]*[nuµμmshdwNUMSHDW]"),
    wider("email", "[^\\n]@[^\\n]"),
    exact("hexcolor", "^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"),
    // Letters and symbols of any script, and those of ASCII that are not listed.
    wider("hostname", "^[^\\x00-#%-*,/:;?@\\x5B-\\x5D_{}\\x7F]+$"),
    // Leading zeros, and addresses of version 6 with an end of version 4.
    wider("ipv4", "^([0-9A-Fa-f:]*:)?[0-9]+(\\.[0-9]+){3}$"),
    wider("ipv6", "^[0-9A-Fa-f]*:[0-9A-Fa-f:]*([0-9]+(\\.[0-9]+){3})?$"),
    wider("isbn", "^[-0-9X \\t\\n\\f\\r]+$"),
    wider("isbn10", "^[-0-9X \\t\\n\\f\\r]+$"),
    wider("isbn13", "^[-0-9 \\t\\n\\f\\r]+$"),
    // The limit of 253 bytes is missing.
    wider("k8slongname", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"),
    exact("k8sshortname", "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"),
    wider("mac", "^[0-9A-Fa-f]{2}[0-9A-Fa-f:.-]+$"),
    KnownFormat { name: "password", pattern: None, is_exact: true },
    wider(
        "rgbcolor",
        "^rgb\\([ \\t\\n\\f\\r]*[0-9]{1,3}[ \\t\\n\\f\\r]*,[ \\t\\n\\f\\r]*[0-9]{1,3}[ \\t\\n\\f\\r]*,[ \\t\\n\\f\\r]*[0-9]{1,3}[ \\t\\n\\f\\r]*\\)$",
    ),
    exact("ssn", "^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$"),
    wider("uri", "^(\\*|/[^\\x00-\\x1F\\x7F]*|[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x1F\\x7F]*)$"),
    exact("uuid", "^[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}$"),
    exact("uuid3", "^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?3[0-9A-Fa-f]{3}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$"),
    exact(
        "uuid4",
        "^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?4[0-9A-Fa-f]{3}-?[89ABab][0-9A-Fa-f]{3}-?[0-9A-Fa-f]{12}$",
    ),
    exact(
        "uuid5",
        "^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?5[0-9A-Fa-f]{3}-?[89ABab][0-9A-Fa-f]{3}-?[0-9A-Fa-f]{12}$",
    ),
];

impl Writer {
    /// Writes what the format of a schema says.
    pub(super) fn format(&mut self, schema: &Schema, out: &mut Node) {
        let Some(format) = schema.format.as_ref().filter(|at| !at.value.is_empty()) else { return };
        match (format.value.as_str(), schema.type_name()) {
            ("int32", "integer") => {
                tree::push(out, "format", tree::text("int32"));
                if schema.minimum.is_none() && schema.maximum.is_none() {
                    tree::push(out, "minimum", tree::node(Value::Int(i64::from(i32::MIN))));
                    tree::push(out, "maximum", tree::node(Value::Int(i64::from(i32::MAX))));
                }
            }
            ("int64", "integer") | ("float" | "double", "number") => {
                tree::push(out, "format", tree::text(&format.value));
            }
            // Servers ignore formats of strings for other types, and those that they do not know.
            (_, "integer" | "number" | "object" | "array" | "boolean") => {}
            (name, _) => {
                let Some(known) = crdc_vocabulary::format::find(name)
                    .and_then(|found| KNOWN.iter().find(|known| known.name == found.name))
                else {
                    return;
                };
                match known.pattern.map(tree::text) {
                    Some(pattern) if out.get("pattern").is_some() => {
                        all_of(out, tree::with(&[("pattern", pattern)]));
                    }
                    Some(pattern) => tree::push(out, "pattern", pattern),
                    None => {}
                }
                if !known.is_exact {
                    self.widened(Topic::Format, name.to_owned());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::KNOWN;
    use crdc_vocabulary::format::ALL;
    use regex_automata::Input;
    use regex_automata::dfa::{Automaton, dense};

    /// The checks follow the server (`tests/vectors/formats.jsonl`).
    #[test]
    fn patterns_match_what_the_checks_accept() {
        let mut texts: Vec<String> = Vec::new();
        for text in [
            "5M",
            "P1DT2H",
            "1.h",
            ".5s",
            "+0",
            "-0",
            "5 Weeks",
            "5\u{b5}s",
            "5\u{3bc}s",
            "0000-01-01",
            "0000-02-29",
            "2024-01-01t00:00:00é123z",
            "2024-01-01T00:00:00.1+99:99T x",
            "010.001.0.9",
            "1::2:3.4.5.6",
            "::",
            "1:2:3:4:5:6:7::",
            "\"a b\"@[::1]",
            "g: a@b;",
            "(c) a@b (d)",
            "a@ b",
            "b$+<=>^`|~.example",
            "*",
            "/",
            "x:",
            "http://a/%20?%zz",
            "mailto:",
            "00000001.2.3.4/8",
            "::1/0",
            "AA-BB-CC-DD-EE-FF",
            "aabb.ccdd.eeff",
            "aabbccddeeff",
            "X-000-00000-0",
            "rgb(1 ,2\t, 3)",
            "316148410X",
            "978-3-16-148410-0",
            "4111-1111-1111-1111",
            "123-45-6789",
            "507f1f77bcf86cd799439011",
            "6fa459ea-ee8a-3ca4-894e-db77e160355e",
            "3D6F6A1E5C1F4B5E9D0F6A3C7A1F2B10",
            "886313e1-3b8a-5372-9b90-0c9aee199e5d",
            "YQ==",
            "#A0b",
            "a-b.c-d",
        ] {
            texts.push(text.to_owned());
        }
        let mut seed = 7_u64;
        let letters: Vec<char> = "0123456789abcdefABCDEFTZtzhmsx:.-+/@ #\"<>(),;=[]%µé\n".chars().collect();
        for base in texts.clone() {
            for _ in 0..400 {
                let mut text: Vec<char> = base.chars().collect();
                for _ in 0..1 + seed % 3 {
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let (at, letter) = (
                        (seed >> 33) as usize % text.len().max(1),
                        letters[(seed >> 40) as usize % letters.len()],
                    );
                    match seed >> 60 {
                        0..=5 if at < text.len() => text[at] = letter,
                        6..=9 if at < text.len() => drop(text.remove(at)),
                        _ => text.insert(at.min(text.len()), letter),
                    }
                }
                texts.push(text.into_iter().collect());
            }
        }
        for (known, format) in KNOWN.iter().zip(ALL) {
            let (Some(pattern), Some(check)) = (known.pattern, format.check) else { continue };
            let dfa = dense::DFA::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            let mut accepted = 0;
            for text in &texts {
                let matches = dfa.try_search_fwd(&Input::new(text)).is_ok_and(|found| found.is_some());
                let is_valid = check(text.as_bytes());
                accepted += usize::from(is_valid);
                assert!(matches || !is_valid, "{}: {text:?} does not match {pattern}", known.name);
                assert!(
                    is_valid || !matches || !known.is_exact,
                    "{}: {text:?} matches {pattern}",
                    known.name
                );
            }
            assert!(accepted > 0, "{}", known.name);
        }
    }

    #[test]
    fn every_format_of_strings_is_listed() {
        let listed: Vec<&str> = KNOWN.iter().map(|known| known.name).collect();
        let all: Vec<&str> = ALL.iter().map(|format| format.name).collect();
        assert_eq!(listed, all);
        assert!(
            KNOWN.iter().zip(ALL).all(|(known, format)| known.pattern.is_some() == format.check.is_some())
        );
    }
}
