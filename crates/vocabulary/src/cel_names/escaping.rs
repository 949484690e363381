//! Converts names of properties for rules. In: the name in objects. Out: the identifier in rules, if there is
//! one.
//
// apiserver: pkg/cel/escaping.go

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::reserved::RESERVED;

/// The name of a property in rules. `None` if rules cannot name it.
pub fn escape(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let mut escaped = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let (written, length) = match c {
            '_' if rest.starts_with("__") => ("__underscores__", 2),
            '.' => ("__dot__", 1),
            '-' => ("__dash__", 1),
            '/' => ("__slash__", 1),
            c if c.is_ascii_alphanumeric() || c == '_' => (&rest[..1], 1),
            _ => return None,
        };
        escaped.push_str(written);
        rest = &rest[length..];
    }
    Some(escaped)
}

/// The property with this name in rules. `None` if no property has this name in rules.
pub fn unescape(name: &str) -> Option<String> {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while !rest.is_empty() {
        let mut written = ["underscores", "dot", "dash", "slash"].into_iter().zip(["__", ".", "-", "/"]);
        let found = written.find_map(|(word, stands_for)| {
            let after = rest.strip_prefix("__")?.strip_prefix(word)?.strip_prefix("__")?;
            Some((stands_for, after))
        });
        let next = rest.chars().next().map_or(0, char::len_utf8);
        let (text, after) = found.unwrap_or_else(|| rest.split_at(next));
        plain.push_str(text);
        rest = after;
    }
    let reserved = name.strip_prefix("__").and_then(|name| name.strip_suffix("__"));
    let plain = reserved.filter(|word| RESERVED.contains(word)).map_or(plain, str::to_owned);
    Some(plain).filter(|plain| escape(plain).as_deref() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::{escape, unescape};

    #[test]
    fn names_are_escaped_as_the_server_does() {
        let cases = [
            ("namespace", Some("__namespace__")),
            ("a-b.c/d", Some("a__dash__b__dot__c__slash__d")),
            ("__u", Some("__underscores__u")),
            ("___u", Some("__underscores___u")),
            ("a_b", Some("a_b")),
            ("1a", None),
            ("", None),
            ("é", None),
            ("a b", None),
        ];
        for (name, escaped) in cases {
            assert_eq!(escape(name).as_deref(), escaped, "{name}");
            if let Some(escaped) = escaped {
                assert_eq!(unescape(escaped).as_deref(), Some(name), "{escaped}");
            }
        }
    }

    #[test]
    fn names_that_no_property_has_stand_for_none() {
        for name in ["namespace", "a__b", "__dot", "a-b", "__unknown__", "1a", "", "__dot__dot__x__"] {
            let plain = unescape(name);
            assert!(plain.is_none(), "{name}: {plain:?}");
        }
    }
}
