//! Checks `subresources.scale`: two required paths and an optional one, each below `.spec` or `.status`.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

mod guarded;

pub(super) use guarded::guarded;

use super::layout::Layout;
use super::path::Path;
use super::report::Report;
use crdc_schema::{At, Scale, Subresources};
use crdc_source::diag::Code;

/// Name, field, allowed prefixes, the server's message for other prefixes, whether it is required.
type Rule = (&'static str, fn(&Scale) -> &Option<At<String>>, &'static [&'static str], &'static str, bool);

pub(super) fn scale(layout: &Layout<'_>, report: &mut Report) {
    let spec = Path::new("spec");
    let versions = spec.child("versions");
    for index in 0..layout.crd.versions.len() {
        let version = versions.index(index);
        subresources(layout.subresources_of(index), &version.child("subresources"), report);
    }
    subresources(layout.subresources, &spec.child("subresources"), report);
}

fn subresources(found: Option<&At<Subresources>>, path: &Path<'_>, report: &mut Report) {
    let Some(scale) = found.and_then(|found| found.value.scale.as_ref()) else {
        return;
    };
    let rules: [Rule; 3] = [
        (
            "scale.specReplicasPath",
            |scale| &scale.spec_replicas_path,
            &[".spec."],
            "should be a json path under .spec",
            true,
        ),
        (
            "scale.statusReplicasPath",
            |scale| &scale.status_replicas_path,
            &[".status."],
            "should be a json path under .status",
            true,
        ),
        (
            "scale.labelSelectorPath",
            |scale| &scale.label_selector_path,
            &[".spec.", ".status."],
            "should be a json path under either .spec or .status",
            false,
        ),
    ];
    for (name, field, under, below, needed) in rules {
        let path = path.child(name);
        let short = &name["scale.".len()..];
        let field_name = if needed { "replicas" } else { "selector" };
        let example = format!("write a path such as `{}{field_name}`", under[under.len() - 1]);
        match field(&scale.value).as_ref().filter(|at| !at.value.is_empty()) {
            None if needed => {
                report
                    .add(Code::ScalePath, scale.key, format!("`scale` has no `{short}`"))
                    .help(example)
                    .server(path.required(""));
            }
            None => {}
            Some(at) if !at.value.starts_with('.') => {
                report
                    .add(
                        Code::ScalePath,
                        at.span,
                        format!("the path `{}` does not start with a dot", at.value),
                    )
                    .help(format!("write `.{}`", at.value))
                    .server(path.invalid(&at.value, "must be a simple json path starting with ."));
            }
            Some(at) if !under.iter().any(|prefix| at.value.starts_with(prefix)) => {
                report
                    .add(Code::ScalePath, at.span, format!("`{short}` {below}"))
                    .help(example)
                    .server(path.invalid(&at.value, below));
            }
            Some(_) => {}
        }
    }
}
