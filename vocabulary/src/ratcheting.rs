//! Which old faults an update may keep.

/// Which errors of an update are set aside because what they are about is as it was: chosen when a
/// CRD is compiled.
///
/// | | `ApiServer` | `Off` | `Kep4008` |
/// |---|---|---|---|
/// | an error of the schema at a value that did not change | set aside | stands | set aside |
/// | the same inside of `anyOf`, `oneOf`, `not` | with the value that has the alternatives | stands | as `ApiServer` |
/// | the same inside of `allOf` | with the value that has the `allOf` | stands | set aside |
/// | inside of a map that is `atomic` | by its keys | stands | with the whole map |
/// | errors of sets and list maps | all, where the old object has any | stand | stand |
/// | CEL rules over what did not change, transition rules apart | become warnings | stand | become warnings |
/// | type meta, metadata, the paths of the scale subresource | stand | stand | stand |
///
/// Source: KEP-4008, as kube-apiserver 1.36 has it (`ApiServer`) and as its text has it (`Kep4008`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ratcheting {
    /// What kube-apiserver does.
    #[default]
    ApiServer,
    /// Nothing is set aside: every update must be valid as a whole.
    Off,
    /// What the design document says.
    Kep4008,
}

impl Ratcheting {
    /// All of them.
    pub const ALL: [Ratcheting; 3] = [Ratcheting::ApiServer, Ratcheting::Off, Ratcheting::Kep4008];

    /// `api-server`, `off` or `seed`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ratcheting::ApiServer => "api-server",
            Ratcheting::Off => "off",
            Ratcheting::Kep4008 => "seed",
        }
    }
}
