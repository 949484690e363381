//! Policies of ratcheting: the errors of unchanged values that an update may keep.

/// The errors of an update that are ignored because the value did not change. Chosen when a CRD is compiled.
///
/// | | `ApiServer` | `Off` | `Kep4008` |
/// |---|---|---|---|
/// | an error of the schema at a value that did not change | ignored | kept | ignored |
/// | the same inside `anyOf`, `oneOf`, `not` | with the value that has the alternatives | kept | as `ApiServer` |
/// | the same inside `allOf` | with the value that has the `allOf` | kept | ignored |
/// | inside a map that is `atomic` | by its keys | kept | with the whole map |
/// | errors of sets and list maps | all ignored if the old object has any | kept | kept |
/// | CEL rules over unchanged values, except transition rules | become warnings | kept | become warnings |
/// | type meta, metadata, the paths of the scale subresource | kept | kept | kept |
///
/// Source: KEP-4008, as implemented by kube-apiserver 1.36 (`ApiServer`) and as written (`Kep4008`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ratcheting {
    /// The behaviour of kube-apiserver.
    #[default]
    ApiServer,
    /// No error is ignored: every update must be valid as a whole.
    Off,
    /// The behaviour that the design document describes.
    Kep4008,
}

impl Ratcheting {
    /// All policies.
    pub const ALL: [Ratcheting; 3] = [Ratcheting::ApiServer, Ratcheting::Off, Ratcheting::Kep4008];

    /// The name: `api-server`, `off` or `kep-4008`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ratcheting::ApiServer => "api-server",
            Ratcheting::Off => "off",
            Ratcheting::Kep4008 => "kep-4008",
        }
    }
}
