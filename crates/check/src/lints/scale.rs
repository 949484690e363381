//! Warns of paths of the scale subresource that lead to no field of the schema, or to a field of another
//! type: servers accept the paths, but `/scale` fails or shows nothing.
//
// apiextensions-apiserver: pkg/registry/customresource/etcd.go (scaleFromCustomResource, splitReplicasPath)

use super::status::versions;
use super::step::{Step, member};
use crate::layout::Layout;
use crate::report::Report;
use crdc_schema::{At, Schema};
use crdc_source::diag::Code;

pub(super) fn scale(layout: &Layout<'_>, report: &mut Report) {
    for (schema, subresources) in versions(layout.crd) {
        let Some(scale) = subresources.and_then(|at| at.value.scale.as_ref()) else { continue };
        // Fields are not pruned, so any field can be there.
        if layout.crd.preserves_unknown_fields() {
            continue;
        }
        let scale = &scale.value;
        for (at, under, wanted, so) in [
            (
                &scale.spec_replicas_path,
                &[".spec."] as &[_],
                "integer",
                "reading `/scale` fails, and what is scaled is pruned",
            ),
            (&scale.status_replicas_path, &[".status."], "integer", "`/scale` always shows 0 replicas"),
            (&scale.label_selector_path, &[".spec.", ".status."], "string", "autoscalers find no pods"),
        ] {
            // Servers refuse other paths.
            let is_accepted = |at: &&At<String>| under.iter().any(|under| at.value.starts_with(under));
            if let Some(at) = at.as_ref().filter(is_accepted) {
                path(&schema.value, at, wanted, so, report);
            }
        }
    }
}

/// Follows a path as the server does, without support for indices and quotes.
fn path(root: &Schema, at: &At<String>, wanted: &str, so: &str, report: &mut Report) {
    let (mut here, mut parent) = (root, String::new());
    let mut names = at.value.trim_start_matches('.').split('.').peekable();
    while let Some(name) = names.next() {
        here = match member(here, name) {
            Step::To(next) => next,
            Step::Unknown => return,
            Step::Pruned => {
                let place = if parent.is_empty() { "the schema".to_owned() } else { format!("`{parent}`") };
                let help = match (name.contains('['), names.peek()) {
                    (true, _) => {
                        format!("servers know no indices in these paths: name a field of type {wanted}")
                    }
                    (false, None) => format!(
                        "add `{name}: {{type: {wanted}}}` to the properties of {place}, or correct the path"
                    ),
                    (false, Some(_)) => {
                        format!("correct the path, or add `{name}` to the properties of {place}")
                    }
                };
                report
                    .add(
                        Code::ScalePathUnknown,
                        at.span,
                        format!("`{}` leads to no field of the schema: {so}", at.value),
                    )
                    .label(format!("{place} has no `{name}`"))
                    .help(help)
                    .done();
                return;
            }
        };
        parent = format!("{parent}.{name}");
    }
    let of = here.type_name();
    let is_wrong =
        here.is_int_or_string() || !["", wanted].contains(&of) && (wanted, of) != ("integer", "number");
    if is_wrong {
        let of = if here.is_int_or_string() { "integer or string" } else { of };
        report
            .add(
                Code::ScalePathUnknown,
                at.span,
                format!(
                    "`{}` leads to a value that is no {wanted}: reading `/scale` fails where it is set",
                    at.value
                ),
            )
            .label(format!("its type is {of}"))
            .help(format!("write `type: {wanted}` for it, or name another field"))
            .done();
    }
}
