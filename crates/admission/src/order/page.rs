//! Writes the tables of `docs/admission.md`.

use std::fmt::Write;

use super::flow::Flow;

/// The tables of flows, in Markdown.
pub(super) fn tables(flows: &[&Flow]) -> String {
    let mut out = String::new();
    for flow in flows {
        let _ = writeln!(out, "### {}\n", capital(flow.title));
        let _ = writeln!(out, "| | crdc | KEP | kube-apiserver 1.36 |\n|---|---|---|---|");
        let mut number = 0;
        for row in flow.rows {
            let mark = if row.step.is_some() {
                number += 1;
                number.to_string()
            } else {
                String::new()
            };
            let cell = |text: &'static str| if text.is_empty() { "–" } else { text };
            let _ =
                writeln!(out, "| {mark} | {} | {} | {} |", cell(row.crdc), cell(row.kep), cell(row.server));
        }
        out.push('\n');
    }
    out
}

fn capital(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
