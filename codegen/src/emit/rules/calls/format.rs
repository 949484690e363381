//! Named formats.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("format-validate", "|a, b| Ok(cel::reasons(c.arena, cel::of(a)?, b))"),
    ("format-named", "|a| Ok(cel::named_format(c.arena, a))"),
    ("format.dns1123Label", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123Label))"),
    (
        "format.dns1123Subdomain",
        "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123Subdomain))",
    ),
    ("format.dns1035Label", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1035Label))"),
    ("format.qualifiedName", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::QualifiedName))"),
    (
        "format.dns1123LabelPrefix",
        "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123LabelPrefix))",
    ),
    (
        "format.dns1123SubdomainPrefix",
        "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123SubdomainPrefix))",
    ),
    (
        "format.dns1035LabelPrefix",
        "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1035LabelPrefix))",
    ),
    ("format.labelValue", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::LabelValue))"),
    ("format.uri", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Uri))"),
    ("format.uuid", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Uuid))"),
    ("format.byte", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Byte))"),
    ("format.date", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::Date))"),
    ("format.datetime", "|| Ok(Value::NamedFormat(library::named_format::NamedFormat::DateTime))"),
];
