//! Formats field paths in messages.

/// `a.b`, or `a["b.c"]` if the name would be ambiguous.
#[must_use]
pub fn member(path: &str, name: &str) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
    crdc_source::cut_path(match (plain, path) {
        (true, "") => name.to_owned(),
        (true, path) => format!("{path}.{name}"),
        (false, path) => format!("{path}[{}]", crdc_source::diag::quoted(name)),
    })
}
