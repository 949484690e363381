//! What a mark means: five things that an update may not do to a value and its counterpart, each
//! with the words of Kubernetes' own update tags.
//!
//! Knows of no JSON: who holds values of another kind against each other says the same words.
// apimachinery: pkg/api/validate/{immutable,update}.go; semantics §10

use crate::error::ErrorType;

/// What was marked, and in which dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The extension.
    pub marked: Marked,
    /// Whose rules it follows.
    pub dialect: Dialect,
    /// Whether it is seen that a field is set or left out: rules in CEL see it of fields whose names they can
    /// write.
    pub presence: bool,
}

/// One of the four extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Marked {
    /// `x-kubernetes-immutable`: the whole value.
    Immutable,
    /// `x-kubernetes-immutable-keys`: which keys there are.
    ImmutableKeys,
    /// `x-kubernetes-addition-only`: no key goes.
    AdditionOnly,
    /// `x-kubernetes-deletion-only`: no key comes.
    DeletionOnly,
}

/// Whose rules a mark follows.
///
/// | | `Kep` | `Declarative` | `Cel` |
/// |---|---|---|---|
/// | answer | 400, nothing else runs | 422, among the other errors | 422, among the other errors |
/// | place | the deepest that differs | the marked value | the marked value |
/// | absent and an empty list or map | differ | are the same | differ |
/// | order of a set | free | counts | free |
/// | order of a list map | counts | counts | free |
/// | a marked value that was added to a map or list map | free | refused | free |
/// | a marked item of another list | compared by index | refused where the list changed | not looked at |
/// | a marked field of a new parent | free | refused | free |
/// | an added or removed item | Invalid | Forbidden | Invalid |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// The design document's, as `semantics.md` §10 has it.
    #[default]
    Kep,
    /// That of Kubernetes' own declarative validation, `+k8s:immutable` and `+k8s:update`.
    Declarative,
    /// What a server without the extensions enforces by rules in CEL.
    Cel,
}

impl Marked {
    /// Whether a key may come.
    pub(super) fn may_add(self) -> bool {
        self == Marked::AdditionOnly
    }

    /// Whether a key may go.
    pub(super) fn may_remove(self) -> bool {
        self == Marked::DeletionOnly
    }
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 3] = [Dialect::Kep, Dialect::Declarative, Dialect::Cel];

    /// How it is spelled: `kep`, `declarative`, `cel`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Dialect::Kep => "kep",
            Dialect::Declarative => "declarative",
            Dialect::Cel => "cel",
        }
    }

    /// The dialect that is spelled like this.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Self::ALL.into_iter().find(|dialect| dialect.as_str() == name)
    }

    /// Whether a violation ends the request.
    pub(crate) fn is_bad_request(self) -> bool {
        self == Dialect::Kep
    }

    /// Whether what differs is looked for below the marked value.
    pub(super) fn is_deep(self) -> bool {
        self == Dialect::Kep
    }

    /// Whether the order of a set's items means nothing.
    pub(super) fn sets_are_unordered(self) -> bool {
        self != Dialect::Declarative
    }

    /// Whether the order of a list map's items means nothing.
    pub(super) fn maps_are_unordered(self) -> bool {
        self == Dialect::Cel
    }

    /// Whether an empty list or map is as good as none.
    pub(super) fn empty_is_absent(self) -> bool {
        self == Dialect::Declarative
    }

    /// Whether null is as good as absent.
    pub(super) fn null_is_absent(self) -> bool {
        self != Dialect::Kep
    }

    /// Whether added and removed keys are reported at their own places.
    pub(super) fn names_keys(self) -> bool {
        self != Dialect::Cel
    }

    /// Whether errors of other steps keep it from being asked, as they do with rules.
    pub(super) fn is_rule(self) -> bool {
        self == Dialect::Cel
    }

    /// Whether a value without a counterpart counts as changed, since its check looks at no old one.
    pub(super) fn refuses_new(self) -> bool {
        self == Dialect::Declarative
    }

    /// Whether items of plain lists have counterparts, by their index.
    pub(super) fn compares_items(self) -> bool {
        self == Dialect::Kep
    }
}

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
