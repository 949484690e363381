//! Runs all families on a document: first those of the document, then the schemas, each from its root.

use super::layout::Layout;
use super::mode::{Mode, mode, rests_on_structure};
use super::path::Path;
use super::report::Report;
use super::schema_context::SchemaContext;
use super::{cel, ignored_formats};
use super::{defaults, families, immutability, lints, root, schema_context, size, skeleton, structural};
use crdc_schema::server::messages;
use crdc_schema::{ApiVersion, At, Schema};
use crdc_source::diag::{Code, Diagnostic};

/// Returns the findings of all families, in document order.
pub(super) fn validate(layout: &Layout<'_>) -> Vec<Diagnostic> {
    let mut report = Report::default();
    let misread = &layout.crd.misread;
    let checks = |report: &mut Report| {
        for (_, family) in
            families::DOCUMENT.iter().filter(|(reads, _)| !reads.iter().any(|field| misread.reaches(field)))
        {
            family(layout, report);
        }
        let schemas = layout.schemas();
        let any_structural = schemas.iter().any(|(_, schema, _)| needs_structure(&schema.value));
        for (path, schema, status) in schemas {
            schema_from_root(&path, schema, status, any_structural, layout, report);
        }
    };
    if misread.is_empty() {
        checks(&mut report);
        for lint in lints::DOCUMENT {
            lint(layout, &mut report);
        }
    } else {
        // The server fails at decoding.
        report.without_server_message(checks);
    }
    if let Some(server) = layout.server {
        report.reword(|said| messages::as_of(server, said));
    }
    report.finish()
}

// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
// (validateCustomResourceDefinitionValidation)
fn schema_from_root(
    above: &str,
    schema: &At<Box<Schema>>,
    status: bool,
    any_structural: bool,
    layout: &Layout<'_>,
    report: &mut Report,
) {
    let above = Path::new(above);
    let path = above.child("openAPIV3Schema");
    let before = report.len();
    if !schema.value.misread {
        root::root(&schema.value, &path, schema.key, status, report);
    }
    let mut compiles = false;
    let mode = mode(layout.crd, &schema.value);
    let structural =
        mode != Mode::Skeleton && must_be_structural(mode, any_structural, layout, &schema.value);
    let unusable = structural::unusable(&schema.value).filter(|_| structural);
    if mode == Mode::Skeleton && schema.value.misread {
        // Do not report a non-structural schema: this error would only follow from the wrong type.
    } else if mode == Mode::Skeleton {
        skeleton::unstructured(&schema.value, &path, schema.key, report);
    } else if structural && unusable.is_none() {
        let start = report.len();
        structural::shape(&schema.value, &path, schema.key, report);
        let older = layout
            .server
            .filter(|server| ignored_formats::ignores_any(*server))
            .map(|server| ignored_formats::stripped(&schema.value, server));
        let defaults = |report: &mut Report| {
            let schema = older.as_ref().unwrap_or(&schema.value);
            defaults::defaults(schema, &path, layout.validation_options.pruned_defaults, report);
        };
        if report.len() == start {
            defaults(report);
            if layout.crd.misread.is_empty() && !layout.leaves_defaults {
                let wrong = report.errors_beside(start, Some(Code::DefaultUnknownFields));
                let with_rules = cel::Defaults { root: &schema.value, path: &path, wrong: &wrong };
                cel::defaults(&with_rules, report);
                compiles = report.errors_since(start).is_empty();
            }
        } else {
            report.without_server_message(defaults);
        }
    }
    let place = SchemaContext {
        path: &path,
        schema: &schema.value,
        key: schema.key,
        root: true,
        inside_meta: false,
        validation_options: &layout.validation_options,
        no_default: None,
        by_skeleton: mode == Mode::Skeleton,
        held: schema_context::Child::Root,
        inside_metadata: false,
        junctor: None,
        immutable: None,
        in_set: None,
    };
    report.take_wrong();
    schema_context::walk(&place, families::SCHEMA, report);
    if compiles {
        let rules = cel::Rules {
            schema: &schema.value,
            key: schema.key,
            path: &path,
            wrong: report.take_wrong(),
            unchanged: layout.is_unchanged(schema),
            text: layout.text,
            skip_uncompiled: layout.skip_uncompiled,
            server: layout.server,
            kept: &layout.validation_options.kept,
        };
        cel::rules(&rules, report);
    }
    if let Some(server) = layout.server {
        cel::formats(server, &schema.value, report);
    }
    if !schema.value.misread {
        skeleton::skeleton(&schema.value, mode, report);
        immutability::removable(&schema.value, report);
    }
    // The server reports this message only if it has no other. Warnings of ours do not count.
    let silent = !report.has_server_errors(before) && !schema.value.misread;
    if let Some((words, key)) = unusable.filter(|_| silent) {
        report
            .add(Code::KeywordUnsupported, key, "this keyword is not supported in a CustomResourceDefinition")
            .help("remove it")
            .server(path.invalid("", words));
    }
    // Report all other problems of the schema at once too.
    if unusable.is_some() {
        report.without_server_message(|report| structural::shape(&schema.value, &path, schema.key, report));
    }
    size::size(&schema.value, schema.key, report);
    schema_context::walk(&place, families::EXTENSIONS, report);
    schema_context::walk(&place, lints::SCHEMA, report);
}

/// Returns whether the schema must be structural: if objects are pruned as servers do it, or if another
/// feature requires it. v1 does not require it on update if the document still preserves unknown fields and
/// the old schema was not structural. `any_structural` is whether a feature of any version requires it.
fn must_be_structural(mode: Mode, any_structural: bool, layout: &Layout<'_>, schema: &Schema) -> bool {
    let v1 = layout.crd.api_version == ApiVersion::V1;
    if v1 && mode == Mode::Off && !layout.validation_options.structural {
        return any_structural;
    }
    v1 || mode == Mode::Structural || needs_structure(schema)
}

/// Whether a feature of a schema requires that it is structural.
fn needs_structure(schema: &Schema) -> bool {
    rests_on_structure(schema) || keeps_unknown_fields(schema)
}

fn keeps_unknown_fields(schema: &Schema) -> bool {
    let mut keeps = false;
    schema.visit(&mut |schema| keeps |= schema.x_preserve_unknown_fields.is_some());
    keeps
}
