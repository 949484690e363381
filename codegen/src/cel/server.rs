//! The minor version of a Kubernetes server, as far as rules depend on it.

use std::fmt;

/// A minor version of Kubernetes 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Minor(pub u8);

impl Minor {
    /// The first version with rules that are always on.
    pub const FIRST: Minor = Minor(25);
    /// The newest version whose behavior is known, and the one that documents are checked for.
    pub const NEWEST: Minor = Minor(36);
    /// The first version with `messageExpression`; older ones drop it.
    // apiextensions-apiserver: pkg/apis/apiextensions/v1/types_jsonschema.go
    pub const MESSAGE_EXPRESSION: Minor = Minor(27);
    /// The first version with `fieldPath` and `reason`; older ones drop them.
    pub const FIELD_PATH: Minor = Minor(28);
    /// The first version with `optionalOldSelf` unless a feature gate is set.
    // apiextensions-apiserver: features/kube_features.go CRDValidationRatcheting
    pub const OPTIONAL_OLD_SELF: Minor = Minor(30);
}

impl fmt::Display for Minor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.0)
    }
}
