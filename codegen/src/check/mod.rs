//! Validates a document. In: a parsed document. Out: diagnostics for what the server rejects, with the
//! server's messages and the user's locations, and for what crdc does not support yet.
//!
//! **Each file is a family of rules** with one entry function, listed in the tables below. A family checks
//! the whole document (`DOCUMENT`), every schema (`SCHEMA`, `EXTENSIONS`), or a schema from its root, as a
//! step of `schema_from_root`. To add a family, add a file and a table entry.

mod columns;
mod conversion;
mod defaults;
mod dns;
mod field_path;
mod formats;
mod immutability;
mod keywords;
mod layout;
mod lints;
mod lists;
mod metadata;
mod names;
mod nested;
mod no_prune;
mod object_meta;
mod path;
mod pattern;
mod preserve;
mod prune;
#[cfg(feature = "documents")]
mod published;
mod report;
mod root;
mod rules;
mod scale;
mod schema_context;
mod selectable;
mod size;
mod skeleton;
mod structural;
mod unions;
mod unsupported;
mod update;
mod validation_options;
mod value;
mod versions;

#[cfg(feature = "documents")]
pub(crate) use published::published;
pub use unsupported::unsupported;
pub use update::same_spec;

use crate::diag::{Code, Diagnostic};
use crate::schema::{ApiVersion, At, Crd, Schema};
use crate::skeleton::{Mode, mode, rests_on_structure};
use crate::source::{Node, Span};
use layout::Layout;
use path::Path;
use report::Report;
use schema_context::SchemaContext;

/// Families that check the whole document, with the fields that they read. A family is skipped if one of its
/// fields has the wrong type: it would only report follow-up errors.
const DOCUMENT: &[(&[&str], Family)] = &[
    (&["spec.group"], names::group),
    (&["spec.scope"], names::scope),
    (&["spec.names"], names::resource_names),
    (&["metadata.name", "spec.group", "spec.names.plural"], names::own_name),
    (&["metadata.name", "spec.group", "spec.names", "spec.scope", "status"], update::unchanged_names),
    (&["metadata"], metadata::metadata),
    (&["spec.versions.name", "spec.versions.deprecated", "spec.versions.deprecationWarning"], versions::each),
    (&["spec.versions.name"], versions::unique),
    (&["spec.version", "spec.versions.name", "spec.versions.storage", "status"], versions::storage),
    (
        &["spec.validation", "spec.versions.schema", "spec.versions.served", "spec.preserveUnknownFields"],
        versions::schemas,
    ),
    (&["spec.version", "spec.versions.name"], versions::top_version),
    (&["spec.versions"], versions::doubled),
    (&["spec.preserveUnknownFields"], preserve::preserve_unknown_fields),
    (&["spec.conversion", "spec.preserveUnknownFields"], conversion::conversion),
    (&["spec.additionalPrinterColumns", "spec.versions.additionalPrinterColumns"], columns::columns),
    (&["spec.subresources", "spec.versions.subresources"], scale::scale),
    (
        &[
            "spec.validation",
            "spec.selectableFields",
            "spec.versions.schema",
            "spec.versions.selectableFields",
        ],
        selectable::selectable_fields,
    ),
    (&[], formats::formats),
    (&[], immutability::v1beta1),
];

type Family = fn(&Layout<'_>, &mut Report);

/// Families that check every schema.
const SCHEMA: &[schema_context::Rule] = &[
    keywords::type_names,
    keywords::unsupported_keywords,
    keywords::defaults,
    keywords::unique_items,
    keywords::struct_or_map,
    keywords::extensions,
    lists::lists,
    rules::rules,
];

/// Families that check extensions that no server knows, in every schema.
const EXTENSIONS: &[schema_context::Rule] = &[
    no_prune::no_prune,
    immutability::values,
    immutability::places,
    immutability::conflicts,
    immutability::keys,
    immutability::list_keys,
    immutability::normalize,
    immutability::redundant,
    immutability::set_items,
    immutability::dialects,
    unions::places,
    unions::unions,
];

/// Returns what the server would reject in this document, in document order. If the list is empty, the server
/// accepts the document, apart from CEL rules.
#[must_use]
pub fn check(crd: &Crd) -> Vec<Diagnostic> {
    validate(&Layout::of(crd))
}

/// Returns what the server would reject in `new` as an update of `old`, in document order. Errors that `old`
/// already has are ignored where the server ignores them (ratcheting), and some names are immutable.
/// The status of `old` is used as given: with a condition `Established`, kind and scope are immutable too.
///
/// ```
/// use crdc_codegen::{check, schema, source};
/// let crd = |group: &str| {
///     let text = format!("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {{group: {group}}}\n");
///     let (documents, _) = source::parse(&source::Source::new("crd.yaml", text));
///     schema::read(&documents).0.remove(0)
/// };
/// let found = check::check_update(&crd("new.example.com"), &crd("old.example.com"));
/// assert!(found.iter().any(|problem| problem.code.name() == "update-immutable"));
/// ```
#[must_use]
pub fn check_update(new: &Crd, old: &Crd) -> Vec<Diagnostic> {
    validate(&Layout::of_update(new, old))
}

/// Returns whether the server would accept a value, apart from CEL rules. A value that is too large to check
/// counts as valid.
#[must_use]
pub fn fits(value: &Node, schema: &Schema) -> bool {
    value::validate(value, schema, &mut value::Steps::new(defaults::STEPS)).list.is_empty()
}

fn validate(layout: &Layout<'_>) -> Vec<Diagnostic> {
    let mut report = Report::default();
    let misread = &layout.crd.misread;
    let checks = |report: &mut Report| {
        for (_, family) in
            DOCUMENT.iter().filter(|(reads, _)| !reads.iter().any(|field| misread.reaches(field)))
        {
            family(layout, report);
        }
        for (path, schema, status) in layout.schemas() {
            schema_from_root(&path, schema, status, layout, report);
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
    report.finish()
}

// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
// (validateCustomResourceDefinitionValidation)
fn schema_from_root(
    above: &str,
    schema: &At<Box<Schema>>,
    status: bool,
    layout: &Layout<'_>,
    report: &mut Report,
) {
    let above = Path::new(above);
    let path = above.child("openAPIV3Schema");
    let before = report.len();
    if !schema.value.misread {
        root::root(&schema.value, &path, schema.key, status, report);
    }
    let mode = mode(layout.crd, &schema.value);
    let structural = mode != Mode::Skeleton && must_be_structural(mode, layout, &schema.value);
    let unusable = structural::unusable(&schema.value).filter(|_| structural);
    if mode == Mode::Skeleton && schema.value.misread {
        // Do not report a non-structural schema: it is a follow-up of the wrong type.
    } else if mode == Mode::Skeleton {
        skeleton::unstructured(&schema.value, &path, schema.key, report);
    } else if structural && unusable.is_none() {
        let start = report.len();
        shape(&schema.value, &path, schema.key, report);
        let defaults = |report: &mut Report| {
            defaults::defaults(&schema.value, &path, layout.validation_options.pruned_defaults, report);
        };
        if report.len() == start {
            defaults(report);
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
    schema_context::walk(&place, SCHEMA, report);
    if !schema.value.misread {
        skeleton::skeleton(&schema.value, mode, report);
        immutability::removable(&schema.value, report);
    }
    // The server reports this message only if it has no other.
    let silent = report.len() == before && !schema.value.misread;
    if let Some((words, key)) = unusable.filter(|_| silent) {
        report
            .add(Code::KeywordUnsupported, key, "this keyword is not supported in a CustomResourceDefinition")
            .help("remove it")
            .server(path.invalid("", words));
    }
    // Report all other problems of the schema at once too.
    if unusable.is_some() {
        report.without_server_message(|report| shape(&schema.value, &path, schema.key, report));
    }
    size::size(&schema.value, schema.key, report);
    schema_context::walk(&place, EXTENSIONS, report);
    schema_context::walk(&place, lints::SCHEMA, report);
}

/// Checks that the schema is structural and complete.
fn shape(schema: &Schema, path: &Path<'_>, key: Span, report: &mut Report) {
    structural::structural(schema, structural::Level::Root, path, key, report);
    if !schema.misread {
        nested::complete(schema, path, report);
    }
}

/// Returns whether the schema is structural, apart from its defaults.
pub(crate) fn is_structural(schema: &Schema) -> bool {
    let mut report = Report::default();
    if structural::unusable(schema).is_none() {
        shape(schema, &Path::new(""), Span::default(), &mut report);
        return report.len() == 0;
    }
    false
}

/// Returns whether the schema must be structural: if objects are pruned as servers do it, or if another
/// feature requires it. v1 does not require it on update if the document still preserves unknown fields and
/// the old schema was not structural.
fn must_be_structural(mode: Mode, layout: &Layout<'_>, schema: &Schema) -> bool {
    let v1 = layout.crd.api_version == ApiVersion::V1;
    let rests = |schema: &Schema| rests_on_structure(schema) || keeps_unknown_fields(schema);
    if v1 && mode == Mode::Off && !layout.validation_options.structural {
        return layout.schemas().into_iter().any(|(_, schema, _)| rests(&schema.value));
    }
    v1 || mode == Mode::Structural || rests(schema)
}

fn keeps_unknown_fields(schema: &Schema) -> bool {
    let mut keeps = false;
    schema.visit(&mut |schema| keeps |= schema.x_preserve_unknown_fields.is_some());
    keeps
}
