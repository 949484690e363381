//! Escapes names of fields for rules, as servers do.
//
// apiserver: pkg/cel/escaping.go

use crdc_cel::compile::RESERVED;

/// The replacements of characters that names in rules cannot contain.
pub const SEQUENCES: [(&str, &str); 4] =
    [("__underscores__", "__"), ("__dot__", "."), ("__dash__", "-"), ("__slash__", "/")];

/// The name of a field in rules; `None` if rules cannot refer to the field.
pub fn escape(name: &str) -> Option<String> {
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || "./-".contains(c));
    let fits = name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-/".contains(c));
    if !starts || !fits {
        return None;
    }
    let mut out = name.replace("__", "\u{1}");
    for (sequence, written) in &SEQUENCES[1..] {
        out = out.replace(written, sequence);
    }
    Some(out.replace('\u{1}', "__underscores__"))
}
