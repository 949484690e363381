//! The table of attributes of other tools that count as rules. `validation.rs` and `schema_attributes.rs`
//! look up names here, and `docs/derive.md` contains [`table`].
//!
//! Easy to break: a name of garde or validator that is not listed here is ignored: it is not in the schema,
//! and only the tool checks it. Every name of schemars must be listed.

use super::serde;
use std::fmt::Write;

/// The tools whose attributes contain validation keywords. These are the names of the attributes, too.
pub(super) const TOOLS: [&str; 3] = ["schemars", "validate", "garde"];

/// A validation keyword: `#[tool(name)]`.
#[derive(Debug)]
pub(crate) struct Validation {
    /// The name.
    pub(crate) name: &'static str,
    /// The tools that have it.
    pub(crate) tools: &'static [&'static str],
    /// The form in which it is read.
    pub(super) kind: Kind,
    /// The arguments, as the documentation shows them.
    arguments: &'static str,
    /// The meaning in the schema.
    meaning: &'static str,
}

/// The form of a validation keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

/// The form of the validation keyword of a tool.
pub(super) fn validation(tool: &str, name: &str) -> Option<Kind> {
    let row = VALIDATION.iter().find(|row| row.name == name && row.tools.contains(&tool));
    row.map(|row| row.kind)
}

/// The meaning of a keyword in `#[schemars(extend(…))]` for the derive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extension {
    /// The keyword is converted to this marker.
    Marker(&'static str),
    /// CEL rules (`cel_rules.rs`).
    Rules,
    /// The keyword does not constrain the values of a Rust type.
    Nothing,
    /// The keyword may constrain values, and the derive does not check it; the text is the help.
    Unread(&'static str),
}

const AS_TYPE: &str = "express it with the type, or with a CEL rule: `+crdc:rule=…`";

/// The keywords, in the order of the documentation. Servers ignore other keywords that begin with `x-`; the
/// derive does not check the remaining ones.
pub(crate) const EXTENSIONS: &[(&str, Extension)] = &[
    ("minLength", Extension::Marker("+k8s:minLength")),
    ("maxLength", Extension::Marker("+k8s:maxLength")),
    ("pattern", Extension::Marker("+kubebuilder:validation:Pattern")),
    ("format", Extension::Marker("+k8s:format")),
    ("minimum", Extension::Marker("+k8s:minimum")),
    ("maximum", Extension::Marker("+k8s:maximum")),
    ("exclusiveMinimum", Extension::Marker("+kubebuilder:validation:ExclusiveMinimum")),
    ("exclusiveMaximum", Extension::Marker("+kubebuilder:validation:ExclusiveMaximum")),
    ("multipleOf", Extension::Marker("+kubebuilder:validation:MultipleOf")),
    ("enum", Extension::Marker("+kubebuilder:validation:Enum")),
    ("minItems", Extension::Marker("+k8s:minItems")),
    ("maxItems", Extension::Marker("+k8s:maxItems")),
    ("minProperties", Extension::Marker("+k8s:minProperties")),
    ("maxProperties", Extension::Marker("+k8s:maxProperties")),
    ("nullable", Extension::Marker("+nullable")),
    ("default", Extension::Marker("+default")),
    ("x-kubernetes-list-type", Extension::Marker("+listType")),
    ("x-kubernetes-list-map-keys", Extension::Marker("+listMapKey")),
    ("x-kubernetes-map-type", Extension::Marker("+mapType")),
    ("x-kubernetes-immutable", Extension::Marker("+immutable")),
    ("x-kubernetes-immutable-keys", Extension::Marker("+immutable=keys")),
    ("x-kubernetes-addition-only", Extension::Marker("+additionOnly")),
    ("x-kubernetes-deletion-only", Extension::Marker("+deletionOnly")),
    ("x-kubernetes-normalize", Extension::Marker("+normalize=undefined")),
    ("x-kubernetes-validations", Extension::Rules),
    ("title", Extension::Nothing),
    ("description", Extension::Nothing),
    ("example", Extension::Nothing),
    ("examples", Extension::Nothing),
    ("externalDocs", Extension::Nothing),
    ("deprecated", Extension::Nothing),
    ("readOnly", Extension::Nothing),
    ("writeOnly", Extension::Nothing),
    ("x-kubernetes-preserve-unknown-fields", Extension::Nothing),
    (
        "x-kubernetes-unions",
        Extension::Unread(
            "write `+unionDiscriminator` on a field and `+unionMember` on the fields that it selects",
        ),
    ),
    ("x-kubernetes-int-or-string", Extension::Unread("use `IntOrString` of k8s-openapi")),
    ("x-kubernetes-embedded-resource", Extension::Unread(AS_TYPE)),
    ("uniqueItems", Extension::Unread("write `+listType=set`; servers refuse `uniqueItems`")),
    ("required", Extension::Unread("write `+required` on the fields")),
    ("const", Extension::Unread("write `+kubebuilder:validation:Enum=` with one value")),
];

/// The meaning of a keyword for the derive.
pub(super) fn extension(name: &str) -> Extension {
    let known = EXTENSIONS.iter().find(|(known, _)| *known == name).map(|(_, extension)| *extension);
    known.unwrap_or(if name.starts_with("x-") && !name.starts_with("x-kubernetes-") {
        Extension::Nothing
    } else {
        Extension::Unread(AS_TYPE)
    })
}

/// Entries of schemars that set a schema which the derive cannot see: each with its effect, and what to write
/// instead.
pub(crate) const UNREAD: [(&str, &str, &str); 3] = [
    (
        "transform",
        "changes the schema, which the derive does not see",
        "write `extend(…)` with literals, or markers",
    ),
    (
        "schema_with",
        "gives another schema, which the derive does not see",
        "write `with = \"…\"` with a type of `std`, and markers for the rules",
    ),
    (
        "with",
        "gives the schema of another type, which the derive does not see",
        "write a type of `std`, such as `String`, and markers for its rules; or make the other type the field's type",
    ),
];

/// The help for a keyword on a variant.
pub(super) const ON_VARIANTS: &str = "move it to the type or the fields that the variant holds";

/// Entries of schemars without an effect on the values that the schema accepts.
// Servers have no format `ip`.
pub(crate) const WITHOUT_EFFECT: [&str; 8] =
    ["title", "description", "example", "ip", "inline", "crate", "bound", "_unstable_ref_variants"];

fn listed<'n>(names: impl Iterator<Item = &'n &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
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
    for (name, extension) in EXTENSIONS {
        if let Extension::Marker(marker) = extension {
            let _ = writeln!(out, "| `extend(\"{name}\" = …)` with a literal | schemars | `{marker}` |");
        }
    }
    out.push_str("| `extend(\"x-kubernetes-validations\" = …)` | schemars | CEL rules |\n");
    let nothing =
        EXTENSIONS.iter().filter(|(_, extension)| *extension == Extension::Nothing).map(|(name, _)| name);
    let _ = writeln!(
        out,
        "| `extend` with {}, and keywords of others that begin with `x-` | schemars | nothing: they do not validate |",
        listed(nothing)
    );
    let unread = EXTENSIONS.iter().filter(|(_, extension)| matches!(extension, Extension::Unread(_)));
    let _ = writeln!(
        out,
        "| `extend` with {} and all other keywords, or with what is no literal | schemars | an error, unless they are \
         [checked elsewhere](#cel-rules) |",
        listed(unread.map(|(name, _)| name))
    );
    out.push_str("| `with = \"…\"` with a type of `std` | schemars | the type in the schema; serde must write such values |\n");
    let _ = writeln!(
        out,
        "| `with` with any other type, {} | schemars | an error, unless the schema is [checked elsewhere](#cel-rules) |",
        listed(UNREAD.iter().map(|(name, ..)| name).filter(|name| **name != "with"))
    );
    out.push_str("| `merge_strategy = …` | x_kube | `+listType`, `+listMapKey`, `+mapType` |\n");
    let _ = writeln!(
        out,
        "| {} | schemars, overriding serde's | the schema; validation uses what serde writes |",
        listed(serde::SHARED.iter())
    );
    let _ = writeln!(out, "| {} | schemars | nothing: they do not validate |", listed(WITHOUT_EFFECT.iter()));
    out.push_str(
        "| `rule = …` | validate | an error: kube's former spelling, which it ignores; write `#[x_kube(validation = …)]` |\n\
         | `validation = …` on a field | kube | an error: kube ignores it there; write `#[x_kube(validation = …)]` |\n",
    );
    out.push_str("| all others | validate, garde | not in the schema; only the tool checks them |\n");
    out
}
