//! A read document in, diagnostics out: what the server refuses, in its words and at the
//! user's places, and what the compiler does not do yet.
//!
//! **A family of rules is a file** with one function; the tables below say which there are. A
//! family looks at the whole document (`DOCUMENT`), at every schema of it (`SCHEMA`), or
//! at a schema from its root, in the steps of `schema_from_root`. To add one: a file, a line.

mod columns;
mod conversion;
mod defaults;
mod dns;
mod field_path;
mod formats;
mod immutability;
mod keywords;
mod layout;
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

/// Families that look at the document, with the fields that they read. Where one of these has the
/// wrong type the family is left out: what it would find only follows from that.
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

/// Families that look at every schema.
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

/// Families that look at every schema for what no server knows.
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

/// What the server would refuse of this document, in document order. Empty: it is accepted,
/// rules in CEL apart.
#[must_use]
pub fn check(crd: &Crd) -> Vec<Diagnostic> {
    validate(&Layout::of(crd))
}

/// What the server would refuse of `new` as an update of `old`, in document order. Faults that
/// `old` had are taken in good part where the server does so, and some names are fixed.
/// The old document's status counts as it is given: with a condition `Established`, kind and
/// scope are fixed too.
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

/// Whether the server would find nothing wrong with a value, rules in CEL apart. What is too large to be
/// looked through counts as fine.
#[must_use]
pub fn fits(value: &Node, schema: &Schema) -> bool {
    value::validate(value, schema, &mut value::Steps(defaults::STEPS)).list.is_empty()
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
    } else {
        // The server does not get past decoding.
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
        // Whether it is structural only follows from what has the wrong type.
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
    // The server gives these words only where it has no others.
    let silent = report.len() == before && !schema.value.misread;
    if let Some((words, key)) = unusable.filter(|_| silent) {
        report
            .add(Code::KeywordUnsupported, key, "this keyword is not supported in a CustomResourceDefinition")
            .help("remove it")
            .server(path.invalid("", words));
    }
    // Who writes the document wants to know all of it at once.
    if unusable.is_some() {
        report.without_server_message(|report| shape(&schema.value, &path, schema.key, report));
    }
    size::size(&schema.value, schema.key, report);
    schema_context::walk(&place, EXTENSIONS, report);
}

/// The two steps that look at the shape of a schema as a whole.
fn shape(schema: &Schema, path: &Path<'_>, key: Span, report: &mut Report) {
    structural::structural(schema, structural::Level::Root, path, key, report);
    if !schema.misread {
        nested::complete(schema, path, report);
    }
}

/// Whether the schema is structural, its defaults apart.
pub(crate) fn is_structural(schema: &Schema) -> bool {
    let mut report = Report::default();
    if structural::unusable(schema).is_none() {
        shape(schema, &Path::new(""), Span::default(), &mut report);
        return report.len() == 0;
    }
    false
}

/// Wherever objects are pruned as servers do it, and where something else rests on it. v1 does not
/// ask it of a document that still preserves unknown fields and was not structural before.
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
