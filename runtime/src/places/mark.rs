//! The meaning of an immutability marker: five kinds of changes that it can forbid, each with the message of
//! Kubernetes' own update tags.
//!
//! Independent of JSON, so that comparisons of other values have the same messages.
// apimachinery: pkg/api/validate/{immutable,update}.go; docs/semantics.md, Immutability

use crdc_vocabulary::{Dialect, Immutability};

use crate::error::ErrorType;

/// An immutability extension and its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImmutabilityRule {
    /// The extension.
    pub marked: Immutability,
    /// The dialect whose rules it follows.
    pub dialect: Dialect,
    /// Whether setting or removing a field is detected: CEL rules can detect it for fields whose names are
    /// valid in CEL.
    pub presence: bool,
}

/// The keys that may be added and removed.
pub(crate) trait Allows: Copy + PartialEq<Immutability> {
    /// Whether a key may be added.
    fn may_add(self) -> bool {
        self == Immutability::AdditionOnly
    }

    /// Whether a key may be removed.
    fn may_remove(self) -> bool {
        self == Immutability::DeletionOnly
    }
}

impl Allows for Immutability {}

/// The rules of a dialect: the rows of its table.
pub(crate) trait DialectRules: Copy + PartialEq<Dialect> {
    /// Whether a violation ends the request.
    fn is_bad_request(self) -> bool {
        self == Dialect::Kep
    }

    /// Whether differences are reported at the deepest value that differs.
    fn is_deep(self) -> bool {
        self == Dialect::Kep
    }

    /// Whether the order of a set's items is ignored.
    fn sets_are_unordered(self) -> bool {
        self != Dialect::Declarative
    }

    /// Whether the order of a list map's items is ignored.
    fn maps_are_unordered(self) -> bool {
        self == Dialect::Cel
    }

    /// Whether an empty list or map counts as absent.
    fn empty_is_absent(self) -> bool {
        self == Dialect::Declarative
    }

    /// Whether null counts as absent.
    fn null_is_absent(self) -> bool {
        self != Dialect::Kep
    }

    /// Whether added and removed keys are reported at their own paths.
    fn names_keys(self) -> bool {
        self != Dialect::Cel
    }

    /// Whether errors of other steps prevent the check, as for CEL rules.
    fn is_rule(self) -> bool {
        self == Dialect::Cel
    }

    /// Whether a value without a counterpart counts as changed, since the check does not use the old value.
    fn refuses_new(self) -> bool {
        self == Dialect::Declarative
    }

    /// Whether items of plain lists are correlated by index.
    fn compares_items(self) -> bool {
        self == Dialect::Kep
    }
}

impl DialectRules for Dialect {}

/// A kind of forbidden change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Breach {
    /// Absent before, present now.
    Set,
    /// Present before, absent now.
    Unset,
    /// Another value.
    Modified,
    /// A new key, item or member.
    Added,
    /// A removed key, item or member.
    Removed,
}

impl Breach {
    /// The detail of the error.
    pub(crate) fn detail(self, dialect: Dialect) -> &'static str {
        match self {
            // The tag has the same message for all changes.
            Breach::Set | Breach::Unset if !dialect.is_deep() => "field is immutable",
            Breach::Set => "field cannot be set once created",
            Breach::Unset => "field cannot be cleared once set",
            Breach::Modified => "field is immutable",
            Breach::Added => "item may not be added",
            Breach::Removed => "item may not be removed",
        }
    }

    /// The type of the error.
    pub(crate) fn error_type(self, dialect: Dialect) -> ErrorType {
        match self {
            Breach::Added | Breach::Removed if dialect == Dialect::Declarative => ErrorType::Forbidden,
            _ => ErrorType::Invalid,
        }
    }
}
