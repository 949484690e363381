//! What a mark means: five things that an update may not do to a value and its counterpart, each
//! with the words of Kubernetes' own update tags.
//!
//! Knows of no JSON: who holds values of another kind against each other says the same words.
// apimachinery: pkg/api/validate/{immutable,update}.go; semantics §10

use crdc_vocabulary::{Dialect, Immutability};

use crate::error::ErrorType;

/// What was marked, and in which dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImmutabilityRule {
    /// The extension.
    pub marked: Immutability,
    /// Whose rules it follows.
    pub dialect: Dialect,
    /// Whether it is seen that a field is set or left out: rules in CEL see it of fields whose names they can
    /// write.
    pub presence: bool,
}

/// Which keys may come and go.
pub(crate) trait Allows: Copy + PartialEq<Immutability> {
    /// Whether a key may come.
    fn may_add(self) -> bool {
        self == Immutability::AdditionOnly
    }

    /// Whether a key may go.
    fn may_remove(self) -> bool {
        self == Immutability::DeletionOnly
    }
}

impl Allows for Immutability {}

/// What a dialect asks: the rows of its table.
pub(super) trait DialectRules: Copy + PartialEq<Dialect> {
    /// Whether a violation ends the request.
    fn is_bad_request(self) -> bool {
        self == Dialect::Kep
    }

    /// Whether what differs is looked for below the marked value.
    fn is_deep(self) -> bool {
        self == Dialect::Kep
    }

    /// Whether the order of a set's items means nothing.
    fn sets_are_unordered(self) -> bool {
        self != Dialect::Declarative
    }

    /// Whether the order of a list map's items means nothing.
    fn maps_are_unordered(self) -> bool {
        self == Dialect::Cel
    }

    /// Whether an empty list or map is as good as none.
    fn empty_is_absent(self) -> bool {
        self == Dialect::Declarative
    }

    /// Whether null is as good as absent.
    fn null_is_absent(self) -> bool {
        self != Dialect::Kep
    }

    /// Whether added and removed keys are reported at their own places.
    fn names_keys(self) -> bool {
        self != Dialect::Cel
    }

    /// Whether errors of other steps keep it from being asked, as they do with rules.
    fn is_rule(self) -> bool {
        self == Dialect::Cel
    }

    /// Whether a value without a counterpart counts as changed, since its check looks at no old one.
    fn refuses_new(self) -> bool {
        self == Dialect::Declarative
    }

    /// Whether items of plain lists have counterparts, by their index.
    fn compares_items(self) -> bool {
        self == Dialect::Kep
    }
}

impl DialectRules for Dialect {}

/// The five things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Breach {
    /// Absent before, present now.
    Set,
    /// Present before, absent now.
    Unset,
    /// Another value.
    Modified,
    /// A key, item or member that was not there.
    Added,
    /// A key, item or member that is gone.
    Removed,
}

impl Breach {
    /// What the error says.
    pub(crate) fn detail(self, dialect: Dialect) -> &'static str {
        match self {
            // The tag has the same words whatever was done.
            Breach::Set | Breach::Unset if !dialect.is_deep() => "field is immutable",
            Breach::Set => "field cannot be set once created",
            Breach::Unset => "field cannot be cleared once set",
            Breach::Modified => "field is immutable",
            Breach::Added => "item may not be added",
            Breach::Removed => "item may not be removed",
        }
    }

    /// What kind of error it is.
    pub(crate) fn error_type(self, dialect: Dialect) -> ErrorType {
        match self {
            Breach::Added | Breach::Removed if dialect == Dialect::Declarative => ErrorType::Forbidden,
            _ => ErrorType::Invalid,
        }
    }
}
