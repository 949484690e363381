//! Extensions that no server reads: their names, and how a published document keeps them.
//!
//! Easy to break: a keyword that is read as an extension must be among the names here too.

/// The name of the annotation.
pub const ANNOTATION: &str = "crdc/apply-safe";

/// The separator of a rule that stands for an extension from the keyword of that extension: a comment of CEL.
pub const MARK: &str = " // crdc ";

/// The extensions that no server reads.
pub const EXTENSIONS: &[&str] = &[
    "x-kubernetes-immutable",
    "x-kubernetes-immutable-keys",
    "x-kubernetes-addition-only",
    "x-kubernetes-deletion-only",
    "x-kubernetes-unions",
    "x-kubernetes-normalize",
    "x-crdc-dialect",
    "x-kubernetes-no-prune",
    "x-kubernetes-no-pruning",
    "x-no-pruning",
];
