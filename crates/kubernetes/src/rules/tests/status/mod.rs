//! What the subresource `status` refuses.

mod devices;
mod others;
mod pods;
mod workloads;

use super::complete::errors;

/// Rows: a kind, its spec, the stored and the new status, and the errors.
#[track_caller]
fn rows(api_version: &str, kind: &str, spec: &str, rows: &[(&str, &str, &[&str])]) {
    rows_in(36, api_version, kind, spec, rows);
}

/// Rows in a version.
#[track_caller]
fn rows_in(version: u8, api_version: &str, kind: &str, spec: &str, rows: &[(&str, &str, &[&str])]) {
    let object = |status: &str| {
        format!(
            "apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\nspec: {{{spec}}}\nstatus: {{{status}}}\n"
        )
    };
    for (old, new, wanted) in rows {
        assert_eq!(
            errors(version, &object(old), &object(new), Some("status")),
            *wanted,
            "{version} {kind} {new}"
        );
    }
}
