//! Semantic versions.
//
// apiserver: pkg/cel/library/semverlib.go (version 1)

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "semver",
        since: Minor(34),
        doc: "a string as a version; an error if it is none. With `true`, a leading `v`, zeros and missing parts are corrected",
        overloads: &[
            of("string_to_semver", &[String], Object("kubernetes.Semver"), Cost::Parse),
            of("string_bool_to_semver", &[String, Bool], Object("kubernetes.Semver"), Cost::Parse),
        ],
    },
    Function {
        name: "isSemver",
        since: Minor(34),
        doc: "whether a string is a version",
        overloads: &[
            of("is_semver_string", &[String], Bool, Cost::Parse),
            of("is_semver_string_bool", &[String, Bool], Bool, Cost::Parse),
        ],
    },
    Function {
        name: "isGreaterThan",
        since: Minor(34),
        doc: "whether it is greater",
        overloads: &[on(
            "semver_is_greater_than",
            &[Object("kubernetes.Semver"), Object("kubernetes.Semver")],
            Bool,
            Cost::Unit,
        )],
    },
    Function {
        name: "isLessThan",
        since: Minor(34),
        doc: "whether it is less",
        overloads: &[on(
            "semver_is_less_than",
            &[Object("kubernetes.Semver"), Object("kubernetes.Semver")],
            Bool,
            Cost::Unit,
        )],
    },
    Function {
        name: "compareTo",
        since: Minor(34),
        doc: "1, 0 or -1: how it compares",
        overloads: &[on(
            "semver_compare_to",
            &[Object("kubernetes.Semver"), Object("kubernetes.Semver")],
            Int,
            Cost::Unit,
        )],
    },
    Function {
        name: "major",
        since: Minor(34),
        doc: "the major version",
        overloads: &[on("semver_major", &[Object("kubernetes.Semver")], Int, Cost::Unit)],
    },
    Function {
        name: "minor",
        since: Minor(34),
        doc: "the minor version",
        overloads: &[on("semver_minor", &[Object("kubernetes.Semver")], Int, Cost::Unit)],
    },
    Function {
        name: "patch",
        since: Minor(34),
        doc: "the patch version",
        overloads: &[on("semver_patch", &[Object("kubernetes.Semver")], Int, Cost::Unit)],
    },
];
