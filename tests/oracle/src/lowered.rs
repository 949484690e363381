//! CRDs whose extensions were lowered to rules, which any server evaluates, and the paths of their reports.

use crdc_source::{Source, parse};

/// The document without the annotation `crdc/apply-safe`, which has no meaning for a server.
pub fn without_annotation(yaml: &str) -> String {
    let lines = yaml.lines().filter(|line| !line.trim_start().starts_with("crdc/apply-safe:"));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    debug_assert_eq!(parse(&Source::new("crd.yaml", text.as_str())).0.len(), 1);
    text
}

/// A path with all keys and indices as `[]`.
pub fn pattern(path: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for c in path.replace("{}", "[]").chars() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ if depth > 0 => continue,
            _ => {}
        }
        out.push(c);
    }
    out
}
