//! Minor versions of Kubernetes servers, and the versions since which servers behave differently.
//! `crates/documents/src/servers/table.rs` describes these differences for users.

use core::fmt;
use core::str::FromStr;

/// A minor version of Kubernetes 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Minor(pub u8);

impl Minor {
    /// The first version with rules that are always on.
    pub const FIRST: Minor = Minor(25);
    /// The newest version whose behavior is known as a whole, and the one that documents are checked for.
    pub const NEWEST: Minor = Minor(36);
    /// The newest version whose differences are known.
    pub const KNOWN: Minor = Minor(37);
    /// The first version with `messageExpression`; older ones drop it.
    // apiextensions-apiserver: pkg/apis/apiextensions/v1/types_jsonschema.go
    pub const MESSAGE_EXPRESSION: Minor = Minor(27);
    /// The first version with `fieldPath` and `reason`; older ones drop them.
    pub const FIELD_PATH: Minor = Minor(28);
    /// The first version with `optionalOldSelf` and ratcheting unless a feature gate is set.
    // apiextensions-apiserver: features/kube_features.go CRDValidationRatcheting
    pub const OPTIONAL_OLD_SELF: Minor = Minor(30);
    /// The first version that has `selectableFields` at all; it drops them unless a feature gate is set.
    pub const SELECTABLE_FIELDS_GATED: Minor = Minor(30);
    /// The first version that keeps `selectableFields`.
    // apiextensions-apiserver: features/kube_features.go CustomResourceFieldSelectors
    pub const SELECTABLE_FIELDS: Minor = Minor(31);
    /// The first version that reads the CA bundle of a conversion webhook.
    pub const CA_BUNDLES: Minor = Minor(31);
    /// The first version that counts the length of texts that are converted to quantities.
    pub const QUANTITY_COSTS: Minor = Minor(30);
    /// The first version that counts comparisons of quantities, addresses and the like as one step.
    pub const EQUALITY_COSTS: Minor = Minor(32);
    /// The first version that uses the sizes of variables and of created values in the costs of rules.
    pub const RULE_SIZES: Minor = Minor(33);
    /// The first version whose errors count bytes in all texts about long values, and that requires a path in
    /// names of finalizers.
    pub const BYTES: Minor = Minor(32);
    /// The first version whose errors of schemas in updates of a status have the whole path.
    pub const STATUS_PATHS: Minor = Minor(31);
    /// The first version that compiles a message that an update does not change with all functions that it
    /// has.
    // apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
    // findPreexistingExpressionsInSchema
    pub const KEPT_MESSAGES: Minor = Minor(31);
    /// The first version with updates of a status that may keep errors.
    pub const STATUS_RATCHETING: Minor = Minor(33);
    /// The first version in which each rule that fails has its own path.
    pub const RULE_PATHS: Minor = Minor(30);
    /// The first version that checks the literals of rules before it makes their programs.
    pub const RULE_LITERALS: Minor = Minor(30);
    /// The first version whose message explains what to do about a stored version that was removed.
    pub const STORED_VERSIONS: Minor = Minor(33);
    /// The first version whose errors contain values as JSON, and do not repeat the names of their fields.
    pub const JSON_VALUES: Minor = Minor(34);
    /// The first version that warns of unrecognized formats of strings.
    pub const FORMAT_WARNINGS: Minor = Minor(34);
    /// The first version for which `maxLength` of a value that is an integer or a string limits the costs of
    /// rules.
    pub const INT_OR_STRING_COSTS: Minor = Minor(34);
    /// The first version that checks the formats `k8s-short-name` and `k8s-long-name`; older ones ignore
    /// them. They came with 1.34, and a server uses only what the version before it has too.
    // apiextensions-apiserver: pkg/apiserver/validation/formats.go
    pub const NAME_FORMATS: Minor = Minor(35);
    /// The first version whose errors of rules contain the value instead of its type.
    pub const RULE_VALUES: Minor = Minor(35);
    /// The first version that counts labels in bytes in its messages.
    pub const LABEL_BYTES: Minor = Minor(35);
    /// The first version with updates that may keep more than eight selectable fields.
    pub const MANY_SELECTABLE: Minor = Minor(35);
    /// The first version that checks the formats of numbers, and warns of unknown ones.
    pub const NUMBER_FORMATS: Minor = Minor(36);
    /// The first version that warns of sets of objects and lists.
    pub const SET_WARNINGS: Minor = Minor(37);
    /// The first version for which names have a length in the costs of rules.
    pub const NAME_COSTS: Minor = Minor(37);
    /// The first version whose errors contain the index of the wrong owner reference.
    pub const OWNER_INDEXES: Minor = Minor(37);
    /// The first version that lists the operations of managed fields in their errors.
    pub const MANAGED_OPERATIONS: Minor = Minor(37);
}

/// The reason why a text is not a supported server version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMinor {
    /// The text is not a version.
    Unreadable,
    /// Servers of this version do not run rules.
    WithoutRules,
    /// The differences of this version are not known yet.
    TooNew,
}

impl FromStr for Minor {
    type Err = NotMinor;

    /// Reads `1.29`, `v1.29` and `1.29.3`.
    fn from_str(text: &str) -> Result<Minor, NotMinor> {
        let number = text.strip_prefix('v').unwrap_or(text).strip_prefix("1.").unwrap_or_default();
        let minor = number.split('.').next().unwrap_or_default().parse().map_err(|_| NotMinor::Unreadable)?;
        match Minor(minor) {
            old if old < Minor::FIRST => Err(NotMinor::WithoutRules),
            new if new > Minor::KNOWN => Err(NotMinor::TooNew),
            known => Ok(known),
        }
    }
}

impl fmt::Display for NotMinor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMinor::Unreadable => f.write_str("write a minor version of Kubernetes, such as 1.29"),
            NotMinor::WithoutRules => write!(f, "servers before {} do not run rules", Minor::FIRST),
            NotMinor::TooNew => write!(f, "servers are known up to {}", Minor::KNOWN),
        }
    }
}

impl core::error::Error for NotMinor {}

impl fmt::Display for Minor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.0)
    }
}
