//! The minor version of a Kubernetes server, as far as rules depend on it.

use std::fmt;
use std::str::FromStr;

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
    /// The first version that checks the formats `k8s-short-name` and `k8s-long-name`; older ones ignore them. They came with
    /// 1.34, and a server uses only what the version before it has too.
    // apiextensions-apiserver: pkg/apiserver/validation/formats.go
    pub const NAME_FORMATS: Minor = Minor(35);
}

/// Why a text names no server with rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMinor {
    /// It is no version.
    Unreadable,
    /// That server does not run rules.
    WithoutRules,
}

impl FromStr for Minor {
    type Err = NotMinor;

    /// Reads `1.29`, `v1.29` and `1.29.3`.
    fn from_str(text: &str) -> Result<Minor, NotMinor> {
        let number = text.strip_prefix('v').unwrap_or(text).strip_prefix("1.").unwrap_or_default();
        let minor = number.split('.').next().unwrap_or_default().parse().map_err(|_| NotMinor::Unreadable)?;
        if Minor(minor) < Minor::FIRST { Err(NotMinor::WithoutRules) } else { Ok(Minor(minor)) }
    }
}

impl fmt::Display for NotMinor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMinor::Unreadable => f.write_str("write a minor version of Kubernetes, such as 1.29"),
            NotMinor::WithoutRules => write!(f, "servers before {} do not run rules", Minor::FIRST),
        }
    }
}

impl std::error::Error for NotMinor {}

impl fmt::Display for Minor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.0)
    }
}
