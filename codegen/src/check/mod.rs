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
mod place;
mod preserve;
mod prune;
mod report;
mod root;
mod rules;
mod scale;
mod selectable;
mod skeleton;
mod structural;
mod unsupported;
mod value;
mod versions;

pub use unsupported::unsupported;

use crate::diag::{Code, Diagnostic};
use crate::schema::{At, Crd, Schema};
use crate::skeleton::{Mode, mode, rests_on_structure};
use crate::source::Span;
use layout::Layout;
use path::Path;
use place::Place;
use report::Report;

/// Families that look at the document.
const DOCUMENT: &[fn(&Layout<'_>, &mut Report)] = &[
    names::names,
    metadata::metadata,
    versions::versions,
    preserve::preserve_unknown_fields,
    conversion::conversion,
    columns::columns,
    scale::scale,
    selectable::selectable_fields,
];

/// Families that look at every schema.
const SCHEMA: &[place::Rule] = &[
    keywords::type_names,
    keywords::unsupported_keywords,
    keywords::defaults,
    keywords::unique_items,
    keywords::struct_or_map,
    keywords::extensions,
    no_prune::no_prune,
    lists::lists,
    rules::rules,
];

/// What the server would refuse of this document, in document order. Empty: it is accepted,
/// rules in CEL apart.
#[must_use]
pub fn check(crd: &Crd) -> Vec<Diagnostic> {
    let layout = Layout::of(crd);
    let mut report = Report::default();
    for family in DOCUMENT {
        family(&layout, &mut report);
    }
    for (path, schema, status) in layout.schemas() {
        schema_from_root(&path, schema, status, crd, &mut report);
    }
    report.finish()
}

// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
// (validateCustomResourceDefinitionValidation)
fn schema_from_root(above: &str, schema: &At<Box<Schema>>, status: bool, crd: &Crd, report: &mut Report) {
    let above = Path::new(above);
    let path = above.child("openAPIV3Schema");
    let before = report.len();
    root::root(&schema.value, &path, schema.key, status, report);
    let mode = mode(crd, &schema.value);
    let unusable = structural::unusable(&schema.value).filter(|_| mode != Mode::Skeleton);
    if mode == Mode::Skeleton {
        skeleton::unstructured(&schema.value, &path, schema.key, report);
    } else if unusable.is_none() && must_be_structural(mode, &schema.value) {
        let start = report.len();
        shape(&schema.value, &path, schema.key, report);
        if report.len() == start {
            defaults::defaults(&schema.value, &path, report);
        }
    }
    let place = Place {
        path: &path,
        schema: &schema.value,
        key: schema.key,
        root: true,
        inside_meta: false,
        no_default: None,
        by_skeleton: mode == Mode::Skeleton,
    };
    place::walk(&place, SCHEMA, report);
    skeleton::skeleton(&schema.value, mode, report);
    // The server gives these words only where it has no others.
    if let Some((words, key)) = unusable.filter(|_| report.len() == before) {
        report
            .add(Code::KeywordUnsupported, key, "this keyword is not supported in a CustomResourceDefinition")
            .help("remove it")
            .server(path.invalid("\"\"", words));
    }
}

/// The two steps that look at the shape of a schema as a whole.
fn shape(schema: &Schema, path: &Path<'_>, key: Span, report: &mut Report) {
    structural::structural(schema, structural::Level::Root, path, key, report);
    nested::complete(schema, path, report);
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

/// Wherever objects are pruned as servers do it; v1beta1 also where something else rests on it.
fn must_be_structural(mode: Mode, schema: &Schema) -> bool {
    if mode == Mode::Structural || rests_on_structure(schema) {
        return true;
    }
    let mut rests = false;
    schema.visit(&mut |schema| rests |= schema.x_preserve_unknown_fields.is_some());
    rests
}
