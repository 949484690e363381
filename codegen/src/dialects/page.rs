//! The table as a page of documentation.

use super::{GENERAL, ROWS, Row};
use crate::schema::Dialect;

/// The page, in Markdown.
#[must_use]
pub fn page() -> String {
    let mut out = String::from(
        "# Dialects of immutability\n\n\
         `x-kubernetes-immutable` and its kin are checked by one of three dialects: `kep`, as the design document\n\
         has it, unless something else is chosen for the build or with `x-crdc-dialect` beside the mark;\n\
         `declarative`, as Kubernetes' own `+k8s:immutable` and `+k8s:update` do it for built-in types; `cel`, as any\n\
         server can be made to do it with rules under `x-kubernetes-validations`.\n\n\
         `crdc check --dialects FILE` says which of these rows apply to the marks of a document. This page is\n\
         generated from the table that it prints from (`codegen/src/dialects/table.rs`).\n\n\
         ## For every mark\n\n",
    );
    table(GENERAL, &mut out);
    out.push_str("\n## By what is marked\n\n");
    table(ROWS, &mut out);
    out
}

fn table(rows: &[Row], out: &mut String) {
    out.push_str("| | an update in which … | `kep` | `declarative` | `cel` |\n|---|---|---|---|---|\n");
    for row in rows {
        out.push_str(&format!("| {} | {} |", row.id, row.situation));
        for dialect in Dialect::ALL {
            let answer = row.answer(dialect);
            out.push_str(&format!(" **{}**: {} |", answer.verb(), answer.words()));
        }
        out.push('\n');
    }
}
