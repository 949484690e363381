//! Tables of reserved type names, and of the types of `k8s-openapi`. In: nothing. Out: tables.

/// The names of every module: of types that are the same in all modules, and what items use.
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

/// The names that types of `k8s-openapi` take besides.
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
