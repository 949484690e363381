//! The tables of rule families. To add a family, add a file and a line here.
//!
//! Lints have tables of their own in `lints/mod.rs`; families that check a schema from its root are steps of
//! `document.rs`.

use super::{
    columns, conversion, formats, immutability, keywords, layout, lists, metadata, names, no_prune, preserve,
    rules, scale, schema_context, selectable, set_warnings, unions, update, versions,
};

/// Families that check the whole document, with the fields that they read. A family is skipped if one of its
/// fields has the wrong type: it would only report follow-up errors.
pub(super) const DOCUMENT: &[(&[&str], layout::Rule)] = &[
    (&["spec.group"], names::group),
    (&["spec.scope"], names::scope),
    (&["spec.names"], names::resource_names),
    (&["metadata.name", "spec.group", "spec.names.plural"], names::own_name),
    (&["metadata.name", "spec.group", "spec.names", "spec.scope", "status"], update::unchanged_names),
    (&["metadata"], metadata::metadata),
    (&["spec.versions.name", "spec.versions.deprecated", "spec.versions.deprecationWarning"], versions::each),
    (&["spec.versions.name"], versions::unique),
    (&["spec.version", "spec.versions.name", "spec.versions.storage", "status"], versions::storage),
    (&["spec.versions.name", "spec.versions.storage"], update::removed_versions),
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
        &["spec.subresources", "spec.validation", "spec.versions.schema", "spec.versions.subresources"],
        scale::guarded,
    ),
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
    (&[], set_warnings::set_warnings),
    (&[], immutability::v1beta1),
];

/// Families that check every schema.
pub(super) const SCHEMA: &[schema_context::Rule] = &[
    keywords::type_names,
    keywords::unsupported_keywords,
    keywords::defaults,
    keywords::unique_items,
    keywords::struct_or_map,
    keywords::extensions,
    lists::lists,
    rules::rules,
];

/// Families that check extensions that no server implements, in every schema.
pub(super) const EXTENSIONS: &[schema_context::Rule] = &[
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
