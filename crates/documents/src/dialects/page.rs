//! Writes `docs/dialects.md`.

use super::{GENERAL, ROWS, Row};
use crdc_schema::Dialect;

/// The page, in Markdown.
#[must_use]
pub fn page() -> String {
    let mut out = String::from(
        "# Dialects of immutability\n\n\
         `x-kubernetes-immutable` and the related keywords are checked by one of three dialects. The default is `kep`,\n\
         which follows the design document. Choose another one for the build, or with `x-crdc-dialect` on the same\n\
         schema. `declarative` follows Kubernetes' `+k8s:immutable` and `+k8s:update` for built-in types. `cel` follows\n\
         what any server can do with rules under `x-kubernetes-validations`.\n\n\
         `crdc check --dialects FILE` prints which of these rows apply to the immutability extensions of a document.\n\
         This page is generated from the same table (`crates/documents/src/dialects/table.rs`).\n\n\
         ## For every immutability extension\n\n",
    );
    table(GENERAL, &mut out);
    out.push_str("\n## By schema\n\n");
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
