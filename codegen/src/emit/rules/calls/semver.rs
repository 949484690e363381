//! Semantic versions.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("string_to_semver", "|a| library::semver::Semver::parse(a).map(Value::Semver)"),
    ("string_bool_to_semver", "|a, b| library::semver::Semver::parse_or_normalize(a, b).map(Value::Semver)"),
    ("is_semver_string", "|a| Ok(library::semver::Semver::is_semver(a, false))"),
    ("is_semver_string_bool", "|a, b| Ok(library::semver::Semver::is_semver(a, b))"),
    (
        "semver_is_greater_than",
        "|a, b| Ok(cel::of::<library::semver::Semver<'a>>(a)?.is_greater_than(cel::of(b)?))",
    ),
    (
        "semver_is_less_than",
        "|a, b| Ok(cel::of::<library::semver::Semver<'a>>(a)?.is_less_than(cel::of(b)?))",
    ),
    ("semver_compare_to", "|a, b| Ok(cel::of::<library::semver::Semver<'a>>(a)?.compare_to(cel::of(b)?))"),
    ("semver_major", "|a| Ok(cel::of::<library::semver::Semver<'a>>(a)?.major())"),
    ("semver_minor", "|a| Ok(cel::of::<library::semver::Semver<'a>>(a)?.minor())"),
    ("semver_patch", "|a| Ok(cel::of::<library::semver::Semver<'a>>(a)?.patch())"),
];
