//! The table of functions on semantic versions.
//
// apiserver: pkg/cel/library/semverlib.go (version 1)

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "semver" since Minor(34), "a string as a version; an error if it is none. With `true`, a leading `v`, zeros and missing parts are corrected" { counts: Counts::Traverse, size: Size::Parsed }:
        STRING_TO_SEMVER = of "string_to_semver" [String] -> Object("kubernetes.Semver"), Cost::Parse
            => |_, a: &str| library::semver::Semver::parse(a).map(Value::Semver);
        STRING_BOOL_TO_SEMVER = of "string_bool_to_semver" [String, Bool] -> Object("kubernetes.Semver"), Cost::Parse
            => |_, a: &str, b: bool| library::semver::Semver::parse_or_normalize(a, b).map(Value::Semver);
    "isSemver" since Minor(34), "whether a string is a version" { counts: Counts::Traverse }:
        IS_SEMVER_STRING = of "is_semver_string" [String] -> Bool, Cost::Parse
            => |_, a: &str| Ok(library::semver::Semver::is_semver(a, false));
        IS_SEMVER_STRING_BOOL = of "is_semver_string_bool" [String, Bool] -> Bool, Cost::Parse
            => |_, a: &str, b: bool| Ok(library::semver::Semver::is_semver(a, b));
    "isGreaterThan" since Minor(34), "whether it is greater":
        SEMVER_IS_GREATER_THAN = on "semver_is_greater_than" [Object("kubernetes.Semver"), Object("kubernetes.Semver")] -> Bool, Cost::Unit
            => |_, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::semver::Semver<'_>>(a)?.is_greater_than(values::of(b)?));
    "isLessThan" since Minor(34), "whether it is less":
        SEMVER_IS_LESS_THAN = on "semver_is_less_than" [Object("kubernetes.Semver"), Object("kubernetes.Semver")] -> Bool, Cost::Unit
            => |_, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::semver::Semver<'_>>(a)?.is_less_than(values::of(b)?));
    "compareTo" since Minor(34), "1, 0 or -1: how it compares":
        SEMVER_COMPARE_TO = on "semver_compare_to" [Object("kubernetes.Semver"), Object("kubernetes.Semver")] -> Int, Cost::Unit
            => |_, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::semver::Semver<'_>>(a)?.compare_to(values::of(b)?));
    "major" since Minor(34), "the major version":
        SEMVER_MAJOR = on "semver_major" [Object("kubernetes.Semver")] -> Int, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::semver::Semver<'_>>(a)?.major());
    "minor" since Minor(34), "the minor version":
        SEMVER_MINOR = on "semver_minor" [Object("kubernetes.Semver")] -> Int, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::semver::Semver<'_>>(a)?.minor());
    "patch" since Minor(34), "the patch version":
        SEMVER_PATCH = on "semver_patch" [Object("kubernetes.Semver")] -> Int, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::semver::Semver<'_>>(a)?.patch());
}
