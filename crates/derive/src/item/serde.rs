//! Reads the attributes of serde and schemars. In: these attributes; those of schemars take precedence. Out:
//! the options that determine the serialized form.
//!
//! Easy to break: only **serialization** matters, so `rename(serialize = …, deserialize = …)` means the first
//! name. `skip` is both skips. serde rejects duplicate entries itself.
//
// serde_derive: internals/attr.rs; schemars_derive: attr/schemars_to_serde.rs

use super::attributes::{self, Entry, Value};
use crate::case::Case;
use proc_macro2::Span;
use quote::ToTokens;

/// Entries that schemars reads from serde's attributes and that its own attribute overrides.
pub(crate) const SHARED: [&str; 18] = [
    "rename",
    "rename_all",
    "rename_all_fields",
    "deny_unknown_fields",
    "tag",
    "content",
    "untagged",
    "default",
    "skip",
    "skip_serializing",
    "skip_serializing_if",
    "skip_deserializing",
    "flatten",
    "remote",
    "transparent",
    "into",
    "from",
    "try_from",
];

/// Entries of schemars that replace the schema of a field.
pub(super) const FOREIGN_SCHEMA: [&str; 2] = ["with", "schema_with"];

/// The entries that apply, in order.
pub(crate) fn entries(attributes: &[syn::Attribute]) -> Vec<Entry> {
    let schemars = attributes::entries(attributes, "schemars");
    let overridden = |name: &str| {
        let skips = ["skip_serializing", "skip_deserializing"].contains(&name);
        // `with` of schemars is another one: of the schema.
        let shared = SHARED.contains(&name);
        let overrides =
            |entry: &Entry| (shared && entry.name == name) || (!entry.not && skips && entry.name == "skip");
        schemars.iter().any(overrides)
    };
    let serde = attributes::entries(attributes, "serde").into_iter();
    let mut found: Vec<Entry> = serde.filter(|entry| !overridden(&entry.name)).collect();
    found.extend(schemars.into_iter().filter(|entry| !entry.not && SHARED.contains(&entry.name.as_str())));
    found
}

/// The types of entries of these names, of serde and of schemars: `into = "Raw"`.
pub(crate) fn types(attributes: &[syn::Attribute], names: &[&str]) -> Vec<syn::Type> {
    let tools = ["serde", "schemars"].into_iter();
    let entries = tools.flat_map(|tool| attributes::entries(attributes, tool));
    let mut found: Vec<syn::Type> = Vec::new();
    for entry in entries.filter(|entry| !entry.not && names.contains(&entry.name.as_str())) {
        // Serde reports an entry that is not a type.
        found.extend(entry.ty().filter(|ty| !is_among(ty, &found)));
    }
    found
}

/// Whether a list of types contains a type, compared as written.
pub(super) fn is_among(ty: &syn::Type, types: &[syn::Type]) -> bool {
    let text = |ty: &syn::Type| ty.to_token_stream().to_string();
    types.iter().any(|other| text(other) == text(ty))
}

/// The serialization value of an entry: `name = "…"` or `name(serialize = "…", deserialize = "…")`.
fn written(entry: &Entry) -> Option<String> {
    match &entry.value {
        Value::Has(_, entries) => {
            entries.iter().find(|entry| entry.name == "serialize").and_then(Entry::text)
        }
        _ => entry.text(),
    }
}

fn case(entry: &Entry) -> Option<Case> {
    Case::from_name(&written(entry)?)
}

/// The attributes of a struct or an enum.
#[derive(Debug, Default)]
pub(crate) struct Container {
    pub(crate) name: Option<String>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) rename_all_fields: Option<Case>,
    pub(crate) tag: Option<String>,
    pub(crate) content: Option<String>,
    pub(crate) untagged: bool,
    pub(crate) transparent: bool,
    pub(crate) default: bool,
    /// `into`, `remote`: another type is serialized.
    pub(crate) foreign: bool,
}

impl Container {
    pub(crate) fn of(attributes: &[syn::Attribute]) -> Container {
        let mut found = Container::default();
        for entry in entries(attributes) {
            match entry.name.as_str() {
                "rename" => found.name = written(&entry).or(found.name),
                "rename_all" => found.rename_all = case(&entry).or(found.rename_all),
                "rename_all_fields" => found.rename_all_fields = case(&entry).or(found.rename_all_fields),
                "tag" => found.tag = entry.text(),
                "content" => found.content = entry.text(),
                "untagged" => found.untagged = true,
                "transparent" => found.transparent = true,
                "default" => found.default = true,
                "into" | "remote" => found.foreign = true,
                _ => {}
            }
        }
        found
    }
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct Field {
    pub(crate) name: Option<String>,
    pub(crate) skip_serializing: bool,
    pub(crate) skip_deserializing: bool,
    pub(crate) skip_if: Option<(syn::Path, Span)>,
    pub(crate) default: bool,
    pub(crate) flatten: bool,
    pub(crate) serialize_with: Option<syn::Path>,
    /// `#[schemars(with, schema_with)]`
    pub(crate) foreign_schema: bool,
}

impl Field {
    pub(crate) fn of(attributes: &[syn::Attribute]) -> Field {
        let mut found = Field::default();
        for entry in entries(attributes) {
            match entry.name.as_str() {
                "rename" => found.name = written(&entry).or(found.name),
                "skip" => (found.skip_serializing, found.skip_deserializing) = (true, true),
                "skip_serializing" => found.skip_serializing = true,
                "skip_deserializing" => found.skip_deserializing = true,
                "skip_serializing_if" => {
                    found.skip_if = entry.path().map(|path| (path, entry.span)).or(found.skip_if);
                }
                "default" => found.default = true,
                "flatten" => found.flatten = true,
                "with" => found.serialize_with = entry.path().map(|path| inside(path, "serialize")),
                "serialize_with" => found.serialize_with = entry.path(),
                _ => {}
            }
        }
        let schemars = attributes::entries(attributes, "schemars");
        let elsewhere = |entry: &Entry| FOREIGN_SCHEMA.contains(&entry.name.as_str());
        found.foreign_schema = schemars.iter().any(elsewhere);
        // serde uses the default for a field that it never deserializes.
        found.default |= found.skip_deserializing;
        found
    }
}

/// A function in the module of `with`.
fn inside(mut path: syn::Path, name: &str) -> syn::Path {
    path.segments.push(syn::Ident::new(name, Span::call_site()).into());
    path
}

/// The attributes of a variant.
#[derive(Debug, Default)]
pub(crate) struct Variant {
    pub(crate) name: Option<String>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) skip_serializing: bool,
    pub(crate) untagged: bool,
    /// `with`, `serialize_with`: another function serializes it.
    pub(crate) foreign: bool,
}

impl Variant {
    pub(crate) fn of(attributes: &[syn::Attribute]) -> Variant {
        let mut found = Variant::default();
        for entry in entries(attributes) {
            match entry.name.as_str() {
                "rename" => found.name = written(&entry).or(found.name),
                "rename_all" => found.rename_all = case(&entry).or(found.rename_all),
                "skip" | "skip_serializing" => found.skip_serializing = true,
                "untagged" => found.untagged = true,
                "with" | "serialize_with" => found.foreign = true,
                _ => {}
            }
        }
        found
    }
}
