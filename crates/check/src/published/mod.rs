//! Checks published schemas for mistakes that would make the compiled code wrong. They are not validated like
//! those of a CRD, because native types are not structural. The applicable families run without server
//! messages, because the server does not validate published schemas.

mod branches;
mod defaults;
mod lists;

use std::collections::HashSet;

use crate::families::EXTENSIONS;
use crate::layout::Layout;
use crate::path::Path;
use crate::report::Report;
use crate::schema_context::{Child, Rule, SchemaContext, walk};
use crate::unsupported::unsupported;
use crate::{formats, immutability, keywords, pattern, rules, scale, size};
use crdc_schema::openapi::resolved;
use crdc_schema::references::{Definition, Definitions};
use crdc_schema::{At, Crd, Properties, Version};
use crdc_source::Span;
use crdc_source::diag::{Code, Diagnostic};

/// Families that check every schema.
const SCHEMA: &[Rule] =
    &[keywords::type_names, keywords::unique_items, rules::rules, unsupported_keywords, patterns];

/// Returns the problems of a kind and the definitions it refers to, in document order.
pub(crate) fn published(crd: &Crd, definitions: &Definitions) -> Vec<Diagnostic> {
    let all = whole(crd, definitions);
    let layout = Layout::of(&all);
    let mut report = Report::default();
    report.without_server_message(|report| {
        for (index, version) in all.versions.iter().enumerate() {
            let Some(schema) = &version.parts.schema else { continue };
            let path = Path::new("");
            let place = SchemaContext {
                path: &path,
                schema: &schema.value,
                key: schema.key,
                root: index == 0,
                inside_meta: false,
                validation_options: &layout.validation_options,
                no_default: None,
                by_skeleton: false,
                held: Child::Root,
                inside_metadata: false,
                junctor: None,
                immutable: None,
                in_set: None,
            };
            walk(&place, SCHEMA, report);
            extensions(&place, definitions, report);
            size::size(&schema.value, schema.key, report);
            branches::branches(&schema.value, definitions, report);
            lists::lists(&schema.value, definitions, report);
        }
        formats::formats(&layout, report);
        scale::scale(&layout, report);
        defaults::defaults(&all, definitions, report);
    });
    let mut found = report.finish();
    let mut seen = HashSet::new();
    // Several families may report the same problem; keep one per location.
    found.retain(|problem| seen.insert((problem.code, problem.span, problem.message.clone())));
    found.extend(unsupported(&all));
    found
}

/// Checks extensions on schemas with resolved references. Most documents have no extensions. In definitions,
/// extensions that depend on the path to the value are checked where the definition is referenced.
fn extensions(place: &SchemaContext<'_>, definitions: &Definitions, report: &mut Report) {
    let mut any = false;
    place.schema.visit(&mut |schema| any |= schema.has_extensions());
    if any {
        let mut schema = resolved(place.schema, definitions);
        if !place.root {
            schema.forget_way();
        }
        walk(&SchemaContext { schema: &schema, ..*place }, EXTENSIONS, report);
        if place.root {
            immutability::removable(&schema, report);
        }
    }
}

/// Returns the kind with each definition as a version, so that families that visit all schemas of a
/// document also visit the definitions.
fn whole(crd: &Crd, definitions: &Definitions) -> Crd {
    let version = |definition: &Definition| {
        let mut version = Version::default();
        let (span, key) = (definition.schema.span, definition.key);
        version.parts.schema = Some(At { value: definition.schema.clone(), span, key });
        version
    };
    let versions = crd.versions.iter().cloned().chain(definitions.all().iter().map(version));
    Crd { versions: versions.collect(), ..crd.clone() }
}

/// Keywords of JSON Schema that are not compiled.
fn unsupported_keywords(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let filled = |at: &Option<At<Properties>>| at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key);
    let found: [(&str, Option<Span>, &str); 3] = [
        (
            "patternProperties",
            filled(&schema.pattern_properties),
            "write `additionalProperties`, and a rule under `x-kubernetes-validations` for the names",
        ),
        ("definitions", filled(&schema.definitions), "move them to the definitions of the document"),
        (
            "dependencies",
            schema.dependencies.as_ref().map(|at| at.key),
            "write a rule under `x-kubernetes-validations`",
        ),
    ];
    for (keyword, span, help) in found {
        if let Some(span) = span {
            report
                .add(Code::KeywordUnsupported, span, format!("`{keyword}` is not compiled"))
                .help(help)
                .done();
        }
    }
}

fn patterns(place: &SchemaContext<'_>, report: &mut Report) {
    pattern::pattern(place.schema, place.path, report);
}
