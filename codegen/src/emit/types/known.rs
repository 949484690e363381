//! Reserved type names, and the types of `k8s-openapi` that fields may have.

/// The names that no type of a schema may take: names of types that all modules share, and names that the
/// generated items use.
pub(super) const NAMES: [&str; 19] = [
    "BTreeMap",
    "Box",
    "Clone",
    "Debug",
    "Default",
    "Deserialize",
    "Eq",
    "Hash",
    "IntOrString",
    "Metadata",
    "None",
    "Option",
    "OwnerReference",
    "PartialEq",
    "Serialize",
    "Some",
    "String",
    "Value",
    "Vec",
];

/// More names that are taken in modules with types of `k8s-openapi`.
pub(super) const FOR_KUBE: [&str; 9] =
    ["From", "Int64OrString", "Into", "ObjectMeta", "Ok", "Quantity", "Result", "Serializer", "Time"];

/// A type of `k8s-openapi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// `IntOrString`, of 32 bits.
    IntOrString,
    /// `Quantity`
    Quantity,
}
