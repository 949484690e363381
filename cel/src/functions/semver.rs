//! Semantic versions.
//
// apiserver: pkg/cel/library/semverlib.go (version 1)

use super::apply::{apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `string_to_semver`
pub const STRING_TO_SEMVER: Overload =
    of("string_to_semver", &[String], Object("kubernetes.Semver"), Cost::Parse)
        .runs(|_, v| apply1::<&str, _>(v, |a| library::semver::Semver::parse(a).map(Value::Semver)));

/// `string_bool_to_semver`
pub const STRING_BOOL_TO_SEMVER: Overload =
    of("string_bool_to_semver", &[String, Bool], Object("kubernetes.Semver"), Cost::Parse).runs(|_, v| {
        apply2::<&str, bool, _>(v, |a, b| {
            library::semver::Semver::parse_or_normalize(a, b).map(Value::Semver)
        })
    });

/// `is_semver_string`
pub const IS_SEMVER_STRING: Overload = of("is_semver_string", &[String], Bool, Cost::Parse)
    .runs(|_, v| apply1::<&str, _>(v, |a| Ok(library::semver::Semver::is_semver(a, false))));

/// `is_semver_string_bool`
pub const IS_SEMVER_STRING_BOOL: Overload = of("is_semver_string_bool", &[String, Bool], Bool, Cost::Parse)
    .runs(|_, v| apply2::<&str, bool, _>(v, |a, b| Ok(library::semver::Semver::is_semver(a, b))));

/// `semver_is_greater_than`
pub const SEMVER_IS_GREATER_THAN: Overload = on(
    "semver_is_greater_than",
    &[Object("kubernetes.Semver"), Object("kubernetes.Semver")],
    Bool,
    Cost::Unit,
)
.runs(|_, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        Ok(cel::of::<library::semver::Semver<'_>>(a)?.is_greater_than(cel::of(b)?))
    })
});

/// `semver_is_less_than`
pub const SEMVER_IS_LESS_THAN: Overload =
    on("semver_is_less_than", &[Object("kubernetes.Semver"), Object("kubernetes.Semver")], Bool, Cost::Unit)
        .runs(|_, v| {
            apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
                Ok(cel::of::<library::semver::Semver<'_>>(a)?.is_less_than(cel::of(b)?))
            })
        });

/// `semver_compare_to`
pub const SEMVER_COMPARE_TO: Overload =
    on("semver_compare_to", &[Object("kubernetes.Semver"), Object("kubernetes.Semver")], Int, Cost::Unit)
        .runs(|_, v| {
            apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
                Ok(cel::of::<library::semver::Semver<'_>>(a)?.compare_to(cel::of(b)?))
            })
        });

/// `semver_major`
pub const SEMVER_MAJOR: Overload = on("semver_major", &[Object("kubernetes.Semver")], Int, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::semver::Semver<'_>>(a)?.major())));

/// `semver_minor`
pub const SEMVER_MINOR: Overload = on("semver_minor", &[Object("kubernetes.Semver")], Int, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::semver::Semver<'_>>(a)?.minor())));

/// `semver_patch`
pub const SEMVER_PATCH: Overload = on("semver_patch", &[Object("kubernetes.Semver")], Int, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::semver::Semver<'_>>(a)?.patch())));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "semver",
        counts: Counts::Traverse,
        size: Size::Parsed,
        since: Minor(34),
        doc: "a string as a version; an error if it is none. With `true`, a leading `v`, zeros and missing parts are corrected",
        overloads: &[STRING_TO_SEMVER, STRING_BOOL_TO_SEMVER],
        ..FUNCTION
    },
    Function {
        name: "isSemver",
        counts: Counts::Traverse,
        since: Minor(34),
        doc: "whether a string is a version",
        overloads: &[IS_SEMVER_STRING, IS_SEMVER_STRING_BOOL],
        ..FUNCTION
    },
    Function {
        name: "isGreaterThan",
        since: Minor(34),
        doc: "whether it is greater",
        overloads: &[SEMVER_IS_GREATER_THAN],
        ..FUNCTION
    },
    Function {
        name: "isLessThan",
        since: Minor(34),
        doc: "whether it is less",
        overloads: &[SEMVER_IS_LESS_THAN],
        ..FUNCTION
    },
    Function {
        name: "compareTo",
        since: Minor(34),
        doc: "1, 0 or -1: how it compares",
        overloads: &[SEMVER_COMPARE_TO],
        ..FUNCTION
    },
    Function {
        name: "major",
        since: Minor(34),
        doc: "the major version",
        overloads: &[SEMVER_MAJOR],
        ..FUNCTION
    },
    Function {
        name: "minor",
        since: Minor(34),
        doc: "the minor version",
        overloads: &[SEMVER_MINOR],
        ..FUNCTION
    },
    Function {
        name: "patch",
        since: Minor(34),
        doc: "the patch version",
        overloads: &[SEMVER_PATCH],
        ..FUNCTION
    },
];
