//! Makes unique Rust names of JSON names. In: JSON names. Out: unique Rust names.

use std::collections::BTreeSet;

/// Used names.
#[derive(Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// A name for a type or a variant.
    pub(super) fn camel(&mut self, json: &str) -> String {
        let mut name = String::new();
        let mut up = true;
        for char in json.chars() {
            if char.is_ascii_alphanumeric() {
                name.push(if up { char.to_ascii_uppercase() } else { char });
            }
            up = !char.is_ascii_alphanumeric();
        }
        if name.is_empty() {
            name.push_str("Empty");
        }
        if name.starts_with(|first: char| first.is_ascii_digit()) || name == "Self" {
            name.insert(0, 'N');
        }
        self.take(name)
    }

    /// A name for a field.
    pub(super) fn snake(&mut self, json: &str) -> String {
        let mut name = String::new();
        for char in json.chars() {
            if char.is_ascii_uppercase() && !name.is_empty() {
                name.push('_');
            }
            name.push(if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '_' });
        }
        if name.trim_matches('_').is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert_str(0, "n_");
        }
        let name = self.take(name);
        match name.as_str() {
            // These cannot be raw.
            "self" | "super" | "crate" => format!("{name}_"),
            "abstract" | "as" | "async" | "await" | "become" | "box" | "break" | "const" | "continue"
            | "do" | "dyn" | "else" | "enum" | "extern" | "false" | "final" | "fn" | "for" | "gen" | "if"
            | "impl" | "in" | "let" | "loop" | "macro" | "match" | "mod" | "move" | "mut" | "override"
            | "priv" | "pub" | "ref" | "return" | "static" | "struct" | "trait" | "true" | "try" | "type"
            | "typeof" | "unsafe" | "unsized" | "use" | "virtual" | "where" | "while" | "yield" => {
                format!("r#{name}")
            }
            _ => name,
        }
    }

    /// The name, with a number if it is used already.
    fn take(&mut self, name: String) -> String {
        let mut given = name.clone();
        let mut count = 2;
        while !self.0.insert(given.clone()) {
            given = format!("{name}{count}");
            count += 1;
        }
        given
    }
}
