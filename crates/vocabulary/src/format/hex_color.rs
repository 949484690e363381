//! `hexcolor`: a web colour.
// kube-openapi: third_party/govalidator/patterns.go Hexcolor

/// Three or six hexadecimal digits, with or without `#`.
pub fn hexcolor(content: &[u8]) -> bool {
    let digits = content.strip_prefix(b"#").unwrap_or(content);
    matches!(digits.len(), 3 | 6) && digits.iter().all(u8::is_ascii_hexdigit)
}
