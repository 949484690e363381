//! The dialects of immutability. The runtime implements them (`places/mark.rs`).

/// The rules that an immutability marker follows.
///
/// | | `Kep` | `Declarative` | `Cel` |
/// |---|---|---|---|
/// | response | 400, nothing else is validated | 422, together with the other errors | 422, together with the other errors |
/// | path of the error | the deepest value that differs | the immutable value | the immutable value |
/// | absent compared with an empty list or map | different | equal | different |
/// | order of a set | ignored | compared | ignored |
/// | order of a list map | compared | compared | ignored |
/// | an immutable value added to a map or list map | allowed | rejected | allowed |
/// | an immutable item of another list | compared by index | rejected if the list changed | not checked |
/// | an immutable field of a new parent | allowed | rejected | allowed |
/// | an added or removed item | Invalid | Forbidden | Invalid |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// The rules of the design document (`docs/semantics.md`, Immutability).
    #[default]
    Kep,
    /// The rules of Kubernetes' declarative validation: `+k8s:immutable` and `+k8s:update`.
    Declarative,
    /// The rules that a server without the extensions enforces with CEL.
    Cel,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 3] = [Dialect::Kep, Dialect::Declarative, Dialect::Cel];

    /// The name: `kep`, `declarative` or `cel`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Dialect::Kep => "kep",
            Dialect::Declarative => "declarative",
            Dialect::Cel => "cel",
        }
    }

    /// The dialect with this name.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Self::ALL.into_iter().find(|dialect| dialect.as_str() == name)
    }
}
