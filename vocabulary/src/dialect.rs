//! Whose rules immutability follows. What each asks is the runtime's (`extensions/mark.rs`).

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
}
