//! The attributes of other tools that count as rules, as a table. `validation.rs` and `merge_strategy.rs` look
//! up names here, and `docs/derive.md` contains [`table`].
//!
//! Easy to break: a name that is not listed here is ignored. The tool that owns it enforces it, and crdc does
//! not.

use super::serde;
use std::fmt::Write;

/// The tools whose attributes contain validation keywords. These are the names of the attributes, too.
pub(super) const TOOLS: [&str; 3] = ["schemars", "validate", "garde"];

/// A validation keyword: `#[tool(name)]`.
#[derive(Debug)]
pub(crate) struct Validation {
    /// Its name.
    pub(crate) name: &'static str,
    /// The tools that have it.
    pub(crate) tools: &'static [&'static str],
    /// How it is read.
    pub(super) kind: Kind,
    /// Its arguments, as the documentation shows them.
    arguments: &'static str,
    /// What it means in the schema.
    meaning: &'static str,
}

/// How a validation keyword is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A minimum and maximum of characters or items.
    Length,
    /// A minimum and maximum of a number.
    Range,
    /// A pattern.
    Pattern,
    /// A string that the value must contain.
    Contains,
    /// A format.
    Format(&'static str),
    /// `None` counts as absent.
    Required,
    /// Keywords for the items of a list.
    Inner,
}

/// All validation keywords, in the order of the documentation.
pub(crate) const VALIDATION: &[Validation] = &[
    Validation {
        name: "length",
        tools: &TOOLS,
        kind: Kind::Length,
        arguments: "(min, max, equal)",
        meaning: "`minLength`, `maxLength` of strings; `minItems`, `maxItems` of lists",
    },
    Validation {
        name: "range",
        tools: &TOOLS,
        kind: Kind::Range,
        arguments: "(min, max, equal)",
        meaning: "`minimum`, `maximum`",
    },
    Validation {
        name: "pattern",
        tools: &["schemars", "garde"],
        kind: Kind::Pattern,
        arguments: "(\"…\")",
        meaning: "`pattern`",
    },
    Validation {
        name: "regex",
        tools: &["schemars", "validate"],
        kind: Kind::Pattern,
        arguments: "(pattern = \"…\")",
        meaning: "`pattern`",
    },
    Validation {
        name: "contains",
        tools: &TOOLS,
        kind: Kind::Contains,
        arguments: "(pattern = \"…\")",
        meaning: "a `pattern` that searches for the string",
    },
    format("email", "email", "`format: email`"),
    format("url", "uri", "`format: uri`"),
    format("ipv4", "ipv4", "`format: ipv4`"),
    format("ipv6", "ipv6", "`format: ipv6`"),
    Validation {
        name: "required",
        tools: &TOOLS,
        kind: Kind::Required,
        arguments: "",
        meaning: "the field is required; `None` counts as absent",
    },
    Validation {
        name: "inner",
        tools: &["schemars", "garde"],
        kind: Kind::Inner,
        arguments: "(…)",
        meaning: "the rules in parentheses, for the items of a list",
    },
];

const fn format(name: &'static str, format: &'static str, meaning: &'static str) -> Validation {
    Validation { name, tools: &TOOLS, kind: Kind::Format(format), arguments: "", meaning }
}

/// How the validation keyword of a tool is read.
pub(super) fn validation(tool: &str, name: &str) -> Option<Kind> {
    let row = VALIDATION.iter().find(|row| row.name == name && row.tools.contains(&tool));
    row.map(|row| row.kind)
}

/// An extension in `#[schemars(extend(…))]` that is read like a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    ListType,
    ListMapKeys,
    MapType,
}

/// The extensions that are read, each with its marker.
pub(crate) const EXTENSIONS: [(&str, &str); 3] = [
    ("x-kubernetes-list-type", "+listType"),
    ("x-kubernetes-list-map-keys", "+listMapKey"),
    ("x-kubernetes-map-type", "+mapType"),
];

/// The extension of this name, if it is read.
pub(super) fn extension(name: &str) -> Option<Extension> {
    let kinds = [Extension::ListType, Extension::ListMapKeys, Extension::MapType];
    EXTENSIONS.iter().zip(kinds).find(|((known, _), _)| *known == name).map(|(_, kind)| kind)
}

/// The table of `docs/derive.md`, in Markdown.
#[must_use]
pub fn table() -> String {
    let mut out = String::from("| attribute | tool | meaning |\n|---|---|---|\n");
    for row in VALIDATION {
        let tools =
            if row.tools.len() == TOOLS.len() { "all three".to_owned() } else { row.tools.join(", ") };
        let _ = writeln!(out, "| `{}{}` | {tools} | {} |", row.name, row.arguments, row.meaning);
    }
    for (name, marker) in EXTENSIONS {
        let _ = writeln!(out, "| `extend(\"{name}\" = …)` | schemars | `{marker}` |");
    }
    out.push_str("| `merge_strategy = …` | x_kube | `+listType`, `+listMapKey`, `+mapType` |\n");
    let shared = serde::SHARED.iter().chain(&serde::FOREIGN_SCHEMA);
    let names: Vec<String> = shared.map(|name| format!("`{name}`")).collect();
    let _ = writeln!(
        out,
        "| {} | schemars, overriding serde's | the schema; validation uses what serde writes |",
        names.join(", ")
    );
    out
}
